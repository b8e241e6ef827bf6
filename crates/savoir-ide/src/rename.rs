//! Another name for a thing, in all places at once, unless the text would then say something else.
//!
//! Whether it would is not guessed: the text with the new name is read again. Each name must stand for the same thing as
//! before, and there must be no finding that was not there.

mod verify;

use crate::syntax::word_at;
use crate::{Document, TextEdit, apply};
use savoir_model::{AgentId, Occurrence, Symbol};
use savoir_syntax::{Span, SyntaxKind as K};

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renameable {
    /// Where it stands.
    pub span: Span,
    /// The name as it is.
    pub name: String,
}

/// Why something is not renamed, as a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct RenameRefused {
    /// The reason, with how to do it in another way if there is one.
    pub sentence: String,
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, RenameRefused> {
    Err(RenameRefused { sentence: sentence.into() })
}

/// The name at an offset if it can be changed; nothing where no word stands.
///
/// # Errors
/// When there is a word that must stay.
pub fn prepare_rename(document: &Document, offset: u32) -> Result<Option<Renameable>, RenameRefused> {
    Ok(found(document, offset)?.map(|found| {
        let name = document.slice(found.span).to_owned();
        Renameable { span: found.span, name }
    }))
}

fn found(document: &Document, offset: u32) -> Result<Option<Occurrence>, RenameRefused> {
    if let Some(found) = document.partial().map.at(offset) {
        let is_fixed = found.symbol == Symbol::Agent(AgentId::ENVIRONMENT);
        return match is_fixed && document.slice(found.span) == "Environment" {
            true => refuse("`Environment` is a word of the language: the environment has no other name."),
            false => Ok(Some(found)),
        };
    }
    let tree = document.tree();
    let Some(word) = word_at(tree, offset) else { return Ok(None) };
    let text = tree.token_text(word);
    match tree.token(word).kind {
        K::Ident if is_group_variable(document, word.0) => {
            refuse(format!("`?{text}` stands for a group that is sought; it has no declaration."))
        }
        K::Ident => refuse(format!("It is not known what `{text}` stands for.")),
        kind if kind.is_keyword() => refuse(format!("`{text}` is a word of the language.")),
        _ => Ok(None),
    }
}

fn is_group_variable(document: &Document, token: u32) -> bool {
    let before = &document.tree().tokens()[..token as usize];
    before.iter().rev().find(|token| !token.kind.is_trivia()).is_some_and(|token| token.kind == K::Question)
}

/// The edits that give the thing at an offset another name, in the order of the text; none if that is its name.
///
/// # Errors
/// When the text would not say the same afterwards, or what it says is not known.
pub fn rename(document: &Document, offset: u32, name: &str) -> Result<Vec<TextEdit>, RenameRefused> {
    let Some(found) = found(document, offset)? else { return refuse("There is no name here.") };
    let old = document.slice(found.span);
    if name == old {
        return Ok(Vec::new());
    }
    check_name(name)?;
    check_unknown_places(document, old)?;
    let places = document.partial().map.places(found.symbol);
    let edits: Vec<TextEdit> = places.map(|place| TextEdit { span: place.span, text: name.to_owned() }).collect();
    let renamed = document.loaded().with_text(&apply(document.text(), &edits));
    verify::same_meaning(document, &edits, &renamed, name)?;
    Ok(edits)
}

fn check_name(name: &str) -> Result<(), RenameRefused> {
    if K::keyword(name).is_some() {
        return refuse(format!("`{name}` is a word of the language."));
    }
    let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    match is_name {
        true => Ok(()),
        false => refuse("A name starts with a letter and goes on with letters, digits and `_`."),
    }
}

/// Errors can hide what a name stands for; then nobody knows whether it is to be changed.
fn check_unknown_places(document: &Document, name: &str) -> Result<(), RenameRefused> {
    let (tree, map) = (document.tree(), &document.partial().map);
    let mut known = map.occurrences().iter().map(|found| found.span).peekable();
    for token in tree.tokens().iter().filter(|token| token.kind == K::Ident) {
        while known.next_if(|span| span.start < token.span.start).is_some() {}
        let is_known = known.peek() == Some(&token.span);
        if !is_known && document.slice(token.span) == name && document.loaded().has_errors() {
            let line = document.lines().line(token.span.start) + 1;
            return refuse(format!(
                "Because of an error it is not known what `{name}` stands for in line {line}; mend that first."
            ));
        }
    }
    Ok(())
}
