//! Policies for programs: the schema `savoir/strategy/1`, which `docs/schema/strategy-1.json` describes.

use super::{Constant, Named, constant, observed, performed, subject};
use crate::escape;
use crate::evidence::ordered::Ordered;
use savoir::{AgentId, Case, Comparison, Coverage, Literal, Player, Sight, Table};
use serde::Serialize;

/// What the field `schema` says.
pub const SCHEMA: &str = "savoir/strategy/1";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'a str,
    file: &'a str,
    strategies: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    formula: usize,
    name: Option<&'a str>,
    text: &'a str,
    player: &'a str,
    coalition: Vec<&'a str>,
    coverage: &'a str,
    tables: Vec<TableEntry<'a>>,
}

#[derive(Serialize)]
struct TableEntry<'a> {
    agents: Vec<&'a str>,
    /// What the agent of the table observes, if the strategy is uniform.
    #[serde(skip_serializing_if = "Option::is_none")]
    observes: Option<Vec<String>>,
    cases: Vec<CaseEntry>,
}

#[derive(Serialize)]
struct CaseEntry {
    #[serde(rename = "if")]
    conditions: Vec<ConditionEntry>,
    moves: Vec<Ordered<String>>,
}

#[derive(Serialize)]
struct ConditionEntry {
    agent: String,
    variable: String,
    is: &'static str,
    value: serde_json::Value,
}

/// All policies as one document.
#[must_use]
pub fn render(file: &str, policies: &[Named]) -> String {
    let document = Document { schema: SCHEMA, file, strategies: policies.iter().map(entry).collect() };
    escape::json::pretty(&document)
}

fn entry(named: &Named) -> Entry<'_> {
    let names = |agents: &[AgentId]| agents.iter().map(|agent| named.model.agent(*agent).name.as_str()).collect();
    let table = |table: &Table| TableEntry {
        agents: names(&table.agents),
        observes: match named.policy.sight {
            Sight::Everything => None,
            Sight::Observations => {
                let pairs = observed(named, table).into_iter();
                Some(pairs.map(|(agent, variable)| format!("{agent}.{variable}")).collect())
            }
        },
        cases: table.cases.iter().map(|case| case_entry(named, case)).collect(),
    };
    Entry {
        id: &named.id,
        formula: named.index,
        name: named.name.as_deref(),
        text: &named.formula,
        player: match named.policy.player {
            Player::Coalition => "coalition",
            Player::Others => "others",
        },
        coalition: names(named.model.formulas.members(named.policy.coalition)),
        coverage: match named.coverage {
            Coverage::Whole => "whole",
            Coverage::Cut => "cut",
        },
        tables: named.policy.tables.iter().map(table).collect(),
    }
}

fn case_entry(named: &Named, case: &Case) -> CaseEntry {
    let condition = |literal: &Literal| {
        let (agent, variable) = subject(&named.model, literal);
        let is = match literal.comparison {
            Comparison::Is => "=",
            Comparison::IsNot => "<>",
            Comparison::AtMost => "<=",
            Comparison::AtLeast => ">=",
        };
        let value = match constant(&named.model, literal) {
            Constant::Truth(truth) => truth.into(),
            Constant::Number(number) => number.into(),
            Constant::Name(name) => name.into(),
        };
        ConditionEntry { agent, variable, is, value }
    };
    CaseEntry {
        conditions: case.guard.iter().map(condition).collect(),
        moves: case.moves.iter().map(|joint| Ordered(performed(&named.model, joint))).collect(),
    }
}
