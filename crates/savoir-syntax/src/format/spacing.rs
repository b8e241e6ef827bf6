//! Which two tokens have a space between them.

use crate::tree::{Node, Tree};
use crate::{SyntaxKind as K, TokenId};
use std::ops::Range;

pub(super) struct Spacing<'t> {
    tree: &'t Tree,
    /// By token, from `first` on: the kind of the node it belongs to.
    parents: Vec<K>,
    first: u32,
}

impl<'t> Spacing<'t> {
    /// The spacing inside `root`.
    pub(super) fn new(root: Node<'t>) -> Spacing<'t> {
        let tokens = tokens_in(root);
        let mut parents = vec![K::Error; tokens.len()];
        let mut open: Vec<Node<'_>> = vec![root];
        while let Some(node) = open.pop() {
            node.own_tokens().for_each(|(_, id)| parents[(id.0 - tokens.start) as usize] = node.kind());
            open.extend(node.children());
        }
        Spacing { tree: root.tree(), parents, first: tokens.start }
    }

    pub(super) fn kind(&self, id: TokenId) -> K {
        self.tree.token(id).kind
    }

    pub(super) fn text(&self, id: TokenId) -> &'t str {
        self.tree.token_text(id)
    }

    pub(super) fn parent(&self, id: TokenId) -> K {
        self.parents[(id.0 - self.first) as usize]
    }

    /// Some tokens on one line.
    pub(super) fn join(&self, tokens: &[TokenId]) -> String {
        self.join_within(tokens, usize::MAX).unwrap_or_default()
    }

    /// Some tokens on one line, if it is no longer than `most`; longer lines cost no more than that.
    pub(super) fn join_within(&self, tokens: &[TokenId], most: usize) -> Option<String> {
        let mut line = String::new();
        for (index, &id) in tokens.iter().enumerate() {
            if index > 0 && self.space(tokens[index - 1], id) {
                line.push(' ');
            }
            // Tokens that are no comments are ASCII, so bytes are characters.
            let text = self.text(id);
            if line.len() + text.len() > most {
                return None;
            }
            line.push_str(text);
        }
        Some(line)
    }

    /// Whether a space goes between two neighbours.
    pub(super) fn space(&self, left: TokenId, right: TokenId) -> bool {
        let (a, b) = (self.kind(left), self.kind(right));
        let (in_a, in_b) = (self.parent(left), self.parent(right));
        match (a, b) {
            // Two minus signs would make a comment.
            (K::Minus, K::Minus) => true,
            (_, K::Comma | K::Semicolon | K::RParen | K::RBrace | K::Dot | K::DotDot) => false,
            (K::LParen | K::LBrace | K::Dot | K::DotDot | K::Bang | K::Tilde | K::Question, _) => false,
            (K::Minus, _) if matches!(in_a, K::NegExpr | K::SignedInt) => false,
            (K::Less, _) if is_enforce(in_a) => false,
            (_, K::Greater) if is_enforce(in_b) => false,
            (K::Greater, _) if is_enforce(in_a) => false,
            (_, K::LParen) if matches!(in_b, K::EpistemicExpr | K::QuantifiedUntil) => false,
            (_, K::Colon) => !matches!(
                in_b,
                K::ObsvarsSection | K::VarsSection | K::RedStatesSection | K::ProtocolSection | K::EvolutionSection
            ),
            _ => true,
        }
    }
}

/// The tokens between the first and the last token of a node, trivia included.
pub(super) fn tokens_in(node: Node<'_>) -> Range<u32> {
    let (tokens, span) = (node.tree().tokens(), node.span());
    let first = tokens.partition_point(|token| token.span.end <= span.start);
    let last = tokens.partition_point(|token| token.span.start < span.end);
    first as u32..last.max(first) as u32
}

fn is_enforce(kind: K) -> bool {
    matches!(kind, K::EnforceExpr | K::EnforceUntil)
}
