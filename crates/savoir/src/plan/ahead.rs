//! Attempts made ahead of time. While one order of a race is tried, those that would come next if it were given up are tried on
//! other threads. What they find counts only if the rule asks for exactly that attempt, so that the race ends as it would on
//! one thread, whoever is done first; what turns out not to be needed is dismissed at once.

use super::attempt::{Attempt, AttemptName, Way};
use super::beside::Beside;
use crate::stack::stack_bytes;
use savoir_check::{Budget, Stop, Watch};
use savoir_symbolic::{Allowance, OrderName, Preparation, Searched};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

/// How long to wait before looking again at how much an attempt has done.
const GLANCE: Duration = Duration::from_millis(2);

/// How many attempts are looked for that would come next: as many as a race has rounds and orders.
const FORESEEN: usize = 16;

/// What a search gives.
type Found<'m> = Result<Searched<'m>, Stop>;

/// Threads that make attempts.
pub(super) struct Ahead<'s, 'e, 'm> {
    scope: &'s Scope<'s, 'e>,
    budget: &'e Budget,
    /// Attempts that may be under way at the same time.
    threads: usize,
    /// An attempt that has polled its budget so often takes long enough for others to be made beside it.
    after: u64,
    /// Whether one did: others will take as long.
    takes_long: bool,
    running: Vec<Running<'s, 'm>>,
}

/// An attempt that is under way, or done and not asked for yet.
struct Running<'s, 'm> {
    attempt: Attempt,
    dismissed: Arc<AtomicBool>,
    watch: Arc<Watch>,
    found: Receiver<Found<'m>>,
    thread: ScopedJoinHandle<'s, ()>,
}

impl Running<'_, '_> {
    /// Nobody waits for it any more.
    fn dismiss(&self) {
        self.dismissed.store(true, Ordering::Relaxed);
    }
}

/// The race is over.
impl Drop for Ahead<'_, '_, '_> {
    fn drop(&mut self) {
        self.running.iter().for_each(Running::dismiss);
    }
}

impl<'s, 'e: 's, 'm: 'e> Ahead<'s, 'e, 'm> {
    pub(super) fn new(scope: &'s Scope<'s, 'e>, budget: &'e Budget, threads: usize, after: u64) -> Ahead<'s, 'e, 'm> {
        Ahead { scope, budget, threads, after, takes_long: false, running: Vec::new() }
    }

    /// Whether an attempt is of the kind that others are made beside, or is under way. If it is neither, nothing else is needed
    /// any more.
    pub(super) fn suits(&mut self, attempt: &Attempt) -> bool {
        let suits = self.threads > 1 && matches!(attempt.name, AttemptName::Race(_) | AttemptName::LastOrder)
            || self.running.iter().any(|running| running.attempt == *attempt);
        if !suits {
            self.running.drain(..).for_each(|running| running.dismiss());
        }
        suits
    }

    /// Makes an attempt, or waits for it if it is under way. `next` says what would come if it were given up, one attempt after
    /// the other. `None` if there is no thread for it.
    pub(super) fn make(
        &mut self,
        prepared: &'e Preparation<'m>,
        attempt: Attempt,
        beside: Option<&Beside>,
        next: impl FnOnce(usize) -> Vec<Attempt>,
    ) -> Option<Found<'m>> {
        let foreseen = next(if self.threads > 1 { FORESEEN } else { 0 });
        self.running.retain(|running| {
            let is_needed = running.attempt == attempt || foreseen.contains(&running.attempt);
            if !is_needed {
                running.dismiss();
            }
            is_needed
        });
        let under_way = self.running.iter().position(|running| running.attempt == attempt);
        let required = match under_way {
            Some(place) => self.running.remove(place),
            None => self.start(prepared, attempt)?,
        };
        required.watch.mute(false);
        // Whoever was given up before takes longer with more bytes, and where one comes to the end the others are tried as well.
        self.takes_long |= matches!(attempt.name, AttemptName::Race(2..));
        let found = self.wait(prepared, &required, beside, &foreseen);
        if found.is_err() {
            // It may be under way if it was not the one that met a limit.
            required.dismiss();
        }
        match found {
            // Perhaps it would not have been too much without the others.
            Err(Stop::Memory)
                if under_way.is_some() || !self.running.is_empty() || beside.is_some_and(Beside::holds_states) =>
            {
                self.dismiss_all();
                beside.inspect(|beside| beside.dismiss());
                let again = self.start(prepared, attempt)?;
                Some(again.found.recv().unwrap_or(Err(Stop::Cancelled)))
            }
            found => Some(beside.map_or(Ok(()), |beside| beside.after(&required.watch)).and(found)),
        }
    }

    /// Waits for an attempt; when it takes long, those that would come next are begun. States one by one have their turns
    /// meanwhile.
    fn wait(
        &mut self,
        prepared: &'e Preparation<'m>,
        required: &Running<'s, 'm>,
        beside: Option<&Beside>,
        foreseen: &[Attempt],
    ) -> Found<'m> {
        loop {
            self.takes_long |= required.watch.checks() >= self.after;
            if self.takes_long && !required.thread.is_finished() {
                self.begin(prepared, &required.attempt, foreseen);
            }
            let mut is_busy = false;
            if let Some(beside) = beside {
                if beside.catch_up(&required.watch)? {
                    // Nobody needs it any more.
                    required.dismiss();
                    return required.found.recv().unwrap_or(Err(Stop::Cancelled));
                }
                is_busy = beside.hurry()?;
            }
            let glance = if is_busy { Duration::ZERO } else { GLANCE };
            match required.found.recv_timeout(glance) {
                Ok(found) => return found,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Stop::Cancelled),
            }
        }
    }

    /// Begins attempts that would come next, as long as a thread is free, or has one that would come later.
    fn begin(&mut self, prepared: &'e Preparation<'m>, required: &Attempt, foreseen: &[Attempt]) {
        for (place, &attempt) in foreseen.iter().enumerate() {
            if self.running.iter().any(|running| running.attempt == attempt) {
                continue;
            }
            if !self.has_free_thread() {
                self.dismiss_last(&foreseen[place..]);
            }
            if !self.has_free_thread() {
                break;
            }
            if self.has_room(required, &attempt) {
                let Some(running) = self.start(prepared, attempt) else { break };
                running.watch.mute(true);
                self.running.push(running);
            }
        }
    }

    /// Whether there is a thread for an attempt beside the one that is waited for.
    fn has_free_thread(&self) -> bool {
        let at_work = self.running.iter().filter(|running| !running.thread.is_finished()).count();
        at_work + 1 < self.threads
    }

    /// Dismisses the last one of these attempts that is under way: what came nearer was not foreseen when it was begun.
    fn dismiss_last(&mut self, foreseen: &[Attempt]) {
        let at_work = self.running.iter().filter(|running| !running.thread.is_finished());
        let Some(last) = last_of(at_work.map(|running| running.attempt), foreseen) else { return };
        self.running.extract_if(.., |running| running.attempt == last).for_each(|running| running.dismiss());
    }

    /// Whether there is room for one more attempt beside those that are under way, if all of them use what they may, or as much as
    /// the one that is waited for: if another one may use more, it still has no more time.
    fn has_room(&self, required: &Attempt, another: &Attempt) -> bool {
        let most = search_of(required).map_or(0, |(_, allowance)| allowance.bytes);
        let attempts = self.running.iter().map(|running| &running.attempt).chain([required, another]);
        let bytes = attempts
            .filter_map(search_of)
            .map(|(_, allowance)| allowance.bytes.min(most).saturating_add(allowance.elsewhere));
        self.budget.has_room(0, bytes.fold(0, u64::saturating_add))
    }

    /// Begins an attempt on a thread of its own, if there is one.
    fn start(&self, prepared: &'e Preparation<'m>, attempt: Attempt) -> Option<Running<'s, 'm>> {
        let (order, allowance) = search_of(&attempt)?;
        let (tell, found) = channel();
        let (dismissed, watch) = (Arc::new(AtomicBool::new(false)), Arc::new(Watch::default()));
        let budget = self.budget.clone().until(dismissed.clone()).watched(watch.clone());
        let thread = Builder::new().name("attempt".to_owned()).stack_size(stack_bytes());
        let search = move || {
            // If nobody wants to know any more, it does not matter.
            let _ = tell.send(prepared.search(order, allowance, &budget));
        };
        let thread = thread.spawn_scoped(self.scope, search).ok()?;
        Some(Running { attempt, dismissed, watch, found, thread })
    }

    /// Ends what is under way, and waits until it has ended.
    fn dismiss_all(&mut self) {
        for running in self.running.drain(..) {
            running.dismiss();
            let _ = running.found.recv();
        }
    }
}

/// Which of these attempts would come last.
fn last_of(attempts: impl Iterator<Item = Attempt>, foreseen: &[Attempt]) -> Option<Attempt> {
    let places = attempts.filter_map(|attempt| foreseen.iter().position(|other| *other == attempt));
    places.max().map(|place| foreseen[place])
}

/// What an attempt with diagrams is made with.
fn search_of(attempt: &Attempt) -> Option<(OrderName, Allowance)> {
    match attempt.way {
        Way::Symbolic(order, allowance) => Some((order, allowance)),
        Way::Explicit(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::attempt::Success;
    use super::*;

    #[test]
    fn what_comes_last_makes_room() {
        let attempt = |name, order| {
            let way = Way::Symbolic(order, Allowance::UNLIMITED);
            Attempt { name, way, success: Success::Finished }
        };
        let next = attempt(AttemptName::Race(3), OrderName::Force);
        let last = attempt(AttemptName::LastOrder, OrderName::ForceFromNames);
        let other = attempt(AttemptName::LastOrder, OrderName::Names);
        assert_eq!(last_of([last, next].into_iter(), &[next, last]), Some(last));
        assert_eq!(last_of([next].into_iter(), &[next, last]), Some(next));
        // What was begun because it comes nearer stays.
        assert_eq!(last_of([next].into_iter(), &[last]), None);
        assert_eq!(last_of([other].into_iter(), &[next, last]), None);
    }
}
