//! The lossless tree: flat arrays instead of linked nodes, so that dropping or copying it needs no recursion, whatever
//! the input. All tokens, trivia included, stand in one array; nodes hold the tokens the grammar sees.

use crate::lexer::Token;
use crate::{Span, SyntaxKind};

/// Index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// Index of a token among all tokens of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenId(pub u32);

/// A child of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// An inner node.
    Node(NodeId),
    /// A token that is not trivia.
    Token(TokenId),
}

#[derive(Clone, Debug)]
struct NodeData {
    kind: SyntaxKind,
    span: Span,
    children: std::ops::Range<u32>,
}

/// A parsed text.
#[derive(Clone, Debug)]
pub struct Tree {
    text: String,
    tokens: Vec<Token>,
    nodes: Vec<NodeData>,
    elements: Vec<Element>,
    root: NodeId,
}

/// A node together with its tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    id: NodeId,
}

impl Tree {
    /// The text this tree was parsed from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All tokens, white space and comments included.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The token with this index.
    #[must_use]
    pub fn token(&self, id: TokenId) -> Token {
        self.tokens[id.0 as usize]
    }

    /// The text of a token.
    #[must_use]
    pub fn token_text(&self, id: TokenId) -> &str {
        &self.text[self.token(id).span.range()]
    }

    /// The outermost node.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, id: self.root }
    }

    /// The node with this index.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }
}

impl<'t> Node<'t> {
    /// Its index in the tree.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Its tree.
    #[must_use]
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    fn data(self) -> &'t NodeData {
        &self.tree.nodes[self.id.0 as usize]
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> SyntaxKind {
        self.data().kind
    }

    /// Where it stands, from its first to its last token.
    #[must_use]
    pub fn span(self) -> Span {
        self.data().span
    }

    /// Its text, inner trivia included.
    #[must_use]
    pub fn text(self) -> &'t str {
        &self.tree.text[self.span().range()]
    }

    /// Its children in order.
    #[must_use]
    pub fn elements(self) -> &'t [Element] {
        let range = &self.data().children;
        &self.tree.elements[range.start as usize..range.end as usize]
    }

    /// Its child nodes in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        self.elements().iter().filter_map(move |element| match *element {
            Element::Node(id) => Some(self.tree.node(id)),
            Element::Token(_) => None,
        })
    }

    /// Its own tokens in order, as kind and index.
    pub fn own_tokens(self) -> impl Iterator<Item = (SyntaxKind, TokenId)> {
        self.elements().iter().filter_map(move |element| match *element {
            Element::Token(id) => Some((self.tree.token(id).kind, id)),
            Element::Node(_) => None,
        })
    }

    /// Its first child of the given kind.
    #[must_use]
    pub fn child(self, kind: SyntaxKind) -> Option<Node<'t>> {
        self.children().find(|child| child.kind() == kind)
    }

    /// Its children of the given kind.
    pub fn children_of(self, kind: SyntaxKind) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(move |child| child.kind() == kind)
    }

    /// Its first own token of the given kind.
    #[must_use]
    pub fn token(self, kind: SyntaxKind) -> Option<TokenId> {
        self.own_tokens().find(|(found, _)| *found == kind).map(|(_, id)| id)
    }

    /// Its own names (identifiers, and the word `Environment`), with their places.
    pub fn names(self) -> impl Iterator<Item = (&'t str, Span)> {
        self.own_tokens()
            .filter(|(kind, _)| matches!(kind, SyntaxKind::Ident | SyntaxKind::EnvironmentKw))
            .map(move |(_, id)| (self.tree.token_text(id), self.tree.token(id).span))
    }

    /// Its first own name.
    #[must_use]
    pub fn name(self) -> Option<(&'t str, Span)> {
        self.names().next()
    }
}

/// Puts a tree together from the parser's steps.
pub(crate) struct TreeBuilder {
    nodes: Vec<NodeData>,
    elements: Vec<Element>,
    open: Vec<(SyntaxKind, usize)>,
    pending: Vec<Element>,
    /// End of the last token seen, the place of a node without tokens.
    position: u32,
}

impl TreeBuilder {
    /// For a tree of about so many nodes and tokens.
    pub(crate) fn new(nodes: usize, tokens: usize) -> TreeBuilder {
        TreeBuilder {
            nodes: Vec::with_capacity(nodes),
            elements: Vec::with_capacity(nodes + tokens),
            open: Vec::new(),
            pending: Vec::new(),
            position: 0,
        }
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        self.open.push((kind, self.pending.len()));
    }

    pub(crate) fn token(&mut self, id: TokenId, token: Token) {
        self.position = token.span.end;
        self.pending.push(Element::Token(id));
    }

    pub(crate) fn finish(&mut self, tokens: &[Token]) {
        let Some((kind, first)) = self.open.pop() else { return };
        let span_of = |element: &Element| match *element {
            Element::Node(id) => self.nodes[id.0 as usize].span,
            Element::Token(id) => tokens[id.0 as usize].span,
        };
        let span = match (self.pending[first..].first(), self.pending.last()) {
            (Some(from), Some(to)) => span_of(from).cover(span_of(to)),
            _ => Span::new(self.position, self.position),
        };
        let start = self.elements.len() as u32;
        self.elements.extend(self.pending.drain(first..));
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(NodeData { kind, span, children: start..self.elements.len() as u32 });
        self.pending.push(Element::Node(id));
    }

    pub(crate) fn build(self, text: String, tokens: Vec<Token>) -> Tree {
        // The root is finished last.
        let root = NodeId(self.nodes.len() as u32 - 1);
        Tree { text, tokens, nodes: self.nodes, elements: self.elements, root }
    }
}
