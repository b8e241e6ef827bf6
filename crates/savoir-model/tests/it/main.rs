//! The integration tests of `savoir-model`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod broken;
mod conditions;
mod cone;
mod editor;
mod fixes;
mod lints;
mod messages;
mod operators;
mod reading;
mod sizes;
