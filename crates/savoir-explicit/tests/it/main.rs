//! The integration tests of `savoir-explicit`, in one program: it is linked once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and says when it is skipped")]

mod exploration;
mod games;
mod random;
