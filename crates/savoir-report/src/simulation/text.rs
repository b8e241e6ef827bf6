//! What a simulation says, for people.

use super::{changed, evidence_path, grid, not_reached, states, stuck_before, value_text};
use crate::escape::visible;
use crate::style::{ACTION, BAD, BOLD, DIM, GOOD, OPEN, paint, wrap};
use crate::workbench::doubt_sentence;
use savoir::simulate::{
    Ending, EvidencePath, Here, InitialChoice, Known, KnownAcross, Options, PossibleStates, Reply, SetReport,
    StateKnowledge, Truths, Walk, action_text, changes_text,
};
use savoir::{Model, PropId};
use std::fmt::Write;

const WIDTH: usize = 100;

/// The line of a command, before the reply.
#[must_use]
pub fn command(line: &str) -> String {
    format!("{} {}\n", paint(BOLD, ">"), visible(line))
}

/// A reply.
#[must_use]
pub fn reply(model: &Model, reply: &Reply) -> String {
    let mut out = String::new();
    match reply {
        Reply::Walked(walked) => walk(&mut out, model, walked),
        Reply::Here(place) => whole(&mut out, model, place),
        Reply::Initial(choice) => initial(&mut out, model, choice),
        Reply::Options(found) => options(&mut out, model, found),
        Reply::History(places) => places.iter().for_each(|place| step(&mut out, model, place)),
        Reply::Knowledge(found) => match &found[..] {
            [about] => knowledge(&mut out, model, about),
            _ => grid::lines(model, found, WIDTH).iter().for_each(|line| {
                let _ = writeln!(out, "  {}", painted(line).trim_end());
            }),
        },
        Reply::Possible(found) => possible(&mut out, model, found),
        Reply::Doubt { knower, formula, found } => {
            let style = if found.is_known() { GOOD } else { BAD };
            let sentence = doubt_sentence(model, knower, formula, found);
            wrap(&visible(&sentence), WIDTH).iter().for_each(|line| {
                let _ = writeln!(out, "  {}", paint(style, line));
            });
            if let Some(world) = &found.refuted {
                state(&mut out, model, 4, &world.state, &|_| false);
            }
        }
        Reply::Truth { condition, holds, expected } => {
            let style = if *holds || !expected { GOOD } else { BAD };
            let note = if *expected && !holds { ", but should be true" } else { "" };
            let _ = writeln!(out, "  {} is {}{note}", visible(condition), paint(style, &holds.to_string()));
        }
        Reply::Evidence(paths) => evidence(&mut out, model, paths),
        Reply::Truths(found) => truths(&mut out, model, found),
        Reply::Set(report) => set(&mut out, model, report),
        Reply::Across(known) => across(&mut out, model, known),
        Reply::Save { file, .. } => {
            let _ = writeln!(out, "  written to {}", visible(file));
        }
        Reply::Done => {}
    }
    out
}

fn walk(out: &mut String, model: &Model, walk: &Walk) {
    walk.places.iter().for_each(|place| step(out, model, place));
    let (style, sentence) = match &walk.ending {
        Ending::Arrived => return,
        Ending::Stuck => (OPEN, "this state has no successor".to_owned()),
        Ending::StuckBefore(condition, taken) => (BAD, stuck_before(condition, *taken)),
        Ending::Reached(condition) => (GOOD, format!("{condition} holds here")),
        Ending::NotReached(condition, taken) => (BAD, not_reached(condition, *taken)),
        Ending::Unreachable(condition) => (BAD, format!("no path leads to a state where {condition} holds")),
    };
    let _ = writeln!(out, "  {}", paint(style, &sentence));
}

/// One step: the joint action and what it changes.
fn step(out: &mut String, model: &Model, place: &Here) {
    let Some(action) = &place.action else { return whole(out, model, place) };
    let _ = writeln!(out, "  {}  {}", title(place), paint(ACTION, &action_text(model, action)));
    let changes = changed(model, place);
    if changes.is_empty() {
        let _ = writeln!(out, "    {}", paint(DIM, "no change"));
    }
    for variable in changes {
        let before = place.before.as_ref().map_or_else(String::new, |state| value_text(model, variable, state));
        let name = model.variable_text(variable);
        let _ = writeln!(out, "    {name} {before} → {}", paint(BOLD, &value_text(model, variable, &place.state)));
    }
}

fn title(place: &Here) -> String {
    paint(BOLD, &format!("step {}", place.step))
}

/// The whole state, with a mark on what the last step changed.
fn whole(out: &mut String, model: &Model, place: &Here) {
    let ahead = place.length - place.step;
    let ahead = if ahead == 0 { String::new() } else { format!(" of {}", place.length) };
    let by = place.action.as_ref().map_or_else(String::new, |action| paint(ACTION, &action_text(model, action)));
    let _ = writeln!(out, "{}", format!("  {}{ahead}  {by}", title(place)).trim_end());
    let changed = changed(model, place);
    state(out, model, 4, &place.state, &|variable| changed.contains(&variable));
}

/// The values of a state, agent by agent; changed ones have a star.
fn state(out: &mut String, model: &Model, indent: usize, state: &[u64], changed: &dyn Fn(savoir::VarId) -> bool) {
    let agents = || model.agents.iter().filter(|agent| !agent.variables.is_empty());
    let width = agents().map(|agent| agent.name.chars().count()).max().unwrap_or(0);
    for agent in agents() {
        let values: Vec<String> = agent
            .variables
            .iter()
            .map(|variable| {
                let star = if changed(*variable) { "*" } else { "" };
                format!("{}{star}\u{a0}=\u{a0}{}", model.variable(*variable).name, value_text(model, *variable, state))
            })
            .collect();
        for (number, line) in wrap(&values.join(", "), WIDTH.saturating_sub(width + indent + 2)).iter().enumerate() {
            let name = if number == 0 { agent.name.as_str() } else { "" };
            let _ = writeln!(out, "{:indent$}{name:<width$}  {}", "", line.replace('\u{a0}', " "));
        }
    }
}

fn numbered(out: &mut String, model: &Model, list: &[Vec<u64>]) {
    for (index, values) in list.iter().enumerate() {
        let _ = writeln!(out, "  {}", paint(BOLD, &(index + 1).to_string()));
        state(out, model, 4, values, &|_| false);
    }
}

fn initial(out: &mut String, model: &Model, choice: &InitialChoice) {
    let more = if choice.complete { "" } else { "the first " };
    let chosen = choice.chosen.map_or_else(String::new, |number| format!("; the path starts in number {number}"));
    let count = choice.states.len().to_string();
    let _ = writeln!(out, "  {more}{} to start in{chosen}", states(&count));
    numbered(out, model, &choice.states);
}

fn options(out: &mut String, model: &Model, options: &Options) {
    let declared = || model.agents.iter().zip(&options.by_agent).filter(|(agent, _)| !agent.actions.is_empty());
    let width = declared().map(|(agent, _)| agent.name.chars().count()).max().unwrap_or(0);
    for (agent, allowed) in declared() {
        let names: Vec<&str> =
            allowed.iter().flatten().map(|action| agent.actions[action.index()].name.as_str()).collect();
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        let _ = writeln!(out, "    {:<width$}  {names}", agent.name);
    }
    let plural = |count: &str| if count == "1" { "" } else { "s" };
    let (joint, steps) = (options.joint_actions.to_string(), options.steps.len().to_string());
    let more = if options.complete { "" } else { "more than " };
    let _ = writeln!(
        out,
        "  {joint} joint action{} allowed, {more}{steps} step{}",
        plural(&joint),
        if options.complete { plural(&steps) } else { "s" }
    );
    for (index, step) in options.steps.iter().enumerate() {
        // Who has no choice stands above.
        let chosen = step.action.iter().zip(&options.by_agent);
        let chosen = chosen.map(|(action, allowed)| action.filter(|_| allowed.len() > 1)).collect();
        let action = paint(ACTION, &action_text(model, &chosen));
        let changes = paint(DIM, &changes_text(model, &options.state, &step.state));
        let both = if chosen.iter().all(Option::is_none) { changes } else { format!("{action}  {changes}") };
        let _ = writeln!(out, "  {:>3}  {both}", index + 1);
    }
}

fn proposition(model: &Model, id: PropId) -> &str {
    &model.proposition(id).name
}

fn knowledge(out: &mut String, model: &Model, about: &StateKnowledge) {
    let name = &model.agent(about.agent).name;
    let possible = states(&about.possible.to_string());
    let _ = writeln!(out, "  {} considers {possible} possible", paint(BOLD, name));
    for (wanted, words) in [(Known::True, "knows true"), (Known::False, "knows false"), (Known::Open, "does not know")]
    {
        let names: Vec<&str> = (0..about.propositions.len())
            .filter(|index| about.propositions[*index] == wanted)
            .map(|index| proposition(model, PropId::from(index)))
            .collect();
        if !names.is_empty() {
            listed(out, words, &names);
        }
    }
}

/// A line of the grid of knowledge.
fn painted(line: &[grid::Cell]) -> String {
    let style = |known: Option<Known>| match known {
        None => BOLD,
        Some(Known::True) => GOOD,
        Some(Known::False) => BAD,
        Some(Known::Open) => OPEN,
    };
    line.iter().map(|cell| format!("{}{}", " ".repeat(cell.before), paint(style(cell.known), &cell.text))).collect()
}

fn evidence(out: &mut String, model: &Model, paths: &[EvidencePath]) {
    if paths.is_empty() {
        let _ = writeln!(out, "  there are no paths of evidence to walk along");
    }
    for (index, path) in paths.iter().enumerate() {
        let _ = writeln!(out, "  {:>3}  {}", index + 1, visible(&evidence_path(model, path)));
    }
}

fn truths(out: &mut String, model: &Model, truths: &Truths) {
    for (wanted, words) in [(true, "hold here"), (false, "do not hold")] {
        let named = model.propositions.iter().zip(&truths.propositions).filter(|(_, holds)| **holds == wanted);
        let names: Vec<&str> = named.map(|(proposition, _)| proposition.name.as_str()).collect();
        if !names.is_empty() {
            listed(out, words, &names);
        }
    }
    for (index, (formula, holds)) in truths.watched.iter().enumerate() {
        let (style, word) = match holds {
            Some(true) => (GOOD, "true"),
            Some(false) => (BAD, "false"),
            None => (OPEN, "not said: no fair path starts here"),
        };
        let _ = writeln!(out, "  {:>3}  {} is {}", index + 1, visible(formula), paint(style, word));
    }
}

/// Names after a few words, on as many lines as it takes.
fn listed<T: std::borrow::Borrow<str>>(out: &mut String, words: &str, names: &[T]) {
    for (number, line) in wrap(&names.join(", "), WIDTH - 20).iter().enumerate() {
        let words = if number == 0 { words } else { "" };
        let _ = writeln!(out, "    {words:<13}  {}", line.replace('\u{a0}', " "));
    }
}

fn possible(out: &mut String, model: &Model, found: &PossibleStates) {
    let name = &model.agent(found.agent).name;
    let count = found.count.to_string();
    let listed = if count == found.states.len().to_string() {
        String::new()
    } else {
        format!("; the first {}", found.states.len())
    };
    let _ = writeln!(out, "  {} considers {} possible{listed}", paint(BOLD, name), states(&count));
    numbered(out, model, &found.states);
}

fn set(out: &mut String, model: &Model, report: &SetReport) {
    let fair = report.fair.as_ref().map_or_else(String::new, |fair| format!(", {fair} of them with a fair path"));
    let _ = writeln!(out, "  {}{fair}", paint(BOLD, &states(&report.count.to_string())));
    let (mut all, mut none, mut some) = (Vec::new(), Vec::new(), Vec::new());
    for found in &report.propositions {
        let name = proposition(model, found.proposition).to_owned();
        if found.holds.to_string() == "0" {
            none.push(name);
        } else if found.holds == report.count {
            all.push(name);
        } else {
            some.push(format!("{name}\u{a0}({})", found.holds));
        }
    }
    for (words, names) in [("hold in all", all), ("hold in none", none), ("hold in some", some)] {
        if !names.is_empty() && report.count.to_string() != "0" {
            listed(out, words, &names);
        }
    }
    numbered(out, model, &report.states);
}

/// By agent; propositions with the same numbers stand together.
fn across(out: &mut String, model: &Model, known: &[KnownAcross]) {
    for agent in model.agent_ids() {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for found in known.iter().filter(|found| found.agent == agent) {
            let numbers = format!(
                "knows true in {}, false in {}, neither in {}",
                found.knows_true, found.knows_false, found.open
            );
            let name = proposition(model, found.proposition);
            match groups.iter_mut().find(|(known, _)| *known == numbers) {
                Some((_, names)) => names.push(name),
                None => groups.push((numbers, vec![name])),
            }
        }
        if !groups.is_empty() {
            let _ = writeln!(out, "  {}", paint(BOLD, &model.agent(agent).name));
        }
        for (numbers, names) in groups {
            let _ = writeln!(out, "    {numbers}");
            listed(out, "", &names);
        }
    }
}
