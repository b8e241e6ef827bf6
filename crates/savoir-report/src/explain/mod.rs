//! Explanations: of diagnostics, and of how a formula is read.

mod code;
mod formula;
mod outline;

pub use code::{code, list};
pub use formula::formula;
