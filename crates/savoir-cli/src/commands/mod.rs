//! One file per command, and what they share.

pub(crate) mod bench;
pub(crate) mod check;
mod evidence;
mod files;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod graph;
pub(crate) mod lint;
pub(crate) mod replay;
pub(crate) mod simulate;
pub(crate) mod stats;
mod watch;
