//! Verdicts while somebody types: when a check begins, what it may take, and what is told about it.
//!
//! Each document has a thread that does one [`Job`] after the other; which one is next is decided here. What somebody asks for
//! goes first: a check that began by itself is interrupted for it and goes on afterwards with the formulas that are left.

mod ending;
mod evidence;
mod job;
mod orders;
mod progress;
mod record;
mod schedule;
mod told;
mod worker;

pub(crate) use job::{News, Task};
pub(crate) use record::Record;
pub(crate) use worker::Means;

use crate::server::{Failure, RequestId};
use job::Job;
use lsp_types::ProgressToken;
use progress::Bar;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use worker::Worker;

/// The checks of a document.
#[derive(Default)]
pub(crate) struct Checks {
    /// What is known about the newest version that was looked at.
    pub(crate) record: Option<Record>,
    /// Whether clients have not been told yet what has changed in it.
    pub(crate) is_news: bool,
    /// When a check begins by itself.
    pub(crate) due: Option<Instant>,
    /// Set when nobody wants to know any more in how many states lines apply.
    counting: Arc<AtomicBool>,
    waiting: VecDeque<Order>,
    running: Option<Running>,
    worker: Option<Worker>,
}

/// A job that waits for its turn.
struct Order {
    job: Job,
    purpose: Purpose,
    /// The bar that the client shows for it already.
    token: Option<ProgressToken>,
}

/// Whom a job is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Purpose {
    /// Nobody in particular.
    Unasked,
    /// Whoever sent this request, or executed a command.
    Asked(Option<RequestId>),
}

/// A job under way.
struct Running {
    job: Job,
    purpose: Purpose,
    bar: Bar,
    /// Whether it has answered something, so its states are known.
    has_answers: bool,
    fate: Fate,
}

/// What happens when a job ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Its answers are told.
    Told,
    /// It goes on after another one, with what is left of it.
    Resumed,
    /// It was about a text that is no more, or not wanted.
    Dropped,
}

impl Checks {
    /// Whether there is nothing to do.
    pub(crate) fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Whether a thread keeps a model.
    pub(crate) fn has_worker(&self) -> bool {
        self.worker.is_some()
    }

    /// The flag for another count of lines, in place of any that is under way.
    pub(crate) fn count_anew(&mut self) -> Arc<AtomicBool> {
        self.counting.store(true, Ordering::Relaxed);
        self.counting = Arc::default();
        self.counting.clone()
    }

    /// Forgets the model.
    pub(crate) fn spare(&mut self) {
        self.worker = None;
    }

    /// Stops everything, since the document is closed; the requests that get no answer.
    pub(crate) fn close(mut self) -> Vec<RequestId> {
        self.counting.store(true, Ordering::Relaxed);
        self.stop(|_| true, &mut Vec::new())
    }

    /// Stops jobs of some kind; the requests that get no answer, and the bars that vanish.
    fn stop(&mut self, is_meant: impl Fn(&Task) -> bool, bars: &mut Vec<Bar>) -> Vec<RequestId> {
        let mut requests = Vec::new();
        if let Some(running) = self.running.as_mut().filter(|running| is_meant(&running.job.task)) {
            running.job.cancel();
            running.fate = Fate::Dropped;
            bars.push(std::mem::take(&mut running.bar));
            requests.extend(running.purpose.forget());
        }
        let (stopped, left) =
            std::mem::take(&mut self.waiting).into_iter().partition(|order| is_meant(&order.job.task));
        self.waiting = left;
        let stopped: VecDeque<Order> = stopped;
        requests.extend(stopped.into_iter().filter_map(|mut order| order.purpose.forget()));
        requests
    }
}

impl Purpose {
    /// The request that waits for it, which does not any more.
    fn forget(&mut self) -> Option<RequestId> {
        match self {
            Purpose::Unasked => None,
            Purpose::Asked(request) => request.take(),
        }
    }
}

/// The answer to who asked about a text that is no more.
pub(crate) fn outdated() -> Failure {
    Failure::modified("the text has changed meanwhile")
}
