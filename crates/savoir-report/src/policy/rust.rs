//! Policies as functions in Rust, without any dependencies.

use super::{Constant, Named, constant, extent, function, performed, purpose, subject};
use savoir::{Case, Comparison, Feature, Literal, Player};
use std::fmt::Write;

/// A module with a function for each policy.
#[must_use]
pub fn render(file: &str, policies: &[Named]) -> String {
    let mut out = format!(
        "// Strategies for {}, found by savoir.\n\
         //\n\
         // A state is a function from agents and variables to values. A move is a list of agents with their actions.\n\
         // The functions give a list of moves, any of which will do.\n\n\
         /// The value of a variable.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         pub enum Value<'a> {{\n    \
             /// Of a Boolean variable.\n    Truth(bool),\n    \
             /// Of a number.\n    Number(i64),\n    \
             /// Of an enumeration.\n    Name(&'a str),\n\
         }}\n\n\
         /// Agents with their actions.\n\
         pub type Move = &'static [(&'static str, &'static str)];\n",
        file.replace('\n', " ")
    );
    for named in policies {
        let parameters = match named.policy.player {
            Player::Coalition => "state: impl Fn(&str, &str) -> Value<'a>",
            Player::Others => "state: impl Fn(&str, &str) -> Value<'a>, action: impl Fn(&str) -> &'a str",
        };
        let _ = write!(
            out,
            "\n/// {}.\n///\n/// {}\n#[allow(unused_variables, dead_code)]\n\
             pub fn {}<'a>({parameters}) -> &'static [Move] {{\n",
            purpose(named),
            extent(named),
            function(named)
        );
        for case in &named.policy.cases {
            out += &case_text(named, case);
        }
        if named.policy.cases.last().is_none_or(|case| !case.guard.is_empty()) {
            out += "    &[]\n";
        }
        out += "}\n";
    }
    out
}

fn case_text(named: &Named, case: &Case) -> String {
    let pairs = |joint| {
        performed(&named.model, joint).into_iter().map(|(agent, action)| format!("(\"{agent}\", \"{action}\")"))
    };
    let moves: Vec<String> =
        case.moves.iter().map(|joint| format!("&[{}]", pairs(joint).collect::<Vec<String>>().join(", "))).collect();
    let moves = format!("&[{}]", moves.join(", "));
    if case.guard.is_empty() {
        return format!("    {moves}\n");
    }
    let conditions: Vec<String> = case.guard.iter().map(|literal| condition(named, literal)).collect();
    format!("    if {} {{\n        return {moves};\n    }}\n", conditions.join(" && "))
}

fn condition(named: &Named, literal: &Literal) -> String {
    let (agent, variable) = subject(&named.model, literal);
    let compare = match literal.comparison {
        Comparison::Is => "==",
        Comparison::IsNot => "!=",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
    };
    let value = constant(&named.model, literal);
    match (literal.feature, value) {
        (Feature::Action(_), Constant::Name(name)) => format!("action(\"{agent}\") {compare} \"{name}\""),
        (_, Constant::Truth(truth)) => format!("state(\"{agent}\", \"{variable}\") {compare} Value::Truth({truth})"),
        (_, Constant::Name(name)) => format!("state(\"{agent}\", \"{variable}\") {compare} Value::Name(\"{name}\")"),
        (_, Constant::Number(number)) => {
            format!("matches!(state(\"{agent}\", \"{variable}\"), Value::Number(number) if number {compare} {number})")
        }
    }
}
