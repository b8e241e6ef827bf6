//! Diagnostics as rustc shows them: code, source lines with labels, help.

use crate::escape::{is_hidden, visible};
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use savoir::{Diagnostic, LineIndex, Severity, SourceFile, Span};

/// More than this many findings are counted, not shown.
const MAX_SHOWN: usize = 40;

/// Longest stretch of source that is shown around a finding.
const MAX_SNIPPET: usize = 20_000;

/// Renders findings about a source.
#[must_use]
pub fn render(source: &SourceFile, diagnostics: &[Diagnostic]) -> String {
    let lines = LineIndex::new(&source.text);
    let renderer = Renderer::styled();
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(MAX_SHOWN) {
        out.push_str(&one(&renderer, source, &lines, diagnostic));
        out.push_str("\n\n");
    }
    let hidden: usize = diagnostics.iter().skip(MAX_SHOWN).map(|diagnostic| diagnostic.stands_for).sum();
    if hidden > 0 {
        out.push_str(&format!("… and {hidden} more\n\n"));
    }
    out + &closing(diagnostics)
}

/// How many errors and warnings there are, and where to read more; nothing without an error.
fn closing(diagnostics: &[Diagnostic]) -> String {
    let count = |wanted: fn(&Diagnostic) -> bool| {
        diagnostics.iter().filter(|found| wanted(found)).map(|found| found.stands_for).sum::<usize>()
    };
    let Some(first) = diagnostics.iter().find(|found| found.is_error()) else { return String::new() };
    let number = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    };
    let (errors, warnings) = (count(Diagnostic::is_error), count(|found| !found.is_error()));
    let counted: Vec<String> = [number(errors, "error"), number(warnings, "warning")].into_iter().flatten().collect();
    format!("{}; `savoir explain {}` says more\n", counted.join(", "), first.code)
}

fn one(renderer: &Renderer, source: &SourceFile, lines: &LineIndex, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity() {
        Severity::Error | Severity::Denied => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    // Only the lines that matter are given to the renderer: sources can be large.
    let spans = || [&diagnostic.primary].into_iter().chain(&diagnostic.secondary).map(|label| label.span);
    let first = spans().map(|span| span.start).min().unwrap_or(0);
    let last = spans().map(|span| span.end).max().unwrap_or(0);
    let (from, first_line) = line_start(&source.text, lines, first);
    let to = source.text[last as usize..].find('\n').map_or(source.text.len(), |end| last as usize + end);
    if to - from > MAX_SNIPPET {
        return without_snippet(renderer, level, source, lines, diagnostic);
    }
    let shown = Excerpt::new(&source.text[from..to]);
    let range = |span: Span| shown.place(span.start as usize - from)..shown.place(span.end as usize - from);
    let mut snippet = Snippet::source(&shown.text).path(visible(&source.name)).line_start(first_line).annotation(
        AnnotationKind::Primary.span(range(diagnostic.primary.span)).label(visible(&diagnostic.primary.message)),
    );
    for label in &diagnostic.secondary {
        snippet = snippet.annotation(AnnotationKind::Context.span(range(label.span)).label(visible(&label.message)));
    }
    let mut group = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.as_str()).element(snippet);
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    renderer.render(&[group]).to_string()
}

/// Lines of a source as they are shown: with line ends as on Unix, and with every hidden character spelled but tabs, which
/// become spaces.
struct Excerpt {
    text: String,
    /// Offsets behind each character that is shown otherwise: in the source, and here.
    changes: Vec<(usize, usize)>,
}

impl Excerpt {
    fn new(source: &str) -> Excerpt {
        let mut shown = Excerpt { text: String::with_capacity(source.len()), changes: Vec::new() };
        for (at, letter) in source.char_indices() {
            let behind = at + letter.len_utf8();
            let ends_line = matches!(source.as_bytes().get(behind), None | Some(b'\n'));
            match letter {
                '\n' | '\t' => shown.text.push(letter),
                '\r' if ends_line => shown.changes.push((behind, shown.text.len())),
                _ if is_hidden(letter) => {
                    shown.text.push_str(&visible(&source[at..behind]));
                    shown.changes.push((behind, shown.text.len()));
                }
                _ => shown.text.push(letter),
            }
        }
        shown
    }

    /// Where something stands here that stands at `offset` in the source.
    fn place(&self, offset: usize) -> usize {
        let before = self.changes.partition_point(|(behind, _)| *behind <= offset);
        before.checked_sub(1).map_or(offset, |last| self.changes[last].1 + (offset - self.changes[last].0))
    }
}

/// Lines too long to be shown are only named.
fn without_snippet(
    renderer: &Renderer,
    level: Level<'_>,
    source: &SourceFile,
    lines: &LineIndex,
    diagnostic: &Diagnostic,
) -> String {
    let place = lines.line_column(&source.text, diagnostic.primary.span.start);
    let origin = Origin::path(visible(&source.name)).line(place.line).char_column(place.column);
    let mut group = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.as_str()).element(origin);
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    renderer.render(&[group]).to_string()
}

/// Offset of the start of the line of `offset`, and the number of that line.
fn line_start(text: &str, lines: &LineIndex, offset: u32) -> (usize, usize) {
    let start = text[..offset as usize].rfind('\n').map_or(0, |before| before + 1);
    (start, lines.line(offset) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::Code;

    #[test]
    fn a_finding_shows_code_line_label_and_help() {
        let source = SourceFile { name: "m.ispl".to_owned(), text: "one\ntwo three\nfour\n".to_owned() };
        let found = Diagnostic::new(Code::UnknownAgent, Span::new(8, 13), "there is no agent `three`")
            .label("unknown")
            .also(Span::new(0, 3), "first")
            .help("did you mean `four`?");
        let shown = anstream::adapter::strip_str(&render(&source, &[found])).to_string();
        for part in ["error[E0103]: there is no agent", "m.ispl:2:5", "two three", "^^^^^ unknown", "did you mean"] {
            assert!(shown.contains(part), "{part} in\n{shown}");
        }
    }

    #[test]
    fn hidden_characters_are_spelled_and_marks_stand_below_what_they_mean() {
        let text = "a \u{202e}b\r\u{1b}[2K \u{85}three\u{2028} four".to_owned();
        let start = text.find("three").unwrap() as u32;
        let source = SourceFile { name: "m\n\u{1b}[32m.ispl".to_owned(), text };
        let found = Diagnostic::new(Code::UnknownAgent, Span::new(start, start + 5), "no `x\u{7}`")
            .label("here\u{9b}")
            .help("help\rme");
        let shown = anstream::adapter::strip_str(&render(&source, &[found])).to_string();
        assert!(!shown.contains(|letter| letter != '\n' && is_hidden(letter)), "{shown:?}");
        for part in ["m\\n\\u{1b}[32m.ispl:1:", "no `x\\u{7}`", "here\\u{9b}", "help\\rme"] {
            assert!(shown.contains(part), "{part} in\n{shown}");
        }
        let column = |part: &str| {
            let line = shown.lines().find(|line| line.contains(part)).unwrap();
            line[..line.find(part).unwrap()].chars().count()
        };
        assert_eq!(column("three\\u{2028} four"), column("^^^^^ here"), "{shown}");
    }

    #[test]
    fn line_ends_of_windows_do_not_show() {
        let found = |start, end, other| {
            Diagnostic::new(Code::UnknownAgent, Span::new(start, end), "wrong").label("here").also(other, "there")
        };
        let render = |text: &str, found| {
            let source = SourceFile { name: "m.ispl".to_owned(), text: text.to_owned() };
            anstream::adapter::strip_str(&render(&source, &[found])).to_string()
        };
        let unix = render("one\ntwo three\nfour", found(8, 13, Span::new(0, 3)));
        assert_eq!(render("one\r\ntwo three\r\nfour", found(9, 14, Span::new(0, 3))), unix);
        // A mark behind the last word of a line.
        let unix = render("one\ntwo three\n", found(13, 13, Span::new(0, 3)));
        assert_eq!(render("one\r\ntwo three\r\n", found(14, 14, Span::new(0, 3))), unix);
    }
}
