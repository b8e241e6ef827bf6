//! One file per command, and what they share.

pub(crate) mod bench;
pub(crate) mod check;
mod directories;
mod evidence;
mod files;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod lint;
pub(crate) mod mcmas;
pub(crate) mod replay;
mod selection;
pub(crate) mod stats;
