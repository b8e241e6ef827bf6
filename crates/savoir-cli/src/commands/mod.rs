//! One file per command.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod lint;
pub(crate) mod stats;
