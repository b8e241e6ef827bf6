//! Strategies as reasons: whatever happens, the play stays in the table, or comes to an end that is as it should be.
//!
//! A strategy of the coalition is checked against everything that the others may do, a strategy of the others against
//! every move of the coalition. What these are is found out anew, by the definitions of the language.

use super::Replay;
use crate::claim::Claim;
use crate::problem::{Problem, ProblemPlace, StrategyProblem};
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
            return Err(StrategyProblem::OtherFormula.into());
        };
        if !node.holds && !self.model.fairness.is_empty() {
            return Err(StrategyProblem::UnfairAnswers.into());
        }
        let members = self.model.formulas.members(coalition);
        let starts = self.starts(node, strategy, members)?;
        let Demands { rule, rows: before, ends: end } = demands(temporal, node.holds);
        let table = Table {
            rows: strategy.rows.iter().map(|row| (&row.state, row)).collect(),
            ends: strategy.ends.iter().collect(),
            coverage: strategy.coverage,
            rule,
            members,
        };
        if table.rows.len() < strategy.rows.len() || table.ends.len() < strategy.ends.len() {
            return Err(StrategyProblem::RepeatedState.into());
        }
        let is_there =
            |start: &State| table.rows.contains_key(start) || rule != Rule::Step && table.ends.contains(start);
        for (number, start) in starts.iter().enumerate() {
            // Where a play is not followed to its end, not all starts need be there.
            if !is_there(start) && (number == 0 || strategy.coverage == Coverage::Whole) {
                return Err(if number == 0 { StrategyProblem::NoStart } else { StrategyProblem::MissingStart }.into());
            }
        }
        if end.is_empty() && !table.ends.is_empty() {
            return Err(StrategyProblem::EndsEarly.into());
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
            found.map_err(|problem| problem.within(ProblemPlace::RowOfStrategy(number)))?;
            if !self.meter.go_on() {
                return Err(Problem::TooMuchWork);
            }
        }
        self.meter.spend_steps(MOST_OUTCOMES - left);
        if strategy.coverage == Coverage::Cut {
            // Each strategy that is cut off is mentioned.
            self.done.claims.push(Claim::RestOfStrategy { formula: node.formula, rows: strategy.rows.len() });
        }
        Ok(())
    }

    /// Every choice of the row is a move, and everything that may come of it is in the table.
    fn wins(&mut self, table: &Table<'_>, row: &Row, left: &mut u64) -> Result<(), Problem> {
        if row.choices.is_empty() {
            return Err(StrategyProblem::NoMove.into());
        }
        for choice in &row.choices {
            self.answers(table, row, choice)?;
            let found = outcomes(self.model, table.members, &row.state, &choice.own, left)
                .map_err(|found| self.too_many(found))?;
            let listed: BTreeSet<&State> = choice.answers.iter().map(|answer| &answer.state).collect();
            if found.is_empty() || found.keys().any(|next| !listed.contains(next)) {
                return Err(StrategyProblem::MissingOutcome.into());
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
                return Err(StrategyProblem::ChoiceWithoutAnswer.into());
            }
        }
        for own in choices(self.model, table.members, &row.state).filter(|own| !listed.contains(own)) {
            if !outcomes(self.model, table.members, &row.state, &own, left)
                .map_err(|found| self.too_many(found))?
                .is_empty()
            {
                return Err(StrategyProblem::MoveWithoutAnswer.into());
            }
        }
        Ok(())
    }

    /// What is too much to look at is not wrong for that.
    fn too_many(&self, _: TooMany) -> Problem {
        self.meter.end();
        StrategyProblem::TooManyOutcomes.into()
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
                return Err(StrategyProblem::OtherChoice.into());
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
                return Err(StrategyProblem::Escape.into());
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
