//! Strategies as lists of cases: one language per file.

pub(crate) mod grid;
pub mod json;
pub mod python;
pub mod rust;
pub(crate) mod text;

use savoir::{
    Coverage, Domain, Evidence, EvidenceOutcome, Feature, FormulaResult, Literal, Model, Node, Player, Policy, Reason,
    Shown, Sight, Strategy, Table,
};
use std::sync::Arc;

/// A policy with what it is for.
#[derive(Clone, Debug)]
pub struct Named {
    /// What names and numbers refer to.
    pub model: Arc<Model>,
    /// The number of the formula in the run, from 1.
    pub index: usize,
    /// The same, with another number after an underscore if the evidence for the formula has several strategies.
    pub id: String,
    /// The name of the formula, if it has one.
    pub name: Option<String>,
    /// The formula about the coalition.
    pub formula: String,
    /// Whether it says what to do in every state that a play may come to.
    pub coverage: Coverage,
    /// The policy.
    pub policy: Policy,
}

/// The policies in the evidence for a formula: one for each strategy in it that is not too long.
#[must_use]
pub fn of_result(result: &FormulaResult) -> Vec<Named> {
    let Some(found) = &result.evidence else { return Vec::new() };
    let EvidenceOutcome::Shown(Evidence { shown: Shown::Tree(tree), .. }, _) = &found.outcome else {
        return Vec::new();
    };
    let strategies = tree.shown_nodes().iter().filter_map(|node| match &node.reason {
        Reason::Strategy(strategy) => Some((node, strategy)),
        _ => None,
    });
    let named = |(number, (node, strategy)): (usize, (&Node, &Strategy))| {
        Some(Named {
            model: found.model.clone(),
            index: result.index,
            id: if number == 0 { result.index.to_string() } else { format!("{}_{}", result.index, number + 1) },
            name: result.property.name.clone(),
            formula: found.model.formula_brief(node.formula),
            coverage: strategy.coverage,
            policy: Policy::new(&found.model, node.formula, node.holds, strategy)?,
        })
    };
    strategies.enumerate().filter_map(named).collect()
}

/// A value in a condition.
enum Constant {
    Truth(bool),
    Number(i64),
    Name(String),
}

/// The agent, and the variable or `Action`, that a condition is about.
fn subject(model: &Model, literal: &Literal) -> (String, String) {
    match literal.feature {
        Feature::Variable(id) => {
            let variable = model.variable(id);
            (model.agent(variable.owner).name.clone(), variable.name.clone())
        }
        Feature::Action(agent) => (model.agent(agent).name.clone(), "Action".to_owned()),
    }
}

/// What a condition compares with.
fn constant(model: &Model, literal: &Literal) -> Constant {
    match literal.feature {
        Feature::Action(agent) => {
            let action = usize::try_from(literal.code).ok().and_then(|code| model.agent(agent).actions.get(code));
            Constant::Name(action.map_or_else(String::new, |action| action.name.clone()))
        }
        Feature::Variable(id) => {
            let domain = model.variable(id).domain;
            let text = model.value_text(domain, literal.code);
            match domain {
                Domain::Bool => Constant::Truth(literal.code != 0),
                Domain::Int { .. } => text.parse().map_or(Constant::Name(text), Constant::Number),
                Domain::Enum(_) => Constant::Name(text),
            }
        }
    }
}

/// By agent: its action in a move.
fn performed(model: &Model, joint: &[Option<savoir::ActionId>]) -> Vec<(String, String)> {
    let named = |(agent, action): (&savoir::Agent, &Option<savoir::ActionId>)| {
        let action = agent.actions.get((*action)?.index())?;
        Some((agent.name.clone(), action.name.clone()))
    };
    model.agents.iter().zip(joint).filter_map(named).collect()
}

/// What a policy is for, on one line.
fn purpose(named: &Named) -> String {
    let group = named.model.coalition_text(named.policy.coalition);
    match named.policy.player {
        Player::Coalition => format!("How {group} can enforce {}", named.formula),
        Player::Others => format!("How the others can keep {group} from enforcing {}", named.formula),
    }
}

/// A line about where a policy may be asked.
fn extent(named: &Named) -> &'static str {
    match named.coverage {
        Coverage::Whole => "It is meant for the states that plays come to if they follow it from an initial state.",
        Coverage::Cut => "It is the beginning only: plays may come to states that were not looked at.",
    }
}

/// `policy_4`, or `answer_4` for the others.
fn function(named: &Named) -> String {
    match named.policy.player {
        Player::Coalition => format!("policy_{}", named.id),
        Player::Others => format!("answer_{}", named.id),
    }
}

/// What the function of a table looks at is called.
fn looked_at(named: &Named) -> &'static str {
    match named.policy.sight {
        Sight::Everything => "state",
        Sight::Observations => "observed",
    }
}

/// The agents and variables that the agents of a table observe, if they look at nothing else.
fn observed(named: &Named, table: &Table) -> Vec<(String, String)> {
    let model = &named.model;
    let own = match (named.policy.sight, table.agents.first()) {
        (Sight::Observations, Some(agent)) => model.agent(*agent).observes.as_slice(),
        (Sight::Everything, _) | (_, None) => &[],
    };
    let names = own.iter().map(|id| {
        let variable = model.variable(*id);
        (model.agent(variable.owner).name.clone(), variable.name.clone())
    });
    names.collect()
}

/// Whether a policy has a function of its own beside those of its tables.
fn has_own_function(named: &Named) -> bool {
    named.policy.tables.len() != 1 || named.policy.sight == Sight::Observations
}

/// Whether some policy is to be asked with what each member observes.
fn is_some_uniform(policies: &[Named]) -> bool {
    policies.iter().any(|named| named.policy.sight == Sight::Observations && !named.policy.tables.is_empty())
}

/// Whether some policy has to combine what its tables say.
fn is_some_joint(policies: &[Named]) -> bool {
    policies.iter().any(|named| has_own_function(named) && !named.policy.tables.is_empty())
}

/// A line about who decides by what, if a policy is uniform.
fn sight(named: &Named, table: &Table) -> Option<String> {
    let agent = table.agents.first().filter(|_| named.policy.sight == Sight::Observations)?;
    let names: Vec<String> =
        observed(named, table).into_iter().map(|(owner, variable)| format!("{owner}.{variable}")).collect();
    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    Some(format!("{} decides by what it observes: {names}.", named.model.agent(*agent).name))
}

/// The names of the functions for the tables of a policy: its own name if there is just one that may see everything.
fn table_functions(named: &Named) -> Vec<String> {
    let whole = function(named);
    match (&named.policy.tables[..], named.policy.sight) {
        ([_], Sight::Everything) => vec![whole],
        (tables, _) => {
            let first =
                |table: &Table| table.agents.first().map_or("", |agent| named.model.agent(*agent).name.as_str());
            tables.iter().map(|table| format!("{whole}_{}", first(table))).collect()
        }
    }
}
