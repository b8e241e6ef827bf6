//! What stands at the cursor, in words.

mod comment;
mod formula;
mod keyword;
mod symbol;

use crate::Document;
use crate::syntax::word_at;
use savoir_syntax::Span;

/// What there is to say about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The words it is about.
    pub span: Span,
    /// What there is to say, as Markdown. Names of the text stand in code only.
    pub markdown: String,
}

/// What there is to say about the name, the keyword or the operator at an offset.
#[must_use]
pub fn hover(document: &Document, offset: u32) -> Option<Hover> {
    if let Some(found) = document.partial().map.at(offset) {
        return Some(Hover { span: found.span, markdown: symbol::describe(document, found.symbol) });
    }
    let word = word_at(document.tree(), offset)?;
    formula::describe(document, word).or_else(|| formula::describe_word(document, word)).or_else(|| {
        let token = document.tree().token(word);
        let markdown = keyword::describe(token.kind)?.to_owned();
        Some(Hover { span: token.span, markdown })
    })
}

/// A block of code that its content cannot end.
fn block(language: &str, content: &str) -> String {
    let longest = content.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", content.trim_end())
}
