//! The integration tests of `savoir-report`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod cause;
mod common;
mod evidence;
mod formats;
mod graphviz;
mod hostile;
mod layout;
mod page;
mod random;
mod simulation;
mod steps;
mod traces;
mod workbench;
