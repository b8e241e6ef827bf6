//! What stays together while the order is improved.

use crate::encode::Encoding;
use crate::options::Grouping;
use crate::order::Bit;
use savoir_dd::{Diagrams, Var};
use savoir_model::Model;
use std::collections::BTreeMap;

/// What the bits of one group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(usize, u32);

/// Groups of bits that are contiguous in the current order: bits that belong together, and whatever stands between.
pub(crate) fn groups(model: &Model, diagrams: &Diagrams, encoding: &Encoding, grouping: Grouping) -> Vec<Vec<Var>> {
    let owner = |id| model.variable(id).owner.index();
    let variables = model.variables.len();
    let key = |bit: Bit| match (grouping, bit) {
        (Grouping::Bits, Bit::Current(id, place) | Bit::Next(id, place)) => Key(id.index(), place),
        (Grouping::Bits, Bit::Action(agent, place)) => Key(variables + agent.index(), place),
        (Grouping::Variables, Bit::Current(id, _) | Bit::Next(id, _)) => Key(id.index(), 0),
        (Grouping::Variables, Bit::Action(agent, _)) => Key(variables + agent.index(), 0),
        (Grouping::Agents, Bit::Current(id, _) | Bit::Next(id, _)) => Key(owner(id), 0),
        (Grouping::Agents, Bit::Action(agent, _) | Bit::Member(agent, _)) => Key(agent.index(), 0),
        // Beside the first bit of its action.
        (Grouping::Bits | Grouping::Variables, Bit::Member(agent, _)) => Key(variables + agent.index(), 0),
    };
    let key = |variable: &Var| match encoding.bits.get(variable.0 as usize) {
        Some(bit) => key(*bit),
        // One that does not belong to the model.
        None => Key(variables + model.agents.len(), variable.0),
    };
    let order = diagrams.order();
    // By key: the last place where it occurs.
    let mut last: BTreeMap<Key, usize> = BTreeMap::new();
    for (place, variable) in order.iter().enumerate() {
        last.insert(key(variable), place);
    }
    let mut groups = Vec::new();
    let mut group = Vec::new();
    let mut end = 0;
    for (place, variable) in order.into_iter().enumerate() {
        end = end.max(last[&key(&variable)]);
        group.push(variable);
        if place == end {
            groups.push(std::mem::take(&mut group));
            end = place + 1;
        }
    }
    groups
}
