//! The integration tests of `savoir-testkit`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod architecture;
mod conformance;
mod driver;
mod house;
mod operators;
mod random;
mod random_models;
mod steps;
mod uniform;
