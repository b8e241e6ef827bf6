//! Policies as functions in Python, without any imports.

use super::{Constant, Named, constant, extent, function, performed, purpose, subject, table_functions};
use savoir::{Case, Comparison, Feature, Literal, Player};
use std::fmt::Write;

/// A module with a function for each policy.
#[must_use]
pub fn render(file: &str, policies: &[Named]) -> String {
    let mut out = format!(
        "# Strategies for {}, found by savoir.\n\
         #\n\
         # A state maps agents to variables to values: state[\"Agent\"][\"variable\"] is a bool, an int or a str.\n\
         # A move maps agents to actions. The functions give a list of moves, any of which will do.\n",
        file.replace('\n', " ")
    );
    if policies.iter().any(|named| named.policy.tables.len() > 1) {
        out += TOGETHER;
    }
    for named in policies {
        out += &functions(named);
    }
    for (name, player) in [("POLICIES", Player::Coalition), ("ANSWERS", Player::Others)] {
        let of_player = policies.iter().filter(|named| named.policy.player == player);
        let entries: Vec<String> =
            of_player.map(|named| format!("    \"{}\": {},\n", named.id, function(named))).collect();
        if entries.is_empty() {
            let _ = write!(out, "\n\n{name} = {{}}\n");
        } else {
            let _ = write!(out, "\n\n{name} = {{\n{}}}\n", entries.concat());
        }
    }
    out
}

/// All combinations of what several agents may do.
const TOGETHER: &str = "

def together(*parts):
    moves = [{}]
    for part in parts:
        moves = [{**move, **more} for move in moves for more in part]
    return moves
";

/// The function of a policy, and before it one for each agent if there are several.
fn functions(named: &Named) -> String {
    let parameters = match named.policy.player {
        Player::Coalition => "state",
        Player::Others => "state, move",
    };
    let mut out = String::new();
    let names = table_functions(named);
    for (name, table) in names.iter().zip(&named.policy.tables) {
        let _ = write!(out, "\n\n# {}.\n# {}\ndef {name}({parameters}):\n", purpose(named), extent(named));
        for case in &table.cases {
            out += &case_text(named, case);
        }
        if table.cases.last().is_none_or(|case| !case.guard.is_empty()) {
            out += "    return []\n";
        }
    }
    if names.len() != 1 {
        let calls: Vec<String> = names.iter().map(|name| format!("{name}({parameters})")).collect();
        let body = if calls.is_empty() { "[{}]".to_owned() } else { format!("together({})", calls.join(", ")) };
        let _ = write!(out, "\n\n# {}.\ndef {}({parameters}):\n    return {body}\n", purpose(named), function(named));
    }
    out
}

fn case_text(named: &Named, case: &Case) -> String {
    let model = &named.model;
    let pairs = |joint| performed(model, joint).into_iter().map(|(agent, action)| format!("\"{agent}\": \"{action}\""));
    let moves: Vec<String> =
        case.moves.iter().map(|joint| format!("{{{}}}", pairs(joint).collect::<Vec<String>>().join(", "))).collect();
    let moves = format!("return [{}]", moves.join(", "));
    if case.guard.is_empty() {
        return format!("    {moves}\n");
    }
    let conditions: Vec<String> = case.guard.iter().map(|literal| condition(named, literal)).collect();
    format!("    if {}:\n        {moves}\n", conditions.join(" and "))
}

fn condition(named: &Named, literal: &Literal) -> String {
    let (agent, variable) = subject(&named.model, literal);
    let place = match literal.feature {
        Feature::Action(_) => format!("move[\"{agent}\"]"),
        Feature::Variable(_) => format!("state[\"{agent}\"][\"{variable}\"]"),
    };
    let value = match constant(&named.model, literal) {
        Constant::Truth(truth) if truth == (literal.comparison == Comparison::Is) => return place,
        Constant::Truth(_) => return format!("not {place}"),
        Constant::Number(number) => number.to_string(),
        Constant::Name(name) => format!("\"{name}\""),
    };
    let compare = match literal.comparison {
        Comparison::Is => "==",
        Comparison::IsNot => "!=",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
    };
    format!("{place} {compare} {value}")
}
