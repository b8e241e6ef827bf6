//! The shapes in which MCMAS 1.3.0 prints formulas, states and witnesses, for programs that read its output.

mod state;
mod witness;

pub use state::state;
pub use witness::{Witness, way};
