//! Where the bits of groups that are sought stand.

use super::Bit;
use crate::options::Sought;
use savoir_model::{AgentId, Model};

/// The bits in their order, with those that say whether an agent is in a group: right above the first bit of this agent,
/// since what its membership changes is what is known or done about its own bits. On top of all others they would make one
/// diagram for each group out of every diagram.
pub(crate) fn with_members(model: &Model, bits: Vec<Bit>, sought: &Sought) -> Vec<Bit> {
    let owner = |bit: Bit| match bit {
        Bit::Current(id, _) | Bit::Next(id, _) => model.variable(id).owner,
        Bit::Action(agent, _) | Bit::Member(agent, _) => agent,
    };
    let mut left: Vec<AgentId> = if sought.groups == 0 { Vec::new() } else { sought.agents.clone() };
    let members = |agent: AgentId| (0..sought.groups).map(move |group| Bit::Member(agent, group));
    let mut found = Vec::with_capacity(bits.len() + left.len() * sought.groups as usize);
    for bit in bits {
        if let Some(place) = left.iter().position(|agent| *agent == owner(bit)) {
            found.extend(members(left.remove(place)));
        }
        found.push(bit);
    }
    // Agents without bits of their own.
    found.extend(left.into_iter().flat_map(members));
    found
}
