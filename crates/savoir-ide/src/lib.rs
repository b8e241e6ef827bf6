//! What an editor asks about a text, and the answers: one feature a file, each a function of a [`Document`].
//!
//! Places are stretches of bytes ([`Span`]); who speaks with an editor turns them into its positions by
//! [`Document::lines`]. Every text has answers, however broken it is: a document holds the model as far as it goes.
//!
//! What must not be here: a protocol, files, threads, states.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod actions;
mod brackets;
mod completion;
mod context;
mod describe;
mod document;
mod edits;
mod folding;
mod formatting;
mod highlights;
mod hover;
mod inlay;
mod lenses;
mod navigation;
mod rename;
mod selection;
mod signature;
mod symbols;
mod syntax;
mod tokens;
mod verdicts;

pub use actions::{ActionKind, CodeAction, Preference, code_actions, fix_all};
pub use completion::{Completion, CompletionKind, Insert, completions};
pub use document::{Document, diagnostics};
pub use edits::{TextEdit, apply};
pub use folding::{FoldingKind, FoldingRange, folding_ranges};
pub use formatting::{format_range, formatting};
pub use highlights::{Highlight, HighlightKind, highlights};
pub use hover::{Hover, hover};
pub use inlay::{InlayHint, InlayKind, inlay_hints};
pub use lenses::{CodeLens, LensCommand, code_lenses};
pub use navigation::{IncludeDeclaration, definition, references};
pub use rename::{RenameRefused, Renameable, prepare_rename, rename};
pub use savoir_syntax::{Diagnostic, LineIndex, Span};
pub use selection::selection_ranges;
pub use signature::{Parameter, Signature, SignatureHelp, signature_help};
pub use symbols::{DocumentSymbol, SymbolKind, WorkspaceSymbol, symbols, workspace_symbols};
pub use tokens::{SemanticToken, TokenKind, TokenModifier, TokenModifiers, semantic_tokens};
pub use verdicts::{Expectation, FormulaProgress, Verdicts};
