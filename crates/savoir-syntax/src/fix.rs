//! How to mend a finding by machine: edits of the text, and applying them.

use crate::{Node, Span, SyntaxKind, Token};
use std::collections::BTreeSet;

/// Whether a fix may be applied without looking at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// Afterwards the text says what it said before, or what Savoir took it for.
    Safe,
    /// It is a guess at what was meant, or it changes what the text says.
    MaybeWrong,
}

/// A stretch of the text with what is to stand there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards, with line feeds as line ends.
    pub text: String,
}

/// One way to mend a finding: edits that belong together and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order: "insert `;`".
    pub title: String,
    /// The edits.
    pub edits: Vec<Edit>,
    /// Whether it may be applied without looking at it.
    pub applicability: Applicability,
}

impl Fix {
    /// A fix that may be applied without looking at it; it has no edits yet.
    pub fn safe(title: impl Into<String>) -> Fix {
        Fix { title: title.into(), edits: Vec::new(), applicability: Applicability::Safe }
    }

    /// A fix that somebody has to look at; it has no edits yet.
    pub fn maybe_wrong(title: impl Into<String>) -> Fix {
        Fix { applicability: Applicability::MaybeWrong, ..Fix::safe(title) }
    }

    /// Adds a replacement.
    #[must_use]
    pub fn replace(mut self, span: Span, text: impl Into<String>) -> Fix {
        self.edits.push(Edit { span, text: text.into() });
        self
    }

    /// Adds an insertion.
    #[must_use]
    pub fn insert(self, offset: u32, text: impl Into<String>) -> Fix {
        self.replace(Span::new(offset, offset), text)
    }

    /// Adds a deletion.
    #[must_use]
    pub fn remove(self, span: Span) -> Fix {
        self.replace(span, "")
    }

    /// Adds the deletion of a statement or a comment, together with the lines that are empty without it.
    #[must_use]
    pub fn remove_with_lines(self, text: &str, span: Span) -> Fix {
        let behind = &text[span.end as usize..];
        let spaces_behind = behind.len() - behind.trim_start_matches([' ', '\t']).len();
        let line_end = ["\r\n", "\n"].into_iter().find(|end| behind[spaces_behind..].starts_with(end));
        let end = span.end + spaces_behind as u32;
        let ends_text = end as usize == text.len();
        // The spaces on one side of the gap go with it; the indentation of a line stays.
        match indentation(text, span.start) {
            Some(before) if line_end.is_some() || ends_text => {
                let line_end = line_end.map_or(0, str::len) as u32;
                self.remove(Span::new(span.start - before.len() as u32, end + line_end))
            }
            Some(_) => self.remove(Span::new(span.start, end)),
            None => {
                let before = &text[..span.start as usize];
                let spaces = before.len() - before.trim_end_matches([' ', '\t']).len();
                self.remove(Span::new(span.start - spaces as u32, span.end))
            }
        }
    }

    /// Adds the deletion of the name at `item` from a list, with one of the commas around it.
    #[must_use]
    pub fn remove_from_list(self, list: Node<'_>, item: Span) -> Fix {
        let (text, tokens) = (list.tree().text(), list.tree().tokens());
        let at = tokens.partition_point(|token| token.span.start < item.start);
        let is_comma = |token: &&Token| token.kind == SyntaxKind::Comma;
        let before = tokens[..at].iter().rev().find(|token| !token.kind.is_trivia()).filter(is_comma);
        let behind = tokens[at..].iter().skip(1).find(|token| !token.kind.is_trivia()).filter(is_comma);
        match (before, behind) {
            (Some(before), _) => {
                let spaces = text[..item.start as usize].bytes().rev().take_while(|byte| *byte == b' ').count() as u32;
                self.remove(before.span).remove(Span::new(item.start - spaces, item.end))
            }
            (None, Some(behind)) => {
                let end = behind.span.end;
                let spaces = text[end as usize..].bytes().take_while(|byte| *byte == b' ').count() as u32;
                self.remove(item).remove(Span::new(behind.span.start, end + spaces))
            }
            (None, None) => self.remove(item),
        }
    }
}

/// The spaces between the beginning of a line and an offset, if there is nothing else. It costs no more than these spaces,
/// however long the line is.
pub(crate) fn indentation(text: &str, offset: u32) -> Option<&str> {
    let before = &text[..offset as usize];
    let rest = before.trim_end_matches([' ', '\t']);
    (rest.is_empty() || rest.ends_with('\n')).then_some(&before[rest.len()..])
}

/// The text with those fixes applied that do not get into each other's way, and which these are. The first of two that
/// meet is applied. Line ends are those of the text.
#[must_use]
pub fn apply(text: &str, fixes: &[&Fix]) -> (String, Vec<usize>) {
    let mut accepted: Vec<&Edit> = Vec::new();
    // What is accepted, by its end. No two of these stretches have a byte in common, so the first that does not end before
    // an edit starts is the first that could meet it.
    let mut taken: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut applied = Vec::new();
    for (index, fix) in fixes.iter().enumerate() {
        let meets = |edit: &Edit| {
            let next = taken.range((edit.span.start, 0)..).next();
            next.is_some_and(|&(end, start)| edit.span.touches(Span::new(start, end)))
        };
        if fix.edits.is_empty() || fix.edits.iter().any(meets) {
            continue;
        }
        accepted.extend(&fix.edits);
        taken.extend(fix.edits.iter().map(|edit| (edit.span.end, edit.span.start)));
        applied.push(index);
    }
    // Edits of one fix may lie side by side; an insertion comes before what is replaced there.
    accepted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in accepted {
        out.push_str(&text[copied..edit.span.start as usize]);
        out.push_str(&edit.text.replace('\n', line_end));
        copied = edit.span.end as usize;
    }
    out.push_str(&text[copied..]);
    (out, applied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn edits_are_applied_unless_they_meet() {
        let fixes = [
            Fix::safe("first").replace(Span::new(0, 1), "x").insert(3, "\n"),
            Fix::safe("meets the first").replace(Span::new(1, 2), "y"),
            Fix::safe("apart").remove(Span::new(5, 6)),
            Fix::safe("without edits"),
        ];
        let fixes: Vec<&Fix> = fixes.iter().collect();
        assert_eq!(apply("abcdef", &fixes), ("xbc\nde".to_owned(), vec![0, 2]));
        assert_eq!(apply("abcde\r\n", &fixes[..1]), ("xbc\r\nde\r\n".to_owned(), vec![0]));
    }

    #[test]
    fn a_line_goes_with_its_statement() {
        let gone = |text: &str| {
            let start = text.find("gone").unwrap() as u32;
            let fix = Fix::safe("remove").remove_with_lines(text, Span::new(start, start + 4));
            apply(text, &[&fix]).0
        };
        assert_eq!(gone("a\n  gone \r\nb"), "a\nb");
        assert_eq!(gone("a gone b"), "a b");
        assert_eq!(gone("  gone b"), "  b");
        assert_eq!(gone("gone"), "");
        assert_eq!(gone("a\ngone"), "a\n");
    }

    #[test]
    fn a_comma_goes_with_its_item() {
        for (text, item, expected) in [
            ("{a, b, c}", "a", "{b, c}"),
            ("{a, b, c}", "b", "{a, c}"),
            ("{a, b -- why\n , c}", "c", "{a, b -- why\n }"),
            ("{a}", "a", "{}"),
        ] {
            let file = format!("Agent M Actions = {text};");
            let tree = parse(&file).tree;
            let agent = tree.root().child(SyntaxKind::Agent).unwrap();
            let list = agent.child(SyntaxKind::ActionsSection).unwrap().child(SyntaxKind::NameList).unwrap();
            let span = list.names().find(|(name, _)| *name == item).unwrap().1;
            let fix = Fix::safe("remove").remove_from_list(list, span);
            assert_eq!(apply(&file, &[&fix]).0, format!("Agent M Actions = {expected};"));
        }
    }
}
