//! Policies as functions in Rust, without any dependencies.

use super::{
    Constant, Named, constant, extent, function, has_own_function, is_some_joint, is_some_uniform, looked_at, observed,
    performed, purpose, sight, subject, table_functions,
};
use crate::escape::rust as source;
use savoir::{Case, Comparison, Feature, Literal, Player, Sight, Table};
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
         pub type Move = Vec<(&'static str, &'static str)>;\n",
        source::comment(file)
    );
    if is_some_joint(policies) {
        out += TOGETHER;
    }
    if is_some_uniform(policies) {
        out += ONLY;
    }
    for named in policies {
        out += &functions(named);
    }
    out
}

/// All combinations of what several agents may do.
const TOGETHER: &str = "
/// All combinations of what several agents may do.
fn together(parts: Vec<Vec<Move>>) -> Vec<Move> {
    parts.into_iter().fold(vec![Vec::new()], |moves, part| {
        moves.iter().flat_map(|one| part.iter().map(move |more| [&one[..], &more[..]].concat())).collect()
    })
}
";

/// A state as somebody sees it.
const ONLY: &str = "
/// A state as somebody sees it who observes these variables.
fn only<'a, 's>(
    state: &'s dyn Fn(&str, &str) -> Value<'a>,
    observed: &'s [(&'s str, &'s str)],
) -> impl Fn(&str, &str) -> Value<'a> + 's {
    move |agent, variable| {
        assert!(observed.contains(&(agent, variable)), \"{agent}.{variable} is not observed\");
        state(agent, variable)
    }
}
";

/// The function of a policy, and before it one for each agent if there are several.
fn functions(named: &Named) -> String {
    let (parameters, arguments) = match named.policy.player {
        Player::Coalition => ("state: &dyn Fn(&str, &str) -> Value<'a>", "state"),
        Player::Others => {
            ("state: &dyn Fn(&str, &str) -> Value<'a>, action: &dyn Fn(&str) -> &'a str", "state, action")
        }
    };
    let mut out = String::new();
    let head = |out: &mut String, name: &str, table: Option<&Table>| {
        let sight = table
            .and_then(|table| sight(named, table))
            .map_or_else(String::new, |sight| format!("/// {}\n", source::documentation(&sight)));
        let parameters =
            if table.is_some() { parameters.replace("state", looked_at(named)) } else { parameters.into() };
        let _ = write!(
            out,
            "\n/// {}.\n///\n/// {}\n{sight}#[allow(unused_variables, dead_code, non_snake_case)]\n\
             pub fn {name}<'a>({parameters}) -> Vec<Move> {{\n",
            source::documentation(&purpose(named)),
            extent(named)
        );
    };
    let names = table_functions(named);
    for (name, table) in names.iter().zip(&named.policy.tables) {
        head(&mut out, name, Some(table));
        for case in &table.cases {
            out += &case_text(named, case);
        }
        if table.cases.last().is_none_or(|case| !case.guard.is_empty()) {
            out += "    Vec::new()\n";
        }
        out += "}\n";
    }
    if has_own_function(named) {
        let argument = |table: &Table| match named.policy.sight {
            Sight::Everything => arguments.to_owned(),
            Sight::Observations => {
                let pairs = observed(named, table)
                    .into_iter()
                    .map(|(agent, name)| format!("({}, {})", source::string(&agent), source::string(&name)));
                format!("&only(state, &[{}])", pairs.collect::<Vec<String>>().join(", "))
            }
        };
        let calls = names.iter().zip(&named.policy.tables);
        let calls: Vec<String> = calls.map(|(name, table)| format!("{name}({})", argument(table))).collect();
        let body = if calls.is_empty() {
            "vec![Vec::new()]".to_owned()
        } else {
            format!("together(vec![{}])", calls.join(", "))
        };
        head(&mut out, &function(named), None);
        let _ = write!(out, "    {body}\n}}\n");
    }
    out
}

fn case_text(named: &Named, case: &Case) -> String {
    let pairs = |joint| {
        performed(&named.model, joint)
            .into_iter()
            .map(|(agent, action)| format!("({}, {})", source::string(&agent), source::string(&action)))
    };
    let moves: Vec<String> =
        case.moves.iter().map(|joint| format!("vec![{}]", pairs(joint).collect::<Vec<String>>().join(", "))).collect();
    let moves = format!("vec![{}]", moves.join(", "));
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
    let looked_at = looked_at(named);
    let (agent, variable) = (source::string(&agent), source::string(&variable));
    match (literal.feature, value) {
        (Feature::Action(_), Constant::Name(name)) => format!("action({agent}) {compare} {}", source::string(&name)),
        (_, Constant::Truth(truth)) => {
            format!("{looked_at}({agent}, {variable}) {compare} Value::Truth({truth})")
        }
        (_, Constant::Name(name)) => {
            format!("{looked_at}({agent}, {variable}) {compare} Value::Name({})", source::string(&name))
        }
        (_, Constant::Number(number)) => {
            format!("matches!({looked_at}({agent}, {variable}), Value::Number(number) if number {compare} {number})")
        }
    }
}
