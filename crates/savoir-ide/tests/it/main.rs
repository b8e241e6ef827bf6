//! Language features, asked as an editor asks them: a text with a cursor, and the answer.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod actions;
mod common;
mod completion;
mod diagnostics;
mod formatting;
mod highlights;
mod hints;
mod hover;
mod navigation;
mod pace;
mod random;
mod rename;
mod semantics;
mod signature;
mod structure;
