//! What one step of a model means: the definitions as mathematics, each with its literal and slow translation below it.
//!
//! Read in this order: [`number`] and [`expr`] give values to expressions, [`step`] says what the agents may do in a
//! state and where that leads, [`game`] what a coalition may choose. `savoir-testkit` makes a graph and the meaning of
//! formulas out of this; `savoir-replay` checks single steps with it.
//!
//! What must not be here: engines, and anything an engine is built from beyond the resolved model itself. An error must
//! not be able to hide in shared code.

pub mod expr;
pub mod game;
pub mod number;
pub mod step;

pub use expr::{JointAction, Moment, State, Value, code_of};
pub use game::{Choices, TooMany, choices, outcomes};
pub use number::{Number, Sign};
pub use step::{Change, alternatives, changed, joint_actions, leads_to, may_perform, successors, successors_within};
