//! Where the bits of groups that are sought stand.

use super::Bit;
use crate::options::Sought;
use savoir_model::{AgentId, Model};

/// The bits in their order, with those that say whether an agent is in a group: right above the bits of its action, or else
/// of its variables, since what its membership changes is what is done or known about these. On top of all others they would
/// make one diagram for each group out of every diagram.
pub(crate) fn with_members(model: &Model, bits: Vec<Bit>, sought: &Sought) -> Vec<Bit> {
    if sought.groups == 0 {
        return bits;
    }
    let has_action = |agent: AgentId| bits.iter().any(|bit| matches!(bit, Bit::Action(its, _) if *its == agent));
    let acting: Vec<AgentId> = sought.agents.iter().copied().filter(|agent| has_action(*agent)).collect();
    // The agent that a bit marks the place of.
    let marked = |bit: Bit| match bit {
        Bit::Action(agent, _) => Some(agent),
        Bit::Current(id, _) | Bit::Next(id, _) => {
            Some(model.variable(id).owner).filter(|agent| acting.binary_search(agent).is_err())
        }
        Bit::Member(..) => None,
    };
    let mut left = sought.agents.clone();
    let members = |agent: AgentId| (0..sought.groups).map(move |group| Bit::Member(agent, group));
    let mut found = Vec::with_capacity(bits.len() + left.len() * sought.groups as usize);
    for &bit in &bits {
        if let Some(place) = left.iter().position(|agent| Some(*agent) == marked(bit)) {
            found.extend(members(left.remove(place)));
        }
        found.push(bit);
    }
    // Agents without bits of their own.
    found.extend(left.into_iter().flat_map(members));
    found
}
