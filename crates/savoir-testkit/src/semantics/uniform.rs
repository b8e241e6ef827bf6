//! ATL with uniform strategies: what a coalition can enforce if each member sees only its own local state.
//!
//! The *observation* of agent `i` in state `s` is the values of the variables that `i` observes; its protocol depends on
//! nothing else. A *uniform strategy* σ of coalition `g` gives each member, for each of its observations, one action that
//! its protocol allows there; a member without actions does nothing. The *choice* of σ in `s` is what σ gives each member
//! at its observation in `s`. The strategy leaves to `s` the ends of all transitions of `s` that agree with the choice.
//! These may be none, even where there are transitions: the choice of a perfect-information strategy is always a move,
//! but members that do not see the whole state cannot avoid what is impossible. [`super::outcomes`] says which
//! outcomes count and when they satisfy a goal.
//!
//! > s ⊨ ⟨g⟩ψ iff there is one uniform strategy σ such that for all t in the start set of s, all outcomes of σ from t
//! > that count satisfy ψ
//!
//! The *start set* of `s` says who has to know that σ wins. All of its states are in `D`, and `s` is one of them.
//!
//! > objective: { s }\
//! > everyone: { s } ∪ { t : t ∼ᵢ s for some i ∈ g }\
//! > distributed: { t : t ∼ᵢ s for all i ∈ g }, which is D for the empty coalition\
//! > common: all t that a finite chain s ∼ᵢ … ∼ⱼ t of members leads to
//!
//! Members without actions count here as well. Below, all uniform strategies are tried, over the observations that occur in
//! reachable states: what is chosen for others makes no difference.

use super::graph::{Graph, Transition};
use super::outcomes::Goal;
use super::{Reference, Refusal, State, StateSet};
use savoir_model::{ActionId, AgentId, Model, StartSet};
use savoir_reference::may_perform;
use std::collections::BTreeMap;

/// More strategies than this are not tried one by one.
const MAX_STRATEGIES: usize = 20_000;

impl Reference<'_> {
    pub(super) fn enforce_uniformly(
        &self,
        members: &[AgentId],
        goal: &Goal,
        start: StartSet,
    ) -> Result<StateSet, Refusal> {
        let starts: Vec<StateSet> = (0..self.states()).map(|state| self.start_set(members, state, start)).collect();
        let mut enforced = vec![false; self.states()];
        for agreeing in UniformStrategies::new(self.model, &self.graph, members)?.all() {
            let mut left = vec![Vec::new(); self.states()];
            for step in agreeing {
                left[step.from].push(step.to);
            }
            let failed = self.counting().fails(&left, goal);
            for (enforced, starts) in enforced.iter_mut().zip(&starts) {
                *enforced |= starts.iter().zip(&failed).all(|(starts, failed)| !(*starts && *failed));
            }
        }
        Ok(self.select(|state| enforced[state]))
    }

    /// The start set of a state of the domain.
    fn start_set(&self, members: &[AgentId], state: usize, start: StartSet) -> StateSet {
        let someone = |s: usize, t: usize| members.iter().any(|agent| self.alike(*agent, s, t));
        match start {
            StartSet::Objective => self.select(|other| other == state),
            StartSet::Everyone => self.select(|other| other == state || someone(state, other)),
            StartSet::Distributed => self.select(|other| members.iter().all(|agent| self.alike(*agent, state, other))),
            StartSet::Common => {
                let mut chained = self.select(|other| other == state);
                loop {
                    let linked = |t: usize| chained[t] || (0..self.states()).any(|s| chained[s] && someone(s, t));
                    let more = self.select(linked);
                    if more == chained {
                        return chained;
                    }
                    chained = more;
                }
            }
        }
    }
}

/// All uniform strategies of some agents.
pub(super) struct UniformStrategies<'r> {
    graph: &'r Graph,
    /// For each agent and each of its observations in reachable states, the actions that it may choose there.
    choices: Vec<Vec<Option<ActionId>>>,
    /// For each transition, what has to be chosen for it: by the places of `choices`.
    needs: Vec<Vec<(usize, Option<ActionId>)>>,
    count: usize,
}

impl<'r> UniformStrategies<'r> {
    /// The strategies of some agents of a model with this graph.
    pub(super) fn new(model: &Model, graph: &'r Graph, agents: &[AgentId]) -> Result<UniformStrategies<'r>, Refusal> {
        let mut choices = Vec::new();
        let mut places: BTreeMap<(AgentId, State), usize> = BTreeMap::new();
        // For each state, which choice of each agent matters.
        let mut matters = Vec::new();
        for state in &graph.states {
            let place = |agent: &AgentId| {
                let observed = model.agent(*agent).observes.iter().map(|variable| state[variable.index()]).collect();
                *places.entry((*agent, observed)).or_insert_with(|| {
                    choices.push(may_perform(model, *agent, state));
                    choices.len() - 1
                })
            };
            matters.push(agents.iter().map(place).collect::<Vec<usize>>());
        }
        let needs = |step: &Transition| {
            let actions = agents.iter().map(|agent| step.action[agent.index()]);
            matters[step.from].iter().copied().zip(actions).collect()
        };
        let needs = graph.transitions.iter().map(needs).collect();
        // Where an agent may do nothing at all, there is nothing to choose.
        let numbers = choices.iter().map(|allowed: &Vec<_>| allowed.len().max(1));
        let count = numbers.clone().try_fold(1, usize::checked_mul).filter(|count| *count <= MAX_STRATEGIES);
        Ok(UniformStrategies { graph, choices, needs, count: count.ok_or(Refusal::TooManyStrategies)? })
    }

    /// For each strategy, the transitions that agree with it.
    pub(super) fn all(&self) -> impl Iterator<Item = Vec<&'r Transition>> {
        (0..self.count).map(|number| {
            // The strategy with this number: its digits, with the numbers of choices as bases, say which actions.
            let mut rest = number;
            let mut chosen = Vec::new();
            for allowed in &self.choices {
                chosen.push(allowed.get(rest % allowed.len().max(1)).copied());
                rest /= allowed.len().max(1);
            }
            let agrees = |needs: &[(usize, Option<ActionId>)]| {
                needs.iter().all(|(place, action)| chosen[*place] == Some(*action))
            };
            let steps = self.graph.transitions.iter().zip(&self.needs);
            steps.filter(|(_, needs)| agrees(needs)).map(|(step, _)| step).collect()
        })
    }
}
