//! The integration tests of `savoir-lsp`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says what it measures")]

mod broken;
mod checks;
mod client;
mod cursor;
mod editing;
mod evidence;
mod features;
mod hostile;
mod lifecycle;
mod outline;
mod play;
mod progress;
mod simulate;
mod speed;
mod streams;
mod sync;
mod verdicts;
mod views;
