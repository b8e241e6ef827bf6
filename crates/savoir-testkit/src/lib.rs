//! The reference semantics, random models and fixtures: what the engines are tested against.
//!
//! Entry points: [`Reference`] says what a model means, slowly and by definition; [`RandomModel`] makes models out of
//! seeds and [`shrink`] makes failing ones small; [`check_random`] and [`check_model`] compare an engine with the
//! reference; [`fixtures`] finds and reads the conformance models; [`hostile`] has names that try to leave their place; [`schema`] checks JSON against our schemas;
//! [`cases`] says how many of them a test tries.
//!
//! What must not be here: any engine, and anything an engine is built from beyond the resolved model itself. Numbers,
//! paths, fixpoints and tableaux are written again on purpose: an error must not be able to hide in shared code.

mod driver;
mod effort;
pub mod fixtures;
pub mod hostile;
pub mod random;
pub mod schema;
pub mod semantics;

pub use driver::{Answer, Difference, check_model, check_random, compare, first_difference};
pub use effort::{Effort, cases};
pub use random::{FormulaKind, Options, RandomModel, shrink};
pub use semantics::{Reference, Refusal, State, StateSet};
