//! Everything in parts gives what it gives as a whole.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod chains;
mod random;
mod ranks;
