//! What parts or ranks find, as updates of a job.

use crate::engine::Engine;
use crate::parts::PartsError;
use crate::plan::PlanTrace;
use crate::session::{Decided, Finding};
use crate::work::{Job, Update};
use savoir_check::{Decision, Effort, Verdict};
use savoir_parallel::{PartitionError, Told};
use std::time::Instant;

/// Passes on what is found together with others.
pub(crate) struct Telling<'j> {
    job: &'j Job,
    engine: Engine,
    /// When the last thing was told.
    last: Instant,
    /// Seconds until all states were found.
    reached: f64,
}

impl<'j> Telling<'j> {
    /// Says which engine it is.
    pub(crate) fn new(job: &'j Job, engine: Engine) -> Telling<'j> {
        job.tell(Update::Built { engine, trace: PlanTrace::default() });
        Telling { job, engine, last: Instant::now(), reached: 0.0 }
    }

    /// Passes on what was found next.
    pub(crate) fn pass_on(&mut self, told: Told) {
        let job = self.job;
        match told {
            Told::States(states) => {
                self.reached = job.start.elapsed().as_secs_f64();
                let (effort, encode) = (Effort::default(), 0.0);
                job.tell(Update::Explored { states, effort, encode, reach: self.reached });
            }
            Told::NoFairPath => job.tell(Update::Formula(Finding::NoFairPath)),
            Told::Verdict(holds) => {
                let verdict = if holds { Verdict::True } else { Verdict::False };
                let decision = Decision { verdict, how: None };
                let seconds = self.last.elapsed().as_secs_f64();
                let decided = Decided { decision, searches: Vec::new(), induced: None, seconds };
                job.tell(Update::Formula(Finding::Decision(decided)));
                job.tell(Update::Formula(Finding::Complete(None, Vec::new())));
            }
        }
        self.last = Instant::now();
    }

    /// Says how it ended: with what it took, or why not.
    pub(crate) fn end(self, ended: Result<(PlanTrace, Effort), PartitionError>) {
        let job = self.job;
        match ended {
            Ok((trace, effort)) => {
                job.tell(Update::Built { engine: self.engine, trace });
                let seconds = job.start.elapsed().as_secs_f64() - self.reached;
                job.tell(Update::Decided { effort, seconds });
            }
            Err(PartitionError::Stopped(stop)) => job.tell(Update::Stopped(stop)),
            Err(error) => job.tell(Update::Failed(PartsError::Failed(error))),
        }
    }
}
