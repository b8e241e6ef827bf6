//! Text from outside, made harmless for where it goes: one file per target.
//!
//! Names of files, annotations of formulas, comments, words of the command line and evidence that is read back may contain
//! anything. Whatever the target, a character that cannot be seen is spelled as in [`visible()`]; only JSON, which has escapes
//! of its own, keeps it. What else has to be escaped so that a text stays inside its string, comment or element, each file says.

pub(crate) mod dot;
pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod latex;
pub(crate) mod markdown;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod sarif;
mod terminal;
mod visible;
pub(crate) mod xml;

pub use terminal::terminal;
pub use visible::{is_hidden, visible};
