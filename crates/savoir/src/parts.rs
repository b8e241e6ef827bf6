//! Checking a model in parts: the algorithms of `savoir-parallel` behind the same requests and answers.

use crate::engine::Engine;
use crate::evidence::EvidenceWish;
use crate::plan::{BuildOptions, Built, PlanTrace, Planned, build};
use crate::request::CheckRequest;
use crate::stack::stack_bytes;
use crate::telling::Telling;
use crate::work::Job;
use savoir_check::{Budget, Effort, Stop};
use savoir_model::{FormulaId, Model, Semantics};
use savoir_parallel::{
    Algorithm, DistributedRefusal, Others, PartitionError, PartitionOptions, Refusal, Transport, TransportError, Work,
    decide, reach_together, refusal,
};
use savoir_symbolic::{InitialPart, SymbolicOptions, SymbolicSystem};
use std::sync::{Arc, Mutex, PoisonError};

/// How a model is checked in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How many parts, if it matters.
    pub partitions: Option<usize>,
}

/// Other processes that check the same model in parts.
#[derive(Clone)]
pub struct OtherProcesses(pub Arc<Mutex<dyn Transport + Send>>);

impl std::fmt::Debug for OtherProcesses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OtherProcesses")
    }
}

impl PartialEq for OtherProcesses {
    fn eq(&self, other: &OtherProcesses) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Why a model is not checked in parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartsError {
    /// Parts are diagrams.
    #[error("parts of a model are diagrams, and the explicit engine has none")]
    Explicit,
    /// Evidence is about states of several parts.
    #[error("evidence needs all states in one place, which only `semi` of the partitioned algorithms has")]
    Evidence,
    /// Checks of the model as a whole are, too.
    #[error("checks of the model need all states in one place, which only `semi` of the partitioned algorithms has")]
    Consistency,
    /// A formula that cannot be decided in parts, by its number.
    #[error("formula {0}: {1}")]
    Formula(usize, Refusal),
    /// Distributed states are not diagrams.
    #[error("distributed states are stored one by one, and the symbolic engine has diagrams")]
    Symbolic,
    /// Evidence is about states of several ranks.
    #[error(
        "evidence needs all states in one place, and here each rank has its own; `--parallel auto` or `semi` has them there"
    )]
    DistributedEvidence,
    /// Checks of the model as a whole are, too.
    #[error(
        "checks of the model need all states in one place, and here each rank has its own; `--parallel auto` or `semi` has them there"
    )]
    DistributedConsistency,
    /// A formula that cannot be decided over distributed states, by its number.
    #[error("formula {0}: {1}")]
    DistributedFormula(usize, DistributedRefusal),
    /// Parts do not hear from each other any more.
    #[error("checking in parts has failed: {0}")]
    Failed(PartitionError),
}

impl Partition {
    /// Whether parts decide formulas, not only find states.
    pub(crate) fn decides(self) -> bool {
        self.algorithm != Algorithm::Semi
    }

    fn options(self, threads: usize) -> PartitionOptions {
        let Partition { algorithm, partitions } = self;
        PartitionOptions { algorithm, partitions, threads, stack_bytes: stack_bytes() }
    }

    /// Whether what is asked for can be had in parts.
    pub(crate) fn fits(
        self,
        request: &CheckRequest,
        model: &Model,
        mut formulas: impl Iterator<Item = (usize, (FormulaId, Semantics))>,
    ) -> Result<(), PartsError> {
        if request.engine == Engine::Explicit {
            return Err(PartsError::Explicit);
        }
        if !self.decides() {
            return Ok(());
        }
        if request.evidence == EvidenceWish::Wanted {
            return Err(PartsError::Evidence);
        }
        if !request.consistency.is_empty() {
            return Err(PartsError::Consistency);
        }
        let refused = formulas.find_map(|(number, formula)| Some((number, refusal(model, formula)?)));
        refused.map_or(Ok(()), |(number, refusal)| Err(PartsError::Formula(number, refusal)))
    }
}

/// Does something with the other processes, if there are any. They hear if that fails, so that none of them waits.
pub(crate) fn with_others<T>(
    others: Option<&OtherProcesses>,
    run: impl FnOnce(Others<'_>) -> Result<T, PartitionError>,
) -> Result<T, PartitionError> {
    let Some(others) = others else { return run(None) };
    let transport = others.0.lock().unwrap_or_else(PoisonError::into_inner);
    run(Some(&*transport)).map_err(|error| {
        let error = match (error, transport.failure()) {
            // The budget has ended because of what another process has said or has not.
            (PartitionError::Stopped(Stop::Cancelled), Some(failure)) => match failure {
                TransportError::GivenUp(_, stop) | TransportError::Stopped(stop) => PartitionError::Stopped(stop),
                TransportError::Lost(_) | TransportError::Damaged(..) => PartitionError::Transport(failure),
            },
            (error, _) => error,
        };
        transport.give_up(if let PartitionError::Stopped(stop) = &error { *stop } else { Stop::Cancelled });
        error
    })
}

/// Finds the states of a part with the symbolic engine, as it would those of the whole model.
fn reach_part<'m>(
    model: &'m Model,
    options: &BuildOptions,
    budget: &Budget,
    part: &InitialPart,
) -> Result<SymbolicSystem<'m>, Stop> {
    let symbolic = SymbolicOptions { part: part.clone(), ..options.symbolic.clone() };
    let whole = BuildOptions { engine: Engine::Symbolic, symbolic, partition: None, ..options.clone() };
    match build(model, &whole, budget).system? {
        Built::Symbolic(system) => Ok(*system),
        Built::Explicit(_) => unreachable!("the symbolic engine was asked for"),
    }
}

/// Finds the states part by part and puts them together, if that is asked for; `None` if this process has only helped.
pub(crate) fn build_together<'m>(
    model: &'m Model,
    (options, partition): (&BuildOptions, Partition),
    budget: &Budget,
    others: Option<&OtherProcesses>,
) -> Result<Option<Planned<'m>>, PartitionError> {
    let reach = |part: &InitialPart| reach_part(model, options, budget, part);
    let work = Work {
        model,
        symbolic: &options.symbolic,
        options: partition.options(options.explicit.threads),
        budget,
        reach: &reach,
    };
    let found = with_others(others, |others| reach_together(&work, others))?;
    Ok(found.map(|(system, record)| Planned {
        engine: Engine::Symbolic,
        system: Ok(Built::Symbolic(Box::new(system))),
        trace: PlanTrace { parts: Some(Box::new(record)), ..PlanTrace::default() },
    }))
}

impl Job {
    /// Decides everything in parts.
    pub(crate) fn answer_in_parts(&self, options: &BuildOptions, partition: Partition) {
        let (model, budget) = (&self.questions.model, &self.budget);
        let reach = |part: &InitialPart| reach_part(model, options, budget, part);
        let work = Work {
            model,
            symbolic: &options.symbolic,
            options: partition.options(options.explicit.threads),
            budget,
            reach: &reach,
        };
        let mut telling = Telling::new(self, Engine::Symbolic);
        let decided = with_others(self.others.as_ref(), |others| {
            decide(&work, others, &self.questions.formulas, &mut |told| telling.pass_on(told))
        });
        telling.end(decided.map(|record| {
            let nodes = record.as_ref().map(|record| record.seats.iter().map(|seat| seat.nodes).sum());
            let trace = PlanTrace { parts: record.map(Box::new), ..PlanTrace::default() };
            (trace, Effort { nodes, ..Effort::default() })
        }));
    }
}
