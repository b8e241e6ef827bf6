//! Threads that decide start sets beside each other, each with a game and a solver of its own.
//!
//! Which thread decides which start set follows from their order alone, and answers are read in that order. So the
//! result, and what it took, is the same in every run with as many threads.

use super::arena::{Arena, Uniformity};
use super::goal::Goal;
use super::guide::Guide;
use super::lookup::SharedLookup;
use super::sat::{Found, SatSearch};
use super::single_steps::SingleSteps;
use super::strategy::UniformStrategy;
use super::tuning::UniformTuning;
use crate::{Budget, SharedSet, Stop};
use savoir_model::{AgentId, Model};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

/// A game, as far as threads need it.
pub(super) struct SharedGame<'s> {
    pub(super) model: &'s Model,
    pub(super) steps: &'s dyn SingleSteps,
    pub(super) goal: Goal<SharedSet<'s>>,
    /// The layers of perfect information, if they were found.
    pub(super) layers: Option<Vec<SharedSet<'s>>>,
    pub(super) coalition: &'s [AgentId],
    pub(super) tuning: UniformTuning,
    pub(super) budget: Budget,
}

/// A start set, and how much work it may take.
struct Job {
    start: Vec<Vec<u64>>,
    work: u64,
}

/// What a thread says about a start set.
pub(super) enum WorkerAnswer {
    /// This strategy wins, from these states too.
    Won(UniformStrategy, Vec<Vec<u64>>),
    /// No strategy wins.
    Lost,
    /// It takes more work than allowed.
    GivenUp,
}

/// What a thread has done so far.
#[derive(Clone, Copy, Default)]
pub(super) struct WorkerEffort {
    pub(super) states: usize,
    pub(super) rounds: u64,
    pub(super) conflicts: u64,
}

struct Report {
    answer: Result<WorkerAnswer, Stop>,
    effort: WorkerEffort,
}

struct Worker {
    jobs: Sender<Job>,
    reports: Receiver<Report>,
    /// Set when its answers are not needed any more.
    dismissed: Arc<AtomicBool>,
    effort: WorkerEffort,
}

/// Threads that wait for start sets.
pub(super) struct Workers(Vec<Worker>);

impl Workers {
    /// Starts so many threads, or fewer if the system does not allow as many.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        game: &'scope SharedGame<'scope>,
        threads: usize,
    ) -> Workers {
        let start = |_| {
            let (jobs, to_do) = channel();
            let (done, reports) = channel();
            let dismissed = Arc::new(AtomicBool::new(false));
            let budget = game.budget.clone().until(dismissed.clone());
            let thread = Builder::new().name("start sets".to_owned());
            thread.spawn_scoped(scope, move || work(game, budget, &to_do, &done)).ok()?;
            Some(Worker { jobs, reports, dismissed, effort: WorkerEffort::default() })
        };
        Workers((0..threads).map_while(start).collect())
    }

    /// No threads.
    pub(super) fn none() -> Workers {
        Workers(Vec::new())
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Decides start sets, each with so much work; in order, up to the first for which `is_last` says that the rest does
    /// not matter.
    pub(super) fn decide(
        &mut self,
        starts: Vec<Vec<Vec<u64>>>,
        work: u64,
        is_last: impl Fn(&WorkerAnswer) -> bool,
    ) -> Result<Vec<WorkerAnswer>, Stop> {
        let (threads, count) = (self.0.len(), starts.len());
        for (number, start) in starts.into_iter().enumerate() {
            // A thread that has ended is noticed below.
            let _ = self.0[number % threads].jobs.send(Job { start, work });
        }
        let mut answers = Vec::with_capacity(count);
        for number in 0..count {
            let worker = &mut self.0[number % threads];
            // If it has ended without a report, it panicked, and that goes on where it is waited for.
            let Ok(report) = worker.reports.recv() else { return Err(Stop::Cancelled) };
            worker.effort = report.effort;
            let answer = report.answer.inspect_err(|_| self.dismiss())?;
            let is_last = is_last(&answer);
            answers.push(answer);
            if is_last {
                self.dismiss();
                break;
            }
        }
        Ok(answers)
    }

    /// What they are doing does not matter any more.
    fn dismiss(&self) {
        self.0.iter().for_each(|worker| worker.dismissed.store(true, Ordering::Relaxed));
    }

    /// What each of them has done, as far as it was needed.
    pub(super) fn efforts(&self) -> impl Iterator<Item = WorkerEffort> + '_ {
        self.0.iter().map(|worker| worker.effort)
    }
}

/// What a thread does until there is nothing more to do.
fn work(game: &SharedGame<'_>, budget: Budget, jobs: &Receiver<Job>, reports: &Sender<Report>) {
    let SharedGame { model, steps, goal, layers, coalition, tuning, .. } = game;
    let lookup = SharedLookup::new(budget);
    let everywhere = Uniformity::Everywhere;
    let arena = Arena::new((*model, &lookup), *steps, goal.clone(), coalition, everywhere, tuning.listed_states);
    // Only whoever has the whole system can find layers.
    let guide = Guide::new(|_: &Goal<SharedSet<'_>>| layers.clone().ok_or(Stop::TooLarge));
    let mut search = SatSearch::new(arena, guide, *tuning);
    while let Ok(job) = jobs.recv() {
        search.allow(job.work);
        let answer = answer(&mut search, job.start);
        let (states, rounds, conflicts) = (search.arena().state_count(), search.rounds, search.conflicts());
        let report = Report { answer, effort: WorkerEffort { states, rounds, conflicts } };
        if reports.send(report).is_err() {
            return;
        }
    }
}

fn answer(search: &mut SatSearch<'_, SharedLookup<'_>>, start: Vec<Vec<u64>>) -> Result<WorkerAnswer, Stop> {
    match search.solve(&start) {
        Ok(Found::Won(strategy, states)) => {
            let states = states.into_iter().map(|state| search.arena().codes(state).to_vec());
            Ok(WorkerAnswer::Won(strategy, states.chain(start).collect()))
        }
        Ok(Found::Lost) => Ok(WorkerAnswer::Lost),
        Ok(Found::GivenUp) | Err(Stop::TooLarge) => Ok(WorkerAnswer::GivenUp),
        Err(stop) => Err(stop),
    }
}
