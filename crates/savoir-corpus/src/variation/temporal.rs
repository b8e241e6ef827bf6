//! A model with its formulas of time only: who knows what, and who can do what, depends on how it is cut into agents.

use super::edit::{replaced, tree};
use savoir_syntax::{Node, Span, SyntaxKind};

/// The text without all other formulas; none if no formula is left.
pub(super) fn only(text: &str) -> Option<String> {
    let tree = tree(text);
    let formulas = tree.root().child(SyntaxKind::FormulaeSection)?;
    let (kept, gone): (Vec<Node<'_>>, Vec<Node<'_>>) = formulas.children().partition(|formula| is_temporal(*formula));
    // What is said about a formula stands before it, behind the one before.
    let mut ends: Vec<u32> = formulas.children().map(|formula| formula.span().end).collect();
    ends.insert(0, formulas.token(SyntaxKind::FormulaeKw).map(|token| tree.token(token).span.end)?);
    let places = formulas.children().map(|formula| formula.span()).zip(ends);
    let edits = places.filter(|(place, _)| gone.iter().any(|node| node.span() == *place));
    let mut edits: Vec<(Span, String)> =
        edits.map(|(place, before)| (Span::new(before, place.end), String::new())).collect();
    if let Some(groups) = tree.root().child(SyntaxKind::GroupsSection) {
        edits.push((groups.span(), String::new()));
    }
    (!kept.is_empty()).then(|| replaced(text, edits))
}

fn is_temporal(formula: Node<'_>) -> bool {
    let others = [SyntaxKind::EnforceExpr, SyntaxKind::EnforceUntil, SyntaxKind::EpistemicExpr, SyntaxKind::GroupRef];
    super::edit::below(formula, &others).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formulas_are_left_out_with_what_is_said_about_them() {
        let text = "Groups g = {A}; end Groups\nFormulae\n  -- expect: false\n  EF p;\n  -- name: k\n  AG K(A, p);\n  <g>F p;\n  EG p;\nend Formulae";
        let left = only(text).unwrap();
        assert!(left.contains("-- expect: false\n  EF p;\n  EG p;\nend Formulae"), "{left}");
        assert!(!left.contains("name: k") && !left.contains("Groups"), "{left}");
        assert!(only("Formulae K(A, p); end Formulae").is_none());
    }
}
