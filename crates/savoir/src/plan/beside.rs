//! States one by one, in between the steps of diagrams.
//!
//! While diagrams are tried, an exploration goes on beside them, a stretch at a time, whenever the [rule](super::pace) says that
//! it is its turn; that depends on counted work and room alone. If it has found all states first, diagrams are given up where they are.
//! On one thread its stretches are made inside of the polls of the diagrams. On several, diagrams are tried on another thread
//! and stretches are made meanwhile, some of them before it is their turn; they count only when it is, so that the outcome is
//! the same.

use super::pace::{Known, Pace};
use super::tuning::PlanTuning;
use savoir_check::{Budget, Stop, Watch};
use savoir_explicit::{
    End, ExplicitOptions, ExplicitSystem, ExplorationLimits, Explored, LimitMet, PausableExploration, Standing,
};
use savoir_model::Model;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An exploration beside diagrams. Those who share it see the same one.
#[derive(Clone)]
pub(crate) struct Beside(Arc<Mutex<Turns>>);

/// Whose turn it is.
struct Turns {
    /// Its own copy: diagrams hold on to those who share it.
    model: Arc<Model>,
    options: ExplicitOptions,
    /// From the first stretch until the end.
    exploration: Option<PausableExploration>,
    pace: Pace,
    bytes: u64,
    budget: Budget,
    /// How far it was after each stretch.
    stretches: Vec<Standing>,
    /// How many of them count.
    counted: usize,
    /// Polls of diagrams that were looked at.
    polls: u64,
    /// Polls of diagrams in turns that are over.
    polls_before: u64,
    /// Polls of the search that has its turn now, before it began.
    first_poll: u64,
    /// What diagrams have said.
    known: Known,
    /// It has no turns now.
    is_waiting: bool,
    /// It has no more turns.
    is_over: bool,
}

impl Beside {
    /// Before its first turn.
    pub(super) fn new(model: &Model, options: ExplicitOptions, tuning: &PlanTuning, budget: &Budget) -> Beside {
        Beside(Arc::new(Mutex::new(Turns {
            model: Arc::new(model.clone()),
            options,
            exploration: None,
            pace: tuning.pace,
            bytes: tuning.beside_bytes,
            budget: budget.clone(),
            stretches: Vec::new(),
            counted: 0,
            polls: 0,
            polls_before: 0,
            first_poll: 0,
            known: Known::default(),
            is_waiting: false,
            is_over: false,
        })))
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        // A panic ends the run.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A search with diagrams has a turn, and had polled so often before. If it is a rival, there are no turns of states one by one
    /// in between: what rivals do is not needed for sure.
    pub(super) fn begin(&self, polls: usize, is_rival: bool) {
        let mut turns = self.turns();
        (turns.first_poll, turns.is_waiting) = (polls as u64, is_rival);
    }

    /// Makes the stretches whose turn it is, after so many polls of the search; whether all states were found.
    pub(super) fn catch_up(&self, watch: &Watch, polls: usize) -> Result<bool, Stop> {
        self.turns().catch_up(watch, polls as u64)
    }

    /// Makes a stretch whose turn will soon come, if there is one.
    pub(super) fn hurry(&self) -> Result<bool, Stop> {
        self.turns().hurry()
    }

    /// The turn of diagrams is over.
    pub(super) fn end(&self) {
        let mut turns = self.turns();
        turns.polls_before = turns.polls;
    }

    /// Goes on by itself, unless that leads beyond limits; the limit that was met, or would be.
    pub(super) fn go_on(&self, limits: &ExplorationLimits) -> Result<Option<LimitMet>, Stop> {
        let mut turns = self.turns();
        loop {
            if turns.is_over {
                // There was no room for it.
                return Ok(Some(LimitMet::Bytes));
            }
            let standing = turns.standing();
            match standing.end {
                Some(End::Complete) => return Ok(None),
                Some(End::GivenUp(met)) => return Ok(Some(met)),
                None => {}
            }
            if let Some(met) = turns.pace.beyond(&standing, limits, turns.known.states) {
                return Ok(Some(met));
            }
            let count = turns.counted + 1;
            turns.make_stretch(count)?;
            turns.counted = count;
        }
    }

    /// How far it came, as far as it counts.
    pub(super) fn explored(&self) -> Explored {
        self.turns().standing().explored
    }

    /// Whether all states were found in its turns.
    pub(super) fn is_first(&self) -> bool {
        self.turns().is_first()
    }

    /// How far it is, as far as it counts; `None` if it had no turn.
    pub(super) fn standing(&self) -> Option<Standing> {
        let turns = self.turns();
        (turns.counted > 0).then(|| turns.standing())
    }

    /// Whether it uses memory.
    pub(super) fn holds_states(&self) -> bool {
        self.turns().exploration.is_some()
    }

    /// It has no more turns, and what it holds is given back.
    pub(super) fn dismiss(&self) {
        let mut turns = self.turns();
        turns.is_over = true;
        turns.exploration = None;
    }

    /// The system, if all states were found.
    pub(super) fn into_system<'m>(self, model: &'m Model) -> Result<ExplicitSystem<'m>, Stop> {
        let mut turns = self.turns();
        turns.is_over = true;
        let exploration = turns.exploration.take().ok_or(Stop::TooLarge)?;
        exploration.into_system(model, turns.budget.clone())
    }
}

impl Turns {
    /// How far it is, as far as it counts.
    fn standing(&self) -> Standing {
        self.counted.checked_sub(1).map_or_else(Standing::default, |last| self.stretches[last])
    }

    fn catch_up(&mut self, watch: &Watch, polls: u64) -> Result<bool, Stop> {
        let is_idle = self.is_waiting || self.is_over;
        while self.first_poll + self.polls < self.polls_before + polls && !self.is_first() && !is_idle {
            let poll = self.first_poll + self.polls + 1 - self.polls_before;
            let (states, _) = watch.states_before(poll);
            let (before, times) = watch.states_before(poll / 2);
            // The first number is that of the initial states.
            let halfway = (times > 1).then_some(before);
            // States are the same for all searches; room is that of the one that has its turn.
            let bytes = watch.most_bytes_at(poll);
            self.known = Known { states: self.known.states.max(states), halfway, bytes };
            while self.pace.is_due(&self.standing(), self.polls + 1, self.known) {
                self.make_stretch(self.counted + 1)?;
                self.counted += 1;
            }
            self.polls += 1;
        }
        Ok(self.is_first())
    }

    fn hurry(&mut self) -> Result<bool, Stop> {
        let soon = self.pace.soon(self.polls);
        let is_due = self.pace.is_due(&self.standing(), soon, self.known);
        if self.stretches.len() > self.counted || self.is_waiting || self.is_over || !is_due {
            return Ok(false);
        }
        self.make_stretch(self.counted + 1)?;
        Ok(true)
    }

    fn is_first(&self) -> bool {
        self.standing().end == Some(End::Complete)
    }

    /// Makes stretches until there are so many.
    fn make_stretch(&mut self, count: usize) -> Result<(), Stop> {
        let exploration = self.exploration.get_or_insert_with(|| PausableExploration::new(&self.model, self.options));
        while self.stretches.len() < count {
            let until = self.pace.stretch(exploration.standing().steps);
            self.stretches.push(exploration.go_on(&self.model, until, self.bytes, &self.budget)?);
        }
        Ok(())
    }
}
