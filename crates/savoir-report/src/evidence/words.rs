//! What a reason shows, in a sentence.

use savoir::{Doubt, Formula, FormulaId, Model, Node, NodeId, PathReason, Temporal, Tree, facts};

/// Formulas longer than this may be broken into lines.
const LONG: usize = 60;
/// More facts than this are not listed: the state says it all.
const MOST_FACTS: usize = 8;

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
pub(super) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The facts and parts that decide a Boolean combination; nothing if it is a fact itself.
pub(super) fn because(model: &Model, tree: &Tree, node: &Node, parts: &[NodeId]) -> String {
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
    match reasons.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// What a path shows about the formula of a node, where `at` names the first state.
pub(super) fn path(model: &Model, node: &Node, reason: &PathReason, at: &str) -> String {
    let text = |formula: FormulaId| quoted(model, formula);
    let from = match reason.path.actions.len() {
        1 => format!("1 step from {at} leads"),
        steps => format!("{steps} steps from {at} lead"),
    };
    let no_step = reason.path.actions.is_empty();
    let temporal = match model.formulas.get(node.formula) {
        Formula::Ctl(_, temporal) => *temporal,
        Formula::Quantified(_, path) if node.holds => return format!("this path from {at} satisfies {}", text(*path)),
        Formula::Quantified(_, path) => return format!("this path from {at} does not satisfy {}", text(*path)),
        _ => return String::new(),
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

/// Who is in doubt about what, where `at` names the state and `other` the possible one.
pub(super) fn doubt(model: &Model, node: &Node, doubt: &Doubt, at: &str, other: &str) -> String {
    let name = |id| model.agent(id).name.as_str();
    let formula = model.formulas.get(node.formula);
    let fails = match formula {
        Formula::Knows(_, f)
        | Formula::KnowsAssuming(_, _, f)
        | Formula::Everyone(_, f)
        | Formula::Distributed(_, f)
        | Formula::Common(_, f)
        | Formula::Obliged(_, f) => quoted(model, *f),
        _ => String::new(),
    };
    let Some(link) = doubt.links.first() else { return format!("{fails} fails in {at} itself") };
    match formula {
        Formula::KnowsAssuming(i, j, _) => format!(
            "{} cannot tell {at} from {other}, where {} behaves correctly and {fails} fails",
            name(*i),
            name(*j)
        ),
        Formula::Obliged(i, _) => {
            format!("in {other}, which can be reached, {} behaves correctly and {fails} fails", name(*i))
        }
        Formula::Distributed(group, _) => format!(
            "all agents of {} together cannot tell {at} from {other}, where {fails} fails",
            model.coalition_text(*group)
        ),
        Formula::Common(..) if doubt.links.len() > 1 => {
            format!("a chain of doubts leads from {at} to {other}, where {fails} fails")
        }
        _ => {
            let observers: Vec<&str> = link.observers.iter().map(|agent| name(*agent)).collect();
            format!("{} cannot tell {at} from {other}, where {fails} fails", observers.join(" and "))
        }
    }
}
