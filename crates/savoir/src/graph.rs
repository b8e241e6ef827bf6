//! The whole state graph of a small model: its states, all joint actions between them, and which of them agents cannot tell apart.
//!
//! The explicit engine finds the states as long as that is little work, otherwise whichever suits the model: few states may
//! be hidden among very many candidates for initial states, or reached by very many joint actions. What the joint actions
//! lead to is read off the definitions of `savoir-reference`, which says it for each joint action on its own.

use crate::choices::distinct_choices;
use crate::plan::Reached;
use crate::select::no_initial_state;
use crate::session::{NotOpened, Session};
use crate::{BuildOptions, Engine};
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_explicit::{ExplorationLimits, LimitMet};
use savoir_model::{AgentId, Model};
use savoir_reference::{Change, JointAction, State, changed, may_perform};
use savoir_syntax::Diagnostic;
use std::collections::BTreeMap;

/// So many looks at conditions are little work.
const LITTLE_CHECKS: u64 = 1_000_000;
/// And so many words of successors.
const LITTLE_WORDS: u64 = 1 << 21;

/// How large a graph may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphLimits {
    /// At most so many states.
    pub states: usize,
    /// At most so many joint actions, summed over the states.
    pub joint_actions: usize,
}

/// Every reachable state, and every joint action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateGraph {
    /// The states, by their distance from the initial ones, and those with the same distance by their values.
    pub states: Vec<State>,
    /// By state: how many steps lead to it from an initial state at least. Initial states have 0.
    pub distance: Vec<usize>,
    /// Pairs of states with all joint actions that lead from one to the other; sorted.
    pub transitions: Vec<Transition>,
    /// The states without successor.
    pub deadlocks: Vec<usize>,
}

/// From a state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Where from.
    pub from: usize,
    /// Where to.
    pub to: usize,
    /// The joint actions that may lead there, in the order of declaration.
    pub joint_actions: Vec<JointAction>,
}

impl StateGraph {
    /// The classes of states that an agent cannot tell apart, in the order of their first members.
    #[must_use]
    pub fn classes(&self, model: &Model, agent: AgentId) -> Vec<Vec<usize>> {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut known: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        for (number, state) in self.states.iter().enumerate() {
            let seen: Vec<u64> = model.agent(agent).observes.iter().map(|variable| state[variable.index()]).collect();
            let class = *known.entry(seen).or_insert(classes.len());
            if class == classes.len() {
                classes.push(Vec::new());
            }
            classes[class].push(number);
        }
        classes
    }
}

/// Why there is no graph.
#[derive(Clone, Debug)]
pub enum GraphError {
    /// The model has no states.
    Model(Vec<Diagnostic>),
    /// There are more states than allowed.
    TooManyStates,
    /// There are more joint actions than allowed.
    TooManyJointActions,
    /// The budget is used up.
    Stopped(Stop),
}

impl From<Stop> for GraphError {
    fn from(stop: Stop) -> GraphError {
        if stop == Stop::TooLarge { GraphError::TooManyStates } else { GraphError::Stopped(stop) }
    }
}

/// Finds the state graph of a model.
///
/// # Errors
/// When the graph is larger than the limits allow, the budget is used up, or there is no initial state.
pub fn state_graph(
    model: &Model,
    limits: GraphLimits,
    threads: usize,
    budget: &Budget,
) -> Result<StateGraph, GraphError> {
    let session = open(model, limits, threads, budget)?;
    if *session.states() > BigUint::from(limits.states) {
        return Err(GraphError::TooManyStates);
    }
    let (states, layer) = session.list_states()?;
    let count = states.len();
    if count == 0 {
        return Err(GraphError::Model(vec![no_initial_state(model)]));
    }
    let edges = edges(model, &states, limits.joint_actions, budget)?;
    // Breadth-first from the initial states.
    let mut distance = vec![usize::MAX; count];
    let find = |state: &State| states.binary_search(state).unwrap_or(0);
    let mut layer: Vec<usize> = layer.iter().map(find).collect();
    let mut order = Vec::with_capacity(count);
    let mut depth = 0;
    while !layer.is_empty() {
        layer.retain(|state| distance[*state] == usize::MAX);
        layer.sort_unstable();
        layer.dedup();
        layer.iter().for_each(|state| distance[*state] = depth);
        order.extend_from_slice(&layer);
        layer = layer.iter().flat_map(|state| edges[*state].keys().copied()).collect();
        depth += 1;
    }
    let mut place = vec![0; count];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    let mut transitions = Vec::new();
    for (from, &old) in order.iter().enumerate() {
        let mut own: Vec<Transition> = (edges[old].iter())
            .map(|(to, joint_actions)| Transition { from, to: place[*to], joint_actions: joint_actions.clone() })
            .collect();
        own.sort_by_key(|transition| transition.to);
        transitions.extend(own);
    }
    Ok(StateGraph {
        deadlocks: (0..count).filter(|number| edges[order[*number]].is_empty()).collect(),
        distance: order.iter().map(|old| distance[*old]).collect(),
        states: order.iter().map(|old| states[*old].clone()).collect(),
        transitions,
    })
}

/// Finds the states, or that they are too many.
fn open<'m>(model: &'m Model, limits: GraphLimits, threads: usize, budget: &Budget) -> Result<Session<'m>, GraphError> {
    // Within the limits every state has to be looked at anyway.
    let options = BuildOptions {
        engine: Engine::Explicit,
        limits: ExplorationLimits {
            initial_states: limits.states,
            condition_checks: LITTLE_CHECKS,
            states: limits.states,
            words: LITTLE_WORDS.max(limits.states as u64),
            ..ExplorationLimits::NONE
        },
        ..BuildOptions::with_threads(threads)
    };
    let not = match Session::open(model, &options, budget) {
        Ok(session) => return Ok(session),
        Err(not) => not,
    };
    if !is_too_much_work(&not) {
        return Err(not.stop.into());
    }
    Session::open(model, &BuildOptions::with_threads(threads), budget).map_err(|not| not.stop.into())
}

/// Whether it was too much work to find out whether there are too many states.
fn is_too_much_work(not: &NotOpened) -> bool {
    not.plan.records.last().is_some_and(|record| {
        matches!(record.reached, Reached::TooManyStates(_, LimitMet::ConditionChecks | LimitMet::Successors))
    })
}

/// By state: the successors with the joint actions that lead there.
type Edges = Vec<BTreeMap<usize, Vec<JointAction>>>;

fn edges(model: &Model, states: &[State], limit: usize, budget: &Budget) -> Result<Edges, GraphError> {
    let mut found = Vec::with_capacity(states.len());
    let mut count = 0;
    for state in states {
        budget.check_memory(0)?;
        let mut own: BTreeMap<usize, Vec<JointAction>> = BTreeMap::new();
        let allowed: Vec<Vec<_>> = model.agent_ids().map(|agent| may_perform(model, agent, state)).collect();
        let ways = allowed.iter().try_fold(1usize, |ways, actions| ways.checked_mul(actions.len()));
        count += ways.unwrap_or(usize::MAX - count);
        if count > limit {
            return Err(GraphError::TooManyJointActions);
        }
        for way in 0..ways.unwrap_or(0) {
            if way % 256 == 0 {
                budget.check()?;
            }
            let joint = joint_action(&allowed, way);
            for next in successors(model, state, &joint) {
                // The engine found every successor of a reachable state.
                if let Ok(to) = states.binary_search(&next) {
                    own.entry(to).or_default().push(joint.clone());
                }
            }
        }
        found.push(own);
    }
    Ok(found)
}

/// The states that a joint action may lead to, each once: no more than there are reachable states.
fn successors(model: &Model, state: &[u64], joint: &JointAction) -> Vec<State> {
    let with = |state: &State, change: &Change| changed(state, std::iter::once(change));
    let choices = distinct_choices(model, state, joint);
    if choices.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    choices.iter().fold(vec![state.to_vec()], |states, choice| {
        states.iter().flat_map(|state| choice.iter().map(move |change| with(state, change))).collect()
    })
}

/// The joint action with a number, when the last agent's choice changes fastest.
fn joint_action(allowed: &[Vec<Option<savoir_model::ActionId>>], mut way: usize) -> JointAction {
    let mut joint = vec![None; allowed.len()];
    for (agent, actions) in allowed.iter().enumerate().rev() {
        joint[agent] = actions[way % actions.len()];
        way /= actions.len();
    }
    joint
}
