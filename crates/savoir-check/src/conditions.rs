//! Formulas about single states: combinations of propositions, conditions on variables and colours.

use crate::{Checker, Combination, Stop, System};
use savoir_model::{AgentId, Atom, Connective, FormulaId, Model, Shape};

impl<S: System> Checker<'_, S> {
    /// The reachable states where a formula without operands holds.
    pub(crate) fn atom(&self, atom: Atom) -> Result<S::Set, Stop> {
        match atom {
            Atom::Proposition(id) => self.system.states_where(self.model, self.model.proposition(id).condition),
            Atom::Condition(condition) => self.system.states_where(self.model, condition),
            Atom::Red(agent) => self.red(agent),
            Atom::Green(agent) => self.system.difference(&self.system.reachable(), &self.red(agent)?),
        }
    }

    /// The reachable states where an agent's local state is red: nowhere unless it has a condition for that.
    pub fn red(&self, agent: AgentId) -> Result<S::Set, Stop> {
        let red = self.model.agent(agent).red;
        red.map_or_else(|| Ok(self.system.empty()), |red| self.system.states_where(self.model, red))
    }
}

impl Combination {
    /// A formula as a combination of conditions; `None` if it is about more than single states.
    #[must_use]
    pub fn of(model: &Model, formula: FormulaId) -> Option<Combination> {
        let part = |part: FormulaId| Combination::of(model, part);
        let boxed = |part: FormulaId| Combination::of(model, part).map(Box::new);
        let parts = |parts: &[FormulaId]| parts.iter().map(|id| part(*id)).collect::<Option<Vec<_>>>();
        let red = |agent| model.agent(agent).red.map_or(Combination::Constant(false), Combination::Condition);
        Some(match model.formulas.get(formula).shape() {
            Shape::Constant(value) => Combination::Constant(value),
            Shape::Atom(Atom::Proposition(id)) => Combination::Condition(model.proposition(id).condition),
            Shape::Atom(Atom::Condition(condition)) => Combination::Condition(condition),
            Shape::Atom(Atom::Red(agent)) => red(agent),
            Shape::Atom(Atom::Green(agent)) => Combination::Not(Box::new(red(agent))),
            Shape::Connective(Connective::Not(f)) => Combination::Not(boxed(f)?),
            Shape::Connective(Connective::And(all)) => Combination::And(parts(all)?),
            Shape::Connective(Connective::Or(some)) => Combination::Or(parts(some)?),
            Shape::Connective(Connective::Implies(f, g)) => Combination::Implies(boxed(f)?, boxed(g)?),
            Shape::Connective(Connective::Iff(f, g)) => Combination::Iff(boxed(f)?, boxed(g)?),
            Shape::Modality(_) | Shape::Ctl(..) | Shape::Strategic(..) | Shape::Quantified(..) | Shape::Path(_) => {
                return None;
            }
        })
    }
}
