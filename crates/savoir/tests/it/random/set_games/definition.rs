//! Uniform strategies by definition: one after the other, on models with few of them.

use savoir_check::SingleSteps;
use savoir_model::{ActionId, AgentId, Model};
use std::collections::BTreeMap;

/// A set of states, by number.
pub(super) type Marked = Vec<bool>;

/// A uniform strategy: what agents do at their observations.
pub(super) type Strategy = BTreeMap<(AgentId, Vec<u64>), ActionId>;

/// What a coalition wants.
pub(super) enum Goal {
    Next(Marked),
    Until(Marked, Marked),
    Globally(Marked),
}

/// A game with all that the definition needs.
pub(super) struct Arena<'m> {
    pub(super) model: &'m Model,
    pub(super) steps: &'m dyn SingleSteps,
    pub(super) members: Vec<AgentId>,
    /// All reachable states, sorted.
    pub(super) states: Vec<Vec<u64>>,
    pub(super) domain: Marked,
    pub(super) fair: Vec<Marked>,
}

impl Arena<'_> {
    pub(super) fn number(&self, state: &[u64]) -> usize {
        self.states.binary_search_by(|known| known.as_slice().cmp(state)).unwrap()
    }

    pub(super) fn observation(&self, agent: AgentId, state: &[u64]) -> Vec<u64> {
        self.model.agent(agent).observes.iter().map(|variable| state[variable.index()]).collect()
    }

    /// All uniform strategies; nothing if there are too many.
    pub(super) fn strategies(&self, most: usize) -> Option<Vec<Strategy>> {
        let mut strategies = vec![Strategy::new()];
        for &agent in &self.members {
            let mut allowed: BTreeMap<Vec<u64>, Vec<ActionId>> = BTreeMap::new();
            for state in &self.states {
                let actions = self.steps.actions(state, agent).unwrap();
                let before = allowed.insert(self.observation(agent, state), actions.clone());
                assert!(before.is_none_or(|before| before == actions), "a protocol depends on observations only");
            }
            for (observation, actions) in allowed.into_iter().filter(|(_, actions)| !actions.is_empty()) {
                if strategies.len() * actions.len() > most {
                    return None;
                }
                let with = |strategy: &Strategy, action| {
                    let mut strategy = strategy.clone();
                    strategy.insert((agent, observation.clone()), action);
                    strategy
                };
                let extended = strategies.iter().flat_map(|one| actions.iter().map(|action| with(one, *action)));
                strategies = extended.collect();
            }
        }
        Some(strategies)
    }

    /// By state: what a strategy leads to.
    fn outcomes(&self, strategy: &Strategy) -> Vec<Vec<usize>> {
        let of_state = |state: &Vec<u64>| {
            let mut chosen = Vec::new();
            for &agent in &self.members {
                if let Some(action) = strategy.get(&(agent, self.observation(agent, state))) {
                    chosen.push((agent, *action));
                } else if !self.model.agent(agent).actions.is_empty() {
                    return Vec::new();
                }
            }
            self.steps.outcomes(state, &chosen).unwrap().iter().map(|next| self.number(next)).collect()
        };
        self.states.iter().map(of_state).collect()
    }

    /// The states of the domain from which all outcomes of a strategy that count satisfy the goal.
    pub(super) fn wins(&self, strategy: &Strategy, goal: &Goal) -> Marked {
        let next = self.outcomes(strategy);
        let all = || 0..self.states.len();
        // An outcome that ends counts in the domain; without fairness constraints the domain is everything.
        let ends = |state: usize| next[state].is_empty() && self.domain[state];
        let mark = |has: &dyn Fn(usize) -> bool| all().map(has).collect::<Marked>();
        let everywhere = vec![true; self.states.len()];
        let counts = self.counting(&next, &everywhere);
        let fails = match goal {
            Goal::Next(f) => mark(&|state| ends(state) || next[state].iter().any(|&next| !f[next] && counts[next])),
            Goal::Globally(f) => reach(&next, &everywhere, &mark(&|state| ends(state) || !f[state] && counts[state])),
            Goal::Until(f, g) => {
                let waits = mark(&|state| f[state] && !g[state]);
                let missed = mark(&|state| !f[state] && !g[state] && counts[state]);
                let missed = reach(&next, &waits, &missed);
                let never = self.counting(&next, &waits);
                mark(&|state| missed[state] || never[state])
            }
        };
        mark(&|state| self.domain[state] && !fails[state])
    }

    /// Where an outcome that counts starts and stays inside a set: a fair one, or one that ends in the domain.
    fn counting(&self, next: &[Vec<usize>], inside: &Marked) -> Marked {
        let ends = (0..next.len()).map(|state| inside[state] && next[state].is_empty() && self.domain[state]).collect();
        let ending = reach(next, inside, &ends);
        let mut endless = inside.clone();
        loop {
            let mut kept: Marked =
                (0..next.len()).map(|state| endless[state] && next[state].iter().any(|&next| endless[next])).collect();
            for constraint in &self.fair {
                let again = (0..next.len())
                    .map(|state| kept[state] && constraint[state] && next[state].iter().any(|&next| kept[next]))
                    .collect();
                kept = reach(next, &kept, &again);
            }
            if kept == endless {
                return (0..next.len()).map(|state| ending[state] || endless[state]).collect();
            }
            endless = kept;
        }
    }
}

/// Where a path through a set leads to a target.
fn reach(next: &[Vec<usize>], through: &Marked, target: &Marked) -> Marked {
    let mut found = target.clone();
    loop {
        let more: Marked = (0..next.len())
            .map(|state| found[state] || through[state] && next[state].iter().any(|&next| found[next]))
            .collect();
        if more == found {
            return found;
        }
        found = more;
    }
}
