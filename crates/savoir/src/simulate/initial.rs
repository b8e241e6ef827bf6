//! Where a simulation starts. The initial states are looked for one by one as long as that is little work; where there are
//! few among very many states, they are asked of the session.

use super::Simulation;
use super::reply::Trouble;
use crate::session::{Condition, Meaning};
use savoir_check::Stop;
use savoir_explicit::{InitialStates, initial_states};
use savoir_model::{Expr, Model};
use savoir_reference::State;

/// So many initial states are listed at most.
pub(crate) const MOST_INITIAL: usize = 1_000;
/// So many looks at conditions are little work.
const LITTLE_WORK: u64 = 1_000_000;

impl Simulation<'_> {
    /// The initial states, as far as they are listed.
    pub(super) fn listed_initial(&mut self) -> Result<InitialStates, Stop> {
        self.find(self.model, None, MOST_INITIAL)
    }

    /// An initial state that satisfies a condition on values, also beyond the listed ones.
    pub(super) fn initial_with(&mut self, condition: &Condition) -> Result<State, Trouble> {
        let Meaning::Values(wanted) = condition.meaning else { return Err(depends_on_reachable(condition)) };
        let mut model = (*condition.model).clone();
        model.init = model.exprs.add(Expr::And([model.init, wanted].into()));
        let found = self.find(&model, Some(condition), 1)?;
        let none = || Trouble::Wrong(format!("no initial state satisfies `{}`", condition.text));
        found.states.into_iter().next().ok_or_else(none)
    }

    /// The initial states of a model, which are those of the session where a condition holds.
    fn find(&mut self, model: &Model, condition: Option<&Condition>, most: usize) -> Result<InitialStates, Stop> {
        if let Some(found) = initial_states(model, most, LITTLE_WORK, &self.settings.budget)? {
            return Ok(found);
        }
        let (states, complete) = self.session()?.initial_states(condition, most)?;
        Ok(InitialStates { states, complete })
    }
}

/// A condition that single values do not decide does not single out a state.
pub(super) fn depends_on_reachable(condition: &Condition) -> Trouble {
    Trouble::Wrong(format!(
        "`{}` depends on what is reachable; choose a state by its number or by the values of its variables",
        condition.text
    ))
}
