//! What comments can say about a formula.

use super::list::List;
use super::{Completion, CompletionKind};
use crate::Document;
use crate::syntax::{path, token_at};
use savoir_model::WrittenReading;
use savoir_syntax::{Span, SyntaxKind as K};

/// What may stand in the comment at an offset.
pub(super) fn complete(document: &Document, offset: u32) -> Vec<Completion> {
    let tree = document.tree();
    let comment = offset.checked_sub(1).and_then(|before| token_at(tree, before)).map(|id| tree.token(id).span);
    let is_among_formulas = path(tree, offset).iter().any(|node| node.kind() == K::FormulaeSection);
    let Some(comment) = comment.filter(|_| is_among_formulas) else { return Vec::new() };
    let before = document.slice(Span::new(comment.start, offset.max(comment.start)));
    let said = before.trim_start_matches('-');
    let said = said.rsplit([',', ';']).next().unwrap_or(said);
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | ':' | '_');
    match said.split_once(':') {
        None => {
            let typed = said.trim_start();
            let mut list = List::new(document, behind(offset, typed));
            // Any other comment is just a comment.
            if typed.chars().all(|letter| letter.is_ascii_alphabetic()) {
                keys(&mut list);
            }
            list.done()
        }
        Some((key, value)) => {
            let typed = value.trim_start();
            let mut list = List::new(document, behind(offset, typed));
            if typed.chars().all(is_part) {
                values(&mut list, key.trim());
            }
            list.done()
        }
    }
}

fn behind(offset: u32, typed: &str) -> Span {
    Span::new(offset - typed.len() as u32, offset)
}

fn keys(list: &mut List<'_>) {
    list.with("expect", CompletionKind::Keyword, "expect: ".to_owned(), "the verdict that is expected");
    list.with("name", CompletionKind::Keyword, "name: ".to_owned(), "what the formula is called");
    list.with("atl", CompletionKind::Keyword, "atl: ".to_owned(), "which strategies count");
}

fn values(list: &mut List<'_>, key: &str) {
    if key.eq_ignore_ascii_case("expect") {
        list.plain("true", CompletionKind::Value, "");
        list.plain("false", CompletionKind::Value, "");
    } else if key.eq_ignore_ascii_case("atl") {
        for name in WrittenReading::names() {
            list.plain(name, CompletionKind::Value, "");
        }
        for group in &list.model().groups {
            list.plain(&format!("uniform-model:{}", group.name), CompletionKind::Value, "");
        }
    }
}
