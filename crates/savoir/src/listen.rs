//! Hearing what a thread finds out, and answering in time without it.

use savoir_check::{Budget, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time between two looks at the budget while there are no updates.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// So long the work may go on when the budget is used up, before its answers are given without it.
const GRACE: Duration = Duration::from_millis(600);

/// Who hears what a thread finds out.
pub(crate) trait Listener {
    /// What is told.
    type Update;
    /// Why there is nothing more to hear.
    type Error;

    fn hear(&mut self, update: Self::Update) -> Result<(), Self::Error>;

    /// What is not answered remains open.
    fn give_up(&mut self, stop: Stop);
}

/// Why nobody listens any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    WorkDone,
    GivenUp,
}

/// Hears all updates, but gives up on the thread when the budget has been used up for a while.
pub(crate) fn listen<L: Listener>(
    listener: &mut L,
    updates: &Receiver<L::Update>,
    budget: &Budget,
) -> Result<Ending, L::Error> {
    let mut over: Option<Instant> = None;
    loop {
        match updates.recv_timeout(POLL_INTERVAL) {
            Ok(update) => listener.hear(update)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(Ending::WorkDone),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(stop) = budget.check()
                    && over.get_or_insert_with(Instant::now).elapsed() > GRACE
                {
                    listener.give_up(stop);
                    return Ok(Ending::GivenUp);
                }
            }
        }
    }
}
