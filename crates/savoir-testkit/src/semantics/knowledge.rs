//! Knowledge and norms.
//!
//! An agent observes some variables: its own, and those of the environment that it sees. States are indistinguishable
//! for it, `s ∼ᵢ t`, if those have equal values in both; `s ∼_g t` for a group means that all variables observed by
//! some member have equal values. Let `Rᵢ` be the red states of agent `i`. All `t` below are states of `D`.
//!
//! > s ⊨ K(i, f) iff t ⊨ f for all t ∼ᵢ s\
//! > s ⊨ GK(g, f) iff s ⊨ K(i, f) for all i ∈ g\
//! > s ⊨ DK(g, f) iff t ⊨ f for all t ∼_g s\
//! > s ⊨ GCK(g, f) iff t ⊨ f for all t that a finite chain s ∼ᵢ … ∼ⱼ t of members leads to, s itself included\
//! > s ⊨ KH(i, j, f) iff t ⊨ f for all t ∼ᵢ s with t ∉ Rⱼ\
//! > s ⊨ O(i, f) iff t ⊨ f for all t ∉ Rᵢ, whatever s is

use super::{Reference, StateSet};
use savoir_model::{AgentId, VarId};

impl Reference<'_> {
    pub(super) fn knows(&self, agent: AgentId, f: &StateSet) -> StateSet {
        self.select(|state| self.for_all(|other| self.alike(agent, state, other), f))
    }

    pub(super) fn everyone(&self, members: &[AgentId], f: &StateSet) -> StateSet {
        let known: Vec<StateSet> = members.iter().map(|agent| self.knows(*agent, f)).collect();
        self.select(|state| known.iter().all(|known| known[state]))
    }

    pub(super) fn distributed(&self, members: &[AgentId], f: &StateSet) -> StateSet {
        let alike = |state, other| members.iter().all(|agent| self.alike(*agent, state, other));
        self.select(|state| self.for_all(|other| alike(state, other), f))
    }

    pub(super) fn common(&self, members: &[AgentId], f: &StateSet) -> StateSet {
        let linked = |s: usize, t: usize| members.iter().any(|agent| self.alike(*agent, s, t));
        self.select(|state| {
            let mut chained = vec![state];
            let mut place = 0;
            while let Some(&link) = chained.get(place) {
                let new = |other: &usize| self.domain[*other] && linked(link, *other) && !chained.contains(other);
                let mut found: Vec<usize> = (0..self.states()).filter(new).collect();
                chained.append(&mut found);
                place += 1;
            }
            chained.into_iter().all(|other| f[other])
        })
    }

    pub(super) fn knows_assuming(&self, agent: AgentId, correct: AgentId, f: &StateSet) -> StateSet {
        let possible = |state, other| self.alike(agent, state, other) && !self.is_red(correct, other);
        self.select(|state| self.for_all(|other| possible(state, other), f))
    }

    pub(super) fn obliged(&self, agent: AgentId, f: &StateSet) -> StateSet {
        let holds = self.for_all(|other| !self.is_red(agent, other), f);
        self.select(|_| holds)
    }

    /// Whether `f` holds in all states of the domain that are `possible`.
    fn for_all(&self, possible: impl Fn(usize) -> bool, f: &StateSet) -> bool {
        (0..self.states()).all(|other| !self.domain[other] || !possible(other) || f[other])
    }

    /// `s ∼ᵢ t`.
    pub(super) fn alike(&self, agent: AgentId, s: usize, t: usize) -> bool {
        let (s, t) = (&self.graph.states[s], &self.graph.states[t]);
        let same = |variable: &VarId| s[variable.index()] == t[variable.index()];
        self.model.agent(agent).observes.iter().all(same)
    }
}
