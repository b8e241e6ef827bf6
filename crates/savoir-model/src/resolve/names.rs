//! Looking names up, and guessing what was meant when they are not there.

use crate::{ActionId, AgentId, GroupId, Model, PropId, VarId};
use rustc_hash::FxHashMap;

/// Every name of a model.
#[derive(Default)]
pub(super) struct Names {
    agents: FxHashMap<String, AgentId>,
    variables: FxHashMap<(AgentId, String), VarId>,
    actions: FxHashMap<(AgentId, String), ActionId>,
    propositions: FxHashMap<String, PropId>,
    groups: FxHashMap<String, GroupId>,
}

impl Names {
    pub(super) fn of(model: &Model) -> Names {
        let mut names = Names::default();
        for id in model.agent_ids() {
            let agent = model.agent(id);
            names.agents.entry(agent.name.clone()).or_insert(id);
            for (index, action) in agent.actions.iter().enumerate() {
                names.actions.entry((id, action.name.clone())).or_insert(ActionId::from(index));
            }
        }
        for id in model.variable_ids() {
            let variable = model.variable(id);
            names.variables.entry((variable.owner, variable.name.clone())).or_insert(id);
        }
        for (index, proposition) in model.propositions.iter().enumerate() {
            names.propositions.entry(proposition.name.clone()).or_insert(PropId::from(index));
        }
        for (index, group) in model.groups.iter().enumerate() {
            names.groups.entry(group.name.clone()).or_insert(GroupId::from(index));
        }
        names
    }

    pub(super) fn agent(&self, name: &str) -> Option<AgentId> {
        self.agents.get(name).copied()
    }

    pub(super) fn variable(&self, agent: AgentId, name: &str) -> Option<VarId> {
        self.variables.get(&(agent, name.to_owned())).copied()
    }

    pub(super) fn action(&self, agent: AgentId, name: &str) -> Option<ActionId> {
        self.actions.get(&(agent, name.to_owned())).copied()
    }

    pub(super) fn proposition(&self, name: &str) -> Option<PropId> {
        self.propositions.get(name).copied()
    }

    pub(super) fn group(&self, name: &str) -> Option<GroupId> {
        self.groups.get(name).copied()
    }
}

/// The candidate closest to `name`, if one is close enough to be what was meant.
#[must_use]
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // In a name of one or two letters every letter counts.
    let length = name.chars().count();
    let limit = if length < 3 { 0 } else { (length / 3).max(1) };
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= limit || candidate.eq_ignore_ascii_case(name))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one name into the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        assert_eq!(closest("recbti", ["recbit", "recack"]), Some("recbit"));
        assert_eq!(closest("Sendr", ["Receiver", "Sender"]), Some("Sender"));
        assert_eq!(closest("lihgt", ["light"]), Some("light"));
        assert_eq!(closest("bleu", ["blue"]), Some("blue"));
        assert_eq!(closest("x", ["apple", "p"]), None);
        assert_eq!(closest("x", ["X"]), Some("X"));
    }
}
