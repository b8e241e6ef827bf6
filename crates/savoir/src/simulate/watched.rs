//! What is true in the state where a simulation is: the propositions of the model, and formulas that somebody watches.

use super::Simulation;
use super::reply::{Reply, Trouble, Truths};
use crate::session::{Condition, holds};

/// So many formulas can be watched at a time.
const MOST_WATCHED: usize = 100;

impl Simulation<'_> {
    /// The propositions that hold here; needs no reachable states.
    #[must_use]
    pub fn propositions(&self) -> Vec<bool> {
        let here = self.trail.current();
        self.model.propositions.iter().map(|proposition| holds(self.model, proposition.condition, here)).collect()
    }

    /// The formulas that are watched, as they were written.
    pub fn watched(&self) -> impl Iterator<Item = &str> {
        self.watched.iter().map(|condition| condition.text.as_str())
    }

    /// Which propositions and watched formulas hold here.
    ///
    /// # Errors
    /// If the reachable states, which a formula may need, were not found within the limits.
    pub fn truths(&mut self) -> Result<Truths, Trouble> {
        let propositions = self.propositions();
        let here = self.trail.current().clone();
        // The session is part of the simulation, so that conditions are taken out while it is asked.
        let conditions = std::mem::take(&mut self.watched);
        let watched = conditions.iter().map(|condition| Ok((condition.text.clone(), self.truth_of(condition, &here)?)));
        let watched: Result<Vec<_>, Trouble> = watched.collect();
        self.watched = conditions;
        Ok(Truths { propositions, watched: watched? })
    }

    fn truth_of(&mut self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Trouble> {
        match condition.holds(state) {
            Some(holds) => Ok(Some(holds)),
            None => Ok(self.session()?.truth(condition, state)?),
        }
    }

    pub(super) fn watch(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = self.condition(text)?;
        if self.watched.len() >= MOST_WATCHED {
            return Err(Trouble::Wrong(format!("{MOST_WATCHED} formulas are watched already: `unwatch` some")));
        }
        if self.watched.iter().all(|known| known.text != condition.text) {
            self.watched.push(condition);
        }
        self.truths().map(Reply::Truths)
    }

    pub(super) fn unwatch(&mut self, number: Option<usize>) -> Result<Reply, Trouble> {
        match number {
            None => self.watched.clear(),
            Some(number) if (1..=self.watched.len()).contains(&number) => {
                self.watched.remove(number - 1);
            }
            Some(_) if self.watched.is_empty() => return Err(Trouble::Wrong("no formula is watched".to_owned())),
            Some(_) => {
                let count = self.watched.len();
                return Err(Trouble::Wrong(format!("the watched formulas have the numbers 1 to {count}")));
            }
        }
        Ok(Reply::Done)
    }
}
