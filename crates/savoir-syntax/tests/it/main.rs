//! The integration tests of `savoir-syntax`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod corpus;
mod fixes;
mod grammars;
mod layout;
