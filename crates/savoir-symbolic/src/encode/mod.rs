//! The encoding: which bits stand for what, conditions and arithmetic over them, and the relation in parts.

mod arithmetic;
mod bits;
mod condition;
mod initial;
mod initial_part;
mod relation;
mod split;

pub(crate) use arithmetic::spells;
pub(crate) use bits::{Encoding, VariableBits, action_bits, bits_of};
pub(crate) use condition::Conditions;
pub(crate) use relation::{Part, changing, plainly_determined};
pub(crate) use split::Slices;

use crate::meter::Meter;
use crate::options::Reach;
use crate::order::Bit;
use crate::prepare::Preparation;
use crate::relation::Transitions;
use crate::search::BesideSlices;
use crate::tuning::SymbolicTuning;
use crate::upkeep::{ProgressLine, Upkeep};
use savoir_check::Budget;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::{ExprId, Model};
use split::split;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A model as decision diagrams, in one order of variables.
pub(crate) struct EncodedModel<'m> {
    pub(crate) model: &'m Model,
    pub(crate) encoding: Encoding,
    /// All transitions.
    pub(crate) whole: Transitions,
    /// The transitions as a disjunctive partition by the actions of one agent, where that helps.
    pub(crate) slices: Option<Slices>,
    /// Which of both takes less work.
    pub(crate) beside_slices: BesideSlices,
    /// Whether the next state is a function of state and actions.
    pub(crate) deterministic: bool,
    pub(crate) initial: Bdd,
    /// Where conditions hold that the model names, reachable or not: propositions and red states.
    pub(crate) named: BTreeMap<ExprId, Bdd>,
    pub(crate) tuning: SymbolicTuning,
    pub(crate) budget: Budget,
    pub(crate) meter: Arc<Meter>,
    pub(crate) progress: ProgressLine,
    pub(crate) upkeep: Upkeep,
    pub(crate) diagrams: Diagrams,
}

impl<'m> EncodedModel<'m> {
    /// Encodes a model with its bits in this order, and gives the relation part by part as well.
    pub(crate) fn new(
        prepared: &Preparation<'m>,
        order: &[Bit],
        diagrams: Diagrams,
        (budget, meter): (&Budget, &Arc<Meter>),
    ) -> Result<(EncodedModel<'m>, Vec<Part>), Halt> {
        let Preparation { model, options, classes, .. } = prepared;
        let encoding = Encoding::new(model, order);
        let mut conditions = Conditions::new(model, &diagrams, &encoding, classes);
        // They come first: whoever compares this search with another one learns how many there are.
        let initial = conditions.initial_part(&options.part)?;
        if budget.is_watched() {
            let count = diagrams.count(&initial, encoding.state_bits())?;
            budget.found(u64::try_from(&count).unwrap_or(u64::MAX));
        }
        conditions.find_determined()?;
        let (mut parts, deterministic) = conditions.parts()?;
        if !options.part.is_all() {
            conditions.substitute_constants(&initial, &mut parts)?;
        }
        let named = conditions.named()?;
        let slices = match options.reach {
            Reach::Auto | Reach::Chaining => split(&conditions, &parts, options.tuning.split_below)?,
            Reach::Bfs | Reach::Layers | Reach::Frontier => None,
        };
        drop(conditions);
        budget.sliced(slices.as_ref().map_or(1, |(_, slices)| slices.len()));
        let clusters = options.tuning.clusters;
        let slices = slices.map(|split| Slices::new(&diagrams, &encoding, split, clusters));
        let pairs: Vec<(Var, Var)> = encoding.variables.iter().flat_map(VariableBits::pairs).collect();
        let relations: Vec<Bdd> = parts.iter().map(|part| part.relation.clone()).collect();
        let whole = Transitions::new(&diagrams, &encoding, relations, &pairs, clusters);
        for transitions in slices.as_ref().map_or(std::slice::from_ref(&whole), |slices| &slices.transitions) {
            transitions.forward(&diagrams)?;
        }
        budget.passed(diagrams.nodes());
        let encoded = EncodedModel {
            model,
            encoding,
            whole,
            slices,
            beside_slices: BesideSlices::new(&options.tuning),
            deterministic,
            initial,
            named,
            upkeep: Upkeep::new(options, diagrams.nodes()),
            tuning: options.tuning.clone(),
            budget: budget.clone(),
            meter: meter.clone(),
            progress: ProgressLine::default(),
            diagrams,
        };
        Ok((encoded, parts))
    }

    /// The transitions in slices, or as one.
    pub(crate) fn slices(&self) -> &[Transitions] {
        self.slices.as_ref().map_or(std::slice::from_ref(&self.whole), |slices| &slices.transitions)
    }

    /// The successors of a set.
    pub(crate) fn image(&self, set: &Bdd) -> Result<Bdd, Halt> {
        let mut found = self.diagrams.constant(false);
        for slice in self.slices() {
            found = self.diagrams.or(&found, &slice.image(&self.diagrams, set)?)?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod arithmetic_tests;
#[cfg(test)]
mod tests;
