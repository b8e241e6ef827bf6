//! Numbers about a model.

use crate::plan::BuildOptions;
use crate::select::no_initial_state;
use crate::session::{Reachable, Session};
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
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
    Session::open(model, &BuildOptions::with_threads(threads), budget).map_err(|not| not.stop)?.counts()
}
