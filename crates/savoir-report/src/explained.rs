//! Why something is not as it should be, for formats that show it beside a complaint: lines of text, and paths.
//!
//! All of it is bounded: reports go to programs that cut or refuse what is too long.

use crate::consistency;
use crate::drawing::{Drawing, Node, Performed, Rows, Trace, Values, all_values, wanted_agents};
use crate::evidence::cause::choosers;
use crate::evidence::drawn::{drawing, performed};
use crate::evidence::{View, text};
use crate::style::plain;
use savoir::{ConsistencyAnswer, ConsistencyResult, FormulaResult, JointAction, Model, Path, SourceFile, State};
use std::collections::BTreeMap;

/// Paths beyond these are left out.
const MOST_FLOWS: usize = 8;
/// States of a path beyond these are left out.
const MOST_MOMENTS: usize = 200;
/// Values beyond these are left out of the sentence about a state.
const MOST_VALUES: usize = 12;
/// Values beyond these are left out of a state; those that are new come first.
const MOST_STATE_VALUES: usize = 100;
/// Lines are cut after so many characters.
const LONGEST_LINE: usize = 400;

/// Why something is not as it should be.
#[derive(Clone, Debug)]
pub(crate) struct Explained {
    lines: Vec<String>,
    /// The paths that show it; the first is the most important.
    pub(crate) flows: Vec<Flow>,
}

/// A path.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    /// What it is.
    pub(crate) title: String,
    pub(crate) moments: Vec<Moment>,
}

/// A state on a path.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// What was done, the name of the state, and what is new there.
    pub(crate) sentence: String,
    /// Values by `Agent.variable`, as many as fit; none if nothing but the end of the path is told.
    pub(crate) values: Vec<(String, String)>,
}

impl Explained {
    /// The evidence for a formula; none if there is no evidence.
    pub(crate) fn formula(result: &FormulaResult, view: &View) -> Option<Explained> {
        let found = result.evidence.as_ref()?;
        Some(Explained { lines: plain(&text::render(found, view)), flows: flows(&drawing(result, view)) })
    }

    /// The way to a defect of a model; none if there is no defect.
    pub(crate) fn check(result: &ConsistencyResult, source: &SourceFile, view: &View) -> Option<Explained> {
        let (ConsistencyAnswer::Found(defect, _) | ConsistencyAnswer::Refuted(defect, _)) = &result.answer else {
            return None;
        };
        let lines = plain(&consistency::explained(&result.model, defect, source, view));
        Some(Explained { lines, flows: flows(&path_drawing(&result.model, &defect.path, view)) })
    }

    /// At most so many lines; the last one says how many are missing.
    pub(crate) fn excerpt(&self, most: usize) -> Vec<String> {
        let cut = |line: &String| match line.char_indices().nth(LONGEST_LINE) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.clone(),
        };
        if self.lines.len() <= most {
            return self.lines.iter().map(cut).collect();
        }
        let kept = most.saturating_sub(1);
        let missing = self.lines.len() - kept;
        let rest = format!("… and {missing} more lines, which `savoir check --evidence` shows");
        self.lines[..kept].iter().map(cut).chain([rest]).collect()
    }
}

/// A path as a drawing without edges: states have names in the order in which they are met.
fn path_drawing(model: &Model, path: &Path, view: &View) -> Drawing {
    let shown_agents = wanted_agents(model, view);
    let mut numbers: BTreeMap<&State, usize> = BTreeMap::new();
    let mut nodes = Vec::new();
    for state in &path.states {
        numbers.entry(state).or_insert_with(|| {
            let values = all_values(model, &shown_agents, state);
            let (name, state) = (format!("s{}", nodes.len()), Some(state.clone()));
            nodes.push(Node { name, values, state, ..Node::default() });
            nodes.len() - 1
        });
    }
    let done = |joint: &JointAction, from: &State| performed(model, &shown_agents, view, &choosers(model, from), joint);
    let trace = Trace {
        title: "The way there".to_owned(),
        nodes: path.states.iter().map(|state| numbers[state]).collect(),
        actions: path.actions.iter().zip(&path.states).map(|(joint, from)| done(joint, from)).collect(),
        back: path.back,
        ..Trace::default()
    };
    let agents = model.agents.iter().map(|agent| agent.name.clone()).collect();
    Drawing { agents, shown_agents, nodes, traces: vec![trace], ..Drawing::default() }
}

/// The paths of a drawing; if there is none, its first state.
fn flows(drawing: &Drawing) -> Vec<Flow> {
    let paths = drawing.traces.iter().filter(|trace| trace.rows == Rows::Path && !trace.nodes.is_empty());
    let mut flows: Vec<Flow> = paths.take(MOST_FLOWS).map(|trace| flow(drawing, trace)).collect();
    if flows.is_empty() && !drawing.nodes.is_empty() {
        let title = "The state that shows it".to_owned();
        flows.push(flow(drawing, &Trace { title, nodes: vec![0], ..Trace::default() }));
    }
    flows
}

fn flow(drawing: &Drawing, trace: &Trace) -> Flow {
    let mut moments = Vec::new();
    // All states have the same variables in the same order.
    let mut before: Vec<(String, String)> = Vec::new();
    for (position, &number) in trace.nodes.iter().enumerate().take(MOST_MOMENTS) {
        let node = &drawing.nodes[number];
        let done = position.checked_sub(1).and_then(|step| trace.actions.get(step));
        let done = done.map_or_else(String::new, |done| actions(drawing, done));
        let values = named(drawing, &node.values);
        let is_new = |(at, value): &(usize, &(String, String))| before.get(*at) != Some(*value);
        let (new, old): (Vec<_>, Vec<_>) = values.iter().enumerate().partition(is_new);
        let sentence = format!("{done}{}{}", node.name, listed(&new));
        let kept = new.iter().chain(&old).take(MOST_STATE_VALUES).map(|(_, value)| (*value).clone()).collect();
        moments.push(Moment { sentence, values: kept });
        before = values;
    }
    let ending = match (trace.nodes.len().checked_sub(MOST_MOMENTS), trace.back) {
        (Some(missing @ 1..), _) => Some(format!("{missing} more states follow")),
        (_, Some(back)) => {
            let done = trace.actions.get(trace.nodes.len() - 1);
            let done = done.map_or_else(String::new, |done| actions(drawing, done));
            Some(format!("{done}back to {}, for ever", drawing.nodes[trace.nodes[back]].name))
        }
        _ => None,
    };
    moments.extend(ending.map(|sentence| Moment { sentence, values: Vec::new() }));
    Flow { title: trace.title.clone(), moments }
}

/// What the agents do that have a choice, in front of the state that comes of it.
fn actions(drawing: &Drawing, done: &[Performed]) -> String {
    let told = done.iter().filter(|performed| !performed.only_one);
    let told = told.map(|performed| format!("{}: {}", drawing.agents[performed.agent], performed.actions.join(" or ")));
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!("{} → ", told.join(", ")) }
}

fn named(drawing: &Drawing, values: &[Values]) -> Vec<(String, String)> {
    let of_agent = |values: &Values| {
        let agent = &drawing.agents[values.agent];
        values.values.iter().map(|(name, value)| (format!("{agent}.{name}"), value.clone())).collect::<Vec<_>>()
    };
    values.iter().flat_map(of_agent).collect()
}

fn listed(values: &[(usize, &(String, String))]) -> String {
    if values.is_empty() {
        return String::new();
    }
    let shown = values.iter().take(MOST_VALUES).map(|(_, (name, value))| format!("{name} = {value}"));
    let missing = values.len().saturating_sub(MOST_VALUES);
    let rest = (missing > 0).then(|| format!("and {missing} more"));
    format!(": {}", shown.chain(rest).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_no_more_values_than_it_may() {
        let node = |number: usize| Node {
            name: format!("s{number}"),
            values: vec![Values {
                agent: 0,
                values: (0..1000)
                    .map(|at| (format!("x{at}"), usize::from(at == 900 && number == 1).to_string()))
                    .collect(),
            }],
            ..Node::default()
        };
        let trace = Trace { nodes: vec![0, 1], ..Trace::default() };
        let agents = vec!["A".to_owned()];
        let drawing = Drawing { agents, nodes: vec![node(0), node(1)], ..Drawing::default() };
        let moments = flow(&drawing, &trace).moments;
        assert_eq!(moments.iter().map(|moment| moment.values.len()).collect::<Vec<_>>(), [MOST_STATE_VALUES; 2]);
        assert!(moments[0].sentence.ends_with("A.x11 = 0, and 988 more"), "{}", moments[0].sentence);
        assert_eq!((moments[1].sentence.as_str(), &moments[1].values[0].0), ("s1: A.x900 = 1", &"A.x900".to_owned()));
    }

    #[test]
    fn an_excerpt_has_no_more_lines_than_it_may() {
        let long = "é".repeat(LONGEST_LINE + 1);
        let lines = (1..=5).map(|number| number.to_string()).chain([long]).collect();
        let explained = Explained { lines, flows: Vec::new() };
        assert_eq!(explained.excerpt(6)[5].chars().count(), LONGEST_LINE + 1);
        assert!(explained.excerpt(6)[5].ends_with("é…"));
        let cut = explained.excerpt(3);
        assert_eq!((cut.len(), cut[0].as_str(), cut[1].as_str()), (3, "1", "2"));
        assert_eq!(cut[2], "… and 4 more lines, which `savoir check --evidence` shows");
    }
}
