//! Operands of `and` and `or` in another order.

use super::edit::{below, replaced, tree};
use savoir_families::Random;
use savoir_syntax::{Node, SyntaxKind};

/// In all conditions, not in formulas.
pub(super) fn shuffled(text: &str, random: &mut Random) -> String {
    let tree = tree(text);
    let sections = [
        SyntaxKind::ProtocolSection,
        SyntaxKind::EvolutionSection,
        SyntaxKind::EvaluationSection,
        SyntaxKind::InitStatesSection,
    ];
    let mut edits = Vec::new();
    for section in below(tree.root(), &sections) {
        for node in below(section, &[SyntaxKind::AndExpr, SyntaxKind::OrExpr]) {
            edits.push((node.span(), chain(node, random)));
        }
    }
    replaced(text, edits)
}

/// A chain of `and` or `or` with its operands in another order, and theirs too.
fn chain(node: Node<'_>, random: &mut Random) -> String {
    let mut operands: Vec<String> = operands(node).into_iter().map(|operand| inside(operand, random)).collect();
    random.shuffle(&mut operands);
    operands.join(if node.kind() == SyntaxKind::AndExpr { " and " } else { " or " })
}

/// The operands of a chain, however it is nested to the left.
fn operands(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(next) = open.pop() {
        if next.kind() == node.kind() {
            open.extend(next.children());
        } else {
            found.push(next);
        }
    }
    found
}

/// A node with the chains in it in another order.
fn inside(node: Node<'_>, random: &mut Random) -> String {
    let chains = below(node, &[SyntaxKind::AndExpr, SyntaxKind::OrExpr]);
    if chains.is_empty() {
        return node.text().to_owned();
    }
    let start = node.span().start;
    let edits = chains.into_iter().map(|found| {
        let mut place = found.span();
        place.start -= start;
        place.end -= start;
        (place, chain(found, random))
    });
    let edits: Vec<_> = edits.collect();
    replaced(node.text(), edits)
}
