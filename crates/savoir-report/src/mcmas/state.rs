//! States as MCMAS writes them.

use savoir::{Agent, Model, VarId, Visibility};
use std::fmt::Write;

/// A state in lines, as on the screen: each agent, the environment first, with its variables in alphabetical order. Those that everybody
/// observes come before the others.
#[must_use]
pub fn state(model: &Model, values: &[u64]) -> String {
    lines(model, values, "", " = ")
}

/// A state in lines, as in a file: with its number, indented, without spaces around `=`.
pub(super) fn info(model: &Model, number: usize, values: &[u64]) -> String {
    format!("-- State {number} --\n{}\n", lines(model, values, "  ", "="))
}

fn lines(model: &Model, values: &[u64], indent: &str, equals: &str) -> String {
    let mut out = String::new();
    for agent in &model.agents {
        let _ = writeln!(out, "{indent}Agent {}", agent.name);
        for id in in_order(model, agent) {
            let variable = model.variable(id);
            let value = model.value_text(variable.domain, values[id.index()]);
            let _ = writeln!(out, "{indent}  {}{equals}{value}", variable.name);
        }
    }
    out
}

/// The variables of an agent in the order in which MCMAS lists them.
fn in_order(model: &Model, agent: &Agent) -> Vec<VarId> {
    let mut ids = agent.variables.clone();
    ids.sort_by_key(|id| {
        let variable = model.variable(*id);
        (variable.visibility != Visibility::Everyone, &variable.name)
    });
    ids
}
