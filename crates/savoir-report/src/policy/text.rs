//! A policy as lines for people.

use super::{Constant, constant, performed, subject};
use crate::style::{ACTION, paint};
use savoir::{Case, Comparison, Feature, JointAction, Literal, Model, Table};

/// Guards beyond this width have their moves on the next line.
const WIDEST_GUARD: usize = 62;

/// What somebody does who does nothing in particular.
pub(crate) const ANYTHING: &str = "anything";

/// One line for each case, two if it is long: a condition and what to do.
pub(crate) fn lines(model: &Model, table: &Table) -> Vec<String> {
    let cases = cases(model, table);
    let widths = cases.iter().map(|(guard, _)| guard.chars().count());
    let width = widths.filter(|width| *width <= WIDEST_GUARD).max().unwrap_or(0);
    let line = |(guard, moves): &(String, Vec<String>)| {
        let moves = format!("  →  {}", paint(ACTION, &moves.join("  or  ")));
        if guard.chars().count() > width {
            vec![guard.clone(), format!("{:width$}{moves}", "")]
        } else {
            vec![format!("{guard:<width$}{moves}")]
        }
    };
    cases.iter().flat_map(line).collect()
}

/// For each case its condition and the moves, in words.
fn cases(model: &Model, table: &Table) -> Vec<(String, Vec<String>)> {
    let moves = |case: &Case| case.moves.iter().map(|joint| performance(model, joint)).collect();
    table.cases.iter().enumerate().map(|(number, case)| (guard(model, number, case), moves(case))).collect()
}

fn guard(model: &Model, number: usize, case: &Case) -> String {
    let conditions: Vec<String> = case.guard.iter().map(|literal| condition(model, literal)).collect();
    match (number, conditions.is_empty()) {
        (0, true) => "always".to_owned(),
        (_, true) => "otherwise".to_owned(),
        (0, false) => format!("if {}", conditions.join(" and ")),
        (_, false) => format!("else if {}", conditions.join(" and ")),
    }
}

fn condition(model: &Model, literal: &Literal) -> String {
    let (agent, variable) = subject(model, literal);
    let condition = condition_on(model, literal);
    match literal.feature {
        Feature::Action(_) => format!("{agent} {condition}"),
        Feature::Variable(_) => format!("{agent}.{variable} {condition}"),
    }
}

/// A condition without what it is about.
pub(crate) fn condition_on(model: &Model, literal: &Literal) -> String {
    let value = match constant(model, literal) {
        Constant::Truth(truth) => truth.to_string(),
        Constant::Number(number) => number.to_string(),
        Constant::Name(name) => name,
    };
    let compare = match literal.comparison {
        Comparison::Is => "=",
        Comparison::IsNot => "<>",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
    };
    match (literal.feature, literal.comparison) {
        (Feature::Action(_), Comparison::Is) => format!("does {value}"),
        (Feature::Action(_), _) => format!("does not do {value}"),
        (Feature::Variable(_), _) => format!("{compare} {value}"),
    }
}

/// What somebody does.
pub(crate) fn performance(model: &Model, joint: &JointAction) -> String {
    let all: Vec<String> =
        performed(model, joint).into_iter().map(|(agent, action)| format!("{agent}: {action}")).collect();
    if all.is_empty() { ANYTHING.to_owned() } else { all.join(", ") }
}
