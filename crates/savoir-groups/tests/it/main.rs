//! The integration tests of `savoir-groups`, in one program: it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod constraints;
mod describe;
mod explicit;
mod extremes;
mod large;
mod list;
mod rng;
mod vote;
