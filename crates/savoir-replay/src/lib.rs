//! Evidence and its replay: why a verdict is as it is, checked without trust in whoever made it.
//!
//! Entry points: [`Evidence`] is a tree of conclusions about states; [`replay`] checks it against the model, one step at
//! a time and by the definitions of `savoir-reference` alone. [`replay_defect`] does the same for what may be wrong with
//! a model whatever its formulas are.
//!
//! What must not be here: the checker and the engines, so that no mistake of theirs can hide a mistake in evidence;
//! sentences, which reports make out of [`Claim`] and [`Problem`].

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod claim;
mod defect;
mod facts;
mod kind;
mod problem;
mod replay;
mod tree;

pub use claim::{Claim, ClaimScope, NotShown};
pub use defect::{Defect, DefectCause, Overflow, first_misfit, replay_defect};
pub use facts::facts;
pub use kind::{EvidenceKind, EvidenceKinds};
pub use problem::{
    ConflictProblem, DefectProblem, FairnessProblem, Mismatch, PathProblem, PossibleStateProblem, Problem,
    ProblemPlace, StepProblem, StrategyProblem,
};
pub use replay::{Replayed, replay, truth_along};
pub use tree::{
    Choice, Conflict, ConfusedState, Confusion, Coverage, EpistemicLink, Evidence, MOST_OUTCOMES, Mark, Node, NodeId,
    Path, PathReason, PossibleState, Reason, Response, Row, Shown, Strategy, Tree,
};
