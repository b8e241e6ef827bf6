//! What a reason shows, in a sentence.

use super::cause::{Deciders, OpenChoices, deciders};
use super::constants;
use savoir::{
    Accessibility, Confusion, FormulaId, Model, Node, NodeId, PathReason, PossibleState, Shape, State, Strategy,
    Temporal, Tree, facts,
};

/// Formulas longer than this may be broken into lines.
const LONG: usize = 60;
/// More facts than this are not listed: the state says it all.
const MOST_FACTS: usize = 8;

/// Why a formula fails if members confuse states.
pub(super) const NO_UNIFORM: &str = "no strategy wins that does the same wherever its members see the same";

/// A formula as it stands in a sentence; short ones have spaces where no line is to be broken.
pub(super) fn quoted(model: &Model, formula: FormulaId) -> String {
    let text = model.formula_short(formula);
    let whole = text.chars().count() <= LONG;
    format!("`{}`", if whole { text.replace(' ', "\u{a0}") } else { text })
}

/// `holds` or `fails`.
pub(super) fn verb(holds: bool) -> &'static str {
    if holds { "holds" } else { "fails" }
}

/// A sentence with a capital letter.
pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The facts and parts that decide a Boolean combination; nothing if it is a fact itself.
pub(super) fn because(model: &Model, tree: &Tree, node: &Node, parts: &[NodeId]) -> String {
    if constants::decide(&model.formulas, node.formula) {
        return "its constants decide it".to_owned();
    }
    let known = facts(model, node.formula, &node.state);
    let truth = |(fact, holds): &(FormulaId, bool)| format!("{} is {holds}", quoted(model, *fact));
    let mut reasons: Vec<String> = known.iter().map(truth).collect();
    if known.len() > MOST_FACTS || known.iter().any(|(fact, _)| *fact == node.formula) {
        reasons.clear();
    }
    for part in parts {
        let part = tree.node(*part);
        reasons.push(format!("{} {}", quoted(model, part.formula), verb(part.holds)));
    }
    listed(&reasons)
}

/// What a path shows about the formula of a node, where `at` names the first state.
pub(super) fn path(model: &Model, node: &Node, reason: &PathReason, at: &str) -> String {
    let text = |formula: FormulaId| quoted(model, formula);
    let from = match reason.path.actions.len() {
        1 => format!("1 step from {at} leads"),
        steps => format!("{steps} steps from {at} lead"),
    };
    let no_step = reason.path.actions.is_empty();
    let temporal = match model.formulas.get(node.formula).shape() {
        Shape::Ctl(_, temporal) => temporal,
        Shape::Quantified(_, path) if node.holds => return format!("this path from {at} satisfies {}", text(path)),
        Shape::Quantified(_, path) => return format!("this path from {at} does not satisfy {}", text(path)),
        // No path shows anything about these.
        Shape::Constant(_)
        | Shape::Atom(_)
        | Shape::Connective(_)
        | Shape::Modality(_)
        | Shape::Strategic(..)
        | Shape::Path(_) => return String::new(),
    };
    match (temporal, node.holds, reason.path.back.is_some()) {
        (Temporal::Next(f), true, _) => format!("{} holds in a next state of {at}", text(f)),
        (Temporal::Next(f), false, _) => format!("{} fails in a next state of {at}", text(f)),
        (Temporal::Finally(f), true, _) if no_step => format!("{} holds in {at} itself", text(f)),
        (Temporal::Finally(f), true, _) => format!("{from} to a state with {}", text(f)),
        (Temporal::Globally(f), false, _) if no_step => format!("{} fails in {at} itself", text(f)),
        (Temporal::Globally(f), false, _) => format!("{from} to a state without {}", text(f)),
        (Temporal::Until(_, g), true, _) if no_step => format!("{} holds in {at} itself", text(g)),
        (Temporal::Until(f, g), true, _) => {
            format!("{from} to a state with {}, and {} holds until then", text(g), text(f))
        }
        (Temporal::Until(f, g), false, false) if no_step => {
            format!("neither {} nor {} holds in {at} itself", text(f), text(g))
        }
        (Temporal::Until(f, g), false, false) => {
            format!("{from} to a state without {}, and {} has not held by then", text(f), text(g))
        }
        (Temporal::Globally(f), true, _) => format!("{} holds for ever on this path from {at}", text(f)),
        (Temporal::Finally(f), false, _) | (Temporal::Until(_, f), false, true) => {
            format!("{} never holds on this path from {at}", text(f))
        }
    }
}

/// Who cannot tell which states apart, where `at` names the state and `other` the possible one.
pub(super) fn possible_state(model: &Model, node: &Node, possible: &PossibleState, at: &str, other: &str) -> String {
    let name = |id| model.agent(id).name.as_str();
    let Some(modality) = model.formulas.get(node.formula).modality() else { return String::new() };
    let fails = quoted(model, modality.operand);
    let Some(link) = possible.links.first() else { return format!("{fails} fails in {at} itself") };
    let observers: Vec<&str> = link.observers.iter().map(|agent| name(*agent)).collect();
    let observers = observers.join(" and ");
    let correctly = modality.correct.map(|agent| format!("{} behaves correctly and ", name(agent))).unwrap_or_default();
    match modality.accessible {
        Accessibility::Anywhere => format!("in {other}, which can be reached, {correctly}{fails} fails"),
        Accessibility::Distributed(group) => {
            let group = model.coalition_text(group);
            format!("all agents of {group} together cannot tell {at} from {other}, where {correctly}{fails} fails")
        }
        Accessibility::Common(_) if possible.links.len() > 1 => {
            format!("a chain of doubts leads from {at} to {other}, where {correctly}{fails} fails")
        }
        Accessibility::Agent(_) | Accessibility::Everyone(_) | Accessibility::Common(_) => {
            format!("{observers} cannot tell {at} from {other}, where {correctly}{fails} fails")
        }
    }
}

/// What a strategy shows about the formula of a node, where `at` names the state that plays start in; `has_choice` if its
/// player can choose.
pub(super) fn strategy(model: &Model, node: &Node, strategy: &Strategy, at: &str, has_choice: bool) -> String {
    let deciders = deciders(model, node, strategy);
    let why = effect(model, node, strategy, at, &deciders, has_choice);
    match (node.holds, &strategy.start_set) {
        (true, _) | (false, None) => why,
        (false, Some(links)) if links.is_empty() => format!("even if its members saw everything, {why}"),
        (false, Some(_)) => {
            format!("a strategy would have to win from {at} too, and even if its members saw everything, {why}")
        }
    }
}

/// Who sees the same in which states, and would have to do different things there.
pub(super) fn confusion(model: &Model, confusion: &Confusion, name: &dyn Fn(&State) -> String) -> String {
    let agent = model.agent(confusion.agent);
    let states: Vec<(String, &str)> = (confusion.states.iter())
        .filter_map(|one| {
            let action = agent.actions.get(one.action.index())?;
            Some((name(one.access.end()?), action.name.as_str()))
        })
        .collect();
    let places: Vec<String> = states.iter().map(|(state, _)| format!("in {state}")).collect();
    let actions: Vec<String> = states.iter().map(|(state, action)| format!("{action} in {state}")).collect();
    format!("{} sees the same {}, but would have to do {}", agent.name, listed(&places), listed(&actions))
}

/// `a, b and c`.
pub(crate) fn listed(names: &[String]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// What happens if somebody follows a strategy.
fn effect(model: &Model, node: &Node, strategy: &Strategy, at: &str, deciders: &Deciders, has_choice: bool) -> String {
    let text = |formula: FormulaId| quoted(model, formula);
    let Some((coalition, temporal)) = model.formulas.get(node.formula).strategic() else { return String::new() };
    let group = model.coalition_text(coalition);
    let start = strategy.start(node);
    let row = strategy.rows.iter().find(|row| row.state == *start);
    let within = match row.and_then(|row| row.rank) {
        Some(1) => "in 1 step".to_owned(),
        Some(steps) => format!("in at most {steps} steps"),
        None => "after a while".to_owned(),
    };
    if row.is_none() {
        return match temporal {
            Temporal::Until(f, g) if !node.holds => format!("neither {} nor {} holds in {at} itself", text(f), text(g)),
            Temporal::Finally(f) | Temporal::Until(_, f) => format!("{} holds in {at} itself", text(f)),
            Temporal::Next(f) | Temporal::Globally(f) => format!("{} fails in {at} itself", text(f)),
        };
    }
    if node.holds {
        let effect = match temporal {
            Temporal::Next(f) => format!("{} holds in the next state", text(f)),
            Temporal::Finally(g) => format!("a state with {} comes {within}", text(g)),
            Temporal::Globally(f) => format!("{} holds for ever", text(f)),
            Temporal::Until(f, g) => {
                format!("a state with {} comes {within}, and {} holds until then", text(g), text(f))
            }
        };
        return enforced(&effect, &group, deciders, has_choice);
    }
    if row.is_some_and(|row| row.choices.is_empty()) {
        return format!("nothing can happen in {at}");
    }
    let effect = match temporal {
        Temporal::Next(f) => format!("{} fails in the next state", text(f)),
        Temporal::Finally(g) => format!("{} never holds", text(g)),
        Temporal::Globally(f) if strategy.rows.iter().any(|row| row.choices.is_empty()) => {
            format!("a state without {}, or where nothing can happen any more, comes {within}", text(f))
        }
        Temporal::Globally(f) => format!("a state without {} comes {within}", text(f)),
        Temporal::Until(f, g) => format!("{} never comes, or only after {} has failed", text(g), text(f)),
    };
    prevented(&effect, &group, deciders)
}

/// What a coalition enforces, and against whom.
fn enforced(effect: &str, group: &str, deciders: &Deciders, has_choice: bool) -> String {
    match (has_choice, deciders) {
        (false, _) => format!("whatever anybody does, {effect}"),
        (true, Deciders { others: false, is_cut: false, model: None }) => format!("{effect} if {group} does this"),
        (true, Deciders { others: false, is_cut: false, model: Some(_) }) => {
            format!("whatever the model does where it leaves a choice open, {effect} if {group} does this")
        }
        (true, _) => format!("whatever the others do, {effect} if {group} does this"),
    }
}

/// What a coalition cannot prevent, and why: agents answer, or the model goes another way.
fn prevented(effect: &str, group: &str, deciders: &Deciders) -> String {
    let open = deciders.model.as_ref().map(|open| match open {
        OpenChoices::Values(values) => format!("where the model leaves a choice open, it goes to {}", listed(values)),
        OpenChoices::Various => "where the model leaves a choice open, it goes the worst way".to_owned(),
    });
    match (deciders.others, open) {
        (true, None) => format!("whatever {group} does, {effect} if the others answer like this"),
        (true, Some(open)) => format!("whatever {group} does, {effect} if the others answer like this and, {open}"),
        (false, Some(open)) => format!("whatever {group} does, {effect} if, {open}"),
        (false, None) if deciders.is_cut => format!("whatever {group} does, it may happen that {effect}"),
        (false, None) => format!("whatever {group} does, {effect}"),
    }
}
