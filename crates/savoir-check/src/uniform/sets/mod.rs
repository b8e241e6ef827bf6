//! Uniform strategies where the arena is too large to list: everything here works on sets of states.
//!
//! Two algorithms, both complete:
//!
//! * [`Checker::backward`] decides observation after observation. A *partial strategy* says which actions are still open
//!   at which observation; two bounds say what that is worth. From above: where the coalition wins with perfect
//!   information if it may only do what is open. From below: where decisions that were made win whatever the others will
//!   be. Between the bounds, observations are decided without branching where that loses nothing ([`prune`], [`commit`]).
//! * [`Checker::variables`] gives each observation that is left some unknowns for its action. Sets of states become sets
//!   of states and strategies, and one fixpoint finds all strategies that win.
//!
//! [`prune`]: mod@prune
//! [`commit`]: mod@commit

mod answer;
mod below;
mod bounds;
mod commit;
mod context;
mod partial;
mod prune;
mod search;
mod starts;
mod tuning;
mod variables;
mod visits;

pub use answer::{ObservedChoice, SetAnswer, SetStrategy};
pub(crate) use search::Position;
pub(crate) use tuning::SetGameTuning;

use savoir_model::{AgentId, Temporal};

/// What a coalition wants to enforce. The operands were evaluated before.
#[derive(Clone, Copy, Debug)]
pub struct SetGame<'a, Set> {
    /// Who.
    pub coalition: &'a [AgentId],
    /// What.
    pub temporal: Temporal,
    /// Where the coalition enforces it with perfect information.
    pub region: &'a Set,
}
