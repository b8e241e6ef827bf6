//! How a formula is read: with every parenthesis, in words, with its semantics and with what the agents in it observe.

use crate::style::{BOLD, paint, wrap};
use savoir::{AgentId, AtlSemantics, FormulaId, Loaded, Look, Model, PropId, Property, Reading, Semantics, StartSet};
use std::collections::BTreeSet;

const WIDTH: usize = 100;
const INDENT: usize = 2;

/// The explanation of a formula of a loaded model. `model` knows the formula, `semantics` says how it is read unless it says
/// so itself.
#[must_use]
pub fn formula(loaded: &Loaded, model: &Model, property: &Property, semantics: Semantics) -> String {
    let mentioned = Mentioned::by(model, property.formula);
    let mut out = section("Formula", &property.text);
    out += &section("With every parenthesis", &model.formula_text(property.formula));
    out += &format!("{}\n{}\n", paint(BOLD, "In words"), model.formula_words(property.formula, INDENT));
    let semantics = Semantics { atl: property.reading.unwrap_or(semantics.atl), ..semantics };
    let readings = readings(&semantics.of(model, property.formula), &mentioned);
    out += &listed("How it is read", &readings);
    let meanings: Vec<String> = mentioned.propositions.iter().map(|id| meaning(loaded, model, *id)).collect();
    out += &listed("Propositions", &meanings);
    let observations: Vec<String> = mentioned.observers.iter().map(|id| observation(model, *id)).collect();
    out += &listed("What the agents observe", &observations);
    format!("{}\n", out.trim_end())
}

/// What a formula is about.
#[derive(Default)]
struct Mentioned {
    propositions: BTreeSet<PropId>,
    /// Agents whose knowledge or strategies matter.
    observers: BTreeSet<AgentId>,
    paths: bool,
    duties: bool,
}

impl Mentioned {
    fn by(model: &Model, formula: FormulaId) -> Mentioned {
        let mut found = Mentioned::default();
        for part in model.formulas.closure(formula) {
            found.paths |= model.formulas.get(part).operator().is_temporal();
            for look in model.looks(part) {
                match look {
                    Look::Proposition(id) => {
                        found.propositions.insert(id);
                    }
                    // It says itself what it means.
                    Look::Condition(_) => {}
                    Look::Colour(_) | Look::Duty(_) => found.duties = true,
                    Look::Knowledge(agent) | Look::Strategy(agent) => {
                        found.observers.insert(agent);
                    }
                }
            }
        }
        found
    }
}

/// The choices behind the operators of a formula.
fn readings(reading: &Reading, mentioned: &Mentioned) -> Vec<String> {
    let mut lines = vec!["The formula is true if it holds in every initial state.".to_owned()];
    if mentioned.paths {
        lines.push(match reading.fairness_constraints {
            0 => "Paths are infinite; a state without successor is on none.".to_owned(),
            1 => "Paths are infinite and fair: the fairness constraint holds again and again.".to_owned(),
            n => format!("Paths are infinite and fair: each of the {n} fairness constraints holds again and again."),
        });
    }
    if reading.knows {
        let states = if reading.fairness_constraints == 0 { "reachable states" } else { "states with a fair path" };
        lines.push(format!(
            "Knowledge is observational: an agent knows what holds in all {states} where everything it observes has \
             the same values as now. It does not remember, and does not see actions."
        ));
    }
    lines.extend(reading.strategies.as_ref().map(|strategies| self::strategies(reading, strategies.atl)));
    if mentioned.duties {
        lines.push("An agent behaves correctly where its `RedStates` condition does not hold.".to_owned());
    }
    lines
}

/// What strategies may depend on, and from where they have to win.
fn strategies(reading: &Reading, atl: AtlSemantics) -> String {
    let observed = "what a member does depends on what it observes, and one strategy has to win from";
    match atl {
        AtlSemantics::PerfectInformation => {
            let depends = "what the members do depends on the whole state, not only on what they observe";
            format!("`<g>` asks for {reading}: {depends}.")
        }
        AtlSemantics::Uniform(StartSet::Objective) => {
            format!("`<g>` asks for {reading}: {observed} the state in question, whether the members know that or not.")
        }
        AtlSemantics::Uniform(StartSet::Everyone) => {
            format!("`<g>` asks for {reading}: {observed} all states that some member cannot tell from this one.")
        }
        AtlSemantics::Uniform(StartSet::Distributed) => {
            let states = "all states that the members could not tell from this one if they shared what they observe";
            format!("`<g>` asks for {reading}: {observed} {states}.")
        }
        AtlSemantics::Uniform(StartSet::Common) => {
            let states =
                "all states that a chain leads to, where some member cannot tell each state from the one before";
            format!("`<g>` asks for {reading}: {observed} {states}.")
        }
        AtlSemantics::UniformModel(_) => format!(
            "The formula is true if it is true {reading}: one that has, for each of their observations, one action that \
             their protocol allows there. States, paths, knowledge and strategies are those of that model; `<g>` asks \
             there for strategies with perfect information."
        ),
    }
}

/// The definition of a proposition, from its name to the semicolon, on one line and without comments.
fn meaning(loaded: &Loaded, model: &Model, id: PropId) -> String {
    let start = model.proposition(id).span.start as usize;
    let text = loaded.source.text.get(start..).unwrap_or_default();
    let mut words: Vec<&str> = Vec::new();
    for line in text.lines() {
        let code = line.split("--").next().unwrap_or_default();
        let end = code.find(';');
        words.extend(code[..end.unwrap_or(code.len())].split_whitespace());
        if end.is_some() {
            break;
        }
    }
    words.join(" ")
}

fn observation(model: &Model, id: AgentId) -> String {
    let agent = model.agent(id);
    let name = |variable: &savoir::VarId| {
        let variable = model.variable(*variable);
        if variable.owner == id {
            return variable.name.clone();
        }
        format!("{}.{}", model.agent(variable.owner).name, variable.name)
    };
    let names: Vec<String> = agent.observes.iter().map(name).collect();
    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    format!("{}: {names}", agent.name)
}

fn section(title: &str, text: &str) -> String {
    listed(title, &[text.to_owned()])
}

/// Paragraphs under a title; nothing if there are none.
fn listed(title: &str, paragraphs: &[String]) -> String {
    if paragraphs.is_empty() {
        return String::new();
    }
    let mut out = format!("{}\n", paint(BOLD, title));
    for line in paragraphs.iter().flat_map(|text| wrap(text, WIDTH - INDENT)) {
        out += &format!("{:INDENT$}{line}\n", "");
    }
    out + "\n"
}
