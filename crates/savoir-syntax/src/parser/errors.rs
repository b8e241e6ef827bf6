//! Reporting errors: where each is shown, at most one a token, and what would mend it.

use super::Parser;
use crate::fix::indentation;
use crate::{Applicability, Code, Diagnostic, Fix, MAX_FINDINGS, Span, SyntaxKind};

impl Parser<'_> {
    /// What stands at the current place, for messages.
    pub(super) fn found(&self) -> String {
        match self.current() {
            SyntaxKind::Ident | SyntaxKind::Int | SyntaxKind::NotEq => format!("`{}`", self.current_text()),
            SyntaxKind::Eof => format!("the end of the {}", self.whole),
            kind => kind.describe(),
        }
    }

    /// Something is wrong with the current token.
    pub(super) fn error(&mut self, message: impl Into<String>) {
        self.report(Diagnostic::new(Code::Syntax, self.span(), message).label("here"));
    }

    pub(super) fn error_with_help(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.report(self.wrong_here(message, help));
    }

    /// An error at the current token, to be completed and reported.
    pub(super) fn wrong_here(&self, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::Syntax, self.span(), message).label("here").help(help)
    }

    /// Something is missing before the current token.
    pub(super) fn missing(&mut self, message: impl Into<String>, fix: Fix) {
        self.report(Diagnostic::new(Code::Syntax, self.missing_span(), message).label("here").fix(fix));
    }

    /// A token of this kind is missing before the current one, or the current one stands in its place.
    pub(super) fn report_expected(&mut self, kind: SyntaxKind) {
        let message = format!("expected {}, found {}", kind.describe(), self.found());
        match kind {
            SyntaxKind::Semicolon | SyntaxKind::Comma | SyntaxKind::Colon | SyntaxKind::RParen | SyntaxKind::RBrace => {
                // Behind a list nothing else can be missing.
                let certain = kind == SyntaxKind::Semicolon && self.follows(SyntaxKind::RBrace);
                let applicability = if certain { Applicability::Safe } else { Applicability::MaybeWrong };
                let fix = self.insertion(kind, applicability);
                self.missing(message, fix);
            }
            SyntaxKind::Equal if self.at(SyntaxKind::LBrace) => {
                let fix = self.insertion(kind, Applicability::Safe);
                self.report(Diagnostic::new(Code::Syntax, self.span(), message).label("here").fix(fix));
            }
            _ => self.error(message),
        }
    }

    /// Inserts a token behind the one before the current place.
    pub(super) fn insertion(&self, kind: SyntaxKind, applicability: Applicability) -> Fix {
        let shown = kind.describe();
        let text = shown.trim_matches('`');
        let spaced = if kind == SyntaxKind::Equal { format!(" {text}") } else { text.to_owned() };
        Fix { applicability, ..Fix::safe(format!("insert {shown}")).insert(self.previous_span().end, spaced) }
    }

    /// Inserts `end X` where a section is over: on a line of its own if what follows starts a line, and then below the
    /// place where the section was `opened`.
    pub(super) fn insert_end(&self, name: &str, opened: Span) -> Fix {
        let fix = Fix::safe(format!("insert `end {name}`"));
        let opening = indentation(self.text, opened.start).unwrap_or("");
        if self.at(SyntaxKind::Eof) {
            // Behind comments too: they may belong to what stands before them.
            let line_end = if self.text.ends_with('\n') { "" } else { "\n" };
            return fix.insert(self.text.len() as u32, format!("{line_end}{opening}end {name}\n"));
        }
        let start = self.span().start;
        match indentation(self.text, start) {
            Some(own) => fix.insert(start - own.len() as u32, format!("{opening}end {name}\n")),
            None => fix.insert(start, format!("end {name} ")),
        }
    }

    /// Where a list of names and commas ends that starts here or goes on here; `None` if there is no name.
    pub(super) fn end_of_names(&self) -> Option<u32> {
        let rest = self.significant.get(self.position..)?.iter().map(|&index| self.tokens[index as usize]);
        let listed = |kind| matches!(kind, SyntaxKind::Ident | SyntaxKind::EnvironmentKw | SyntaxKind::Comma);
        let last = rest.take_while(|token| listed(token.kind)).last()?;
        (last.kind != SyntaxKind::Comma).then_some(last.span.end)
    }

    /// The current token with the spaces behind it.
    pub(super) fn span_with_spaces(&self) -> Span {
        let span = self.span();
        let spaces = self.text[span.end as usize..].bytes().take_while(|byte| *byte == b' ').count();
        Span::new(span.start, span.end + spaces as u32)
    }

    /// A missing token is best shown where it belongs: behind the last one, when something new starts on a later line.
    fn missing_span(&self) -> Span {
        use SyntaxKind as K;
        let (before, here) = (self.previous_span(), self.span());
        let kind = self.current();
        let starts = kind.is_keyword() || matches!(kind, K::Ident | K::LParen | K::LBrace | K::Bang | K::Less);
        if self.position > 0 && starts && self.starts_line() { Span::new(before.end, before.end) } else { here }
    }

    /// Whether a line ends between the token before the current one and it.
    pub(super) fn starts_line(&self) -> bool {
        let gap = self.previous_span().end as usize..self.span().start as usize;
        self.text.get(gap).is_some_and(|gap| gap.contains('\n'))
    }

    /// Keeps a diagnostic, unless one was already reported at this token.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.last_error != Some(self.position) {
            self.last_error = Some(self.position);
            // The lexer has already complained about invalid characters.
            if !(diagnostic.code == Code::Syntax && self.at(SyntaxKind::Unknown)) {
                self.push(diagnostic);
            }
        }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.findings.is_full() {
            return;
        }
        self.findings.add(diagnostic);
        if self.findings.is_full() {
            self.give_up();
        }
    }

    /// What follows a thousand errors is hardly a model: it is kept in the tree, but not read.
    fn give_up(&mut self) {
        let message = format!("there are more than {MAX_FINDINGS} errors: the rest of the {} is not read", self.whole);
        self.findings.close(Diagnostic::new(Code::Syntax, self.span(), message).label("from here on"));
        self.skip_while(|_| true);
        self.last_error = Some(self.position);
    }
}
