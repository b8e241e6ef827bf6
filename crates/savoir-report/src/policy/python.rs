//! Policies as functions in Python, without any imports.

use super::{
    Constant, Named, constant, extent, function, has_own_function, is_some_joint, is_some_uniform, looked_at, observed,
    performed, purpose, sight, subject, table_functions,
};
use crate::escape::python;
use savoir::{Case, Comparison, Feature, Literal, Player, Sight, Table};
use std::fmt::Write;

/// A module with a function for each policy.
#[must_use]
pub fn render(file: &str, policies: &[Named]) -> String {
    let mut out = format!(
        "# Strategies, found by savoir.\n\
         #\n\
         # Model: {}\n\
         #\n\
         # A state maps agents to variables to values: state[\"Agent\"][\"variable\"] is a bool, an int or a str.\n\
         # A move maps agents to actions. The functions give a list of moves, any of which will do.\n",
        python::comment(file)
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

/// A state as somebody sees it.
const ONLY: &str = "

def only(state, observed):
    return {agent: {name: state[agent][name] for name in names} for agent, names in observed.items()}
";

/// The function of a policy, and before it one for each agent if there are several.
fn functions(named: &Named) -> String {
    let parameters = match named.policy.player {
        Player::Coalition => "state",
        Player::Others => "state, move",
    };
    let mut out = String::new();
    let names = table_functions(named);
    let table_parameters = parameters.replace("state", looked_at(named));
    for (name, table) in names.iter().zip(&named.policy.tables) {
        let sight = sight(named, table).map_or_else(String::new, |sight| format!("# {}\n", python::comment(&sight)));
        let (purpose, extent) = (purpose(named), extent(named));
        let _ =
            write!(out, "\n\n# {}.\n# {extent}\n{sight}def {name}({table_parameters}):\n", python::comment(&purpose));
        for case in &table.cases {
            out += &case_text(named, case);
        }
        if table.cases.last().is_none_or(|case| !case.guard.is_empty()) {
            out += "    return []\n";
        }
    }
    if has_own_function(named) {
        let argument = |table: &Table| match named.policy.sight {
            Sight::Everything => parameters.to_owned(),
            Sight::Observations => format!("only(state, {{{}}})", grouped(observed(named, table))),
        };
        let calls = names.iter().zip(&named.policy.tables);
        let calls: Vec<String> = calls.map(|(name, table)| format!("{name}({})", argument(table))).collect();
        let body = if calls.is_empty() { "[{}]".to_owned() } else { format!("together({})", calls.join(", ")) };
        let _ = write!(
            out,
            "\n\n# {}.\ndef {}({parameters}):\n    return {body}\n",
            python::comment(&purpose(named)),
            function(named)
        );
    }
    out
}

/// `"Agent": ["variable", ...], ...`.
fn grouped(observed: Vec<(String, String)>) -> String {
    let mut agents: Vec<(String, Vec<String>)> = Vec::new();
    for (agent, variable) in observed {
        let variable = python::string(&variable);
        match agents.iter_mut().find(|(known, _)| *known == agent) {
            Some((_, variables)) => variables.push(variable),
            None => agents.push((agent, vec![variable])),
        }
    }
    let entries =
        agents.iter().map(|(agent, variables)| format!("{}: [{}]", python::string(agent), variables.join(", ")));
    entries.collect::<Vec<String>>().join(", ")
}

fn case_text(named: &Named, case: &Case) -> String {
    let model = &named.model;
    let pairs = |joint| {
        performed(model, joint)
            .into_iter()
            .map(|(agent, action)| format!("{}: {}", python::string(&agent), python::string(&action)))
    };
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
        Feature::Action(_) => format!("move[{}]", python::string(&agent)),
        Feature::Variable(_) => {
            format!("{}[{}][{}]", looked_at(named), python::string(&agent), python::string(&variable))
        }
    };
    let value = match constant(&named.model, literal) {
        Constant::Truth(truth) if truth == (literal.comparison == Comparison::Is) => return place,
        Constant::Truth(_) => return format!("not {place}"),
        Constant::Number(number) => number.to_string(),
        Constant::Name(name) => python::string(&name),
    };
    let compare = match literal.comparison {
        Comparison::Is => "==",
        Comparison::IsNot => "!=",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
    };
    format!("{place} {compare} {value}")
}
