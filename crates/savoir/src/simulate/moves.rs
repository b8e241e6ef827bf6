//! What can happen in a state: the joint actions and where they lead. There may be very many of both, so they are
//! counted without listing them, and listed only so far.

use super::random::Random;
use crate::choices::distinct_choices;
use crate::session::Step;
use num_bigint::BigUint;
use savoir_check::Budget;
use savoir_model::{ActionId, AgentId, Model};
use savoir_reference::{Change, JointAction, State, alternatives, changed, may_perform};

/// So many steps are listed at most.
pub const MOST_STEPS: usize = 1_000;
/// So many joint actions and outcomes are looked at for a list, or to find out that nothing is possible.
const MOST_LOOKS: usize = 20_000;
/// So many joint actions are tried at random before all of them are looked at.
const TRIES: usize = 64;

/// Which steps are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// These agents are to do this.
    pub actions: Vec<(AgentId, ActionId)>,
    /// The step as text contains this, in small or capital letters.
    pub text: String,
}

/// What can happen in a state.
#[derive(Clone, Debug)]
pub struct Options {
    /// The state.
    pub state: State,
    /// For each agent what its protocol allows; `None` for an agent without actions, which does nothing.
    pub by_agent: Vec<Vec<Option<ActionId>>>,
    /// How many joint actions the protocols allow.
    pub joint_actions: BigUint,
    /// The steps that are wanted, in the order of declaration.
    pub steps: Vec<Step>,
    /// Whether these are all of them.
    pub complete: bool,
}

impl Options {
    /// Looks at what can happen in a state.
    pub(crate) fn new(model: &Model, state: &[u64], filter: &Filter, budget: &Budget) -> Options {
        let by_agent = allowed(model, state);
        let joint_actions = by_agent.iter().map(|actions| BigUint::from(actions.len())).product();
        let (steps, complete) = list(model, state, &wanted(&by_agent, filter), &filter.text.to_lowercase(), budget);
        Options { state: state.to_vec(), by_agent, joint_actions, steps, complete }
    }
}

/// For each agent what its protocol allows.
pub(crate) fn allowed(model: &Model, state: &[u64]) -> Vec<Vec<Option<ActionId>>> {
    model.agent_ids().map(|agent| may_perform(model, agent, state)).collect()
}

/// What is left of the allowed actions when some are given.
pub(crate) fn wanted(allowed: &[Vec<Option<ActionId>>], filter: &Filter) -> Vec<Vec<Option<ActionId>>> {
    let mut left = allowed.to_vec();
    for &(agent, action) in &filter.actions {
        left[agent.index()].retain(|allowed| *allowed == Some(action));
    }
    left
}

/// The outcomes of one joint action, sorted as the choices are, each once; and whether these are all.
pub(crate) fn outcomes(model: &Model, state: &[u64], action: &JointAction, most: usize) -> (Vec<State>, bool) {
    let choices = distinct_choices(model, state, action);
    // Different combinations lead to different states.
    let mut combinations = Combinations::new(&choices);
    let found = combinations.by_ref().take(most).map(|changes| changed(state, changes.into_iter())).collect();
    (found, combinations.next.is_none())
}

/// The steps of the wanted joint actions that contain the text, as far as the limits allow; and whether these are all.
fn list(
    model: &Model,
    state: &[u64],
    wanted: &[Vec<Option<ActionId>>],
    text: &str,
    budget: &Budget,
) -> (Vec<Step>, bool) {
    let mut steps = Vec::new();
    let mut looks = 0;
    for action in joint(wanted) {
        let (outcomes, all) = outcomes(model, state, &action, MOST_STEPS);
        looks += outcomes.len() + 1;
        for next in outcomes {
            let step = Step { action: action.clone(), state: next };
            if text.is_empty() || step.text(model, state).to_lowercase().contains(text) {
                steps.push(step);
            }
        }
        if !all || steps.len() > MOST_STEPS || looks > MOST_LOOKS || budget.check().is_err() {
            steps.truncate(MOST_STEPS);
            return (steps, false);
        }
    }
    (steps, true)
}

impl Step {
    /// `A=left, B=right: A.x 0 → 1`; agents without actions are left out.
    #[must_use]
    pub fn text(&self, model: &Model, from: &[u64]) -> String {
        format!("{}: {}", action_text(model, &self.action), changes_text(model, from, &self.state))
    }
}

/// `A.x 0 → 1, B.y off → on`, or `no change`.
#[must_use]
pub fn changes_text(model: &Model, from: &[u64], to: &[u64]) -> String {
    let changed = model.variable_ids().filter(|variable| from[variable.index()] != to[variable.index()]);
    let texts: Vec<String> = changed
        .map(|variable| {
            let value = |state: &[u64]| model.value_text(model.variable(variable).domain, state[variable.index()]);
            format!("{} {} → {}", model.variable_text(variable), value(from), value(to))
        })
        .collect();
    if texts.is_empty() { "no change".to_owned() } else { texts.join(", ") }
}

/// `A=left, B=right`; agents without actions are left out.
#[must_use]
pub fn action_text(model: &Model, action: &JointAction) -> String {
    let one = |(agent, action): (&savoir_model::Agent, &Option<ActionId>)| {
        action.map(|action| format!("{}={}", agent.name, agent.actions[action.index()].name))
    };
    model.agents.iter().zip(action).filter_map(one).collect::<Vec<_>>().join(", ")
}

/// A random step, or `None` if there is none; `Err` if none was found among very many joint actions.
pub(crate) fn random_step(
    model: &Model,
    state: &[u64],
    random: &mut Random,
    budget: &Budget,
) -> Result<Option<Step>, TooMany> {
    let allowed = allowed(model, state);
    for _ in 0..TRIES {
        let action: Option<JointAction> = allowed.iter().map(|actions| random.pick(actions).copied()).collect();
        // Somebody has no action.
        let Some(action) = action else { return Ok(None) };
        let choices = alternatives(model, state, &action);
        let taken: Option<Vec<&Change>> = choices.iter().map(|choice| random.pick(choice)).collect();
        if let Some(taken) = taken {
            return Ok(Some(Step { state: changed(state, taken.into_iter()), action }));
        }
    }
    // Most joint actions have no successor: look at all.
    let (steps, complete) = list(model, state, &allowed, "", budget);
    match random.pick(&steps) {
        Some(step) => Ok(Some(step.clone())),
        None if complete => Ok(None),
        None => Err(TooMany),
    }
}

/// There are too many joint actions to look at all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// All joint actions, one after the other.
pub(crate) fn joint(wanted: &[Vec<Option<ActionId>>]) -> impl Iterator<Item = JointAction> {
    Combinations::new(wanted).map(|picks| picks.into_iter().copied().collect())
}

/// All ways to pick one of each list, the last list counting fastest; exactly one way if there are no lists.
struct Combinations<'a, T> {
    lists: &'a [Vec<T>],
    next: Option<Vec<usize>>,
}

impl<'a, T> Combinations<'a, T> {
    fn new(lists: &'a [Vec<T>]) -> Combinations<'a, T> {
        let possible = lists.iter().all(|list| !list.is_empty());
        Combinations { lists, next: possible.then(|| vec![0; lists.len()]) }
    }
}

impl<'a, T> Iterator for Combinations<'a, T> {
    type Item = Vec<&'a T>;

    fn next(&mut self) -> Option<Vec<&'a T>> {
        let places = self.next.as_mut()?;
        let picked = self.lists.iter().zip(places.iter()).map(|(list, &place)| &list[place]).collect();
        // Count on: the last digit that can grow grows, and those after it start again.
        match (0..places.len()).rfind(|&at| places[at] + 1 < self.lists[at].len()) {
            Some(at) => {
                places[at] += 1;
                places[at + 1..].fill(0);
            }
            None => self.next = None,
        }
        Some(picked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_pick_one_of_each() {
        let all = |lists: &[Vec<u8>]| -> Vec<Vec<u8>> {
            Combinations::new(lists).map(|pick| pick.into_iter().copied().collect()).collect()
        };
        assert_eq!(all(&[]), [Vec::<u8>::new()]);
        assert_eq!(all(&[vec![1, 2], vec![3, 4]]), [[1, 3], [1, 4], [2, 3], [2, 4]]);
        assert!(all(&[vec![1], vec![]]).is_empty());
    }
}
