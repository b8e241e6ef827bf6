//! Coalitions that have no choice: they win by doing what they must. That is found out by following all plays, and needs no
//! sets of states where they win, which may be hard to find.

use super::Generator;
use super::strategy::{MOST_ROWS, Starts};
use savoir_check::{Stop, System};
use savoir_model::{AgentId, FormulaId, Temporal};
use savoir_reference::{State, choices, outcomes};
use savoir_replay::{Choice, Coverage, MOST_OUTCOMES, Response, Row};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What was found by following all plays.
pub(super) struct Plays {
    pub(super) rows: Vec<Row>,
    pub(super) ends: Vec<State>,
    pub(super) coverage: Coverage,
}

impl<S: System> Generator<'_, '_, S> {
    /// All plays from the starts to where the goal of a coalition is reached; `None` if it has a choice somewhere, or if
    /// the goal is of another kind.
    pub(super) fn plays_without_choice(
        &mut self,
        members: &[AgentId],
        temporal: Temporal,
        starts: &Starts<S::Set>,
    ) -> Result<Option<Plays>, Stop> {
        let goal: FormulaId = match temporal {
            Temporal::Finally(g) | Temporal::Until(_, g) => g,
            Temporal::Next(_) | Temporal::Globally(_) => return Ok(None),
        };
        let target = self.set(goal, true)?;
        let system = self.checker.system();
        let mut found = Plays { rows: Vec::new(), ends: Vec::new(), coverage: Coverage::Whole };
        let mut seen: BTreeSet<State> = starts.states.iter().cloned().collect();
        let mut open: VecDeque<State> = starts.states.iter().cloned().collect();
        let mut left = MOST_OUTCOMES;
        while let Some(state) = open.pop_front() {
            system.budget().check()?;
            if system.contains(&target, &state)? {
                found.ends.push(state);
                continue;
            }
            if found.rows.len() >= MOST_ROWS {
                found.coverage = Coverage::Cut;
                break;
            }
            let mut only: Option<Choice> = None;
            for own in choices(self.model, members, &state) {
                let Ok(next) = outcomes(self.model, members, &state, &own, &mut left) else { return Ok(None) };
                if next.is_empty() {
                    continue;
                }
                if only.is_some() {
                    return Ok(None);
                }
                let answers = next.into_iter().map(|(state, action)| Response { action, state }).collect();
                only = Some(Choice { own, answers });
            }
            let Some(choice) = only else { return Ok(None) };
            for answer in &choice.answers {
                if seen.insert(answer.state.clone()) {
                    open.push_back(answer.state.clone());
                }
            }
            found.rows.push(Row { state, rank: None, choices: vec![choice] });
        }
        let ranked = found.coverage == Coverage::Cut || rank(&mut found);
        Ok(ranked.then_some(found))
    }
}

/// Finds out after how many steps each row is decided at the latest; false if some play goes on for ever.
pub(super) fn rank(found: &mut Plays) -> bool {
    let mut steps: BTreeMap<State, u32> = found.ends.iter().map(|state| (state.clone(), 0)).collect();
    let mut left: Vec<usize> = (0..found.rows.len()).collect();
    while !left.is_empty() {
        let before = left.len();
        left.retain(|&number| {
            let row = &mut found.rows[number];
            let answers = row.choices.iter().flat_map(|choice| &choice.answers);
            let latest = answers
                .map(|answer| steps.get(&answer.state))
                .try_fold(0, |most, next| next.map(|next| most.max(*next)));
            row.rank = latest.map(|latest| latest + 1);
            if let Some(rank) = row.rank {
                steps.insert(row.state.clone(), rank);
            }
            row.rank.is_none()
        });
        if left.len() == before {
            return false;
        }
    }
    true
}
