//! ISPL as text: source files, diagnostics, the lexer, the error-tolerant parser, the lossless tree and the formatter.
//!
//! Entry points: [`parse()`] turns text into a [`Parse`] (a [`Tree`] that keeps every character, plus [`Diagnostic`]s),
//! [`parse_formula`] does the same for a single formula, and [`format::format`] lays a tree out again.
//!
//! What must not be here: the meaning of names, types, files, terminals. Parsing never fails and never prints.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod codes;
mod diagnostic;
pub mod format;
mod kind;
mod lexer;
mod parser;
mod spelling;
mod text;
mod tree;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use kind::SyntaxKind;
pub use lexer::Token;
pub use parser::{MAX_NESTING, Parse, parse, parse_condition, parse_formula};
pub use spelling::closest;
pub use text::{LineColumn, LineIndex, SourceFile, Span};
pub use tree::{Element, Node, NodeId, TokenId, Tree};
