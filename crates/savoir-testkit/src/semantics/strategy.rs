//! ATL: what a coalition can enforce, with perfect information and memoryless strategies.
//!
//! A *move* of coalition `g` in state `s` is a choice of one action for each member such that some transition of `s`
//! agrees with it: joint actions without a successor do not exist. The empty coalition has the one empty move wherever
//! there is a transition. The *successors of a move* are the ends of all transitions that agree with it: the other
//! agents and the non-determinism of evolutions work against the coalition.
//!
//! A *strategy* σ gives every state that has a move one of its moves. An *outcome* of σ from `s` is a maximal path from
//! `s` in the graph where each state has the successors of its move: it is infinite, or ends in a state without a move.
//!
//! > s ⊨ ⟨g⟩ψ iff there is a strategy σ such that all outcomes of σ from s satisfy ψ,
//!
//! where ψ is one of X f, F f, G f, f U g. An outcome that ends satisfies F f and f U g only if it does so before or at
//! its end; it never satisfies G f; of length one, it does not satisfy X f.
//!
//! With fairness constraints, only the fair outcomes count, so an outcome that ends or leaves `D` is harmless, and a
//! coalition that can make all outcomes unfair can enforce anything; `⟨g⟩ψ` is a subset of `D`, as always.
//!
//! Below, all strategies are tried. Two moves with the same successors have the same outcomes, so one of them is
//! enough. Where there are too many strategies, [`super::game`] computes the same set as a fixpoint.

use super::paths::{Edges, reach, recur};
use super::{Graph, Reference, Refusal, StateSet};
use savoir_model::{ActionId, AgentId, CoalitionId, Temporal};
use std::collections::{BTreeMap, BTreeSet};

/// More strategies than this are not tried one by one.
const MAX_STRATEGIES: usize = 4_000;

/// The goal of a coalition, with the sets of states its operands stand for.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Next(StateSet),
    Globally(StateSet),
    /// `f U g`; `F g` is `true U g`.
    Until(StateSet, StateSet),
}

/// What a coalition can do: for each state, the sets of successors of its moves.
pub(super) struct Arena<'r> {
    pub(super) moves: Vec<Vec<Vec<usize>>>,
    /// The fairness constraints.
    pub(super) constraints: &'r [StateSet],
}

impl Reference<'_> {
    pub(super) fn enforce(&self, coalition: CoalitionId, temporal: Temporal) -> Result<StateSet, Refusal> {
        let arena = Arena::new(&self.graph, self.members(coalition)?, &self.constraints);
        let goal = self.goal(temporal)?;
        let enforced = arena.by_enumeration(&goal, MAX_STRATEGIES).unwrap_or_else(|| arena.by_fixpoint(&goal));
        Ok(self.select(|state| enforced[state]))
    }

    pub(super) fn goal(&self, temporal: Temporal) -> Result<Goal, Refusal> {
        Ok(match temporal {
            Temporal::Next(f) => Goal::Next(self.sat(f)?),
            Temporal::Globally(f) => Goal::Globally(self.sat(f)?),
            Temporal::Finally(f) => Goal::Until(vec![true; self.states()], self.sat(f)?),
            Temporal::Until(f, g) => Goal::Until(self.sat(f)?, self.sat(g)?),
        })
    }
}

impl<'r> Arena<'r> {
    pub(super) fn new(graph: &Graph, members: &[AgentId], constraints: &'r [StateSet]) -> Arena<'r> {
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
        Arena { moves: moves.into_iter().map(ends).collect(), constraints }
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
            let mut outcomes = Vec::new();
            for moves in &self.moves {
                outcomes.push(moves.get(rest % moves.len().max(1)).cloned().unwrap_or_default());
                rest /= moves.len().max(1);
            }
            let failed = self.fails(&outcomes, goal);
            for (enforced, failed) in enforced.iter_mut().zip(failed) {
                *enforced |= !failed;
            }
        }
        Some(enforced)
    }

    /// The states where some outcome that counts starts and does not satisfy the goal.
    fn fails(&self, outcomes: &Edges, goal: &Goal) -> StateSet {
        let states = 0..outcomes.len();
        let everywhere = vec![true; outcomes.len()];
        let begins = self.outcome_inside(outcomes, &everywhere);
        let ends = |state: usize| self.constraints.is_empty() && outcomes[state].is_empty();
        match goal {
            Goal::Next(f) => {
                let missed = |state: usize| outcomes[state].iter().any(|&next| !f[next] && begins[next]);
                states.map(|state| ends(state) || missed(state)).collect()
            }
            Goal::Globally(f) => {
                let lost: StateSet = states.map(|state| ends(state) || !f[state] && begins[state]).collect();
                reach(outcomes, &everywhere, &lost)
            }
            Goal::Until(f, g) => {
                let not_yet: StateSet = g.iter().map(|holds| !holds).collect();
                let broken: StateSet = states.clone().map(|state| !f[state] && !g[state] && begins[state]).collect();
                let breaks = reach(outcomes, &not_yet, &broken);
                let never = self.outcome_inside(outcomes, &not_yet);
                states.map(|state| breaks[state] || never[state]).collect()
            }
        }
    }

    /// The states where an outcome that counts starts and stays inside a set.
    fn outcome_inside(&self, outcomes: &Edges, inside: &StateSet) -> StateSet {
        let lasting = recur(outcomes, inside, self.constraints);
        if !self.constraints.is_empty() {
            return lasting;
        }
        let ends: StateSet = (0..outcomes.len()).map(|state| inside[state] && outcomes[state].is_empty()).collect();
        let ending = reach(outcomes, inside, &ends);
        (0..outcomes.len()).map(|state| lasting[state] || ending[state]).collect()
    }
}
