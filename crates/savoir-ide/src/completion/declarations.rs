//! Types, and lists of names.

use super::CompletionKind;
use super::list::List;
use crate::context::{Context, Word};
use crate::describe;
use savoir_model::{AgentId, Domain, Visibility};
use savoir_syntax::SyntaxKind as K;
use std::collections::BTreeSet;

pub(super) fn semantics(list: &mut List<'_>, context: &Context<'_>) {
    if context.words.is_empty() {
        list.plain("MultiAssignment", CompletionKind::Keyword, "exactly one enabled line is taken as a whole");
        list.plain("SingleAssignment", CompletionKind::Keyword, "each variable takes one of its own enabled lines");
    }
}

/// `x : type`.
pub(super) fn variable(list: &mut List<'_>, context: &Context<'_>) {
    match context.words.last() {
        Some(last) if last.kind == K::Colon => types(list),
        None | Some(_) => {}
    }
}

/// The built-in types, and those that the model has already.
fn types(list: &mut List<'_>) {
    list.plain("boolean", CompletionKind::Keyword, "true or false");
    list.snippet("0..n", CompletionKind::Snippet, "${1:0}..${2:3}", "a range of whole numbers", "");
    list.snippet("{a, b}", CompletionKind::Snippet, "{${1:a}, ${2:b}}", "an enumeration", "");
    let model = list.model();
    let mut seen = BTreeSet::new();
    for id in model.variable_ids() {
        let domain = model.variable(id).domain;
        let text = describe::domain(model, domain);
        // A list that is cut cannot be inserted.
        if domain != Domain::Bool && !text.contains('…') && seen.insert(text.clone()) {
            list.plain(&text, CompletionKind::Value, format!("as {}", model.variable_text(id)));
        }
    }
}

/// The names in a list that is open at the cursor; `None` if there is no such list.
pub(super) fn listed<'d>(words: &[Word<'d>]) -> Option<Vec<&'d str>> {
    let opening = words.iter().rposition(|word| word.kind == K::LBrace)?;
    let inside = &words[opening + 1..];
    let is_closed = inside.iter().any(|word| word.kind == K::RBrace);
    (!is_closed).then(|| inside.iter().filter(|word| word.kind != K::Comma).map(|word| word.text).collect())
}

/// Whether another name may be written in a list: at its beginning, or behind a comma.
pub(super) fn expects_name(words: &[Word<'_>]) -> bool {
    words.last().is_some_and(|last| matches!(last.kind, K::LBrace | K::Comma))
}

pub(super) fn lobsvars(list: &mut List<'_>, context: &Context<'_>) {
    let Some(listed) = listed(&context.words) else { return braces(list, &context.words) };
    let model = list.model();
    for &id in &model.agent(AgentId::ENVIRONMENT).variables {
        let variable = model.variable(id);
        let is_seen = variable.visibility == Visibility::Everyone;
        if !is_seen && !listed.contains(&variable.name.as_str()) && expects_name(&context.words) {
            list.variable_name(id);
        }
    }
}

/// `g = {A, B}`.
pub(super) fn group(list: &mut List<'_>, context: &Context<'_>) {
    match listed(&context.words) {
        Some(listed) if expects_name(&context.words) => list.agents(&listed),
        Some(_) => {}
        None if context.words.last().is_some_and(|last| last.kind == K::Equal) => braces(list, &[]),
        None => {}
    }
}

/// A list, where none was begun.
pub(super) fn braces(list: &mut List<'_>, words: &[Word<'_>]) {
    if words.is_empty() {
        list.snippet("{…}", CompletionKind::Snippet, "{$0}", "a list of names", "");
    }
}
