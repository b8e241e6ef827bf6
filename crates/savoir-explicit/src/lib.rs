//! The explicit engine: every reachable state is stored, packed into a few machine words.
//!
//! Entry point: [`ExplicitSystem::explore`], which compiles the model ([`program`]), finds the initial states
//! ([`initial`]) and explores breadth-first over all cores ([`explore`]). The result implements
//! [`savoir_check::System`]: sets are bitsets over state numbers, predecessors a compressed reverse graph ([`graph`]),
//! an agent's indistinguishability a partition of the states ([`partition`]).
//!
//! State numbers, and so everything derived from them, do not depend on the number of threads.
//!
//! What must not be here: decision diagrams, formulas, printing.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod actions;
mod bitset;
mod candidate_lines;
mod choice_game;
mod choices;
mod combinations;
mod direct;
mod explore;
mod game;
mod graph;
mod halt;
mod initial;
mod interface;
mod layout;
mod leaves;
mod limits;
mod origins;
mod overflow;
mod packed;
mod parallel;
mod partial;
mod partition;
mod pausable;
mod permissions;
mod program;
mod scc;
mod single_steps;
mod store;
mod successors;
mod sweep;
mod system;
mod trace;
mod tuning;
mod usage;
mod value_ranges;

pub use bitset::BitSet;
pub use initial::{InitialStates, initial_states};
pub use limits::{ExplorationLimits, Explored, LimitMet};
pub use packed::{PackedCondition, PackedModel, PackedStates, PackedSuccessors, PackedUsage, packed_hash};
pub use pausable::{End, PausableExploration, Standing};
pub use single_steps::CompiledSteps;
pub use system::{ExplicitOptions, ExplicitSystem, Exploration};
pub use tuning::ExplicitTuning;
