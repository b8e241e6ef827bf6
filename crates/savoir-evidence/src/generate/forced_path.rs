//! Coalitions that can force a shortest path: the path is their strategy. The states on it are all that matters, and finding
//! them is far less work than finding all states from which the coalition wins.

use super::no_choice::Plays;
use super::strategy::Starts;
use super::{Generator, Moves};
use savoir_check::{Stop, System};
use savoir_model::{AgentId, Temporal};
use savoir_reference::{State, choices, outcomes};
use savoir_replay::{Choice, Coverage, MOST_OUTCOMES, Response, Row};

impl<S: System> Generator<'_, '_, S> {
    /// A shortest path to the goal of a coalition, if each step of it can be forced; `None` if not, and where one path is
    /// not what is wanted.
    pub(super) fn forced_path(
        &mut self,
        members: &[AgentId],
        temporal: Temporal,
        starts: &Starts<S::Set>,
    ) -> Result<Option<Plays>, Stop> {
        let (Temporal::Finally(goal) | Temporal::Until(_, goal)) = temporal else { return Ok(None) };
        let [start] = starts.states.as_slice() else { return Ok(None) };
        let mut left = MOST_OUTCOMES;
        // Where already the first step is up to the others, no path is worth looking for.
        if self.options.moves == Moves::All || self.forced_choice(members, start, None, &mut left)?.is_none() {
            return Ok(None);
        }
        let (through, target) = (self.through(temporal)?, self.set(goal, true)?);
        let Some(mut path) = self.checker.system().shortest_path(&starts.set, &through, &target)? else {
            return Ok(None);
        };
        let mut rows = Vec::with_capacity(path.len());
        for (number, pair) in path.windows(2).enumerate() {
            let Some(choice) = self.forced_choice(members, &pair[0], Some(&pair[1]), &mut left)? else {
                return Ok(None);
            };
            let rank = (path.len() - 1 - number) as u32;
            rows.push(Row { state: pair[0].clone(), rank: Some(rank), choices: vec![choice] });
        }
        Ok(Some(Plays { rows, ends: path.pop().into_iter().collect(), coverage: Coverage::Whole }))
    }

    /// The first choice in a state that has one outcome only: this one, if one is given.
    fn forced_choice(
        &self,
        members: &[AgentId],
        state: &State,
        outcome: Option<&State>,
        left: &mut u64,
    ) -> Result<Option<Choice>, Stop> {
        for own in choices(self.model, members, state) {
            self.checker.system().budget().check()?;
            let Ok(found) = outcomes(self.model, members, state, &own, left) else { return Ok(None) };
            if found.len() == 1 && outcome.is_none_or(|outcome| found.contains_key(outcome)) {
                let answers = found.into_iter().map(|(state, action)| Response { action, state }).collect();
                return Ok(Some(Choice { own, answers }));
            }
        }
        Ok(None)
    }
}
