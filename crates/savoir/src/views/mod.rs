//! Views of single states: who sees what there, who knows what, and which worlds somebody considers possible.
//!
//! Let `D` be the states that formulas are about: the reachable ones, with fairness constraints those from which a fair path
//! starts. Agent `i` cannot tell `t` from `s`, written `t ~i s`, if they agree in everything that it observes.
//!
//! * [`inspect`]: what `i` observes in `s`, the states `{ t in D : t ~i s }`, and whether propositions and formulas hold in
//!   all of them, in none, or in some.
//! * [`refute`]: a state `t` in `D` with `t ~i s` where `f` fails, if there is one; it refutes `K(i, f)`. For groups, `~` is
//!   the union (`GK`), the intersection (`DK`) or the closure of the union (`GCK`).
//! * [`worlds`]: the closure of `{ s }` under `~i` for all `i` in a set of agents, as far as it is to be listed, and how each
//!   of them partitions it.
//!
//! All three ask a [`Session`](crate::Session), whichever engine it has. A state comes from outside, so it is checked first.

mod inspect;
mod refute;
mod state;
mod worlds;

pub use inspect::{Insight, InspectRequest, Inspection, inspect};
pub use refute::{Doubt, DoubtLink, Knower, PossibleWorld, refute};
pub use state::{StateKind, ViewError, agents_named};
pub use worlds::{Worlds, WorldsRequest, worlds};
