//! Random models: from a seed to a structured model, to the text of an ISPL file, and to a smaller one that still fails.
//!
//! The pipeline: [`RandomModel::generate`] (in `generate/`) builds the structure of `spec`, `print` turns it into text,
//! [`shrink`] cuts it down while a predicate on the text stays true. The text goes through the real parser and resolver, so
//! these are exercised as well.

mod generate;
mod parts;
mod print;
mod rng;
mod shrink;
mod spec;
mod tidy;

pub use generate::{Crowd, FairnessRate, FormulaKind, Options, World};
pub use rng::Rng;
pub use shrink::shrink;
pub use spec::{
    Action, AgentSpec, Arithmetic, Assignment, Cond, Connective, EvolutionSpec, Form, GroupRef, GroupSpec, Language,
    PropertySpec, PropositionSpec, ProtocolSpec, RandomModel, Rhs, Semantics, Term, TypeSpec, VarRef, VarSpec,
};
