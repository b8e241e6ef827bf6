//! What happens when a job ends.

use super::job::{Checked, Job, Over, Task};
use super::record::{Record, State};
use super::{Fate, Order, Purpose, Running, outdated};
use crate::documents::DocumentId;
use crate::server::{Failure, Server};
use savoir::Stop;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl Server {
    /// A job has ended.
    pub(super) fn job_over(&mut self, id: DocumentId, over: Over) {
        let Some(document) = self.documents.with_id(id) else { return };
        let Some(Running { job, purpose, bar, fate, .. }) = document.checks.running.take() else { return };
        match fate {
            Fate::Dropped => {}
            // It may have come to its end before it heard that it should not.
            Fate::Resumed if over.is_cancelled() => self.resume(id, job, purpose),
            Fate::Told | Fate::Resumed => self.tell_over(id, &job, purpose, over),
        }
        self.end_bar(bar);
        self.advance(id);
    }

    /// What is left of a job waits for its turn again.
    fn resume(&mut self, id: DocumentId, mut job: Job, purpose: Purpose) {
        let cancelled: Arc<AtomicBool> = match &purpose {
            Purpose::Asked(Some(request)) => self.pending.renew(request),
            Purpose::Asked(None) | Purpose::Unasked => Arc::default(),
        };
        self.serial += 1;
        let serial = self.serial;
        let Some(document) = self.documents.with_id(id) else { return };
        if let (Task::Check { only }, Some(record)) = (&mut job.task, &document.checks.record) {
            let open = record.open(only);
            if !open.is_empty() {
                *only = open;
            }
        }
        document.checks.enqueue(Order { job: Job { serial, cancelled, ..job }, purpose, token: None });
    }

    /// Tells whoever asked, and keeps what was found out.
    fn tell_over(&mut self, id: DocumentId, job: &Job, purpose: Purpose, over: Over) {
        let Some(document) = self.documents.with_id(id) else { return };
        let result = match over {
            Over::Evidence(found) => found.map_err(Failure::failed).and_then(to_json),
            Over::Paths(found) => match (found, &purpose) {
                (Err(problem), _) => Err(Failure::failed(problem)),
                (Ok(_), Purpose::Unasked | Purpose::Asked(None)) => return,
                (Ok(paths), Purpose::Asked(Some(request))) => {
                    match self.begin_simulation(request, job.snapshot.clone(), Some(paths)) {
                        // The simulation answers.
                        Ok(()) => return,
                        Err(failure) => Err(failure),
                    }
                }
            },
            over if !job.task.is_check() => Err(no_evidence(&over)),
            over => match document.checks.record.as_mut().filter(|record| record.is_about(&job.snapshot)) {
                Some(record) => {
                    record.conclude(over, job);
                    document.is_published &= record.diagnostics.is_empty();
                    document.checks.is_news = true;
                    to_json(record.told(&document.uri.0))
                }
                None => Err(outdated()),
            },
        };
        if let Purpose::Asked(Some(request)) = purpose {
            self.answer(&request, result);
        }
        if job.task.is_check() {
            self.count_lines(id);
        }
    }
}

impl Record {
    /// Takes in how a check ended.
    fn conclude(&mut self, over: Over, job: &Job) {
        (self.state, self.message) = match over {
            Over::Checked(Checked { states, engine, diagnostics, stop }) => {
                self.states = states.or(self.states.take());
                self.engine = Some(engine);
                self.diagnostics = diagnostics;
                match stop {
                    None => (State::Done, None),
                    Some(Stop::Cancelled) => (State::Cancelled, None),
                    Some(stop) => {
                        let seconds = job.limits.time.as_secs_f64();
                        let limit = if stop == Stop::Time { format!(" after {seconds} s") } else { String::new() };
                        (State::Stopped, Some(format!("{stop}{limit}")))
                    }
                }
            }
            Over::Refused { diagnostics, message } => {
                self.diagnostics = diagnostics;
                (State::Broken, Some(message))
            }
            Over::Unwanted | Over::Evidence(_) | Over::Paths(_) => (State::Cancelled, None),
            Over::Failed => (State::Broken, Some(Failure::internal().message)),
        };
    }
}

fn to_json(result: impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(result).map_err(|_| Failure::internal())
}

/// Why there is no evidence.
fn no_evidence(over: &Over) -> Failure {
    match over {
        Over::Refused { message, .. } => Failure::failed(message),
        Over::Unwanted => Failure::cancelled(),
        Over::Checked(_) | Over::Evidence(_) | Over::Paths(_) | Over::Failed => Failure::internal(),
    }
}
