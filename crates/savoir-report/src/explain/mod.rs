//! Explanations: of diagnostics, and of how a formula is read.

mod code;
mod formula;

pub use code::{code, list};
pub use formula::formula;
