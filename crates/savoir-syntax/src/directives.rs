//! `-- savoir: allow(unused-variable)`: comments that change levels of lints.
//!
//! Before the first agent, such a comment is about the whole file. Elsewhere it is about the line it stands on, or, if it
//! has a line of its own, about the next line with words on it.

use crate::levels::{Level, LintSelector, UnknownLint};
use crate::{Code, Diagnostic, Fix, Guesses, Span, SyntaxKind, Tree};

/// Where a level counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// In every file of a run.
    Run,
    /// In this file.
    File,
    /// For what starts on this line.
    Line(Span),
}

impl Reach {
    /// What has a higher rank counts more.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Reach::Run => 0,
            Reach::File => 1,
            Reach::Line(_) => 2,
        }
    }
}

/// A comment that changes levels.
pub(crate) struct Directive {
    pub(crate) reach: Reach,
    pub(crate) level: Level,
    pub(crate) lints: Vec<LintSelector>,
}

/// What such a comment starts with, behind its dashes.
const SIGN: &str = "savoir:";

/// The directives of a text, in its order.
pub(crate) fn find(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) -> Vec<Directive> {
    let text = tree.text();
    // Hardly a text has one, and looking for the word is faster than going through the tokens.
    if !text.contains(SIGN) {
        return Vec::new();
    }
    let first_agent = tree.tokens().iter().position(|token| token.kind == SyntaxKind::AgentKw);
    let comments = tree.tokens().iter().enumerate().filter(|(_, token)| token.kind == SyntaxKind::Comment);
    let mut found = Vec::new();
    let mut guesses = Guesses::default();
    let mut lines = Lines { tree, next: 0, line: None };
    for (index, comment) in comments {
        let inside = text[comment.span.range()].trim_start_matches('-').trim();
        let Some(order) = inside.strip_prefix(SIGN) else { continue };
        let Some((level, names)) = parse_order(order.trim()) else {
            diagnostics.push(not_understood(comment.span));
            continue;
        };
        let offset = |part: &str| (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
        let lints = names.split(',').map(str::trim).filter(|name| !name.is_empty()).filter_map(|name| {
            let place = Span::new(offset(name), offset(name) + name.len() as u32);
            let lint = LintSelector::read(name, &mut guesses);
            lint.map_err(|problem| diagnostics.push(unknown(place, &problem))).ok()
        });
        let lints = lints.collect();
        let reach =
            if first_agent.is_none_or(|first| index < first) { Reach::File } else { Reach::Line(lines.about(index)) };
        found.push(Directive { reach, level, lints });
    }
    found
}

/// `allow(name, …)`.
fn parse_order(order: &str) -> Option<(Level, &str)> {
    let (word, rest) = order.split_once('(')?;
    let level = Level::ALL.into_iter().find(|level| level.as_str() == word.trim())?;
    let (names, behind) = rest.split_once(')')?;
    (behind.is_empty() && !names.trim().is_empty()).then_some((level, names))
}

/// Which lines comments are about. Comments are asked about in the order of the text; what is found for one serves for those
/// that follow it.
struct Lines<'t> {
    tree: &'t Tree,
    /// No token between the last comment and this one is a word.
    next: usize,
    /// The last line that was found.
    line: Option<Span>,
}

impl Lines<'_> {
    /// The line that the comment with this index is about.
    fn about(&mut self, comment: usize) -> Span {
        let (text, tokens) = (self.tree.text(), self.tree.tokens());
        let start = tokens[comment].span.start;
        let line_start = text[..start as usize].rfind('\n').map_or(0, |before| before + 1);
        let alone = text[line_start..start as usize].trim().is_empty();
        let from = self.next.max(comment);
        self.next = (from..tokens.len()).find(|&index| !tokens[index].kind.is_trivia()).unwrap_or(tokens.len());
        let offset = tokens.get(self.next).filter(|_| alone).map_or(start, |next| next.span.start);
        let known = self.line.filter(|line| (line.start..=line.end).contains(&offset));
        *self.line.insert(known.unwrap_or_else(|| line_of(text, offset)))
    }
}

fn line_of(text: &str, offset: u32) -> Span {
    let offset = offset as usize;
    let start = text[..offset].rfind('\n').map_or(0, |before| before + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |end| offset + end);
    Span::new(start as u32, end as u32)
}

fn not_understood(span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadExpectation, span, "this says nothing about lints")
        .label("not understood")
        .help("write `-- savoir: allow(unused-variable)`, or `warn(…)` or `deny(…)`")
}

fn unknown(place: Span, problem: &UnknownLint) -> Diagnostic {
    let (message, guess) = match problem {
        UnknownLint::Error(_) => (problem.to_string(), None),
        UnknownLint::Misspelt { word, guess } => (format!("there is no lint `{word}`"), *guess),
    };
    let found = Diagnostic::new(Code::UnknownLint, place, message).label("unknown");
    match guess {
        Some(guess) => found
            .help(format!("did you mean `{guess}`?"))
            .fix(Fix::maybe_wrong(format!("write `{guess}`")).replace(place, guess)),
        None => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{apply_fixes, parse};

    fn messages(text: &str) -> Vec<String> {
        let mut diagnostics = Vec::new();
        find(&parse(text).tree, &mut diagnostics);
        diagnostics.iter().map(|found| format!("{}: {}", found.code, found.message)).collect()
    }

    #[test]
    fn what_is_wrong_with_a_directive_is_said() {
        assert_eq!(messages("-- savoir: allow(unused-variable, W0002,)\n-- savoir is a model checker"), [""; 0]);
        for text in ["allow", "alow(unused-variable)", "allow()", "allow(W0001) but why", "deny unused-variable"] {
            let found = messages(&format!("-- savoir: {text}\n"));
            assert_eq!(found, ["W0010: this says nothing about lints"], "{text}");
        }
        assert_eq!(
            messages("-- savoir: deny(never-fire, E0101)"),
            ["W0013: there is no lint `never-fire`", "W0013: `unknown-variable` is an error, and errors have no level"]
        );
    }

    #[test]
    fn a_misspelt_name_can_be_mended() {
        let text = "-- savoir: allow(unused-variable, never-fire)";
        let mut diagnostics = Vec::new();
        find(&parse(text).tree, &mut diagnostics);
        let mended = apply_fixes(text, &[&diagnostics[0].fixes[0]]).0;
        assert_eq!(mended, "-- savoir: allow(unused-variable, never-fires)");
    }
}
