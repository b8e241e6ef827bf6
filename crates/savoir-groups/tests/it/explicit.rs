//! Sets of valuations the simple way: for each valuation, as a mask of slots, whether it is in the set.

use crate::rng::Rng;
use savoir_dd::Unlimited;
use savoir_groups::{Choice, Decisions, GroupSet, GroupSpace, Reference, Slot, Valuation};

/// A small space together with what it means.
pub(crate) struct Small {
    pub(crate) space: GroupSpace,
}

/// By mask; bit `variable * agents + agent` is a slot.
pub(crate) type Table = Vec<bool>;

impl Small {
    /// A space with up to ten slots in a random order.
    pub(crate) fn random(rng: &mut Rng) -> Small {
        let variables = 1 + rng.below(3);
        let agents = 1 + rng.below(10 / variables);
        let mut order = Slot::by_agent(variables, agents);
        rng.shuffle(&mut order);
        Small { space: GroupSpace::new(variables, agents, &order, Box::new(Unlimited)).unwrap() }
    }

    pub(crate) fn bits(&self) -> usize {
        self.space.variables() * self.space.agents()
    }

    pub(crate) fn bit(&self, slot: Slot) -> usize {
        1 << (slot.variable * self.space.agents() + slot.agent)
    }

    /// The members of the group of a variable.
    pub(crate) fn group(&self, mask: usize, variable: usize) -> Vec<usize> {
        (0..self.space.agents()).filter(|agent| mask & self.bit(Slot::new(variable, *agent)) != 0).collect()
    }

    pub(crate) fn valuation(&self, mask: usize) -> Valuation {
        Valuation::new((0..self.space.variables()).map(|variable| self.group(mask, variable)).collect())
    }

    /// The masks that satisfy a condition.
    pub(crate) fn table(&self, condition: impl Fn(usize) -> bool) -> Table {
        (0..1 << self.bits()).map(condition).collect()
    }

    /// The table of a set, valuation by valuation.
    pub(crate) fn read(&self, set: &GroupSet) -> Table {
        self.table(|mask| self.space.contains(set, &self.valuation(mask)))
    }

    /// The set of a table, handed over as a complete tree of decisions.
    pub(crate) fn set(&self, table: &Table) -> GroupSet {
        let mut nodes = Vec::new();
        let root = self.tree(table, self.bits(), 0, &mut nodes);
        self.space.import(&Decisions::new(nodes, root).unwrap()).unwrap()
    }

    fn tree(&self, table: &Table, bits: usize, mask: usize, nodes: &mut Vec<Choice>) -> Reference {
        if bits == 0 {
            return if table[mask] { Reference::ALL } else { Reference::ALL.complement() };
        }
        let bit = bits - 1;
        let other = self.tree(table, bit, mask, nodes);
        let then = self.tree(table, bit, mask | 1 << bit, nodes);
        let slot = Slot::new(bit / self.space.agents(), bit % self.space.agents());
        nodes.push(Choice { slot, then, other });
        Reference::node(nodes.len() - 1)
    }

    /// A random table: of any kind, closed, symmetric, or a conjunction of conditions on some slots each.
    pub(crate) fn random_table(&self, rng: &mut Rng) -> Table {
        let masks = 1 << self.bits();
        let percent = [2, 20, 50, 90][rng.below(4)];
        match rng.below(5) {
            0 => (0..masks).map(|_| rng.chance(percent)).collect(),
            1 => {
                let below: Vec<usize> = (0..1 + rng.below(4)).map(|_| rng.below(masks)).collect();
                self.table(|mask| below.iter().any(|low| mask & low == *low))
            }
            2 => {
                let above: Vec<usize> = (0..1 + rng.below(4)).map(|_| rng.below(masks)).collect();
                self.table(|mask| above.iter().any(|high| mask & high == mask))
            }
            3 => {
                let allowed: Vec<bool> = (0..=self.bits()).map(|_| rng.chance(50)).collect();
                let relevant = rng.below(masks);
                self.table(|mask| allowed[(mask & relevant).count_ones() as usize])
            }
            _ => {
                let clauses: Vec<(usize, usize)> =
                    (0..1 + rng.below(4)).map(|_| (rng.below(masks), rng.below(masks))).collect();
                self.table(|mask| clauses.iter().all(|(care, value)| (mask ^ value) & care & (care >> 1) == 0))
            }
        }
    }
}
