//! Finding one's way in a tree: from an offset to the word and to the nodes around it.

use savoir_syntax::{Element, Node, SyntaxKind as K, TokenId, Tree};

/// The nodes around an offset, outermost first. An offset at the seam of two nodes belongs to the one before it only if
/// that ends there and the other begins later.
pub(crate) fn path(tree: &Tree, offset: u32) -> Vec<Node<'_>> {
    let mut path = vec![tree.root()];
    let mut node = tree.root();
    while let Some(inner) = child_at(node, offset) {
        path.push(inner);
        node = inner;
    }
    path
}

fn child_at(node: Node<'_>, offset: u32) -> Option<Node<'_>> {
    let tree = node.tree();
    let elements = node.elements();
    let span = |element: &Element| match *element {
        Element::Node(id) => tree.node(id).span(),
        Element::Token(id) => tree.token(id).span,
    };
    let first = elements.partition_point(|element| span(element).end < offset);
    let around = elements[first..].iter().take_while(|element| span(element).start <= offset);
    let around: Vec<Node<'_>> = around
        .filter_map(|element| match *element {
            Element::Node(id) => Some(tree.node(id)),
            Element::Token(_) => None,
        })
        .collect();
    // What begins here wins over what ends here.
    around.iter().rev().find(|node| node.span().end > offset).or(around.last()).copied()
}

/// The token that contains the byte at an offset.
pub(crate) fn token_at(tree: &Tree, offset: u32) -> Option<TokenId> {
    let index = tree.tokens().partition_point(|token| token.span.end <= offset);
    (index < tree.tokens().len()).then_some(TokenId(index as u32))
}

/// The word, number or sign that an editor means by an offset: the word that begins, goes on or ends there, or the sign
/// that begins or ends there.
pub(crate) fn word_at(tree: &Tree, offset: u32) -> Option<TokenId> {
    let here = token_at(tree, offset);
    let before = offset.checked_sub(1).and_then(|before| token_at(tree, before));
    let rank = |id: &TokenId| match tree.token(*id).kind {
        kind if is_word(kind) => 0,
        kind if kind.is_trivia() => 2,
        _ => 1,
    };
    here.into_iter().chain(before).min_by_key(rank).filter(|id| rank(id) < 2)
}

/// Words and numbers.
pub(crate) fn is_word(kind: K) -> bool {
    matches!(kind, K::Ident | K::Int) || kind.is_keyword()
}

/// The nodes below a node and itself, wholes before parts, in the order of the text.
pub(crate) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut open = vec![node];
    std::iter::from_fn(move || {
        let next = open.pop()?;
        let first = open.len();
        open.extend(next.children());
        open[first..].reverse();
        Some(next)
    })
}

/// Whether a node is a section, of the file or of an agent.
pub(crate) fn is_section(kind: K) -> bool {
    matches!(
        kind,
        K::ObsvarsSection
            | K::VarsSection
            | K::LobsvarsSection
            | K::RedStatesSection
            | K::ActionsSection
            | K::ProtocolSection
            | K::EvolutionSection
            | K::EvaluationSection
            | K::InitStatesSection
            | K::GroupsSection
            | K::FairnessSection
            | K::FormulaeSection
    )
}

/// Whether a node is a statement of a section.
pub(crate) fn is_statement(kind: K) -> bool {
    matches!(
        kind,
        K::VarDecl
            | K::ProtocolLine
            | K::EvolutionLine
            | K::PropositionDef
            | K::InitCondition
            | K::RedCondition
            | K::GroupDef
            | K::FairnessDef
            | K::Property
    )
}

/// The word that a section begins with.
pub(crate) fn section_name(node: Node<'_>) -> &str {
    let first = node.own_tokens().next();
    first.map_or("", |(_, id)| node.tree().token_text(id))
}
