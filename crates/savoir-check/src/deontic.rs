//! Norms: what holds where an agent behaves correctly (section 2 of the ECAI 2004 paper).

use crate::{Checker, Stop, System};
use savoir_model::AgentId;

impl<S: System> Checker<'_, S> {
    /// `O(i, f)`: `f` holds in every green state of `i`; the same answer in every state.
    pub(crate) fn obliged(&self, agent: AgentId, set: &S::Set) -> Result<S::Set, Stop> {
        let violated = self.correct_violations(agent, set)?;
        self.complement(&self.system.for_any_state(&violated)?)
    }

    /// `KH(i, j, f)`: `f` holds in every state that looks the same to `i` and is green for `j`.
    pub(crate) fn knows_assuming(&self, agent: AgentId, correct: AgentId, set: &S::Set) -> Result<S::Set, Stop> {
        let violated = self.correct_violations(correct, set)?;
        self.complement(&self.system.indistinguishable(&[agent], &violated)?)
    }

    /// States where the agent behaves correctly and yet `set` does not hold.
    fn correct_violations(&self, agent: AgentId, set: &S::Set) -> Result<S::Set, Stop> {
        self.system.difference(&self.complement(set)?, &self.red(agent)?)
    }
}
