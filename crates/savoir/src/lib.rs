//! Savoir as a library: load a model, check its formulas, lint it, count its states, list its state graph.
//!
//! ```
//! let loaded = savoir::Loaded::from_text("toggle.ispl", savoir::examples_for_docs::TOGGLE);
//! let request = savoir::CheckRequest::default();
//! let outcome = savoir::check(&loaded, &request, &savoir::Budget::unlimited(), &mut |_| {}).unwrap();
//! assert_eq!(outcome.results[0].verdict, savoir::Verdict::True);
//! assert_eq!(outcome.states.to_string(), "2");
//! ```
//!
//! What must not be here: command-line options, printing, terminals.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod check;
mod choices;
mod consistency;
mod distributed;
mod engine;
mod evidence;
mod graph;
mod induced;
mod lint;
mod listen;
mod load;
mod mend;
mod notes;
mod outcome;
mod parallel;
mod parts;
mod plan;
pub mod play;
mod quotient;
mod read;
mod request;
mod select;
mod session;
pub mod simulate;
mod stack;
mod stats;
mod synth;
mod telling;
mod views;
mod work;

pub use check::{OpenModel, check};
pub use consistency::{ConsistencyAnswer, ConsistencyCheck, ConsistencyResult};
pub use engine::Engine;
pub use evidence::{EvidenceOutcome, EvidenceWish, FormulaEvidence};
pub use graph::{GraphError, GraphLimits, StateGraph, Transition, state_graph};
pub use induced::InducedRecord;
pub use lint::{Linted, lint};
pub use load::{LoadError, Loaded, MAX_FILE_BYTES};
pub use mend::{AppliedFix, Mended, Mending, mend, mend_with};
pub use notes::{
    Constant, EndingPaths, FormulaNote, ModelNote, NotesWish, OperandAnswer, OperandReport, OverflowNote, Vacuity,
    VacuityWish, Where,
};
pub use num_bigint::BigUint;
pub use outcome::{
    Answer, CheckError, FollowedChoice, FormulaResult, InducedSearch, Outcome, PhaseSeconds, StrategySearch,
    WrongFormula,
};
pub use parallel::Parallel;
pub use parts::{OtherProcesses, Partition, PartsError};
pub use plan::{
    Attempt, AttemptName, BuildOptions, FormulaTuning, IndependentFormulas, Pace, Pause, PlanTrace, PlanTuning,
    RaceTuning, Reached, Record, SearchStanding, Storage, Success, Way, Why,
};
pub use quotient::{Merging, Quotient, quotient};
pub use request::{CheckRequest, FormulaText, Scope};
pub use savoir_check::{
    Budget, Effort, GivenUp, MemorySource, MemoryUse, Phase, Progress, ProgressSink, SearchProgress, Shortcut, Stop,
    UniformAlgorithm, UniformChoice, UniformRecord, UniformStrategy, Verdict,
};
pub use savoir_evidence::{
    Case, CertificateLimits, CertifiedFormulas, Comparison, Feature, Literal, Moves, Nested, Player, Policy, Sight,
    StrategyOptions, Table, certify,
};
pub use savoir_explicit::{ExplorationLimits, Explored, LimitMet};
pub use savoir_groups::{
    Cases, Closed, Conditions, Count, Description, Listing, Numbers, Part, Relation, RelationKind, Slot, Valuation,
};
pub use savoir_model::{
    Accessibility, ActionId, Agent, AgentId, AtlSemantics, CoalitionId, Connective, Domain, Expr, FairnessSemantics,
    Formula, FormulaId, FormulaPool, Introduced, Logic, Look, Modality, Model, NameRole, Occurrence, PartialModel,
    PropId, Property, PropertyId, Quantifier, Reading, Restricted, Semantics, Shape, SoughtGroup, SoughtKind,
    SourceMap, StartSet, StrategyReading, Symbol, Temporal, VarId, Visibility, Words, WrittenReading, WrongReading,
    resolve_condition, resolve_formula,
};
pub use savoir_parallel::{
    Algorithm, Connection, ConnectionOptions, DistributedRecord, DistributedRefusal, PartitionError, PartitionRecord,
    ProcessTransport, Rank, RankRecord, SeatRecord, Transport, TransportError, Wire, schedule,
};
#[cfg(feature = "mpi")]
pub use savoir_parallel::{MpiError, connect_by_mpi, mpi_wire};
pub use savoir_reference::{JointAction, Moment, Number, State, alternatives, may_perform};
pub use savoir_replay::{
    Certificate, CertificateProblem, Certified, Choice, Claim, ClaimScope, Conflict, ConflictProblem, ConfusedState,
    Confusion, Coverage, Defect, DefectCause, DefectProblem, DefectReplay, EpistemicLink, Evidence, FairnessProblem,
    InitialCoverage, KnownInitialStates, Label as CertificateLabel, Labelled, Limits as ReplayLimits, Mark, Mismatch,
    Node, NodeId, NotShown, Overflow, Path, PathProblem, PathReason, PossibleState, PossibleStateProblem, Problem,
    ProblemPlace, Proof, Ranks, Reason, Recurrence, Refutation, Replayed, Response, Row, Shown,
    Standing as ReplayStanding, StepProblem, Strategy, StrategyProblem, Tree, Undecided, facts, judge, replay,
    truth_along,
};
pub use savoir_symbolic::{
    Grouping, LeaveOut, OrderChoice, OrderError, OrderName, PaperOrder, Reach, Reorder, SavedOrder, SearchSteps,
    SymbolicOptions,
};
pub use savoir_syntax::{
    Applicability, Code, ColumnUnit, Diagnostic, Fix, Label, Level, LineIndex, LintSelector, Position, Severity,
    SourceFile, Span, Standing, closest, format::format, parse,
};
pub use session::{Condition, Known, LineCount, NotOpened, PossibleStates, Reachable, Session};
pub use stack::stack_bytes;
pub use stats::{AgentStats, Statistics, statistics};
pub use synth::{
    Candidates, ChosenGroup, Closure, Example, Explained, FoundGroups, GroupConstraint, ListLimit, NamedGroup,
    SomeGroups, SynthAlgorithm, SynthAnswer, SynthError, SynthOutcome, SynthRequest, SynthResult, SynthTuning,
    SynthWay, explain_groups, synthesise,
};

pub use views::{
    Doubt, DoubtLink, Insight, InspectRequest, Inspection, Knower, PossibleWorld, StateKind, ViewError, Worlds,
    WorldsRequest, agents_named, inspect, refute, worlds,
};

/// A model small enough for the examples in this documentation.
pub mod examples_for_docs {
    /// One agent that switches a light on and off.
    pub const TOGGLE: &str = "
Agent Switch
  Vars:
    on : boolean;
  end Vars
  Actions = {press, wait};
  Protocol:
    Other : {press, wait};
  end Protocol
  Evolution:
    on = ~on if Action = press;
  end Evolution
end Agent
Evaluation
  light if Switch.on = true;
end Evaluation
InitStates
  Switch.on = false;
end InitStates
Formulae
  AG EF light;
end Formulae
";
}
