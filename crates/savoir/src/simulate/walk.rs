//! Going through the states: single steps, random walks, goals, and back and forth on the path.

use super::Simulation;
use super::command::{Destination, Start};
use super::initial::depends_on_reachable;
use super::moves::{Filter, MOST_STEPS, TooMany, outcomes, random_step};
use super::reply::{Ending, Reply, Trouble, Walk};
use super::trail::Trail;
use crate::session::{Condition, Meaning, Step};
use savoir_explicit::InitialStates;
use savoir_reference::{JointAction, State, leads_to};

/// A random walk towards a condition gives up after so many steps.
const MOST_RANDOM: usize = 10_000;
/// So many random steps are taken at once.
const LONGEST_WALK: usize = 1_000_000;

impl Simulation<'_> {
    pub(super) fn start(&mut self, start: &Start) -> Result<Reply, Trouble> {
        let InitialStates { states, complete } = &self.initial;
        let number = match start {
            Start::Number(number) => *number,
            Start::Random => self.random.below(states.len()) + 1,
            Start::Where(text) => {
                let condition = self.condition(text)?;
                let listed = states.iter().position(|state| condition.holds(state) == Some(true));
                match listed {
                    Some(index) => index + 1,
                    None => {
                        let found = self.initial_with(&condition)?;
                        self.trail = Trail::new(None, found);
                        return Ok(Reply::Here(self.here()));
                    }
                }
            }
        };
        let Some(state) = number.checked_sub(1).and_then(|index| states.get(index)) else {
            return Err(Trouble::Wrong(match (complete, states.len()) {
                (true, 1) => "there is only one initial state".to_owned(),
                (true, count) => format!("the initial states have the numbers 1 to {count}"),
                (false, count) => format!("only the first {count} initial states have numbers: give a condition"),
            }));
        };
        self.trail = Trail::new(Some(number), state.clone());
        Ok(Reply::Here(self.here()))
    }

    pub(super) fn perform(&mut self, action: JointAction, to: Option<&Destination>) -> Result<Reply, Trouble> {
        let (mut states, complete) = outcomes(self.model, self.trail.current(), &action, MOST_STEPS);
        let several = |count: usize| {
            let more = if complete { "" } else { "more than " };
            format!("this leads to {more}{count} states: choose one with `-> NUMBER` or `-> CONDITION`")
        };
        let index = match to {
            _ if states.is_empty() => return Err(Trouble::Wrong("this joint action has no successor".to_owned())),
            None if states.len() == 1 => 0,
            None => return Err(Trouble::Wrong(several(states.len()))),
            Some(Destination::Number(number)) if (1..=states.len()).contains(number) => number - 1,
            Some(Destination::Number(_)) => {
                return Err(Trouble::Wrong(format!("the outcomes have the numbers 1 to {}", states.len())));
            }
            Some(Destination::Where(text)) => {
                let condition = self.condition(text)?;
                if !complete {
                    states = self.outcomes_with(&condition, &action)?;
                }
                let mut fitting = Vec::new();
                for (index, state) in states.iter().enumerate() {
                    if self.holds(&condition, state)? {
                        fitting.push(index);
                    }
                }
                match fitting[..] {
                    [index] => index,
                    [] => return Err(Trouble::Wrong(format!("no outcome satisfies `{}`", condition.text))),
                    _ => {
                        return Err(Trouble::Wrong(format!("{} outcomes satisfy `{}`", fitting.len(), condition.text)));
                    }
                }
            }
        };
        self.trail.push(Step { action, state: states.swap_remove(index) });
        Ok(self.arrived())
    }

    /// The outcomes that satisfy a condition, where there are too many outcomes to list them.
    fn outcomes_with(&mut self, condition: &Condition, action: &JointAction) -> Result<Vec<State>, Trouble> {
        if !matches!(condition.meaning, Meaning::Values(_)) {
            return Err(depends_on_reachable(condition));
        }
        let here = self.trail.current().clone();
        let (states, complete) = self.session()?.successors(&here, Some(condition), MOST_STEPS)?;
        if !complete {
            return Err(Trouble::Wrong(format!("very many states satisfy `{}`: give more values", condition.text)));
        }
        Ok(states.into_iter().filter(|state| leads_to(self.model, &here, action, state)).collect())
    }

    pub(super) fn step(&mut self, number: Option<usize>) -> Result<Reply, Trouble> {
        self.settings.budget.check()?;
        let mut options = self.options(&Filter::default());
        let count = options.steps.len();
        let index = match number {
            _ if count == 0 => {
                return Err(Trouble::Wrong("no step is possible: this state has no successor".to_owned()));
            }
            None if count == 1 && options.complete => 0,
            None => return Err(Trouble::Wrong(format!("there are {count} steps: choose one with `step NUMBER`"))),
            Some(number) if (1..=count).contains(&number) => number - 1,
            Some(_) => return Err(Trouble::Wrong(format!("the steps have the numbers 1 to {count}"))),
        };
        self.take(options.steps.swap_remove(index));
        Ok(self.arrived())
    }

    /// A random step; whether there was one.
    fn random_step(&mut self) -> Result<bool, Trouble> {
        self.settings.budget.check()?;
        match random_step(self.model, self.trail.current(), &mut self.random, &self.settings.budget) {
            Ok(Some(step)) => {
                self.trail.push(step);
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(TooMany) => self.random_step_of_engine(),
        }
    }

    /// A random step where there are very many joint actions, few of which lead anywhere; whether there was one.
    fn random_step_of_engine(&mut self) -> Result<bool, Trouble> {
        let here = self.trail.current().clone();
        let (states, _) = self.session()?.successors(&here, None, MOST_STEPS)?;
        let Some(next) = self.random.pick(&states).cloned() else { return Ok(false) };
        let step = self.session()?.step(&here, &next)?;
        let found = step.is_some();
        step.into_iter().for_each(|step| self.trail.push(step));
        Ok(found)
    }

    pub(super) fn walk(&mut self, count: usize) -> Result<Reply, Trouble> {
        if count > LONGEST_WALK {
            return Err(Trouble::Wrong(format!("at most {LONGEST_WALK} random steps are taken at once")));
        }
        let first = self.trail.at() + 1;
        for _ in 0..count {
            if !self.random_step()? {
                return Ok(self.walked(first, Ending::Stuck));
            }
        }
        Ok(self.walked(first, Ending::Arrived))
    }

    pub(super) fn until(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = self.condition(text)?;
        let (before, first) = (self.trail.clone(), self.trail.at() + 1);
        let ending = self.search(condition);
        if !matches!(ending, Ok(Ending::Reached(_))) {
            // A search that found nothing leaves no trace.
            self.trail = before;
        }
        Ok(self.walked(first, ending?))
    }

    /// Takes random steps until a condition holds.
    fn search(&mut self, condition: Condition) -> Result<Ending, Trouble> {
        for taken in 0..MOST_RANDOM {
            let state = self.trail.current().clone();
            if self.holds(&condition, &state)? {
                return Ok(Ending::Reached(condition.text));
            }
            if !self.random_step()? {
                return Ok(Ending::StuckBefore(condition.text, taken));
            }
        }
        Ok(Ending::NotReached(condition.text, MOST_RANDOM))
    }

    pub(super) fn goal(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = self.condition(text)?;
        let state = self.trail.current().clone();
        let first = self.trail.at() + 1;
        if condition.holds(&state) == Some(true) {
            return Ok(self.walked(first, Ending::Reached(condition.text)));
        }
        match self.session()?.path(&state, &condition)? {
            Some(steps) => {
                steps.into_iter().for_each(|step| self.trail.push(step));
                Ok(self.walked(first, Ending::Reached(condition.text)))
            }
            None => Ok(self.walked(first, Ending::Unreachable(condition.text))),
        }
    }

    pub(super) fn jump(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = self.condition(text)?;
        let places = self.trail.len() + 1;
        for distance in 1..=places {
            let at = (self.trail.at() + distance) % places;
            let state = self.trail.state(at).clone();
            if self.holds(&condition, &state)? {
                return self.go(at);
            }
        }
        Err(Trouble::Wrong(format!("`{}` holds nowhere on the path", condition.text)))
    }

    pub(super) fn go(&mut self, at: usize) -> Result<Reply, Trouble> {
        self.trail.go(at);
        Ok(Reply::Here(self.here()))
    }

    fn arrived(&self) -> Reply {
        Reply::Walked(Walk { places: vec![self.here()], ending: Ending::Arrived })
    }

    /// The places from one on to the current one.
    fn walked(&self, first: usize, ending: Ending) -> Reply {
        Reply::Walked(Walk { places: (first..=self.trail.at()).map(|at| self.trail.moment(at)).collect(), ending })
    }
}
