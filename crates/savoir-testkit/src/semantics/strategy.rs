//! ATL: what a coalition can enforce, with perfect information and memoryless strategies, or as the reading says.
//!
//! A *move* of coalition `g` in state `s` is a choice of one action for each member such that some transition of `s`
//! agrees with it: joint actions without a successor do not exist. The empty coalition has the one empty move wherever
//! there is a transition. The *successors of a move* are the ends of all transitions that agree with it: the other
//! agents and the non-determinism of evolutions work against the coalition.
//!
//! A *strategy* σ gives every state that has a move one of its moves, and leaves it the successors of this move.
//! [`super::outcomes`] says which outcomes count and when they satisfy a goal.
//!
//! > s ⊨ ⟨g⟩ψ iff there is a strategy σ such that all outcomes of σ from s that count satisfy ψ,
//!
//! where ψ is one of X f, F f, G f, f U g. Since a strategy moves wherever it can, an outcome ends only in a state without
//! a move. With fairness constraints there is no such state in `D`: then only the fair outcomes count, and a coalition
//! that can make all outcomes unfair can enforce anything; `⟨g⟩ψ` is a subset of `D`, as always.
//!
//! Below, all strategies are tried. Two moves with the same successors have the same outcomes, so one of them is
//! enough. Where there are too many strategies, [`super::game`] computes the same set as a fixpoint.

use super::outcomes::{Counting, Goal};
use super::{Graph, Reference, Refusal, StateSet};
use savoir_model::{ActionId, AgentId, AtlSemantics, CoalitionId, Temporal};
use std::collections::{BTreeMap, BTreeSet};

/// More strategies than this are not tried one by one.
const MAX_STRATEGIES: usize = 4_000;

/// What a coalition can do: for each state, the sets of successors of its moves.
pub(super) struct Arena<'r> {
    pub(super) moves: Vec<Vec<Vec<usize>>>,
    pub(super) counting: Counting<'r>,
}

impl Reference<'_> {
    pub(super) fn enforce(&self, coalition: CoalitionId, temporal: Temporal) -> Result<StateSet, Refusal> {
        let members = self.members(coalition)?;
        let goal = self.goal(temporal)?;
        match self.semantics.atl {
            AtlSemantics::PerfectInformation => Ok(self.enforce_with_perfect_information(members, &goal)),
            AtlSemantics::Uniform(start) => self.enforce_uniformly(members, &goal, start),
            AtlSemantics::UniformModel(_) => Err(Refusal::VerdictOnly),
        }
    }

    fn enforce_with_perfect_information(&self, members: &[AgentId], goal: &Goal) -> StateSet {
        let arena = Arena::new(&self.graph, members, self.counting());
        let enforced = arena.by_enumeration(goal, MAX_STRATEGIES).unwrap_or_else(|| arena.by_fixpoint(goal));
        self.select(|state| enforced[state])
    }
}

impl<'r> Arena<'r> {
    pub(super) fn new(graph: &Graph, members: &[AgentId], counting: Counting<'r>) -> Arena<'r> {
        let mut moves: Vec<BTreeMap<Vec<Option<ActionId>>, BTreeSet<usize>>> =
            vec![BTreeMap::new(); graph.states.len()];
        for step in &graph.transitions {
            let choice = members.iter().map(|agent| step.action[agent.index()]).collect();
            moves[step.from].entry(choice).or_default().insert(step.to);
        }
        let ends = |moves: BTreeMap<_, BTreeSet<usize>>| -> Vec<Vec<usize>> {
            let distinct: BTreeSet<Vec<usize>> = moves.into_values().map(|ends| ends.into_iter().collect()).collect();
            distinct.into_iter().collect()
        };
        Arena { moves: moves.into_iter().map(ends).collect(), counting }
    }

    /// The states from which the coalition can enforce the goal, by trying every strategy; nothing if there are more
    /// than `limit`.
    pub(super) fn by_enumeration(&self, goal: &Goal, limit: usize) -> Option<StateSet> {
        let choices = self.moves.iter().map(|moves| moves.len().max(1));
        let count = choices.clone().try_fold(1_usize, usize::checked_mul).filter(|count| *count <= limit)?;
        let mut enforced = vec![false; self.moves.len()];
        for number in 0..count {
            // The strategy with this number: its digits, with the numbers of choices as bases, say which moves.
            let mut rest = number;
            let mut left = Vec::new();
            for moves in &self.moves {
                left.push(moves.get(rest % moves.len().max(1)).cloned().unwrap_or_default());
                rest /= moves.len().max(1);
            }
            let failed = self.counting.fails(&left, goal);
            for (enforced, failed) in enforced.iter_mut().zip(failed) {
                *enforced |= !failed;
            }
        }
        Some(enforced)
    }
}
