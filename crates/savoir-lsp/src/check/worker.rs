//! The thread that works for one document.

use super::job::{Job, News, Over, Tell};
use crate::Slots;
use crate::documents::DocumentId;
use crate::server::Event;
use crossbeam_channel::{Receiver, Sender, unbounded};
use savoir::{Budget, OpenModel, stack_bytes};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A thread that does one job after the other and keeps the model open between them. It ends when this is dropped and its
/// job, if it has one, is cancelled.
pub(crate) struct Worker {
    jobs: Sender<Job>,
}

/// What a worker needs besides its jobs.
#[derive(Clone)]
pub(crate) struct Means {
    pub(crate) slots: Slots,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
    pub(crate) events: Sender<Event>,
    /// Every thread has a copy, so it can be told when all have ended.
    pub(crate) alive: Arc<()>,
}

impl Worker {
    /// Starts a thread; `None` if the system has none left.
    pub(crate) fn start(document: DocumentId, means: Means) -> Option<Worker> {
        let (jobs, waiting) = unbounded();
        let thread = std::thread::Builder::new().name("document".to_owned()).stack_size(stack_bytes());
        thread.spawn(move || work(document, &means, &waiting)).ok()?;
        Some(Worker { jobs })
    }

    /// Gives it something to do; the job if the thread is gone.
    pub(crate) fn give(&self, job: Job) -> Result<(), Box<Job>> {
        self.jobs.send(job).map_err(|unsent| Box::new(unsent.0))
    }
}

fn work(document: DocumentId, means: &Means, jobs: &Receiver<Job>) {
    let mut open = OpenModel::default();
    for job in jobs {
        let (events, serial) = (means.events.clone(), job.serial);
        // If nobody hears it, the server has ended.
        let tell = Tell(Arc::new(move |news| drop(events.send(Event::Work { document, serial, news }))));
        let slot = if job.is_wanted() { means.slots.take(&job.cancelled) } else { None };
        let over = match &slot {
            None => Over::Unwanted,
            Some(_) => {
                let run = || job.run(&mut open, (&means.budget, means.threads), &tell);
                catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
                    open = OpenModel::default();
                    Over::Failed
                })
            }
        };
        drop(slot);
        tell.tell(News::Over(over));
    }
}
