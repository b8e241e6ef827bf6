//! The integration tests of `savoir-cli`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod bad_input;
#[cfg(unix)]
mod bench;
#[cfg(unix)]
mod ci;
mod clusters;
mod command_line;
mod common;
mod conditions;
mod distributed;
mod docs;
mod evidence;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod files;
mod fixing;
mod forgery;
mod formats;
#[cfg(unix)]
mod hostile;
mod hostile_input;
mod learning;
mod levels;
mod limits;
mod lsp;
mod mcmas;
#[cfg(unix)]
mod mcmas_interrupted;
mod mcmas_matrix;
mod mcmas_random;
mod notes;
mod outputs;
mod parallel;
mod pictures;
mod plan;
mod readings;
mod simulate;
mod snippets;
mod strategies;
#[cfg(unix)]
mod studio;
mod sweep;
mod symbolic_options;
mod synth;
mod terminal;
#[cfg(unix)]
mod uniform_evidence;
mod watch;
