//! What people and programs see: one renderer per file. Text carries ANSI styles; whoever prints it strips them where
//! they are not wanted.
//!
//! What must not be here: engines, files, the decision where output goes.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bench;
pub mod consistency;
pub mod contents;
pub mod diagnostics;
pub mod diff;
pub mod drawing;
pub mod escape;
pub mod evidence;
pub mod explain;
mod explained;
pub mod github;
pub mod graph;
pub mod json;
pub mod junit;
pub mod mcmas;
pub mod notes;
mod parts;
pub mod plan;
pub mod policy;
mod ranks;
pub mod regret;
pub mod result;
pub mod sarif;
pub mod simulation;
pub mod stats;
pub mod strategies;
mod style;
pub mod sweep;
pub mod synth;
pub mod text;
pub mod workbench;
