//! Numbers about a model, as a table and as JSON (`savoir/stats/1`).

use crate::escape;
use crate::style::{BOLD, DIM, paint};
use savoir::{Statistics, Stop};
use serde::Serialize;
use std::fmt::Write;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/stats/1";

/// A table.
#[must_use]
pub fn text(file: &str, statistics: &Statistics) -> String {
    let mut out = format!("{}\n\n", paint(BOLD, file));
    let width = statistics.agents.iter().map(|agent| agent.name.chars().count()).max().unwrap_or(0).max(5);
    let head = format!(
        "  {:<width$}  {:>9}  {:>8}  {:>4}  {:>7}  {:>8}  {:>9}",
        "agent", "variables", "observes", "bits", "actions", "protocol", "evolution"
    );
    let _ = writeln!(out, "{}", paint(DIM, &head));
    for agent in &statistics.agents {
        let _ = writeln!(
            out,
            "  {:<width$}  {:>9}  {:>8}  {:>4}  {:>7}  {:>8}  {:>9}",
            agent.name,
            agent.variables,
            agent.observes,
            agent.bits,
            agent.actions,
            agent.protocol_lines,
            agent.evolution_lines
        );
    }
    let mut rows = vec![
        ("agents", statistics.agents.len().to_string()),
        ("variables", statistics.variables.to_string()),
        ("bits", statistics.bits.to_string()),
        ("actions", statistics.actions.to_string()),
        ("propositions", statistics.propositions.to_string()),
        ("groups", statistics.groups.to_string()),
        ("fairness constraints", statistics.fairness.to_string()),
        ("formulas", statistics.formulas.to_string()),
    ];
    match &statistics.reachable {
        Ok(reachable) => {
            rows.push(("initial states", reachable.initial.to_string()));
            rows.push(("reachable states", reachable.states.to_string()));
            rows.extend(reachable.transitions.as_ref().map(|number| ("transitions", number.to_string())));
            rows.push(("deadlocks", reachable.deadlocks.to_string()));
        }
        Err(stop) => rows.push(("reachable states", format!("unknown ({stop})"))),
    }
    out.push('\n');
    let widest = rows.iter().map(|(_, value)| value.len()).max().unwrap_or(0);
    for (name, value) in rows {
        let _ = writeln!(out, "  {name:<20}  {value:>widest$}");
    }
    out
}

#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    file: &'a str,
    agents: Vec<AgentReport<'a>>,
    variables: usize,
    bits: u32,
    actions: usize,
    propositions: usize,
    groups: usize,
    fairness: usize,
    formulas: usize,
    initial: Option<String>,
    states: Option<String>,
    transitions: Option<String>,
    deadlocks: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct AgentReport<'a> {
    name: &'a str,
    variables: usize,
    observes: usize,
    bits: u32,
    actions: usize,
    protocol_lines: usize,
    evolution_lines: usize,
}

/// The same as JSON; counts of states are decimal strings, absent with a reason if not all were found.
#[must_use]
pub fn json(file: &str, statistics: &Statistics) -> String {
    let agents = statistics.agents.iter().map(|agent| AgentReport {
        name: &agent.name,
        variables: agent.variables,
        observes: agent.observes,
        bits: agent.bits,
        actions: agent.actions,
        protocol_lines: agent.protocol_lines,
        evolution_lines: agent.evolution_lines,
    });
    let found = statistics.reachable.as_ref().ok();
    let report = Report {
        schema: SCHEMA,
        file,
        agents: agents.collect(),
        variables: statistics.variables,
        bits: statistics.bits,
        actions: statistics.actions,
        propositions: statistics.propositions,
        groups: statistics.groups,
        fairness: statistics.fairness,
        formulas: statistics.formulas,
        initial: found.map(|found| found.initial.to_string()),
        states: found.map(|found| found.states.to_string()),
        transitions: found.and_then(|found| found.transitions.as_ref()).map(ToString::to_string),
        deadlocks: found.map(|found| found.deadlocks.to_string()),
        reason: statistics.reachable.as_ref().err().map(Stop::to_string),
    };
    escape::json::pretty(&report)
}
