//! The reached system: the encoded model with all its reachable states, as the logics see it.

mod companions;
mod conditions;
mod game;
mod interface;
mod observations;
mod overflow;
mod sought;
mod stuck;
mod trace;
mod unknowns;
mod written;

pub use companions::{Companions, Post, ReadError};

use crate::encode::EncodedModel;
use crate::meter::{Allowed, Ceiling};
use crate::order::SavedOrder;
use crate::search::{Closure, Dependencies, Direction, Reached, SearchSteps};
use crate::upkeep::FewDeadNodes;
use game::Game;
use num_bigint::BigUint;
use observations::Hidden;
use savoir_check::Stop;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::AgentId;
use sought::SoughtGroup;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::Tracing;

/// The reachable states of a model, as decision diagrams.
pub struct SymbolicSystem<'m> {
    pub(crate) encoded: EncodedModel<'m>,
    /// Bits that no set of states mentions, since they follow from others.
    dependencies: Dependencies,
    reachable: Bdd,
    /// By coalition, once somebody asked what it can enforce.
    games: RefCell<BTreeMap<Vec<AgentId>, Rc<Game>>>,
    /// By observers, once somebody asked for what they know.
    hidden: RefCell<BTreeMap<Vec<AgentId>, Rc<Hidden>>>,
    /// Whether a condition was too large without regard to reachable states; then no other is tried.
    has_large_conditions: Cell<bool>,
    /// Variables of the diagrams beside those of the model, once somebody asked for them.
    unknowns: RefCell<Vec<Var>>,
    /// What was found out about groups that are sought, by their numbers.
    sought: RefCell<BTreeMap<usize, SoughtGroup>>,
    /// What paths are made of, once somebody asked for one.
    tracing: Tracing,
    /// The other parts, if this is one part of a model.
    companions: Option<Box<dyn Companions + 'm>>,
    steps: SearchSteps,
    encode_seconds: f64,
}

impl<'m> SymbolicSystem<'m> {
    pub(crate) fn new(
        mut encoded: EncodedModel<'m>,
        reached: Reached,
        encode_seconds: f64,
    ) -> Result<SymbolicSystem<'m>, Halt> {
        let Reached { reachable, layers, dependencies, steps } = reached;
        let diagrams = &encoded.diagrams;
        for condition in encoded.named.values_mut() {
            *condition = dependencies.substitute(diagrams, condition)?;
        }
        Ok(SymbolicSystem {
            tracing: Tracing::new(layers, &reachable),
            encoded,
            dependencies,
            reachable,
            games: RefCell::default(),
            hidden: RefCell::default(),
            has_large_conditions: Cell::default(),
            unknowns: RefCell::default(),
            sought: RefCell::default(),
            companions: None,
            steps,
            encode_seconds,
        })
    }

    /// The search is over: collects what only it needed.
    pub(crate) fn finish(&self) {
        if self.encoded.diagrams.nodes() > self.encoded.tuning.collect_after_search {
            self.encoded.collect();
        }
    }

    /// The order of variables as it is now.
    #[must_use]
    pub fn order(&self) -> SavedOrder {
        let EncodedModel { model, encoding, diagrams, .. } = &self.encoded;
        let bits = diagrams.order().into_iter().filter_map(|variable| encoding.bits.get(variable.0 as usize).copied());
        SavedOrder::new(model, bits.collect())
    }

    /// How many bits are left out of sets of states, because they follow from others in all reachable states.
    #[must_use]
    pub fn left_out(&self) -> u32 {
        self.dependencies.count()
    }

    /// By whose actions the transitions are divided, and into how many slices; `None` if they are not.
    #[must_use]
    pub fn slices(&self) -> Option<(AgentId, usize)> {
        self.encoded.slices.as_ref().map(|slices| (slices.splitter, slices.transitions.len()))
    }

    /// How many steps of each kind it took to find the states.
    #[must_use]
    pub fn search_steps(&self) -> SearchSteps {
        self.steps
    }

    /// Boolean variables of the encoding.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.encoded.encoding.count()
    }

    /// Nodes of diagrams that there are now.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.diagrams().nodes()
    }

    /// The most nodes there were at once.
    #[must_use]
    pub fn peak_nodes(&self) -> usize {
        self.encoded.peak_nodes()
    }

    /// Bytes of diagrams in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.diagrams().bytes()
    }

    /// How many states are reachable.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn state_count(&self) -> Result<BigUint, Stop> {
        self.stop(self.count_of(&self.reachable))
    }

    fn diagrams(&self) -> &Diagrams {
        &self.encoded.diagrams
    }

    fn stop<T>(&self, result: Result<T, Halt>) -> Result<T, Stop> {
        result.map_err(|halt| self.encoded.meter.stop_of(halt))
    }

    fn count_of(&self, set: &Bdd) -> Result<BigUint, Halt> {
        self.diagrams().count(set, self.encoded.encoding.state_bits() - self.dependencies.count())
    }

    /// Until the guard is dropped, what takes far more work than all before is given up.
    #[must_use]
    fn briefly(&self) -> (Allowed<'_>, FewDeadNodes<'_>) {
        let EncodedModel { tuning, diagrams, meter, upkeep, .. } = &self.encoded;
        let bytes = (tuning.brief_factor * diagrams.bytes()).max(tuning.brief_bytes);
        (meter.allow(Ceiling { bytes, ..Ceiling::NONE }), upkeep.collect_early())
    }

    /// Those of the reachable states that have a successor in a set.
    fn preimage_of(&self, set: &Bdd) -> Result<Bdd, Halt> {
        self.encoded.step(Direction::Backwards, set, Some(&self.reachable))
    }

    /// The states with a path `through` some into a target.
    fn leading_to(&self, through: &Bdd, target: &Bdd) -> Result<Bdd, Halt> {
        let care = Some(&self.reachable);
        let closure = Closure { direction: Direction::Backwards, start: target, within: through, care };
        // Without a bound on the rounds there is an answer.
        Ok(self.encoded.closure(&closure, usize::MAX)?.unwrap_or_else(|| target.clone()))
    }

    /// What of all that lies ahead of `start` has an infinite past there; `None` if it takes more than so many rounds.
    fn recurring(&self, start: &Bdd, within: &Bdd, rounds: usize) -> Result<Option<Bdd>, Halt> {
        let encoded = &self.encoded;
        let ahead = Closure { direction: Direction::Forwards, start, within, care: None };
        let ahead = encoded.closure(&ahead, rounds)?;
        let Some(mut found) = ahead else { return Ok(None) };
        for _ in 0..rounds {
            let kept = encoded.diagrams.and(&found, &encoded.step(Direction::Forwards, &found, None)?)?;
            if kept == found {
                return Ok(Some(kept));
            }
            found = kept;
            encoded.between_steps();
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
