//! Evidence in the files of MCMAS 1.3.0: for each formula a graph of numbered states in `formulaN.dot`, and the states in
//! `formulaN.info`.

use super::{View, drawn};
use crate::drawing::{Drawing, Label, Style};
use savoir::{FormulaResult, Model, Verdict, Visibility};
use std::fmt::Write;

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub content: String,
}

/// The two files for a formula; none if there is no state to draw.
#[must_use]
pub fn files(result: &FormulaResult) -> Vec<File> {
    let drawing = drawn::drawing(result, &View::default());
    let Some(found) = result.evidence.as_ref().filter(|_| !drawing.nodes.is_empty()) else { return Vec::new() };
    let name = |end: &str| format!("formula{}.{end}", result.index);
    let kind = if matches!(result.verdict, Verdict::True) { "witness" } else { "counterexample" };
    vec![
        File { name: name("dot"), content: graph(&drawing, &format!("{kind}{}", result.index - 1)) },
        File { name: name("info"), content: states(&found.model, &drawing) },
    ]
}

fn graph(drawing: &Drawing, name: &str) -> String {
    let mut out = format!("digraph {name} {{\n");
    for number in 0..drawing.nodes.len() {
        let _ = writeln!(out, " {number} [label=\"{number}\",shape=ellipse]");
    }
    for edge in &drawing.edges {
        let (from, to) = (edge.from, edge.to);
        let _ = match &edge.label {
            Label::Agents(agents) => {
                let name = if edge.style == Style::Duty { format!("O({agents})") } else { agents.clone() };
                writeln!(out, "    {from} -> {to}[label=\"{name}\", arrowhead=none, style=dotted]")
            }
            Label::Actions(joint_actions) => {
                let actions: Vec<String> =
                    joint_actions.iter().flatten().map(|performed| performed.actions.join("|")).collect();
                writeln!(out, "    {from} -> {to}[label=\"<{}>\"]", actions.join(";"))
            }
        };
    }
    out.push_str("}\n");
    out
}

/// The values of all states: the environment comes first even if nobody declared it, and variables are sorted, those of
/// the environment that everybody sees before the others.
fn states(model: &Model, drawing: &Drawing) -> String {
    let place = |agent: usize, name: &str| {
        let variables = model.agents[agent].variables.iter().map(|id| model.variable(*id));
        let seen = variables.filter(|variable| variable.visibility == Visibility::Everyone);
        (!seen.into_iter().any(|variable| variable.name == name), name.to_owned())
    };
    let mut out = String::new();
    for (number, node) in drawing.nodes.iter().enumerate() {
        let _ = writeln!(out, "-- State {number} --");
        for (agent, name) in drawing.agents.iter().enumerate() {
            let _ = writeln!(out, "  Agent {name}");
            let own = node.values.iter().filter(|values| values.agent == agent);
            let mut values: Vec<&(String, String)> = own.flat_map(|values| &values.values).collect();
            values.sort_by_key(|(name, _)| place(agent, name));
            for (name, value) in values {
                let _ = writeln!(out, "    {name}={value}");
            }
        }
        out.push('\n');
    }
    out
}
