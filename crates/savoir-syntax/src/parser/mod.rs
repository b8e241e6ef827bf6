//! The error-tolerant parser: always gives a tree, reports every error it can, and recovers at `;` and `end`.
//!
//! The grammar functions ([`file`], [`sections`], [`expr`], [`formula`]) record steps; [`Parser::finish`] turns them into
//! a tree. What people write who come from other languages is in [`slips`], how errors are reported in [`errors`].

mod errors;
mod expr;
mod file;
mod formula;
mod notations;
mod sections;
mod slips;

use crate::lexer::{TOKENS_BETWEEN_POLLS, Token, lex};
use crate::tree::{TokenId, Tree, TreeBuilder};
use crate::{Code, Diagnostic, Findings, Span, SyntaxKind};

/// How deep parentheses and prefix operators may nest. Chains such as `a and b and c` do not nest.
pub(crate) const MAX_NESTING: usize = 500;

/// A tree and what there is to say about it.
#[derive(Clone, Debug)]
pub struct Parse {
    /// The lossless tree, whatever the input.
    pub tree: Tree,
    /// Errors and warnings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parse {
    /// Whether the text has no syntax error.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses an ISPL file.
#[must_use]
pub fn parse(text: &str) -> Parse {
    parse_with(text, "file", file::file)
}

/// Parses an ISPL file, unless `stop` says so before that is done.
#[must_use]
pub fn parse_until(text: &str, stop: &dyn Fn() -> bool) -> Option<Parse> {
    parse_with_until(text, "file", stop, file::file)
}

/// Parses one formula, with an optional `LTL` or `CTL*` in front and an optional `;` behind.
#[must_use]
pub fn parse_formula(text: &str) -> Parse {
    parse_with(text, "formula", |p| {
        let m = p.start();
        formula::property(p);
        p.eat(SyntaxKind::Semicolon);
        p.expect_end();
        p.complete(m, SyntaxKind::Property);
    })
}

/// Parses one condition as it may stand in `InitStates`, with an optional `;` behind.
#[must_use]
pub fn parse_condition(text: &str) -> Parse {
    parse_with(text, "condition", |p| {
        let m = p.start();
        expr::condition(p);
        p.eat(SyntaxKind::Semicolon);
        p.expect_end();
        p.complete(m, SyntaxKind::InitCondition);
    })
}

fn parse_with(text: &str, whole: &'static str, grammar: impl FnOnce(&mut Parser<'_>)) -> Parse {
    parse_with_until(text, whole, &|| false, grammar).expect("nobody stops it")
}

fn parse_with_until(
    text: &str,
    whole: &'static str,
    stop: &dyn Fn() -> bool,
    grammar: impl FnOnce(&mut Parser<'_>),
) -> Option<Parse> {
    let (tokens, mut diagnostics) = lex(text, stop)?;
    let mut parser = Parser::new(text, whole, &tokens, stop);
    grammar(&mut parser);
    // Small texts are read whatever the limits are.
    if parser.stopped || tokens.len() >= TOKENS_BETWEEN_POLLS && stop() {
        return None;
    }
    let (builder, findings) = parser.finish();
    diagnostics.extend(findings.into_vec());
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    Some(Parse { tree: builder.build(text.to_owned(), tokens), diagnostics })
}

/// An open node.
struct Marker(usize);

/// A finished node, which may still get a parent put around it.
#[derive(Clone, Copy)]
struct Completed {
    start: usize,
    /// Its kind, or what stands in it if it is a pair of parentheses.
    core: SyntaxKind,
}

enum Event {
    /// `around` is the start of a node that was put around this one later.
    Start {
        kind: Option<SyntaxKind>,
        around: Option<usize>,
    },
    Token,
    Finish,
}

struct Parser<'t> {
    text: &'t str,
    /// What the text is, for messages about its end.
    whole: &'static str,
    tokens: &'t [Token],
    /// The tokens that are not trivia, as indices into `tokens`.
    significant: Vec<u32>,
    position: usize,
    events: Vec<Event>,
    findings: Findings,
    /// Asked from time to time whether to give up.
    stop: &'t dyn Fn() -> bool,
    stopped: bool,
    depth: usize,
    /// Position of the last error, to report at most one error per token.
    last_error: Option<usize>,
    /// Misspelt words that were reported: they may come again behind `end`.
    misspelt: Vec<&'t str>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, whole: &'static str, tokens: &'t [Token], stop: &'t dyn Fn() -> bool) -> Parser<'t> {
        let significant: Vec<u32> =
            (0..tokens.len()).filter(|&index| !tokens[index].kind.is_trivia()).map(|index| index as u32).collect();
        // Every token is a step, and there are about as many nodes with two steps each.
        let events = Vec::with_capacity(3 * significant.len());
        Parser {
            text,
            whole,
            tokens,
            significant,
            position: 0,
            events,
            findings: Findings::default(),
            stop,
            stopped: false,
            depth: 0,
            last_error: None,
            misspelt: Vec::new(),
        }
    }

    // Looking

    fn nth(&self, ahead: usize) -> SyntaxKind {
        self.significant.get(self.position + ahead).map_or(SyntaxKind::Eof, |&index| self.tokens[index as usize].kind)
    }

    fn current(&self) -> SyntaxKind {
        self.nth(0)
    }

    fn at(&self, kind: SyntaxKind) -> bool {
        self.current() == kind
    }

    fn current_text(&self) -> &'t str {
        &self.text[self.span().range()]
    }

    /// Whether the token after the current one is this one and follows without a space.
    fn followed_by(&self, kind: SyntaxKind) -> bool {
        let next = self.significant.get(self.position + 1).map(|&index| self.tokens[index as usize]);
        next.is_some_and(|next| next.kind == kind && next.span.start == self.span().end)
    }

    /// Whether the token before the current one is of this kind.
    fn follows(&self, kind: SyntaxKind) -> bool {
        let before = self.position.checked_sub(1).and_then(|before| self.significant.get(before));
        before.is_some_and(|&index| self.tokens[index as usize].kind == kind)
    }

    /// Place of the current token; at the end of the file, the place after the last one.
    fn span(&self) -> Span {
        match self.significant.get(self.position) {
            Some(&index) => self.tokens[index as usize].span,
            None => {
                let end = self.significant.last().map_or(0, |&index| self.tokens[index as usize].span.end);
                Span::new(end, end)
            }
        }
    }

    fn previous_span(&self) -> Span {
        match self.position.checked_sub(1).and_then(|before| self.significant.get(before)) {
            Some(&index) => self.tokens[index as usize].span,
            None => Span::new(0, 0),
        }
    }

    // Going on

    fn bump(&mut self) {
        if self.position < self.significant.len() {
            self.position += 1;
            self.events.push(Event::Token);
            if self.position.is_multiple_of(TOKENS_BETWEEN_POLLS) && (self.stop)() {
                // At the end of the text every rule of the grammar ends.
                self.stopped = true;
                self.position = self.significant.len();
            }
        }
    }

    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: SyntaxKind) -> bool {
        let found = self.eat(kind);
        if !found {
            self.report_expected(kind);
        }
        found
    }

    /// A name; a reserved word in its place is reported as such and taken for the name.
    fn name(&mut self, what: &str) -> bool {
        let kind = self.current();
        if kind == SyntaxKind::Ident {
            self.bump();
            return true;
        }
        if kind.is_keyword() && kind != SyntaxKind::EndKw {
            let message = format!("`{}` is a reserved word and cannot be {what}", self.current_text());
            let span = self.span();
            self.report(
                Diagnostic::new(Code::ReservedWord, span, message).label("reserved").help("choose another name"),
            );
            self.bump();
            return true;
        }
        self.error(format!("expected {what}, found {}", self.found()));
        false
    }

    fn expect_end(&mut self) {
        if !self.at(SyntaxKind::Eof) {
            self.error(format!("expected the end of the {}, found {}", self.whole, self.found()));
            self.skip_while(|_| true);
        }
    }

    /// Skips tokens into an error node while `more` holds.
    fn skip_while(&mut self, more: impl Fn(&Self) -> bool) {
        if self.at(SyntaxKind::Eof) || !more(self) {
            return;
        }
        let m = self.start();
        while !self.at(SyntaxKind::Eof) && more(self) {
            self.bump();
        }
        self.complete(m, SyntaxKind::Error);
    }

    // Nodes

    fn start(&mut self) -> Marker {
        self.events.push(Event::Start { kind: None, around: None });
        Marker(self.events.len() - 1)
    }

    #[allow(clippy::needless_pass_by_value, reason = "a node is finished once, so the marker is used up")]
    fn complete(&mut self, marker: Marker, node: SyntaxKind) -> Completed {
        if let Event::Start { kind, .. } = &mut self.events[marker.0] {
            *kind = Some(node);
        }
        self.events.push(Event::Finish);
        Completed { start: marker.0, core: node }
    }

    /// The kind of a finished node.
    fn kind(&self, completed: Completed) -> SyntaxKind {
        match self.events[completed.start] {
            Event::Start { kind: Some(kind), .. } => kind,
            Event::Start { .. } | Event::Token | Event::Finish => SyntaxKind::Error,
        }
    }

    /// Opens a node around a finished one.
    fn precede(&mut self, completed: Completed) -> Marker {
        let marker = self.start();
        if let Event::Start { around, .. } = &mut self.events[completed.start] {
            *around = Some(marker.0);
        }
        marker
    }

    fn finish(mut self) -> (TreeBuilder, Findings) {
        let nodes = self.events.len().saturating_sub(self.significant.len()) / 2;
        let mut builder = TreeBuilder::new(nodes, self.significant.len());
        let mut next = 0;
        let mut kinds = Vec::new();
        for index in 0..self.events.len() {
            match self.events[index] {
                Event::Start { .. } => {
                    let mut at = Some(index);
                    while let Some(Event::Start { kind, around }) = at.map(|at| &mut self.events[at]) {
                        kinds.extend(kind.take());
                        at = around.take();
                    }
                    kinds.drain(..).rev().for_each(|kind| builder.start(kind));
                }
                Event::Token => {
                    let id = self.significant[next];
                    builder.token(TokenId(id), self.tokens[id as usize]);
                    next += 1;
                }
                Event::Finish => builder.finish(self.tokens),
            }
        }
        (builder, self.findings)
    }
}
