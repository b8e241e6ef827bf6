//! Evidence in the Informal Trace Format of Apalache, for trace viewers. A file in this format is one trace, so a tree
//! becomes several: a node that has a path continues the trace that led to its state, and a possible state has a trace
//! of its own, which starts in an initial state.
//!
//! Variables are called `Agent.variable`; the variable `action` has by agent the action that led to the state. The action
//! that closes a loop stands in `#meta`.

use super::mcmas::File;
use super::words;
use crate::escape;
use savoir::{
    Domain, Evidence, EvidenceOutcome, FormulaEvidence, FormulaResult, Model, NodeId, Path, Reason, Row, Shown, State,
    Strategy, Tree,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};

/// Whole numbers beyond this are written as text, because not every reader of JSON keeps them.
const EXACT: i64 = 1 << 53;

/// The traces for a formula, in the order of the evidence; none if there is no path.
#[must_use]
pub fn files(result: &FormulaResult, source: &str) -> Vec<File> {
    let Some(FormulaEvidence { model, outcome }) = &result.evidence else { return Vec::new() };
    let EvidenceOutcome::Shown(Evidence { shown: Shown::Tree(tree), .. }, _) = outcome else { return Vec::new() };
    let mut traces = Traces { model, tree, found: Vec::new(), done: vec![false; tree.nodes.len()] };
    traces.collect();
    let several = traces.found.len() > 1;
    let file = |(number, (path, about)): (usize, &(Path, String))| {
        let part = if several { format!("-{}", number + 1) } else { String::new() };
        let trace = trace(
            model,
            path,
            &json!({
                "format": "ITF",
                "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
                "source": source,
                "description": format!("formula {}: {}. {about}.", result.index, result.property.text),
            }),
        );
        let content = escape::json::pretty(&trace);
        File { name: format!("formula{}{part}.itf.json", result.index), content }
    };
    traces.found.iter().enumerate().map(file).collect()
}

struct Traces<'a> {
    model: &'a Model,
    tree: &'a Tree,
    found: Vec<(Path, String)>,
    done: Vec<bool>,
}

impl Traces<'_> {
    /// Follows the nodes from the first one; each is followed once, by the first trace that leads to its state.
    fn collect(&mut self) {
        let start = |state: &State| Path { states: vec![state.clone()], actions: Vec::new(), back: None };
        let mut open: Vec<(NodeId, Path)> = vec![(NodeId::ROOT, start(&self.tree.nodes[0].state))];
        while let Some((id, so_far)) = open.pop() {
            if std::mem::replace(&mut self.done[id.index()], true) {
                continue;
            }
            let node = self.tree.node(id);
            let mut next: Vec<(NodeId, Path)> = Vec::new();
            match &node.reason {
                Reason::Parts(parts) => next.extend(parts.iter().map(|part| (*part, so_far.clone()))),
                Reason::Path(reason) => {
                    let whole = joined(&so_far, &reason.path);
                    let before = so_far.states.len() - 1;
                    let about = words::path(self.model, node, reason, &format!("state {before}"));
                    if whole.states.len() > 1 || whole.back.is_some() {
                        self.found.push((whole.clone(), self.sentence(id, &about)));
                    }
                    next.extend(reason.marks.iter().map(|mark| (mark.node, prefix(&whole, before + mark.position))));
                }
                Reason::PossibleState(possible) => {
                    let mut last = so_far.clone();
                    for link in &possible.links {
                        let about = words::possible_state(
                            self.model,
                            node,
                            possible,
                            "the state in question",
                            "the last one here",
                        );
                        self.found.push((link.access.clone(), self.sentence(id, &about)));
                        last = link.access.clone();
                    }
                    next.push((possible.node, last));
                }
                // A strategy is no path, but plays lead to the states that it relies on.
                Reason::Strategy(strategy) => {
                    let plays = plays(strategy, &node.state);
                    for mark in &strategy.marks {
                        if let Some(play) = plays.get(&self.tree.node(*mark).state) {
                            next.push((*mark, joined(&so_far, play)));
                        }
                    }
                }
                Reason::Conflict(conflict) => {
                    for confusion in &conflict.confusions {
                        let about = words::confusion(self.model, confusion, &|_| "its last state".to_owned());
                        let paths = confusion.states.iter().map(|confused| confused.access.clone());
                        let sentence = self.sentence(id, &about);
                        self.found.extend(paths.map(|path| (path, sentence.clone())));
                    }
                }
                Reason::Claim(_) => {}
            }
            open.extend(next.into_iter().rev());
        }
    }

    fn sentence(&self, id: NodeId, why: &str) -> String {
        let node = self.tree.node(id);
        let formula = self.model.formula_short(node.formula);
        format!("{formula} {}: {why}", words::verb(node.holds)).replace('\u{a0}', " ")
    }
}

/// A play to each state that plays of a strategy from a state come to.
fn plays(strategy: &Strategy, from: &State) -> BTreeMap<State, Path> {
    let start = Path { states: vec![from.clone()], actions: Vec::new(), back: None };
    let mut found = BTreeMap::from([(from.clone(), start)]);
    let rows: BTreeMap<&State, &Row> = strategy.rows.iter().map(|row| (&row.state, row)).collect();
    let mut open = VecDeque::from([from.clone()]);
    while let Some(state) = open.pop_front() {
        let choices = rows.get(&state).into_iter().flat_map(|row| &row.choices);
        for answer in choices.flat_map(|choice| &choice.answers) {
            if !found.contains_key(&answer.state) {
                let mut play = found[&state].clone();
                play.states.push(answer.state.clone());
                play.actions.push(answer.action.clone());
                found.insert(answer.state.clone(), play);
                open.push_back(answer.state.clone());
            }
        }
    }
    found
}

/// A path, and another one from its last state.
fn joined(first: &Path, second: &Path) -> Path {
    let before = first.states.len() - 1;
    Path {
        states: first.states.iter().chain(second.states.iter().skip(1)).cloned().collect(),
        actions: first.actions.iter().chain(&second.actions).cloned().collect(),
        back: second.back.map(|back| before + back),
    }
}

/// A path up to a position.
fn prefix(path: &Path, position: usize) -> Path {
    let position = position.min(path.states.len() - 1);
    Path { states: path.states[..=position].to_vec(), actions: path.actions[..position].to_vec(), back: None }
}

fn trace(model: &Model, path: &Path, about: &Value) -> Value {
    let names = model.variable_ids().map(|id| Value::String(model.variable_text(id)));
    let names: Vec<Value> = names.chain([json!("action")]).collect();
    let states = path.states.iter().enumerate().map(|(position, state)| {
        let mut entry = Map::new();
        entry.insert("#meta".to_owned(), json!({ "index": position }));
        entry.extend(model.variable_ids().map(|id| (model.variable_text(id), value(model, id, state))));
        let before = position.checked_sub(1).and_then(|before| path.actions.get(before));
        entry.insert("action".to_owned(), before.map_or_else(|| json!({}), |joint| action(model, joint)));
        Value::Object(entry)
    });
    let mut about = about.clone();
    if let (Some(_), Some(last)) = (path.back, path.actions.last()) {
        about["closing-action"] = action(model, last);
    }
    let mut trace = Map::new();
    trace.insert("#meta".to_owned(), about);
    trace.insert("vars".to_owned(), Value::Array(names));
    trace.insert("states".to_owned(), Value::Array(states.collect()));
    if let Some(back) = path.back {
        trace.insert("loop".to_owned(), json!(back));
    }
    Value::Object(trace)
}

fn value(model: &Model, id: savoir::VarId, state: &State) -> Value {
    let domain = model.variable(id).domain;
    let text = model.value_text(domain, state[id.index()]);
    match domain {
        Domain::Bool => Value::Bool(state[id.index()] != 0),
        Domain::Enum(_) => Value::String(text),
        Domain::Int { .. } => match text.parse::<i64>() {
            Ok(number) if (-EXACT..=EXACT).contains(&number) => json!(number),
            _ => json!({ "#bigint": text }),
        },
    }
}

fn action(model: &Model, joint: &savoir::JointAction) -> Value {
    let performed = model.agents.iter().zip(joint).filter_map(|(agent, action)| {
        let action = agent.actions.get((*action)?.index())?;
        Some((agent.name.clone(), json!(action.name)))
    });
    Value::Object(performed.collect())
}
