//! Evidence and its replay: why a verdict is as it is, checked without trust in whoever made it.
//!
//! Entry points: [`Evidence`] is a tree of conclusions about states; [`replay`] checks it against the model, one step at
//! a time and by the definitions of `savoir-reference` alone. [`replay_defect`] does the same for what may be wrong with
//! a model whatever its formulas are. A [`Certificate`] shows what a few states cannot, in models with few states.
//! [`judge`] says what all of it proves.
//!
//! What must not be here: the checker and the engines, so that no mistake of theirs can hide a mistake in evidence;
//! sentences, which reports make out of [`Claim`] and [`Problem`].

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod certificate;
mod claim;
mod defect;
mod facts;
mod initial;
mod kind;
mod meter;
mod problem;
mod replay;
mod standing;
mod tree;

pub use certificate::{
    Certificate, CertificateProblem, Certified, Label, LabelSource, Labelled, Moves, Ranks, Recurrence, Undecided,
    reachable_states,
};
pub use claim::{Claim, ClaimScope, NotShown};
pub use defect::{Defect, DefectCause, DefectReplay, Overflow, first_misfit, replay_defect};
pub use facts::facts;
pub use initial::initial_states;
pub use kind::{EvidenceKind, EvidenceKinds};
pub use meter::{KnownInitialStates, Limits};
pub use problem::{
    ConflictProblem, DefectProblem, FairnessProblem, Mismatch, PathProblem, PossibleStateProblem, Problem,
    ProblemPlace, StepProblem, StrategyProblem,
};
pub use replay::{InitialCoverage, Replayed, replay, replay_within, truth_along};
pub use standing::{Proof, Refutation, Standing, judge};
pub use tree::{
    Choice, Conflict, ConfusedState, Confusion, Coverage, EpistemicLink, Evidence, MOST_OUTCOMES, Mark, Node, NodeId,
    Path, PathReason, PossibleState, Reason, Response, Row, Shown, Strategy, Tree,
};
