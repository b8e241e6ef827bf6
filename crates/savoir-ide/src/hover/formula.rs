//! Operators: what they say in general, and what the formula that begins with one says.

use super::{Hover, block};
use crate::signature::meaning;
use crate::syntax::path;
use crate::{Document, diagnostics};
use savoir_model::{Notation, Operator, Symbol};
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
    if is_broken(document, node) {
        return None;
    }
    let mut markdown = in_general(operator) + "\n";
    markdown += &block("ispl", &model.formula_short(id));
    let words = model.formula_words(id, 0);
    let mut lines: Vec<&str> = words.lines().take(MOST_LINES).collect();
    lines.extend(words.lines().nth(MOST_LINES).map(|_| "…"));
    markdown += &format!("\nIn words:\n\n{}", block("text", &lines.join("\n")));
    Some(Hover { span: node.span(), markdown })
}

/// What there is to say about a word of a formula that is not known or broken.
pub(super) fn describe_word(document: &Document, word: TokenId) -> Option<Hover> {
    let tree = document.tree();
    let (span, text) = (tree.token(word).span, tree.token_text(word));
    let is_section = |node: &Node<'_>| matches!(node.kind(), K::FormulaeSection | K::FairnessSection);
    path(tree, span.start).iter().find(|node| is_section(node))?;
    let is_meant = |operator: &&Operator| match operator.notation() {
        Notation::Prefix(own) | Notation::Call(own) | Notation::Enclosed(own, _) => own == text,
        Notation::Word(_) | Notation::Name | Notation::Condition | Notation::Suffix(_) | Notation::Sign(_) => false,
        Notation::Infix(_) | Notation::Bracketed(_) | Notation::BracketedInfix(_) => false,
    };
    let operator = Operator::ALL.iter().find(is_meant)?;
    Some(Hover { span, markdown: in_general(*operator) })
}

fn in_general(operator: Operator) -> String {
    format!("`{}`: {}\n", operator.written(), meaning(operator))
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
