//! Numbers about a model.

use crate::plan::{BuildOptions, Built, build};
use crate::select::no_initial_state;
use num_bigint::BigUint;
use savoir_check::{Budget, Stop, System};
use savoir_explicit::ExplicitOptions;
use savoir_model::{AgentId, Model};
use savoir_syntax::Diagnostic;

/// Numbers about one agent.
#[derive(Clone, Debug)]
pub struct AgentStats {
    /// Its name.
    pub name: String,
    /// Its own variables.
    pub variables: usize,
    /// The variables it observes, its own included.
    pub observes: usize,
    /// Bits of its own variables.
    pub bits: u32,
    /// Its actions.
    pub actions: usize,
    /// Lines of its protocol.
    pub protocol_lines: usize,
    /// Lines of its evolution.
    pub evolution_lines: usize,
}

/// Numbers about a model.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The declared agents, the environment first.
    pub agents: Vec<AgentStats>,
    /// All variables.
    pub variables: usize,
    /// Bits of a packed state.
    pub bits: u32,
    /// All actions.
    pub actions: usize,
    /// Propositions.
    pub propositions: usize,
    /// Named groups.
    pub groups: usize,
    /// Fairness constraints.
    pub fairness: usize,
    /// Formulas.
    pub formulas: usize,
    /// What is wrong with the model as a whole.
    pub diagnostics: Vec<Diagnostic>,
    /// Reachable states, initial states, transitions and deadlocks, or why they are not known.
    pub reachable: Result<Reachable, Stop>,
}

/// Numbers about the reachable states.
#[derive(Clone, Debug)]
pub struct Reachable {
    /// Reachable states.
    pub states: BigUint,
    /// Initial states.
    pub initial: BigUint,
    /// Pairs of a state and a successor; not counted in large models.
    pub transitions: Option<BigUint>,
    /// States without successor.
    pub deadlocks: BigUint,
}

/// Counts.
#[must_use]
pub fn statistics(model: &Model, threads: usize, budget: &Budget) -> Statistics {
    let agents = model.agents.iter().filter(|agent| agent.declared).map(|agent| AgentStats {
        name: agent.name.clone(),
        variables: agent.variables.len(),
        observes: agent.observes.len(),
        bits: agent.variables.iter().map(|&variable| model.domain_bits(model.variable(variable).domain)).sum(),
        actions: agent.actions.len(),
        protocol_lines: agent.protocol.len(),
        evolution_lines: agent.evolution.len(),
    });
    let reachable = reachable(model, threads, budget);
    let empty = reachable.as_ref().is_ok_and(|found| found.states == BigUint::ZERO);
    Statistics {
        diagnostics: if empty { vec![no_initial_state(model)] } else { Vec::new() },
        agents: agents.collect(),
        variables: model.variables.len(),
        bits: model.state_bits(),
        actions: model.agent_ids().map(|agent: AgentId| model.agent(agent).actions.len()).sum(),
        propositions: model.propositions.len(),
        groups: model.groups.len(),
        fairness: model.fairness.len(),
        formulas: model.properties.len(),
        reachable,
    }
}

fn reachable(model: &Model, threads: usize, budget: &Budget) -> Result<Reachable, Stop> {
    let options = BuildOptions { explicit: ExplicitOptions::with_threads(threads), ..BuildOptions::default() };
    match build(model, &options, budget).system? {
        Built::Explicit(system) => {
            let transitions = BigUint::from(system.transition_count()?);
            Ok(Reachable { transitions: Some(transitions), ..count(&*system)? })
        }
        Built::Symbolic(system) => count(&*system),
    }
}

fn count<S: System>(system: &S) -> Result<Reachable, Stop> {
    let reachable = system.reachable();
    let deadlocks = system.difference(&reachable, &system.preimage(&reachable)?)?;
    Ok(Reachable {
        states: system.count(&reachable)?,
        initial: system.count(&system.initial())?,
        transitions: None,
        deadlocks: system.count(&deadlocks)?,
    })
}
