//! One file per command, and what they share.

pub(crate) mod bench;
mod certificates;
pub(crate) mod check;
pub(crate) mod completions;
mod directories;
mod evidence;
pub(crate) mod explain;
mod files;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod graph;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod mcmas;
mod names;
mod overwriting;
mod pictures;
pub(crate) mod replay;
mod reports;
pub(crate) mod request;
mod rewrite;
mod selection;
pub(crate) mod simulate;
pub(crate) mod stats;
pub(crate) mod sweep;
pub(crate) mod synth;
mod watch;
