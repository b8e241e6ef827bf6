//! What there is to know about a model before it is encoded: everything that does not depend on the order of variables,
//! and the candidate orders themselves.

use crate::encode::{Conditions, Encoding, changing, plainly_determined};
use crate::meter::{BudgetPoll, Ended};
use crate::options::{OrderChoice, SymbolicOptions};
use crate::order::{Bit, Candidate, OrderName, Subject, candidates, declared, first_candidate, with_members};
use crate::tuning::SymbolicTuning;
use savoir_check::{Budget, Phase, Progress, Stop};
use savoir_dd::Diagrams;
use savoir_model::{ActionClasses, Model};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// A model that is ready to be encoded, by several threads at once if need be.
pub struct Preparation<'m> {
    pub(crate) model: &'m Model,
    pub(crate) options: SymbolicOptions,
    pub(crate) budget: Budget,
    pub(crate) classes: ActionClasses,
    /// By variable: whether it ever changes.
    changes: Vec<bool>,
    /// By agent: whether its action follows from the state.
    determined: Vec<bool>,
    first: OnceLock<Vec<Bit>>,
    candidates: OnceLock<Vec<Candidate>>,
    /// Diagrams that have done their work and can be used again.
    pub(crate) spare: Mutex<Option<Diagrams>>,
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
        let (determined, spare) = find_determined(model, &classes, &changes, &options.tuning, budget)?;
        Ok(Preparation {
            model,
            options: options.clone(),
            budget: budget.clone(),
            classes,
            changes,
            determined,
            first: OnceLock::new(),
            candidates: OnceLock::new(),
            spare: Mutex::new(spare),
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn subject(&self) -> Subject<'_> {
        let Preparation { model, classes, determined, changes, .. } = self;
        Subject { model, classes, determined, changes }
    }

    /// The order to begin with.
    #[must_use]
    pub fn first_order(&self) -> OrderName {
        self.options.order.first()
    }

    /// The orders to try, the most promising first: that to begin with is among them.
    #[must_use]
    pub fn orders(&self) -> Vec<OrderName> {
        self.candidates().iter().map(|candidate| candidate.name).collect()
    }

    fn candidates(&self) -> &[Candidate] {
        self.candidates.get_or_init(|| match self.options.order {
            OrderChoice::Auto => candidates(&self.subject(), &self.options.tuning.force),
            OrderChoice::Paper(_) | OrderChoice::Saved(_) => {
                let name = self.first_order();
                self.bits(name).map(|bits| Candidate { name, bits }).into_iter().collect()
            }
        })
    }

    /// All bits, in an order that is a candidate. That to begin with is found without the others.
    pub(crate) fn bits(&self, order: OrderName) -> Option<Vec<Bit>> {
        let first = || first_candidate(&self.subject(), &self.options.order, &self.options.tuning.force);
        if order == self.first_order() {
            return Some(self.first.get_or_init(first).clone());
        }
        let known = self.candidates().iter().find(|candidate| candidate.name == order);
        known.map(|candidate| candidate.bits.clone())
    }

    /// The same with the bits of groups that are sought.
    pub(crate) fn bits_with_groups(&self, order: OrderName) -> Option<Vec<Bit>> {
        self.bits(order).map(|bits| with_members(self.model, bits, &self.options.sought))
    }
}

/// Which agents need no action bits: their actions follow from the state. Where that is not plain to see it is found with
/// diagrams in the order of the file, which are then free for other work.
fn find_determined(
    model: &Model,
    classes: &ActionClasses,
    changes: &[bool],
    tuning: &SymbolicTuning,
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
    let most_bytes = tuning.determined_bytes;
    let (poll, meter) = BudgetPoll::new(budget.clone(), most_bytes);
    let diagrams = Diagrams::tuned(encoding.count(), Box::new(poll), tuning.diagrams).map_err(|_| Stop::Memory)?;
    let mut conditions = Conditions::new(model, &diagrams, &encoding, classes);
    let found = conditions.find_determined();
    drop(conditions);
    let determined = match found.map_err(|halt| meter.ended_by(halt)) {
        Ok(found) => found,
        Err(Ended::ByUser(stop)) => return Err(stop),
        // In this order the diagrams are too large to find out: then all other actions have bits.
        Err(Ended::ByAllowance) => plain,
    };
    Ok((determined, Some(diagrams)))
}
