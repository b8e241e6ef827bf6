//! States without successor.
//!
//! A state has none if somebody may perform no action there, or if every joint action assigns a value that is out of range.
//! Both need no step backwards unless some line may be enabled and lead nowhere: without such a line, every joint action
//! leads somewhere.

use super::SymbolicSystem;
use savoir_check::{Choices, Sets, Steps, Stop};
use savoir_dd::Bdd;
use savoir_model::AgentId;

impl SymbolicSystem<'_> {
    /// The reachable states without successor.
    pub(super) fn stuck_states(&self) -> Result<Bdd, Stop> {
        let model = self.encoded.model;
        for line in model.agents.iter().flat_map(|agent| &agent.evolution).filter(|line| model.may_overflow(line)) {
            if !self.is_empty(&self.overflowing(line)?) {
                return self.difference(&self.reachable, &self.preimage(&self.reachable)?);
            }
        }
        let mut found = self.empty();
        for agent in model.agent_ids().filter(|agent| model.may_have_no_action(*agent)) {
            found = self.union(&found, &self.without_action(agent)?)?;
        }
        Ok(found)
    }

    /// The reachable states where an agent may perform no action.
    fn without_action(&self, agent: AgentId) -> Result<Bdd, Stop> {
        let model = self.encoded.model;
        // Where some line applies, and where one does that allows something.
        let (mut covered, mut active) = (self.empty(), self.empty());
        let protocol = &model.agent(agent).protocol;
        for line in protocol {
            let Some(guard) = line.guard else { continue };
            let states = self.states_where(model, guard)?;
            covered = self.union(&covered, &states)?;
            if !line.actions.is_empty() {
                active = self.union(&active, &states)?;
            }
        }
        let others_act = protocol.iter().any(|line| line.guard.is_none() && !line.actions.is_empty());
        let idle =
            if others_act { self.difference(&covered, &active)? } else { self.difference(&self.reachable, &active)? };
        Ok(idle)
    }
}
