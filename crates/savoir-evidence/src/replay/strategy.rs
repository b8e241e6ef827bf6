//! Strategies as reasons: whatever happens, the play stays in the table, or comes to an end that is as it should be.
//!
//! A strategy of the coalition is checked against everything that the others may do, a strategy of the others against
//! every move of the coalition. What these are is found out anew, by the definitions of the language.

use super::{Problem, Replay};
use crate::tree::{Choice, Coverage, MOST_OUTCOMES, Node, Row, Strategy};
use savoir_model::{AgentId, Formula, FormulaId, Temporal};
use savoir_reference::{State, TooMany, choices, outcomes};
use std::collections::{BTreeMap, BTreeSet};

/// Where plays may go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// To an end, at once.
    Step,
    /// To an end, or to a row of a lower rank.
    Progress,
    /// To an end, or to any row.
    Stay,
}

/// What a formula asks of a strategy.
struct Demands {
    rule: Rule,
    /// What has which truth value in the rows.
    rows: Vec<(FormulaId, bool)>,
    /// What has which truth value at the ends; if there is nothing, there must be no ends.
    ends: Vec<(FormulaId, bool)>,
}

/// A strategy, ready to look things up.
struct Table<'s> {
    rows: BTreeMap<&'s State, &'s Row>,
    ends: BTreeSet<&'s State>,
    coverage: Coverage,
    rule: Rule,
    members: &'s [AgentId],
}

impl Replay<'_> {
    pub(super) fn strategy(&mut self, node: &Node, strategy: &Strategy) -> Result<(), Problem> {
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(node.formula) else {
            return Err("a strategy shows nothing about such a formula".to_owned());
        };
        if !node.holds && !self.model.fairness.is_empty() {
            return Err("the answers of the others need not make a fair path".to_owned());
        }
        let Demands { rule, rows: before, ends: end } = demands(temporal, node.holds);
        let table = Table {
            rows: strategy.rows.iter().map(|row| (&row.state, row)).collect(),
            ends: strategy.ends.iter().collect(),
            coverage: strategy.coverage,
            rule,
            members: self.model.formulas.members(coalition),
        };
        if table.rows.len() < strategy.rows.len() || table.ends.len() < strategy.ends.len() {
            return Err("a strategy says two things about one state".to_owned());
        }
        if !table.rows.contains_key(&node.state) && (rule == Rule::Step || !table.ends.contains(&node.state)) {
            return Err("a strategy says nothing about the state it is for".to_owned());
        }
        if end.is_empty() && !table.ends.is_empty() {
            return Err("a strategy ends where it has to go on for ever".to_owned());
        }
        let mut said: BTreeMap<&State, Vec<&Node>> = BTreeMap::new();
        for mark in self.children(node, strategy.marks.iter().copied())? {
            said.entry(&mark.state).or_default().push(mark);
        }
        let places = strategy.rows.iter().map(|row| (&row.state, &before));
        for (state, literals) in places.chain(strategy.ends.iter().map(|state| (state, &end))) {
            self.legal(state)?;
            let nodes = said.get(state).map_or(&[][..], Vec::as_slice);
            literals.iter().try_for_each(|(formula, holds)| self.expect(*formula, *holds, state, nodes))?;
        }
        let mut left = MOST_OUTCOMES;
        for (number, row) in strategy.rows.iter().enumerate() {
            let found =
                if node.holds { self.wins(&table, row, &mut left) } else { self.refutes(&table, row, &mut left) };
            found.map_err(|problem| format!("row {number} of the strategy: {problem}"))?;
        }
        if strategy.coverage == Coverage::Cut {
            let rows = strategy.rows.len();
            self.done
                .claims
                .push(format!("the strategy for `{}` goes on beyond its first {rows} states", self.text(node.formula)));
        }
        Ok(())
    }

    /// Every choice of the row is a move, and everything that may come of it is in the table.
    fn wins(&mut self, table: &Table<'_>, row: &Row, left: &mut u64) -> Result<(), Problem> {
        if row.choices.is_empty() {
            return Err("the coalition has no move".to_owned());
        }
        for choice in &row.choices {
            self.answers(table, row, choice)?;
            let found = outcomes(self.model, table.members, &row.state, &choice.own, left).map_err(too_many)?;
            let listed: BTreeSet<&State> = choice.answers.iter().map(|answer| &answer.state).collect();
            if found.is_empty() || found.keys().any(|next| !listed.contains(next)) {
                return Err("the strategy does not say what may come of a move".to_owned());
            }
        }
        Ok(())
    }

    /// Every move of the coalition has an answer in the row.
    fn refutes(&mut self, table: &Table<'_>, row: &Row, left: &mut u64) -> Result<(), Problem> {
        let listed: BTreeSet<&Vec<_>> = row.choices.iter().map(|choice| &choice.own).collect();
        for choice in &row.choices {
            self.answers(table, row, choice)?;
            if choice.answers.is_empty() {
                return Err("a choice of the coalition has no answer".to_owned());
            }
        }
        for own in choices(self.model, table.members, &row.state).filter(|own| !listed.contains(own)) {
            if !outcomes(self.model, table.members, &row.state, &own, left).map_err(too_many)?.is_empty() {
                return Err("a move of the coalition has no answer".to_owned());
            }
        }
        Ok(())
    }

    /// The answers to a choice are steps that agree with it, and lead where they should.
    fn answers(&mut self, table: &Table<'_>, row: &Row, choice: &Choice) -> Result<(), Problem> {
        for answer in &choice.answers {
            self.legal(&answer.state)?;
            self.step(&row.state, &answer.action, &answer.state)?;
            let agrees = |agent: AgentId| {
                let expected = if table.members.contains(&agent) { answer.action[agent.index()] } else { None };
                choice.own.get(agent.index()) == Some(&expected)
            };
            if choice.own.len() != self.model.agents.len() || !self.model.agent_ids().all(agrees) {
                return Err("an answer does not agree with what the coalition does".to_owned());
            }
            let is_row = match table.rows.get(&answer.state) {
                None => table.coverage == Coverage::Cut,
                Some(next) => match table.rule {
                    Rule::Step => false,
                    Rule::Stay => true,
                    // Where a play is not followed to its end, there may be no ranks.
                    Rule::Progress if table.coverage == Coverage::Cut && row.rank.is_none() => true,
                    Rule::Progress => next.rank < row.rank && next.rank.is_some(),
                },
            };
            if !is_row && !table.ends.contains(&answer.state) {
                return Err("a play may come to a state where the strategy does not win".to_owned());
            }
            self.done.steps += 1;
        }
        Ok(())
    }
}

/// What a formula about a coalition asks of the states of a strategy for it, or against it.
fn demands(temporal: Temporal, holds: bool) -> Demands {
    let (rule, rows, ends) = match (temporal, holds) {
        (Temporal::Next(f), _) => (Rule::Step, vec![], vec![(f, holds)]),
        (Temporal::Finally(g), true) => (Rule::Progress, vec![], vec![(g, true)]),
        (Temporal::Until(f, g), true) => (Rule::Progress, vec![(f, true)], vec![(g, true)]),
        (Temporal::Globally(f), true) => (Rule::Stay, vec![(f, true)], vec![]),
        (Temporal::Finally(g), false) => (Rule::Stay, vec![(g, false)], vec![]),
        (Temporal::Until(f, g), false) => (Rule::Stay, vec![(g, false)], vec![(f, false), (g, false)]),
        (Temporal::Globally(f), false) => (Rule::Progress, vec![], vec![(f, false)]),
    };
    Demands { rule, rows, ends }
}

fn too_many(_: TooMany) -> Problem {
    "there are too many moves and answers to check".to_owned()
}
