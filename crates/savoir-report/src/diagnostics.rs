//! Diagnostics as rustc shows them: code, source lines with labels, help.

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
    if diagnostics.len() > MAX_SHOWN {
        out.push_str(&format!("… and {} more\n\n", diagnostics.len() - MAX_SHOWN));
    }
    out
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
    let (shown, removed) = without_carriage_returns(&source.text[from..to]);
    let place = |offset: u32| {
        let offset = offset as usize - from;
        offset - removed.partition_point(|&at| at < offset)
    };
    let range = |span: Span| place(span.start)..place(span.end);
    let mut snippet = Snippet::source(&shown)
        .path(&source.name)
        .line_start(first_line)
        .annotation(AnnotationKind::Primary.span(range(diagnostic.primary.span)).label(&diagnostic.primary.message));
    for label in &diagnostic.secondary {
        snippet = snippet.annotation(AnnotationKind::Context.span(range(label.span)).label(&label.message));
    }
    let mut group = level.primary_title(&diagnostic.message).id(diagnostic.code.as_str()).element(snippet);
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group]).to_string()
}

/// The text with its line ends as on Unix, and the offsets of the carriage returns that were there.
fn without_carriage_returns(text: &str) -> (String, Vec<usize>) {
    let ends_line = |at: &usize| matches!(text.as_bytes().get(at + 1), None | Some(b'\n'));
    let removed: Vec<usize> = text.match_indices('\r').map(|(at, _)| at).filter(ends_line).collect();
    let mut shown = text.replace("\r\n", "\n");
    if shown.ends_with('\r') {
        shown.pop();
    }
    (shown, removed)
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
    let origin = Origin::path(&source.name).line(place.line).char_column(place.column);
    let mut group = level.primary_title(&diagnostic.message).id(diagnostic.code.as_str()).element(origin);
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
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
