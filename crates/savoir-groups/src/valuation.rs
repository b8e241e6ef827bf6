//! Who is in which group.

use crate::Slot;
use std::cmp::Ordering;

/// For each group variable its members. Valuations are ordered as they are listed: fewer members first, all variables
/// together, then by the groups, variable by variable, as lists of agents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Valuation {
    /// By variable, sorted and without repetition.
    groups: Vec<Vec<usize>>,
}

impl Valuation {
    /// The valuation with these groups, one for each variable.
    #[must_use]
    pub fn new(mut groups: Vec<Vec<usize>>) -> Valuation {
        for group in &mut groups {
            group.sort_unstable();
            group.dedup();
        }
        Valuation { groups }
    }

    /// The groups by variable; the agents of each are sorted.
    #[must_use]
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Whether an agent is in a group.
    #[must_use]
    pub fn has(&self, slot: Slot) -> bool {
        self.groups[slot.variable].binary_search(&slot.agent).is_ok()
    }

    /// The number of members of all groups together.
    #[must_use]
    pub fn members(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }
}

impl Ord for Valuation {
    fn cmp(&self, other: &Valuation) -> Ordering {
        self.members().cmp(&other.members()).then_with(|| self.groups.cmp(&other.groups))
    }
}

impl PartialOrd for Valuation {
    fn partial_cmp(&self, other: &Valuation) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_members_come_first_then_the_first_agents() {
        let order = [
            vec![vec![], vec![]],
            vec![vec![], vec![5]],
            vec![vec![0], vec![]],
            vec![vec![0], vec![1]],
            vec![vec![0, 1], vec![]],
        ];
        let order = order.map(Valuation::new);
        assert!(order.is_sorted());
        assert!(Valuation::new(vec![vec![4, 2, 4]]).has(Slot::new(0, 2)));
    }
}
