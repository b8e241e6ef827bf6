//! The integration tests of `savoir-lsp`, in one program: it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
mod verdicts;
