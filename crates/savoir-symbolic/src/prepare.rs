//! What there is to know about a model before it is encoded: everything that does not depend on the order of variables,
//! and the candidate orders themselves.

use crate::build::FIRST_CEILING;
use crate::condition::Conditions;
use crate::encoding::Encoding;
use crate::limits::{Attained, BudgetPoll};
use crate::options::SymbolicOptions;
use crate::order::{Bit, Subject, candidates, declared, first_candidate};
use crate::relation::{changing, plainly_determined};
use savoir_check::{Budget, Phase, Progress, Stop};
use savoir_dd::Diagrams;
use savoir_model::{ActionClasses, Model};
use std::cell::{Cell, OnceCell};
use std::time::Instant;

/// A model that is ready to be encoded.
pub struct Preparation<'m> {
    pub(crate) model: &'m Model,
    pub(crate) options: SymbolicOptions,
    pub(crate) budget: Budget,
    pub(crate) classes: ActionClasses,
    /// By variable: whether it ever changes.
    changes: Vec<bool>,
    /// By agent: whether its action follows from the state.
    determined: Vec<bool>,
    first_candidate: OnceCell<Vec<Bit>>,
    /// How far an attempt with it came that was given up.
    pub(crate) first_attained: Cell<Option<Attained>>,
    /// Diagrams that have done their work and can be used again.
    pub(crate) spare: Cell<Option<Diagrams>>,
    /// How long it took to find this out.
    pub(crate) seconds: f64,
}

impl<'m> Preparation<'m> {
    /// Finds out what does not depend on the order of variables.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn new(model: &'m Model, options: &SymbolicOptions, budget: &Budget) -> Result<Preparation<'m>, Stop> {
        let start = Instant::now();
        budget.report(&Progress::new(Phase::Initial));
        let classes = ActionClasses::new(model);
        let changes = changing(model);
        let (determined, spare) = find_determined(model, &classes, &changes, budget)?;
        Ok(Preparation {
            model,
            options: options.clone(),
            budget: budget.clone(),
            classes,
            changes,
            determined,
            first_candidate: OnceCell::new(),
            first_attained: Cell::new(None),
            spare: Cell::new(spare),
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn subject(&self) -> Subject<'_> {
        let Preparation { model, classes, determined, changes, .. } = self;
        Subject { model, classes, determined, changes }
    }

    /// The order to begin with.
    pub(crate) fn first_candidate(&self) -> &[Bit] {
        self.first_candidate.get_or_init(|| first_candidate(&self.subject(), &self.options.order))
    }

    /// The orders to try, the most promising first.
    pub(crate) fn candidates(&self) -> Vec<Vec<Bit>> {
        candidates(&self.subject(), &self.options.order, self.first_candidate())
    }
}

/// Which agents need no action bits: their actions follow from the state. Where that is not plain to see it is found with
/// diagrams in the order of the file, which are then free for other work.
fn find_determined(
    model: &Model,
    classes: &ActionClasses,
    changes: &[bool],
    budget: &Budget,
) -> Result<(Vec<bool>, Option<Diagrams>), Stop> {
    let plain: Vec<bool> = model.agent_ids().map(|agent| plainly_determined(model, classes, agent)).collect();
    if plain.iter().all(|&plain| plain) {
        return Ok((plain, None));
    }
    let everyone = vec![true; model.agents.len()];
    let never = vec![false; changes.len()];
    let order = declared(&Subject { model, classes, determined: &everyone, changes: &never });
    let encoding = Encoding::new(model, &order);
    let (poll, limits) = BudgetPoll::new(budget.clone(), FIRST_CEILING * 8);
    let diagrams = Diagrams::new(encoding.count(), Box::new(poll));
    let mut conditions = Conditions::new(model, &diagrams, &encoding, classes);
    let found = conditions.find_determined();
    drop(conditions);
    let determined = match (found, limits.reason.get()) {
        (Ok(found), _) => found,
        (Err(_), Some(stop)) => return Err(stop),
        // In this order the diagrams are too large to find out: then all other actions have bits.
        (Err(_), None) => plain,
    };
    Ok((determined, Some(diagrams)))
}
