//! The formatter: one statement a line, fixed indentation, long lines broken at their loosest operators.
//!
//! It works on the tokens, so nothing but white space can change. The layout depends only on the tokens and on whether
//! a comment stands alone or behind code, so formatting twice is the same as formatting once.

mod spacing;
mod wrap;

use crate::tree::{Element, Node, Tree};
use crate::{SyntaxKind as K, TokenId};
use spacing::Spacing;

/// Longest line the formatter makes where it has a choice.
const WIDTH: usize = 100;

/// What is nested deeper is not indented further: the text would be mostly spaces.
const MAX_INDENT: usize = 80;
const INDENT: usize = 2;

/// Lays out a tree that was parsed without errors.
#[must_use]
pub fn format(tree: &Tree) -> String {
    Formatter::new(tree).run()
}

/// The tokens of a node on one line, without comments.
#[must_use]
pub fn inline(node: Node<'_>) -> String {
    let tree = node.tree();
    let tokens: Vec<TokenId> =
        spacing::tokens_in(node).map(TokenId).filter(|&id| !tree.token(id).kind.is_trivia()).collect();
    let tokens = match tokens.last() {
        Some(&last) if tree.token(last).kind == K::Semicolon => &tokens[..tokens.len() - 1],
        _ => &tokens[..],
    };
    Spacing::new(node).join(tokens)
}

/// Where a token starts a line of its own.
#[derive(Clone, Copy)]
struct LineStart {
    indent: usize,
    /// Whether an empty line goes before it.
    separate: bool,
}

struct Formatter<'t> {
    tree: &'t Tree,
    spacing: Spacing<'t>,
    /// By token: whether it begins a line, and how.
    starts: Vec<Option<LineStart>>,
    /// The first token behind the current comments that is none, if it was looked for.
    next: Option<usize>,
    out: String,
}

impl<'t> Formatter<'t> {
    fn new(tree: &'t Tree) -> Formatter<'t> {
        let mut formatter = Formatter {
            tree,
            spacing: Spacing::new(tree.root()),
            starts: vec![None; tree.tokens().len()],
            next: None,
            out: String::with_capacity(tree.text().len()),
        };
        for child in tree.root().children() {
            formatter.section(child, 0, true);
        }
        formatter
    }

    fn start_line(&mut self, id: Option<TokenId>, indent: usize, separate: bool) {
        if let Some(id) = id {
            self.starts[id.0 as usize] = Some(LineStart { indent, separate });
        }
    }

    /// Marks the line starts of a section and of all that is in it.
    fn section(&mut self, node: Node<'t>, indent: usize, separate: bool) {
        self.start_line(first_token(node), indent, separate);
        if node.kind() == K::Agent {
            for child in node.children() {
                self.section(child, indent + INDENT, false);
            }
        } else if node.token(K::EndKw).is_some() {
            for child in node.children() {
                self.start_line(first_token(child), indent + INDENT, false);
            }
        }
        self.start_line(node.token(K::EndKw), indent, false);
    }

    fn run(mut self) -> String {
        let tree = self.tree;
        let count = tree.tokens().len();
        let mut line: Vec<TokenId> = Vec::new();
        let mut indent = 0;
        let mut continued = false;
        // Line breaks seen since the last thing printed.
        let mut breaks = 0;
        for index in 0..count {
            let id = TokenId(index as u32);
            let token = tree.token(id);
            match token.kind {
                K::Whitespace => breaks += tree.token_text(id).bytes().filter(|&byte| byte == b'\n').count(),
                K::Comment => {
                    let trailing = breaks == 0 && index > 0;
                    self.flush(&mut line, indent, &mut continued);
                    self.comment(id, trailing, breaks > 1, index);
                    breaks = 0;
                }
                _ => {
                    if let Some(start) = self.starts[index] {
                        self.flush(&mut line, indent, &mut continued);
                        let wants_gap = start.separate && !self.after_comment_line();
                        if (breaks > 1 || wants_gap) && token.kind != K::EndKw {
                            self.empty_line();
                        }
                        indent = start.indent;
                        continued = false;
                    }
                    line.push(id);
                    breaks = 0;
                }
            }
        }
        self.flush(&mut line, indent, &mut continued);
        while self.out.ends_with("\n\n") {
            self.out.pop();
        }
        self.out
    }

    /// Prints the collected tokens of a statement; what follows a comment inside a statement is indented further.
    fn flush(&mut self, line: &mut Vec<TokenId>, indent: usize, continued: &mut bool) {
        if line.is_empty() {
            return;
        }
        let indent = if *continued { indent + 2 * INDENT } else { indent };
        wrap::statement(&self.spacing, line, indent, &mut self.out);
        line.clear();
        *continued = true;
    }

    fn comment(&mut self, id: TokenId, trailing: bool, gap: bool, index: usize) {
        let text = self.tree.token_text(id).trim_end();
        if trailing && self.out.ends_with('\n') {
            self.out.pop();
            self.out.push(' ');
        } else {
            let behind = self.behind(index);
            let next = self.line_start(behind);
            if gap || (next.is_some_and(|start| start.separate) && !self.after_comment_line()) {
                self.empty_line();
            }
            let indent = next.map_or(0, |start| start.indent) + self.extra_before_end(behind);
            self.out.extend(std::iter::repeat_n(' ', indent));
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The token that a comment stands before; the number of tokens if there is none. It is looked for once for all comments
    /// before it.
    fn behind(&mut self, index: usize) -> usize {
        let tokens = self.tree.tokens();
        let known = self.next.filter(|next| *next > index);
        let next = known.or_else(|| (index..tokens.len()).find(|&next| !tokens[next].kind.is_trivia()));
        let next = next.unwrap_or(tokens.len());
        self.next = Some(next);
        next
    }

    /// How the line of a token starts.
    fn line_start(&self, token: usize) -> Option<LineStart> {
        let inside = LineStart { indent: 2 * INDENT + 2, separate: false };
        self.starts.get(token).map(|start| start.unwrap_or(inside))
    }

    /// A comment before `end` belongs to the statements above it.
    fn extra_before_end(&self, behind: usize) -> usize {
        let next = self.tree.tokens().get(behind);
        if next.is_some_and(|token| token.kind == K::EndKw) { INDENT } else { 0 }
    }

    fn after_comment_line(&self) -> bool {
        self.out.lines().next_back().is_some_and(|line| line.trim_start().starts_with("--"))
    }

    fn empty_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }
}

fn first_token(mut node: Node<'_>) -> Option<TokenId> {
    loop {
        match node.elements().first()? {
            Element::Token(id) => return Some(*id),
            Element::Node(id) => node = node.tree().node(*id),
        }
    }
}
