//! Group sifting: each group of variables in turn tries all places in the order and stays where the diagrams are
//! smallest (Rudell 1993; groups after Panda and Somenzi 1995). A group goes only as far as there are variables that it
//! [interacts](Interaction) with.

// SAFETY: levels are swapped in place, which OxiDD allows only within `Manager::reorder`; there is one call, in
// `Sifter::level_down`, and a sifter exists only there.
#![allow(unsafe_code)]

use crate::interaction::Interaction;
use crate::limits::go_on;
use crate::recursion::NODE_BYTES;
use crate::{Diagrams, Halt, Poll, Var};
use oxidd_core::{HasLevel, LevelNo, LevelView, Manager, ManagerRef};

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct SiftOptions {
    /// A group goes no further in a direction once the diagrams are this much larger than at their smallest.
    pub max_growth: f64,
    /// At most this many groups move, those with most nodes first.
    pub max_groups: usize,
}

impl Default for SiftOptions {
    fn default() -> SiftOptions {
        SiftOptions { max_growth: 1.2, max_groups: 1000 }
    }
}

impl Diagrams {
    /// Moves groups of variables to better places. The variables of a group stay together and in their order; every
    /// variable belongs to exactly one group, and groups are contiguous. Functions stay the same.
    ///
    /// # Errors
    /// When the poll says to stop; the order is then as far as it got, and everything is still valid.
    pub fn sift(&self, groups: &[Vec<Var>], options: SiftOptions) -> Result<(), Halt> {
        self.collect();
        let poll = self.poll();
        let result = self.manager.with_manager_exclusive(|manager| {
            manager.reorder(|manager| {
                let mut sifter = Sifter::new(&*manager, groups, poll, self.most_nodes)?;
                for group in sifter.largest_first().into_iter().take(options.max_groups) {
                    sifter.place(group, options.max_growth)?;
                }
                Ok(())
            })
        });
        // Results are known by levels, which have changed.
        self.table.borrow_mut().clear();
        result
    }

    /// The variables from the top of the order to its bottom.
    #[must_use]
    pub fn order(&self) -> Vec<Var> {
        self.manager.with_manager_shared(|manager| {
            (0..manager.num_levels()).map(|level| Var(manager.level_to_var(level))).collect()
        })
    }
}

/// Sizes and places of the groups while they move.
struct Sifter<'m, M: Manager> {
    manager: &'m M,
    /// Groups in the order of the levels, as indices of `sizes`.
    order: Vec<usize>,
    /// The variables of each group.
    groups: &'m [Vec<Var>],
    /// How many there are in each group.
    sizes: Vec<u32>,
    interaction: Interaction,
    poll: &'m dyn Poll,
    /// Nodes in all levels.
    total: usize,
    /// There are never more nodes than this.
    most_nodes: usize,
}

impl<'m, M: Manager> Sifter<'m, M>
where
    M::InnerNode: HasLevel,
{
    /// `manager` must be derived from an exclusive borrow, inside [`Manager::reorder`].
    fn new(
        manager: &'m M,
        groups: &'m [Vec<Var>],
        poll: &'m dyn Poll,
        most_nodes: usize,
    ) -> Result<Sifter<'m, M>, Halt> {
        let top = |group: &Vec<Var>| group.iter().map(|variable| manager.var_to_level(variable.0)).min();
        let mut order: Vec<usize> = (0..groups.len()).filter(|&group| !groups[group].is_empty()).collect();
        order.sort_by_key(|&group| top(&groups[group]));
        let sizes = groups.iter().map(|group| group.len() as u32).collect();
        let total = (0..manager.num_levels()).map(|level| manager.level(level).len()).sum();
        let interaction = Interaction::new(manager, poll)?;
        Ok(Sifter { manager, order, groups, sizes, interaction, poll, total, most_nodes })
    }

    /// The level where the group at a position starts.
    fn start(&self, position: usize) -> LevelNo {
        self.order[..position].iter().map(|&group| self.sizes[group]).sum()
    }

    fn largest_first(&self) -> Vec<usize> {
        let mut level = 0;
        let mut sized: Vec<(usize, usize)> = Vec::with_capacity(self.order.len());
        for &group in &self.order {
            let levels = level..level + self.sizes[group];
            sized.push((levels.map(|level| self.manager.level(level).len()).sum(), group));
            level += self.sizes[group];
        }
        sized.sort_by_key(|&(nodes, group)| (std::cmp::Reverse(nodes), group));
        sized.into_iter().map(|(_, group)| group).collect()
    }

    /// Tries all places for a group and takes the best one.
    fn place(&mut self, group: usize, max_growth: f64) -> Result<(), Halt> {
        let Some(start) = self.order.iter().position(|&other| other == group) else { return Ok(()) };
        let (first, last) = self.reach(start);
        let (mut best, mut best_position) = (self.total, start);
        let mut position = start;
        // The nearer end first.
        let down_first = last - start < start - first;
        for downwards in [down_first, !down_first] {
            while if downwards { position < last } else { position > first } {
                // A swap cannot fail, so there must be room for what it may need.
                self.poll.poll((self.total as f64 * max_growth.max(1.0)) as u64 * NODE_BYTES)?;
                if downwards {
                    self.swap(position)?;
                    position += 1;
                } else {
                    self.swap(position - 1)?;
                    position -= 1;
                }
                if self.total < best {
                    (best, best_position) = (self.total, position);
                } else if self.total as f64 > best as f64 * max_growth {
                    break;
                }
            }
        }
        while position < best_position {
            self.poll.poll(self.total as u64 * NODE_BYTES)?;
            self.swap(position)?;
            position += 1;
        }
        while position > best_position {
            self.poll.poll(self.total as u64 * NODE_BYTES)?;
            self.swap(position - 1)?;
            position -= 1;
        }
        Ok(())
    }

    /// The first and the last place that may make a difference for the group at a position.
    fn reach(&self, position: usize) -> (usize, usize) {
        let own = &self.groups[self.order[position]];
        let interacts = |other: &usize| {
            let pairs = own.iter().flat_map(|a| self.groups[self.order[*other]].iter().map(move |b| (a, b)));
            pairs.into_iter().any(|(a, b)| self.interaction.between(a.0, b.0))
        };
        let first = (0..position).find(interacts).unwrap_or(position);
        let last = (position + 1..self.order.len()).rev().find(interacts).unwrap_or(position);
        (first, last)
    }

    /// Exchanges the groups at a position and at the next one. When everything has to end, they are left as far as they
    /// came: the functions are the same in any order.
    fn swap(&mut self, position: usize) -> Result<(), Halt> {
        let start = self.start(position);
        let (upper, lower) = (self.sizes[self.order[position]], self.sizes[self.order[position + 1]]);
        // The lowest variable of the upper group sinks through the lower group first.
        for variable in (0..upper).rev() {
            for step in 0..lower {
                go_on(self.poll)?;
                let level = start + variable + step;
                // Each node of the upper level may need two new ones below.
                if self.total + 2 * self.manager.level(level).len() > self.most_nodes {
                    return Err(Halt::Memory);
                }
                self.level_down(level);
            }
        }
        self.order.swap(position, position + 1);
        Ok(())
    }

    fn level_down(&mut self, level: LevelNo) {
        let nodes = |manager: &M| manager.level(level).len() + manager.level(level + 1).len();
        let before = nodes(self.manager);
        // SAFETY: the sifter exists only inside `Manager::reorder` (see `Diagrams::sift`), its reference is derived
        // from the exclusive borrow there, and nothing else runs at the same time.
        unsafe { oxidd_reorder::level_down(self.manager, level) };
        self.total = self.total + nodes(self.manager) - before;
    }
}

#[cfg(test)]
mod tests {
    use crate::{Bdd, Diagrams, SiftOptions, Unlimited, Var};

    /// `x0 = x3 and x1 = x4 and x2 = x5`, whose partners are far from each other.
    fn equal_pairs(diagrams: &Diagrams) -> Bdd {
        let variable = |number| diagrams.variable(Var(number)).unwrap();
        let equal = |pair| diagrams.not(&diagrams.xor(&variable(pair), &variable(pair + 3)).unwrap());
        diagrams.all((0..3).map(equal)).unwrap()
    }

    #[test]
    fn partners_come_together_and_functions_stay() {
        let diagrams = Diagrams::new(6, Box::new(Unlimited));
        let function = equal_pairs(&diagrams);
        let before = diagrams.collect();
        let groups: Vec<Vec<Var>> = (0..6).map(|number| vec![Var(number)]).collect();
        diagrams.sift(&groups, SiftOptions::default()).unwrap();
        assert!(diagrams.collect() < before);
        for pair in 0..3 {
            assert_eq!(diagrams.level(Var(pair)).abs_diff(diagrams.level(Var(pair + 3))), 1, "{:?}", diagrams.order());
        }
        assert_eq!(equal_pairs(&diagrams), function);
    }

    #[test]
    fn groups_stay_together_and_in_order() {
        let diagrams = Diagrams::new(6, Box::new(Unlimited));
        let _function = equal_pairs(&diagrams);
        let groups = [vec![Var(0), Var(1)], vec![Var(2), Var(3)], vec![Var(4), Var(5)]];
        diagrams.sift(&groups, SiftOptions::default()).unwrap();
        for group in groups {
            assert_eq!(diagrams.level(group[0]) + 1, diagrams.level(group[1]));
        }
    }

    #[test]
    fn no_group_moves_where_none_may() {
        let diagrams = Diagrams::new(6, Box::new(Unlimited));
        let _function = equal_pairs(&diagrams);
        let groups: Vec<Vec<Var>> = (0..6).map(|number| vec![Var(number)]).collect();
        diagrams.sift(&groups, SiftOptions { max_groups: 0, ..SiftOptions::default() }).unwrap();
        assert_eq!(diagrams.order(), (0..6).map(Var).collect::<Vec<_>>());
    }
}
