//! Operators: what they say in general, and what the formula that begins with one says.

use super::{Hover, block};
use crate::signature::meaning;
use crate::syntax::path;
use crate::{Document, diagnostics};
use savoir_model::{Operator, Symbol};
use savoir_syntax::{Diagnostic, Element, Node, SyntaxKind as K, TokenId};

/// Longer readings are cut.
const MOST_LINES: usize = 40;

/// What there is to say about the formula whose operator a word is.
pub(super) fn describe(document: &Document, word: TokenId) -> Option<Hover> {
    let tree = document.tree();
    let token = tree.token(word);
    let map = &document.partial().map;
    let around = path(tree, token.span.start);
    let owner = around.into_iter().rev().find(|node| node.elements().contains(&Element::Token(word)))?;
    let node = with_formula(document, owner)?;
    let id = map.formula_of(node.id())?;
    let model = &document.partial().model;
    let formula = model.formulas.get(id);
    let operator = formula.operator();
    if operator == Operator::Proposition {
        return None;
    }
    let mut markdown = format!("`{}`: {}\n", operator.written(), meaning(operator));
    if is_broken(document, node) {
        // Anything may stand in place of what is broken, so only the word itself has a meaning.
        let is_own = operator.written().contains(tree.token_text(word));
        return is_own.then_some(Hover { span: token.span, markdown });
    }
    markdown.push('\n');
    markdown += &block("ispl", &model.formula_short(id));
    let words = model.formula_words(id, 0);
    let mut lines: Vec<&str> = words.lines().take(MOST_LINES).collect();
    lines.extend(words.lines().nth(MOST_LINES).map(|_| "…"));
    markdown += &format!("\nIn words:\n\n{}", block("text", &lines.join("\n")));
    Some(Hover { span: node.span(), markdown })
}

/// The node of the formula that a node is, or belongs to: parentheses belong to what is inside.
fn with_formula<'t>(document: &Document, node: Node<'t>) -> Option<Node<'t>> {
    let map = &document.partial().map;
    let mut node = node;
    loop {
        if map.formula_of(node.id()).is_some() {
            return Some(node);
        }
        if !matches!(node.kind(), K::Paren) {
            return None;
        }
        node = node.children().next()?;
    }
}

/// What stands in place of a broken formula would be described in its stead.
fn is_broken(document: &Document, node: Node<'_>) -> bool {
    let (partial, whole) = (document.partial(), node.span());
    let property = partial.map.enclosing(whole.start).into_iter().find(|it| matches!(it, Symbol::Property(_)));
    let inside = |found: &Diagnostic| found.is_error() && whole.touches(found.primary.span);
    property.is_some_and(|property| !partial.is_whole(property)) || diagnostics(document).iter().any(inside)
}
