//! One file per command, and what they share.

pub(crate) mod bench;
pub(crate) mod check;
mod files;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod lint;
pub(crate) mod stats;
