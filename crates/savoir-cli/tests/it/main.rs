//! The integration tests of `savoir-cli`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod bad_input;
#[cfg(unix)]
mod bench;
mod command_line;
mod common;
mod docs;
mod evidence;
mod fixing;
mod formats;
mod learning;
mod levels;
mod mcmas;
mod plan;
mod readings;
mod simulate;
mod strategies;
mod sweep;
mod symbolic_options;
mod synth;
mod terminal;
#[cfg(unix)]
mod uniform_evidence;
mod watch;
