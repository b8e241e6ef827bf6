//! The other parts of a model whose initial states were divided (the ECAI 2010 paper): each part has the states that are
//! reachable from its own initial states, and asks the others where knowledge is about all of them.

use super::SymbolicSystem;
use crate::encode::EncodedModel;
use crate::meter::Meter;
use num_bigint::BigUint;
use savoir_check::{Observations, Sets, Stop};
use savoir_dd::{Bdd, Diagrams, ImportError, Var, Wire, WireError};
use savoir_model::AgentId;

/// The other parts of the same model, as one part sees them. All parts ask the same questions in the same order.
pub trait Companions {
    /// What all parts have together of sets that only tell what these observers see.
    ///
    /// # Errors
    /// When a limit is met, or another part does not answer.
    fn union(&self, observers: &[AgentId], mine: Bdd, post: &Post<'_>) -> Result<Bdd, Stop>;

    /// The same for the first part only, which is told; the others hear nothing.
    ///
    /// # Errors
    /// When a limit is met, or another part does not answer.
    fn gather(&self, mine: Bdd, post: &Post<'_>) -> Result<Option<Bdd>, Stop>;

    /// Whether this is so in all parts.
    ///
    /// # Errors
    /// When a limit is met, or another part does not answer.
    fn all(&self, mine: bool) -> Result<bool, Stop>;
}

/// Writes sets of states so that diagrams with another order can read them.
pub struct Post<'s> {
    diagrams: &'s Diagrams,
    meter: &'s Meter,
    /// By variable of the diagrams: the number that all parts have for its bit.
    numbers: Vec<u32>,
    /// By this number: the variable here.
    variables: Vec<Var>,
}

/// Why a set could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// What arrived is no set.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// It is about other bits than those of a state, or not one set.
    #[error("not a set of states of this model")]
    Foreign,
    /// A limit was met.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl<'s> Post<'s> {
    pub(crate) fn new(encoded: &'s EncodedModel<'_>) -> Post<'s> {
        let EncodedModel { encoding, diagrams, .. } = encoded;
        let variables: Vec<Var> = encoding.variables.iter().flat_map(|bits| bits.current.iter().copied()).collect();
        let mut numbers = vec![u32::MAX; diagrams.variables() as usize];
        for (number, variable) in (0..).zip(&variables) {
            numbers[variable.0 as usize] = number;
        }
        Post { diagrams, meter: &encoded.meter, numbers, variables }
    }

    /// A set of states as bytes. It mentions no bits but those of states.
    #[must_use]
    pub fn write(&self, set: &Bdd) -> Vec<u8> {
        let wire = self.diagrams.export(std::slice::from_ref(set));
        wire.renamed(self.variables.len() as u32, |variable| Var(self.numbers[variable.0 as usize])).to_bytes()
    }

    /// Reads what another part of the model has written.
    ///
    /// # Errors
    /// When it is damaged, or a limit is met.
    pub fn read(&self, bytes: &[u8]) -> Result<Bdd, ReadError> {
        let wire = Wire::from_bytes(bytes)?;
        if wire.variables() as usize != self.variables.len() || wire.roots().count() != 1 {
            return Err(ReadError::Foreign);
        }
        let here = wire.renamed(self.diagrams.variables(), |number| self.variables[number.0 as usize]);
        match self.diagrams.import(&here) {
            Ok(sets) => sets.into_iter().next().ok_or(ReadError::Foreign),
            Err(ImportError::Variables(_)) => Err(ReadError::Foreign),
            Err(ImportError::Halt(halt)) => Err(ReadError::Stopped(self.meter.stop_of(halt))),
        }
    }

    /// States in one set or the other.
    ///
    /// # Errors
    /// When a limit is met.
    pub fn union(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.diagrams.or(a, b).map_err(|halt| self.meter.stop_of(halt))
    }
}

impl<'m> SymbolicSystem<'m> {
    /// From now on this is one part of a model, and these are the others.
    pub fn join(&mut self, companions: Box<dyn Companions + 'm>) {
        self.companions = Some(companions);
    }

    /// All reachable states of all parts, for the first one, as bytes that any part can read, and how many they are.
    ///
    /// # Errors
    /// When a limit is met, or another part does not answer.
    pub fn gather_states(&self) -> Result<Option<(Vec<u8>, BigUint)>, Stop> {
        let mine = self.stop(self.dependencies.restore(self.diagrams(), &self.reachable, |_| true))?;
        let post = Post::new(&self.encoded);
        let gathered = match &self.companions {
            Some(companions) => companions.gather(mine, &post)?,
            None => Some(mine),
        };
        let Some(all) = gathered else { return Ok(None) };
        let count = self.stop(self.diagrams().count(&all, self.encoded.encoding.state_bits()))?;
        Ok(Some((post.write(&all), count)))
    }

    /// What all parts have together of what observers see; what this part has, if it is alone.
    pub(super) fn with_companions(&self, observers: &[AgentId], mine: Bdd) -> Result<Bdd, Stop> {
        match &self.companions {
            Some(companions) => companions.union(observers, mine, &Post::new(&self.encoded)),
            None => Ok(mine),
        }
    }

    /// States of `domain` from which a chain of indistinguishable states leads into `set`, where states of other parts may be
    /// links of the chain: a fixpoint within this part, then one over all parts (Procedure 13 of the paper). Only what the
    /// agents see of the states travels.
    pub(super) fn chained_over_parts(
        &self,
        companions: &dyn Companions,
        agents: &[AgentId],
        domain: &Bdd,
        set: &Bdd,
    ) -> Result<Bdd, Stop> {
        let mut found = set.clone();
        loop {
            let mut next = found.clone();
            for agent in agents {
                let step = self.intersection(domain, &self.indistinguishable(&[*agent], &found)?)?;
                next = self.union(&next, &step)?;
            }
            next = self.chained_within(agents, domain, &next)?;
            let is_same = next == found;
            found = next;
            if companions.all(is_same)? {
                return Ok(found);
            }
        }
    }

    /// The same without the other parts.
    pub(super) fn chained_within(&self, agents: &[AgentId], domain: &Bdd, set: &Bdd) -> Result<Bdd, Stop> {
        let mut found = set.clone();
        loop {
            self.budget().check()?;
            let mut next = found.clone();
            for agent in agents {
                let seen = self.stop(self.seen_by(&[*agent], &found))?;
                let step = self.intersection(domain, &self.stop(self.states_seen(&seen))?)?;
                next = self.union(&next, &step)?;
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
