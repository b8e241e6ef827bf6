//! The work of a check, on the thread that does it.

use crate::consistency::{ConsistencyAnswer, ConsistencyCheck};
use crate::engine::Engine;
use crate::notes::ModelNote;
use crate::parts::{OtherProcesses, PartsError};
use crate::plan::{BuildOptions, PlanTrace, Storage};
use crate::session::{Finding, NotOpened, Questions, Session, Settled};
use num_bigint::BigUint;
use savoir_check::{Budget, Effort, Stop};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

/// What there is to do.
pub(crate) struct Job {
    pub(crate) questions: Questions,
    pub(crate) consistency: Vec<ConsistencyCheck>,
    pub(crate) budget: Budget,
    /// When the run began.
    pub(crate) start: Instant,
    /// Who is told. If nobody listens any more, nobody needs it.
    pub(crate) told: Sender<Update>,
    /// Other processes that work on parts of the model.
    pub(crate) others: Option<OtherProcesses>,
}

/// What is told as it is found, in this order.
pub(crate) enum Update {
    /// The engine that answers, and how it was found.
    Built { engine: Engine, trace: PlanTrace },
    /// All reachable states were found; seconds that it took.
    Explored { states: BigUint, effort: Effort, encode: f64, reach: f64 },
    /// The answer to the next check of the model as a whole, and seconds.
    Consistency(ConsistencyAnswer, f64),
    /// About the next formula.
    Formula(Finding),
    /// About the model as a whole.
    Notes(Vec<ModelNote>),
    /// There will be no more answers.
    Stopped(Stop),
    /// Neither will there be, since parts have failed.
    Failed(PartsError),
    /// That was the last formula; seconds for all that came after the states.
    Decided { effort: Effort, seconds: f64 },
}

/// Finds the states of the model of the first job, and answers all jobs about it. If the states were not found, the next
/// job tries again.
pub(crate) fn serve(options: &BuildOptions, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        if options.storage == Storage::Distributed {
            job.answer_distributed(options);
            continue;
        }
        let model = job.questions.model.clone();
        let opened = match options.partition {
            Some(partition) if partition.decides() => {
                job.answer_in_parts(options, partition);
                continue;
            }
            Some(partition) => {
                match Session::open_together(&model, (options, partition), &job.budget, job.others.as_ref()) {
                    Ok(Some(opened)) => opened,
                    // Another process has the states, and answers.
                    Ok(None) => {
                        job.tell(Update::Decided { effort: Effort::default(), seconds: 0.0 });
                        continue;
                    }
                    Err(error) => {
                        job.tell(Update::Failed(PartsError::Failed(error)));
                        continue;
                    }
                }
            }
            None => Session::open(&model, options, &job.budget),
        };
        match opened {
            Ok(mut session) => {
                let encode = session.effort().encode_seconds;
                job.answer(&mut session, encode);
                drop(job);
                while let Ok(job) = jobs.recv() {
                    session.limit(&job.budget);
                    // The states are known.
                    job.answer(&mut session, 0.0);
                }
            }
            Err(NotOpened { engine, stop, plan }) => {
                job.tell(Update::Built { engine, trace: plan });
                job.tell(Update::Stopped(stop));
            }
        }
    }
}

impl Job {
    pub(crate) fn tell(&self, update: Update) {
        drop(self.told.send(update));
    }

    /// Answers, after so many seconds of encoding.
    fn answer(&self, session: &mut Session<'_>, encode: f64) {
        let engine = session.engine();
        self.tell(Update::Built { engine, trace: session.plan().clone() });
        let effort = session.effort();
        let reach = self.start.elapsed().as_secs_f64() - encode;
        let states = session.states().clone();
        let is_empty = states == BigUint::ZERO;
        self.tell(Update::Explored { states, effort, encode, reach });
        if is_empty {
            return;
        }
        for &check in &self.consistency {
            let start = Instant::now();
            let answer = session.consistency(check);
            self.tell(Update::Consistency(answer, start.elapsed().as_secs_f64()));
        }
        let answered = session.ask(&self.questions, &|finding| self.tell(Update::Formula(finding)));
        if session.engine() != engine {
            self.tell(Update::Built { engine: session.engine(), trace: session.plan().clone() });
        }
        match answered {
            Ok(settled) => {
                let effort = match settled {
                    Some(Settled { independent, effort, notes, .. }) => {
                        self.tell(Update::Notes(notes));
                        let trace = PlanTrace { independent: Some(independent), ..session.plan().clone() };
                        self.tell(Update::Built { engine: session.engine(), trace });
                        effort
                    }
                    None => {
                        self.tell(Update::Notes(session.model_notes(self.questions.notes)));
                        session.effort()
                    }
                };
                let seconds = self.start.elapsed().as_secs_f64() - encode - reach;
                self.tell(Update::Decided { effort, seconds });
            }
            Err(stop) => self.tell(Update::Stopped(stop)),
        }
    }
}
