//! Making evidence: why a verdict is as it is, in a form that people can read and programs can check.
//!
//! Entry points: [`explain`] makes the [`Evidence`](savoir_replay::Evidence) for a verdict, [`find_deadlock`] and
//! [`find_overflow`] look for what is wrong with a model whatever its formulas are, all of them over the interface that
//! every engine has. [`certify`] makes certificates for small models. [`Policy`] gives strategies a short form.
//!
//! What must not be here: a concrete engine, rendering, files; and no check of evidence, which `savoir-replay` makes
//! without any of this.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod certify;
mod consistency;
mod generate;
mod policy;

pub use certify::{CertificateLimits, CertifiedFormulas, certify};
pub use consistency::{find_deadlock, find_overflow};
pub use generate::{Moves, Nested, StrategyOptions, explain};
pub use policy::{Case, Comparison, Feature, Literal, Player, Policy, Sight, Table};
