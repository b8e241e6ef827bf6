//! Another order where order does not matter: of agents, declarations, values, actions, lines and definitions.

use super::edit::{below, replaced, tree};
use savoir_families::Random;
use savoir_syntax::{Node, Span, SyntaxKind};

/// Everything in another order.
pub(super) fn permuted(text: &str, random: &mut Random) -> String {
    // From the inside out, since places of what is larger are moved as a whole.
    let text = each_of(text, random, &[SyntaxKind::ActionsSection, SyntaxKind::EnumType], listed_names);
    let sections = [
        SyntaxKind::ObsvarsSection,
        SyntaxKind::VarsSection,
        SyntaxKind::ProtocolSection,
        SyntaxKind::EvolutionSection,
        SyntaxKind::EvaluationSection,
        SyntaxKind::GroupsSection,
    ];
    let text = each_of(&text, random, &sections, statements);
    each_of(&text, random, &[SyntaxKind::File], agents)
}

/// The parts of each such node in another order.
fn each_of(text: &str, random: &mut Random, kinds: &[SyntaxKind], parts: fn(Node<'_>) -> Vec<Span>) -> String {
    let tree = tree(text);
    let mut edits = Vec::new();
    for node in below(tree.root(), kinds) {
        let places = parts(node);
        let mut moved = places.clone();
        random.shuffle(&mut moved);
        edits.extend(places.into_iter().zip(moved.into_iter().map(|place| text[place.range()].to_owned())));
    }
    replaced(text, edits)
}

fn listed_names(node: Node<'_>) -> Vec<Span> {
    let list = node.child(SyntaxKind::NameList).unwrap_or(node);
    list.names().map(|(_, place)| place).collect()
}

/// `Other` stays the last line.
fn statements(node: Node<'_>) -> Vec<Span> {
    let moves = |node: &Node<'_>| node.token(SyntaxKind::OtherKw).is_none();
    node.children().filter(moves).map(Node::span).collect()
}

/// The environment stays the first agent.
fn agents(node: Node<'_>) -> Vec<Span> {
    let moves = |agent: &Node<'_>| agent.token(SyntaxKind::EnvironmentKw).is_none();
    node.children_of(SyntaxKind::Agent).filter(moves).map(Node::span).collect()
}
