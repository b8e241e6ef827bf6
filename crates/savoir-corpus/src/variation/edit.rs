//! Replacing parts of a text, and finding what stands in it.

use savoir_syntax::{Node, Span, SyntaxKind, Tree};

/// The text with each place replaced; places do not overlap.
pub(super) fn replaced(text: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(place, _)| (place.start, place.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (place, new) in edits {
        let range = place.range();
        out.push_str(&text[at..range.start]);
        out.push_str(&new);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// The tree of a text of ours.
pub(super) fn tree(text: &str) -> Tree {
    savoir_syntax::parse(text).tree
}

/// All nodes of these kinds below a node, those within others of them left out.
pub(super) fn below<'t>(node: Node<'t>, kinds: &[SyntaxKind]) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if kinds.contains(&node.kind()) {
            found.push(node);
        } else {
            open.extend(node.children());
        }
    }
    found.sort_by_key(|node| node.span().start);
    found
}

/// The tokens that are no white space and no comments: kind, text and place.
pub(super) fn words(tree: &Tree) -> Vec<(SyntaxKind, &str, Span)> {
    let words = tree.tokens().iter().filter(|token| !token.kind.is_trivia());
    words.map(|token| (token.kind, &tree.text()[token.span.range()], token.span)).collect()
}

/// Whether one place is part of another.
pub(super) fn inside(place: Span, whole: Span) -> bool {
    whole.start <= place.start && place.end <= whole.end
}

/// The name of an agent.
pub(super) fn agent_name(agent: Node<'_>) -> &str {
    agent.name().map_or("", |name| name.0)
}

/// Whether variables change independently of each other.
pub(super) fn is_single_assignment(tree: &Tree) -> bool {
    let semantics = tree.root().child(SyntaxKind::SemanticsDecl);
    semantics
        .is_some_and(|it| it.token(SyntaxKind::SingleAssignmentKw).or_else(|| it.token(SyntaxKind::SaKw)).is_some())
}

/// Where some names stand in a part of a text, unless they belong to an agent that is named.
pub(super) fn bare_names<'n>(tree: &Tree, part: Span, names: &[&'n str]) -> impl Iterator<Item = (Span, &'n str)> {
    let words = words(tree);
    let first = words.partition_point(|word| word.2.start < part.start);
    let found = (first..words.len()).take_while(|at| words[*at].2.end <= part.end).filter_map(|at| {
        let (kind, text, place) = words[at];
        let bare = kind == SyntaxKind::Ident && (at == 0 || words[at - 1].0 != SyntaxKind::Dot);
        let name = names.iter().find(|name| bare && **name == text)?;
        Some((place, *name))
    });
    found.collect::<Vec<_>>().into_iter()
}
