//! The integration tests of `savoir`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod common;
mod examples;
mod extremes;
mod families;
mod family_groups;
mod graph;
mod groups;
mod processes;
mod prompt;
mod random;
mod redundancy;
mod reopened;
mod robustness;
mod shared_models;
mod simulation;
mod strategies;
mod systems;
mod variations;
