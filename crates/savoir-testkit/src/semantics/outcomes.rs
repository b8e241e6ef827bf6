//! The outcomes of a strategy: which of them count, and when they satisfy a goal.
//!
//! A strategy leaves each state some of its successors: the ends of the transitions that agree with it. An *outcome* from
//! `s` is a maximal path from `s` in the graph that is left: it is infinite, or it ends in a state without successors.
//!
//! An outcome *counts* if it is infinite and in every `⟦cₖ⟧` infinitely often, or if it ends in a state of `D`. So
//! without fairness constraints every outcome counts. With constraints, a fair path starts in each state of `D`, so an
//! outcome that ends there was ended by the strategy: a coalition must not win by blocking itself. What leaves `D`
//! cannot become fair and is harmless, whether it ends or not.
//!
//! > s₀ s₁ … ⊨ X f iff there is an s₁ and s₁ ⊨ f\
//! > s₀ s₁ … ⊨ G f iff the outcome is infinite and sₖ ⊨ f for all k\
//! > s₀ s₁ … ⊨ f U g iff there is an sₖ ⊨ g, and sⱼ ⊨ f for all j < k; F g is true U g
//!
//! So an outcome that ends satisfies F g and f U g only if it does so before or at its end; it never satisfies G f; of
//! length one, it does not satisfy X f.

use super::paths::{Edges, reach, recur};
use super::{Reference, Refusal, StateSet};
use savoir_model::Temporal;

/// The goal of a coalition, with the sets of states its operands stand for.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Next(StateSet),
    Globally(StateSet),
    /// `f U g`; `F g` is `true U g`.
    Until(StateSet, StateSet),
}

/// Which outcomes count.
#[derive(Clone, Copy)]
pub(super) struct Counting<'r> {
    /// `D`.
    pub(super) domain: &'r StateSet,
    /// The fairness constraints.
    pub(super) constraints: &'r [StateSet],
}

impl Reference<'_> {
    pub(super) fn goal(&self, temporal: Temporal) -> Result<Goal, Refusal> {
        Ok(match temporal {
            Temporal::Next(f) => Goal::Next(self.sat(f)?),
            Temporal::Globally(f) => Goal::Globally(self.sat(f)?),
            Temporal::Finally(f) => Goal::Until(vec![true; self.states()], self.sat(f)?),
            Temporal::Until(f, g) => Goal::Until(self.sat(f)?, self.sat(g)?),
        })
    }

    pub(super) fn counting(&self) -> Counting<'_> {
        Counting { domain: &self.domain, constraints: &self.constraints }
    }
}

impl Counting<'_> {
    /// The states where some outcome that counts starts and does not satisfy the goal. `left` has the successors that
    /// the strategy leaves to each state.
    pub(super) fn fails(self, left: &Edges, goal: &Goal) -> StateSet {
        let states = 0..left.len();
        let everywhere = vec![true; left.len()];
        let begins = self.outcome_inside(left, &everywhere);
        match goal {
            Goal::Next(f) => {
                let missed = |state: usize| left[state].iter().any(|&next| !f[next] && begins[next]);
                states.map(|state| self.ends(left, state) || missed(state)).collect()
            }
            Goal::Globally(f) => {
                let lost: StateSet = states.map(|state| self.ends(left, state) || !f[state] && begins[state]).collect();
                reach(left, &everywhere, &lost)
            }
            Goal::Until(f, g) => {
                let not_yet: StateSet = g.iter().map(|holds| !holds).collect();
                let broken: StateSet = states.clone().map(|state| !f[state] && !g[state] && begins[state]).collect();
                let breaks = reach(left, &not_yet, &broken);
                let never = self.outcome_inside(left, &not_yet);
                states.map(|state| breaks[state] || never[state]).collect()
            }
        }
    }

    /// The states where an outcome that counts starts and stays inside a set.
    fn outcome_inside(self, left: &Edges, inside: &StateSet) -> StateSet {
        let lasting = recur(left, inside, self.constraints);
        let ends: StateSet = (0..left.len()).map(|state| inside[state] && self.ends(left, state)).collect();
        let ending = reach(left, inside, &ends);
        lasting.into_iter().zip(ending).map(|(lasting, ending)| lasting || ending).collect()
    }

    /// Whether an outcome that counts ends here.
    fn ends(self, left: &Edges, state: usize) -> bool {
        self.domain[state] && left[state].is_empty()
    }
}
