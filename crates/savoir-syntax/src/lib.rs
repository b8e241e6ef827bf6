//! ISPL as text: source files, diagnostics, the lexer, the error-tolerant parser, the lossless tree and the formatter.
//!
//! Entry points: [`parse()`] turns text into a [`Parse`] (a [`Tree`] that keeps every character, plus [`Diagnostic`]s),
//! [`parse_formula`] does the same for a single formula, and [`format::format`] lays a tree out again. [`LintLevels`] are
//! what a run and the comments of a text say about lints, and [`apply_fixes`] mends a text.
//!
//! What must not be here: the meaning of names, types, files, terminals. Parsing never fails and never prints.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod codes;
mod diagnostic;
mod directives;
mod fix;
pub mod format;
mod kind;
mod levels;
mod lexer;
mod lines;
mod parser;
mod spelling;
mod text;
mod tree;

pub use codes::{Code, Standing};
pub use diagnostic::{Diagnostic, Findings, Label, MAX_FINDINGS, Severity};
pub use fix::{Applicability, Edit, Fix, apply as apply_fixes};
pub use kind::{KEYWORDS, KeywordClass, SyntaxKind};
pub use levels::{Level, LintLevels, LintSelector, UnknownLint};
pub use lexer::Token;
pub use lines::{ColumnUnit, LineColumn, LineIndex, Position};
pub use parser::{Parse, parse, parse_condition, parse_formula, parse_until};
pub use spelling::{Guesses, closest};
pub use text::{SourceFile, Span};
pub use tree::{Element, Node, NodeId, TokenId, Tree};
