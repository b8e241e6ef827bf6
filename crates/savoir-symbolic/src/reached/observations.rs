//! What agents observe: a state is indistinguishable from others that agree in all visible bits.

use super::SymbolicSystem;
use savoir_check::Stop;
use savoir_dd::{Bdd, Cube, Halt, Var};
use savoir_model::AgentId;
use std::rc::Rc;

/// What some observers do not see.
pub(super) struct Hidden {
    bits: Vec<Var>,
    cube: Cube,
}

impl SymbolicSystem<'_> {
    /// The reachable states that observers together cannot tell from some state of a set, here or in another part.
    pub(super) fn indistinguishable_from(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        let seen = self.stop(self.seen_by(observers, set))?;
        let seen = self.with_companions(observers, seen)?;
        self.stop(self.states_seen(&seen))
    }

    /// What observers together see in the states of a set.
    pub(super) fn seen_by(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let (diagrams, hidden) = (self.diagrams(), self.hidden(observers)?);
        let whole = self.dependencies.restore(diagrams, set, |bit| !hidden.bits.contains(&bit))?;
        diagrams.exists(&whole, &hidden.cube)
    }

    /// The reachable states in which this is seen.
    pub(super) fn states_seen(&self, seen: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        diagrams.and(&self.dependencies.substitute(diagrams, seen)?, &self.reachable)
    }

    /// What observers together do not see.
    fn hidden(&self, observers: &[AgentId]) -> Result<Rc<Hidden>, Halt> {
        if let Some(hidden) = self.hidden.borrow().get(observers) {
            return Ok(hidden.clone());
        }
        let model = self.encoded.model;
        let sees = |id| observers.iter().any(|&agent| model.agent(agent).sees(id));
        let bits = self.encoded.encoding.current(model.variable_ids().filter(|&id| !sees(id)));
        let hidden = Rc::new(Hidden { cube: self.diagrams().cube(&bits)?, bits });
        self.hidden.borrow_mut().insert(observers.to_vec(), hidden.clone());
        Ok(hidden)
    }
}
