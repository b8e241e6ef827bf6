//! Language features, asked as an editor asks them: a text with a cursor, and the answer.

mod actions;
mod common;
mod completion;
mod diagnostics;
mod edits;
mod formatting;
mod highlights;
mod hints;
mod hover;
mod navigation;
mod rename;
mod semantics;
mod signature;
mod structure;
