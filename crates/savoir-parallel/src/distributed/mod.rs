//! Explicit exploration over several ranks, so that a state space may exceed the memory of one machine.
//!
//! A state belongs to the rank that its hash falls to, which alone stores it ([`exploration`]). Ranks work in [`rounds`], in which they
//! hand each other batches of states; these also say when all is found. Formulas are evaluated by the logics of `savoir-check` over
//! a [`system`] in each rank: fixpoints tell the predecessors of states ([`transitions`], [`propagation`]), knowledge asks the owners of
//! observations ([`classes`]).
//!
//! Nothing here depends on whether ranks are threads or processes.

mod classes;
mod deciding;
mod exploration;
mod ledger;
mod propagation;
mod record;
mod refusal;
mod rounds;
mod system;
mod transitions;
mod tuning;
mod wire;

pub use record::{DistributedRecord, RankRecord};
pub use refusal::{DistributedRefusal, distributed_refusal};
pub use tuning::DistributedTuning;

use crate::partitioned::{Others, PartitionError, Question, Told};
use crate::{ThreadTransport, Transport, TransportError};
use deciding::decide_together;
use ledger::Ledger;
use rounds::Crew;
use savoir_check::{Budget, Stop};
use savoir_explicit::{PackedModel, PackedUsage};
use savoir_model::Model;
use std::sync::atomic::AtomicU64;

/// How many explore, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistributedOptions {
    /// Ranks that are threads of this process, if there are no other processes; otherwise each process is one rank.
    pub threads: usize,
    /// Bytes of stack that each thread needs.
    pub stack_bytes: usize,
    /// The numbers that trade one cost for another.
    pub tuning: DistributedTuning,
}

/// Finds all states and decides formulas, each rank with its own states; `tell` sees what is found, at the first rank. Gives what
/// it took, to the first rank.
///
/// # Errors
/// A limit of the user, or a rank that is gone. What was told before counts.
pub fn decide_distributed(
    model: &Model,
    options: DistributedOptions,
    budget: &Budget,
    others: Others<'_>,
    questions: &[Question],
    tell: &mut dyn FnMut(Told),
) -> Result<Option<DistributedRecord>, PartitionError> {
    let packed = PackedModel::compile(model);
    let usage = PackedUsage::new(budget);
    let process = AtomicU64::new(0);
    let run = |transport: &dyn Transport, tell: &mut dyn FnMut(Told)| {
        let crew = Crew::new(transport, Ledger::new(budget, &usage, &process));
        let tell = &mut |told| {
            if transport.rank() == 0 {
                tell(told);
            }
        };
        let decided = decide_together(&packed, &crew, options.tuning, questions, tell);
        decided.map_err(|stop| {
            let error = why(stop, crew.failure(), budget);
            let reason = if let PartitionError::Stopped(stop) = &error { *stop } else { Stop::Cancelled };
            // Nobody is to wait for this rank.
            transport.give_up(reason);
            error
        })
    };
    match others {
        Some(transport) => run(transport, tell),
        None => on_threads(options, budget, &run, tell),
    }
}

/// Why a rank stopped: because of a limit, its own or that of another rank, or because of what went wrong between them.
fn why(stop: Stop, failure: Option<TransportError>, budget: &Budget) -> PartitionError {
    match failure {
        None => PartitionError::Stopped(stop),
        Some(TransportError::Stopped(stop)) => PartitionError::Stopped(stop),
        // Without a limit that was met here as well, another rank was interrupted, or has lost somebody.
        Some(failure @ TransportError::GivenUp(_, Stop::Cancelled)) => {
            budget.check().map_or_else(PartitionError::Stopped, |()| PartitionError::Transport(failure))
        }
        Some(TransportError::GivenUp(_, stop)) => PartitionError::Stopped(stop),
        Some(failure @ (TransportError::Lost(_) | TransportError::Damaged(..))) => PartitionError::Transport(failure),
    }
}

/// What a rank does with its end of the connection.
type Run<'r> =
    dyn Fn(&dyn Transport, &mut dyn FnMut(Told)) -> Result<Option<DistributedRecord>, PartitionError> + Sync + 'r;

/// Runs every rank on a thread, the first one on the calling thread.
fn on_threads(
    options: DistributedOptions,
    budget: &Budget,
    run: &Run<'_>,
    tell: &mut dyn FnMut(Told),
) -> Result<Option<DistributedRecord>, PartitionError> {
    let mut ends = ThreadTransport::connect(options.threads.max(1), budget).into_iter();
    let Some(first) = ends.next() else { return Ok(None) };
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        let mut errors = Vec::new();
        for (rank, end) in (1..).zip(ends) {
            let thread = std::thread::Builder::new().name(format!("rank {rank}")).stack_size(options.stack_bytes);
            match thread.spawn_scoped(scope, move || run(&end, &mut |_| ())) {
                Ok(thread) => threads.push(thread),
                // Its end of the connection is gone, so nobody waits for it.
                Err(_) => errors.push(PartitionError::NoRank(rank)),
            }
        }
        let found = run(&first, tell);
        // The others hear now, if they wait for this one, that it is gone.
        drop(first);
        for thread in threads {
            match thread.join() {
                Ok(ended) => errors.extend(ended.err()),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        let record = found.unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        errors.into_iter().min_by_key(weight).map_or(Ok(record), Err)
    })
}

/// Of several errors the least one counts, which the others follow from.
fn weight(error: &PartitionError) -> u8 {
    match error {
        PartitionError::NoThread(_) | PartitionError::NoRank(_) => 0,
        PartitionError::Stopped(_) => 1,
        PartitionError::Transport(TransportError::Damaged(..)) => 2,
        PartitionError::Transport(TransportError::Lost(_)) => 3,
        PartitionError::Transport(TransportError::GivenUp(..) | TransportError::Stopped(_)) => 4,
    }
}
