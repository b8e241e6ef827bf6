//! Searches with diagrams that can be paused.
//!
//! A search is deep inside of its recursion whenever it polls its budget, so each has a thread, which waits there while the search
//! is paused. What counts is only what a search has done up to the pause that was asked for. On one thread nothing else is done;
//! on several, searches that are likely to have a turn next go on ahead of it, and what they find counts when it is their turn,
//! so that the outcome is the same.

use super::beside::Beside;
use super::gate::{Ended, Gate};
use super::standing::{Pause, SearchStanding};
use crate::stack::stack_bytes;
use savoir_check::{Budget, Stop};
use savoir_symbolic::{OrderName, Preparation, Searched};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, PoisonError};
use std::thread::{Builder, Scope};
use std::time::Duration;

/// How long to wait before looking again at how much a search has done, if states may be looked at one by one meanwhile.
const GLANCE: Duration = Duration::from_millis(2);

/// The same if nothing else can be done.
const LONG: Duration = Duration::from_secs(1);

/// What a search gives.
type Found<'m> = Result<Box<Searched<'m>>, Stop>;

/// How a turn ended.
pub(super) enum Turn<'m> {
    /// The search was paused.
    Paused(SearchStanding),
    /// It is over.
    Over(Found<'m>),
    /// It needs memory that others hold.
    NoRoom,
}

/// Which search has a turn, and how far.
#[derive(Clone, Copy)]
pub(super) struct Required {
    pub(super) order: OrderName,
    pub(super) pause: Pause,
    /// Whether another one is ahead.
    pub(super) is_rival: bool,
}

/// The searches under way.
pub(super) struct Lanes<'s, 'e, 'm> {
    scope: &'s Scope<'s, 'e>,
    budget: &'e Budget,
    /// Searches that may go on at the same time.
    threads: usize,
    bytes_per_poll: u64,
    lanes: Vec<Lane<'m>>,
}

/// A search that is under way, or over and not asked for yet.
struct Lane<'m> {
    order: OrderName,
    gate: Arc<Gate>,
    found: Receiver<Found<'m>>,
    /// The polls that count.
    counted: usize,
    /// What others hold.
    elsewhere: Arc<AtomicU64>,
    /// Whether others ever held something.
    has_shared: bool,
}

/// Nobody waits for them any more.
impl Drop for Lanes<'_, '_, '_> {
    fn drop(&mut self) {
        self.lanes.iter().for_each(|lane| lane.gate.dismiss());
    }
}

impl<'s, 'e: 's, 'm: 'e> Lanes<'s, 'e, 'm> {
    pub(super) fn new(
        scope: &'s Scope<'s, 'e>,
        budget: &'e Budget,
        threads: usize,
        bytes_per_poll: u64,
    ) -> Lanes<'s, 'e, 'm> {
        Lanes { scope, budget, threads, bytes_per_poll, lanes: Vec::new() }
    }

    /// Ends all searches.
    pub(super) fn dismiss_all(&mut self) {
        self.lanes.drain(..).for_each(|lane| lane.gate.dismiss());
    }

    /// Ends the searches with other orders, and waits until they have given back what they hold.
    pub(super) fn keep_only(&mut self, order: OrderName) {
        let (kept, others): (Vec<_>, Vec<_>) = self.lanes.drain(..).partition(|lane| lane.order == order);
        others.iter().for_each(|lane| lane.gate.dismiss());
        others.iter().for_each(|lane| drop(lane.found.recv()));
        self.lanes = kept;
    }

    /// The turn of a search, which begins or goes on where it was paused. Those that are `likely` to have the next turns may go on
    /// meanwhile.
    pub(super) fn turn(
        &mut self,
        prepared: &'e Preparation<'m>,
        required: Required,
        beside: Option<&Beside>,
        likely: &[(OrderName, Pause)],
    ) -> Turn<'m> {
        let Required { order, pause, is_rival } = required;
        if let Some(beside) = beside {
            let known = self.lanes.iter().find(|lane| lane.order == order);
            // Before it works: a search goes on to its first poll as soon as it begins.
            beside.begin(known.map_or(0, |lane| lane.counted), is_rival);
        }
        let Some(place) = self.find_or_start(prepared, order, beside) else {
            // Without a thread it cannot be paused.
            return Turn::Over(prepared.search(order, self.budget).map(Box::new));
        };
        for (other, lane) in self.lanes.iter().enumerate() {
            lane.gate.watch.mute(other != place);
            if other != place && !likely.iter().any(|(likely, _)| *likely == lane.order) {
                lane.gate.hold();
            }
        }
        self.share_memory();
        let lane = &self.lanes[place];
        lane.gate.resume(pause, lane.counted);
        self.go_ahead(prepared, order, likely, beside);
        let place = self.place(order);
        let ended = self.wait(place, &pause, beside);
        let lane = &mut self.lanes[place];
        if let Some(beside) = beside {
            beside.end();
        }
        match ended {
            Ok(Some(poll)) => {
                lane.counted = poll;
                Turn::Paused(lane.gate.state().track.standing(poll))
            }
            Ok(None) => self.over(place, beside),
            Err(stop) => Turn::Over(Err(stop)),
        }
    }

    /// Waits until a search has come to a pause: the poll at which it did, or nothing if it is over.
    fn wait(&self, place: usize, pause: &Pause, beside: Option<&Beside>) -> Result<Option<usize>, Stop> {
        let lane = &self.lanes[place];
        // With one thread it works in between.
        let beside = beside.filter(|_| self.threads > 1);
        let mut looked_at = lane.counted;
        loop {
            let (stop, polls, is_over) = {
                let state = lane.gate.state();
                let stop = state.track.first_stop(pause, looked_at);
                (stop, state.track.polls(), state.is_over)
            };
            looked_at = stop.map_or(polls, |stop| stop - 1);
            let mut is_busy = false;
            if let Some(beside) = beside {
                if beside.catch_up(&lane.gate.watch, stop.unwrap_or(polls))? {
                    // Nobody needs it any more.
                    return Err(Stop::Cancelled);
                }
                is_busy = stop.is_none() && !is_over && beside.hurry()?;
            }
            if stop.is_some() || is_over {
                return Ok(stop);
            }
            if !is_busy {
                let state = lane.gate.state();
                if !state.is_over && state.track.polls() == polls {
                    let most = if beside.is_some() { GLANCE } else { LONG };
                    let waited = lane.gate.changed.wait_timeout(state, most);
                    drop(waited.unwrap_or_else(PoisonError::into_inner));
                }
            }
        }
    }

    /// A search is over.
    fn over(&mut self, place: usize, beside: Option<&Beside>) -> Turn<'m> {
        let lane = self.lanes.remove(place);
        let found = lane.found.recv().unwrap_or(Err(Stop::Cancelled));
        let is_beside = !self.lanes.is_empty() || beside.is_some_and(Beside::holds_states);
        match found {
            // Perhaps it would not have been too much without the others.
            Err(Stop::Memory) if lane.has_shared || is_beside => Turn::NoRoom,
            found => Turn::Over(found),
        }
    }

    /// Lets searches go on that are likely to have the next turns, as many as there are threads.
    fn go_ahead(
        &mut self,
        prepared: &'e Preparation<'m>,
        required: OrderName,
        likely: &[(OrderName, Pause)],
        beside: Option<&Beside>,
    ) {
        for &(order, pause) in likely.iter().filter(|(order, _)| *order != required).take(self.threads - 1) {
            let Some(place) = self.find_or_start(prepared, order, beside) else { break };
            self.lanes[place].gate.watch.mute(true);
            self.lanes[place].gate.resume(pause, self.lanes[place].counted);
        }
    }

    fn place(&self, order: OrderName) -> usize {
        self.lanes.iter().position(|lane| lane.order == order).unwrap_or(0)
    }

    /// The place of a search, which begins if it is not under way; `None` if there is no thread for it.
    fn find_or_start(
        &mut self,
        prepared: &'e Preparation<'m>,
        order: OrderName,
        beside: Option<&Beside>,
    ) -> Option<usize> {
        if let Some(place) = self.lanes.iter().position(|lane| lane.order == order) {
            return Some(place);
        }
        let (tell, found) = channel();
        let beside = beside.filter(|_| self.threads == 1).cloned();
        let gate = Arc::new(Gate::new(self.bytes_per_poll, beside));
        let elsewhere = Arc::new(AtomicU64::new(0));
        let budget = self.budget.clone().watched(gate.watch.clone()).sharing(elsewhere.clone());
        let budget = budget.accompanied(gate.clone());
        let thread = Builder::new().name("search".to_owned()).stack_size(stack_bytes());
        let ended = Ended::new(gate.clone());
        let search = move || {
            let _ended = ended;
            // If nobody wants to know any more, it does not matter.
            let _ = tell.send(prepared.search(order, &budget).map(Box::new));
        };
        thread.spawn_scoped(self.scope, search).ok()?;
        self.lanes.push(Lane { order, gate, found, counted: 0, elsewhere, has_shared: false });
        Some(self.lanes.len() - 1)
    }

    /// Tells each search what the others hold.
    fn share_memory(&mut self) {
        let bytes: u64 = self.lanes.iter().map(|lane| lane.gate.watch.bytes()).sum();
        for lane in &mut self.lanes {
            let elsewhere = bytes.saturating_sub(lane.gate.watch.bytes());
            lane.elsewhere.store(elsewhere, Ordering::Relaxed);
            lane.has_shared |= elsewhere > 0;
        }
    }
}
