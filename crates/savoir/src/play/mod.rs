//! Playing against a strategy: Savoir follows the one that evidence shows, and somebody else makes all other choices.
//!
//! Let `<g>ψ` be a formula about a coalition `g` in a state `s0`. `P_i(s)` is what agent `i` may do in `s`, and `T(s, a)` the
//! states that a joint action `a` may lead to, both as in `savoir-reference`. A joint action is a pair `(a, b)`: what the
//! members of `g` do, and what the others do. Evidence shows a strategy as a table, whose *rows* are states with what to do
//! there, and whose *ends* are states where ψ is decided. A play is a sequence of states `s0 s1 s2 …`. From a state `s` that
//! is no end it goes on like this:
//!
//! **`<g>ψ` holds.** The table gives for a row `s` a choice `σ(s)` of `g`, and the user plays against `g`:
//!
//! 1. the user chooses `b` with `b_i ∈ P_i(s)` for all agents `i` outside of `g`, such that `T(s, (σ(s), b))` is not empty;
//! 2. the user chooses `t ∈ T(s, (σ(s), b))`: what evolutions leave open is on this side, too.
//!
//! The choice `σ(s)` depends on the state alone, so it does not matter that it is told only after the user has chosen. Uniform
//! strategies give the same choice of a member wherever it observes the same.
//!
//! **`<g>ψ` fails.** The table gives for a row `s` and every move `a` of `g` an answer `τ(s, a) = (b, t)`, where
//! `t ∈ T(s, (a, b))`, and the user plays for `g`:
//!
//! 1. the user chooses a move `a` of `g`, that is, `a_i ∈ P_i(s)` for the members and `T(s, (a, b))` is not empty for some `b`;
//! 2. the others answer `b`, after they have seen `a`, and the play goes on in `t`.
//!
//! The order matters: that `<g>F p` fails says that every choice of `g` has an answer, not that one answer does for all.
//!
//! What the replay of the evidence has shown of the table is what makes the winner win:
//!
//! | ψ | `<g>ψ` holds | `<g>ψ` fails |
//! | --- | --- | --- |
//! | `X f` | `f` in `s1` | not `f` in `s1`, or `g` has no move in `s0` |
//! | `F f` | ranks fall from row to row, and `f` holds in ends | there are no ends, and `f` fails in rows |
//! | `G f` | there are no ends, and `f` holds in rows | ranks fall, and `f` fails in ends, or `g` has no move |
//! | `f U h` | ranks fall, `f` holds in rows, `h` in ends | `h` fails in rows; in ends, which need not come, `f` and `h` fail |
//!
//! With fairness constraints evidence shows only strategies that win on all paths, fair or not, and no counter-strategies.
//! So a play never relies on fairness; where the coalition wins by it, there is no strategy to play against. A table that
//! was cut, because it would be too long, may be left by a play; then that move is refused.

mod game;
mod moves;
mod open;
mod round;

pub use game::{Play, Side};
pub use moves::WrongMove;
pub use open::{NoPlay, open};
pub use round::{Round, Status};
