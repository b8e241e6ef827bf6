//! The thread that keeps the states of a document and answers questions about them, one after the other.

use super::answers::{For, Question};
use crate::check::Means;
use crate::documents::Snapshot;
use crate::server::{Failure, RequestId};
use crate::settings::Limits;
use crossbeam_channel::{Receiver, Sender, unbounded};
use savoir::{BuildOptions, Session, Stop, stack_bytes};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A thread with the reachable states of one model. It ends when this is dropped, once its questions are answered.
pub(crate) struct Asker(Sender<Asking>);

/// A question with whoever asks it.
pub(crate) struct Asking {
    pub(crate) whom: For,
    /// What it is about.
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) question: Question,
    pub(crate) limits: Limits,
    /// Set when nobody waits for the answer any more.
    pub(crate) cancelled: Arc<AtomicBool>,
}

impl Asker {
    /// Starts a thread; `None` if the system has none left.
    pub(crate) fn start(means: Means) -> Option<Asker> {
        let (questions, waiting) = unbounded();
        let thread = std::thread::Builder::new().name("states".to_owned()).stack_size(stack_bytes());
        thread.spawn(move || answer_all(&means, &waiting)).ok()?;
        Some(Asker(questions))
    }

    /// Hands a question over; it comes back if the thread is gone.
    pub(crate) fn give(&self, asking: Asking) -> Result<(), Box<Asking>> {
        self.0.send(asking).map_err(|unsent| Box::new(unsent.0))
    }
}

fn answer_all(means: &Means, questions: &Receiver<Asking>) {
    let mut next = questions.recv().ok();
    while let Some(first) = next.take() {
        let whom = first.whom.clone();
        let about = AssertUnwindSafe(|| answer_about(first, means, questions));
        // Whoever was answered before does not hear of it.
        next = catch_unwind(about).unwrap_or_else(|_| {
            means.tell_whom(whom, Err(Failure::internal()));
            None
        });
        next = next.or_else(|| questions.recv().ok());
    }
}

/// Answers questions as long as they are about the model of the first one; the first that is about another one. There is
/// none if the states were not found, or no question is left.
fn answer_about(first: Asking, means: &Means, questions: &Receiver<Asking>) -> Option<Asking> {
    let snapshot = first.snapshot.clone();
    let Some(model) = snapshot.model() else {
        means.tell_whom(first.whom, Err(Failure::failed("the text has errors")));
        return None;
    };
    let opened = {
        let Some(_slot) = means.slots.take(&first.cancelled) else {
            means.tell_whom(first.whom, Err(Failure::cancelled()));
            return None;
        };
        let budget = first.limits.apply(means.budget.clone()).with_cancel(first.cancelled.clone());
        Session::open(model, &BuildOptions::with_threads(means.threads), &budget)
    };
    let mut session = match opened {
        Ok(session) => session,
        Err(refused) => {
            means.tell_whom(first.whom, Err(not_found(refused.stop)));
            return None;
        }
    };
    let mut next = Some(first);
    while let Some(asking) = next.take() {
        if !asking.fits(&snapshot) {
            return Some(asking);
        }
        let whom = asking.whom.clone();
        if catch_unwind(AssertUnwindSafe(|| asking.answer(&mut session, means))).is_err() {
            // Nobody knows what is left of the session.
            means.tell_whom(whom, Err(Failure::internal()));
            return None;
        }
        next = questions.recv().ok();
    }
    None
}

impl Asking {
    /// Whether a session on the model of this version can answer.
    fn fits(&self, snapshot: &Arc<Snapshot>) -> bool {
        let is_same = || match (self.snapshot.model(), snapshot.model()) {
            (Some(wanted), Some(model)) => wanted.has_same_system(model),
            _ => false,
        };
        Arc::ptr_eq(&self.snapshot, snapshot) || !self.question.is_about_a_formula_of_the_text() && is_same()
    }

    fn answer(self, session: &mut Session<'_>, means: &Means) {
        let Asking { whom, question, limits, cancelled, .. } = self;
        let Some(_slot) = means.slots.take(&cancelled) else {
            return means.tell_whom(whom, Err(Failure::cancelled()));
        };
        session.limit(&limits.apply(means.budget.clone()).with_cancel(cancelled));
        if let Some(event) = question.answer(whom, session) {
            // If nobody hears it, the server has ended.
            drop(means.events.send(event));
        }
    }
}

impl Means {
    fn tell_whom(&self, whom: For, answer: Result<Value, Failure>) {
        whom.told(answer).into_iter().for_each(|event| drop(self.events.send(event)));
    }

    pub(super) fn tell(&self, request: RequestId, answer: Result<Value, Failure>) {
        self.tell_whom(For::Request(request), answer);
    }
}

/// The states were not found.
fn not_found(stop: Stop) -> Failure {
    match stop {
        Stop::Cancelled => Failure::cancelled(),
        stop => Failure::failed(format!("the states were not found: {stop}")),
    }
}
