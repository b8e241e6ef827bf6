//! Where a search waits while it is paused, and what others see of it.

use super::beside::Beside;
use super::standing::{Pause, Track};
use savoir_check::{Companion, Stop, Watch};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Where a search waits.
pub(super) struct Gate {
    pub(super) watch: Arc<Watch>,
    /// Who works in between its steps, if there is only one thread.
    beside: Option<Beside>,
    state: Mutex<State>,
    /// When the search waits or is over, or may go on.
    pub(super) changed: Condvar,
}

pub(super) struct State {
    pub(super) track: Track,
    pause: Pause,
    /// It is paused after this poll only.
    resumed_at: usize,
    /// Nobody waits for it any more.
    is_dismissed: bool,
    /// What it found may be worked with for long, and has no pauses.
    pub(super) is_over: bool,
}

impl Gate {
    /// Where a search will wait until it is told how far to go, and who works in between its steps on the same thread.
    pub(super) fn new(bytes_per_poll: u64, beside: Option<Beside>) -> Gate {
        let track = Track::new(bytes_per_poll);
        let state = State { track, pause: Pause::after(0), resumed_at: 0, is_dismissed: false, is_over: false };
        Gate { watch: Arc::new(Watch::default()), beside, state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // A panic ends the run.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the search go on until it is paused, for at least one poll after this one.
    pub(super) fn resume(&self, pause: Pause, polls: usize) {
        let mut state = self.state();
        (state.pause, state.resumed_at) = (pause, polls);
        self.changed.notify_all();
    }

    /// Lets the search go no further than its next poll, or where it is if it waits.
    pub(super) fn hold(&self) {
        let mut state = self.state();
        (state.pause, state.resumed_at) = (Pause::after(0), 0);
    }

    pub(super) fn dismiss(&self) {
        self.state().is_dismissed = true;
        self.changed.notify_all();
    }

    pub(super) fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }
}

/// Says that a search is over, also if it ends in a panic: nobody must wait for it then.
pub(super) struct Ended(Arc<Gate>);

impl Ended {
    pub(super) fn new(gate: Arc<Gate>) -> Ended {
        Ended(gate)
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Companion for Gate {
    fn polled(&self) -> Result<(), Stop> {
        let poll = {
            let state = self.state();
            if state.is_over {
                return Ok(());
            }
            state.track.polls() + 1
        };
        // Before anybody sees that the search has come so far: it may be paused here, and then another one has its turn.
        if let Some(beside) = &self.beside
            && beside.catch_up(&self.watch, poll)?
        {
            return Err(Stop::Cancelled);
        }
        let mut state = self.state();
        state.track.polled(&self.watch);
        loop {
            if state.is_dismissed {
                return Err(Stop::Cancelled);
            }
            if poll <= state.resumed_at || !state.track.stops(&state.pause, poll) {
                return Ok(());
            }
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
