//! The few styles all text output uses.

use crate::escape::visible;
use anstyle::{AnsiColor, Style};

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const ACTION: Style = AnsiColor::Cyan.on_default();
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default().bold();

/// `text` in a style. The text may come from anywhere: what is hidden in it is spelled, so only our own styles are obeyed.
pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{style}{}{style:#}", visible(text))
}

/// Breaks `text` at spaces into lines of at most `width` characters where that is possible. What is hidden in it is spelled,
/// so it has no other breaks, and styles come afterwards.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = visible(text);
    let mut lines: Vec<String> = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        let last = lines.len() - 1;
        if used > 0 {
            lines[last].push(' ');
            used += 1;
        }
        lines[last].push_str(word);
        used += length;
    }
    lines
}

/// The lines of a text without styles of ours, moved to the left as far as all of them can be.
pub(crate) fn plain(text: &str) -> Vec<String> {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('\u{1b}');
    out.extend(parts.next());
    for part in parts {
        // What comes from outside has no escapes, so each of these is a style, which ends in `m`.
        out.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    let lines: Vec<&str> = out.trim_end().lines().map(str::trim_end).collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let common = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    lines.iter().map(|line| line.get(common..).unwrap_or_default().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_at_spaces() {
        assert_eq!(wrap("AG (p and q)", 100), ["AG (p and q)"]);
        assert_eq!(wrap("aaa bbb ccc", 7), ["aaa bbb", "ccc"]);
        assert_eq!(wrap("aaaaaaaaaa b", 4), ["aaaaaaaaaa", "b"]);
    }

    #[test]
    fn styles_and_margins_can_be_left_out() {
        let text = format!("    {} b\n\n      c  \n\n", paint(BAD, "am"));
        assert_eq!(plain(&text), ["am b", "", "  c"]);
        assert!(plain("").is_empty());
    }

    #[test]
    fn text_from_outside_brings_no_styles_and_no_lines() {
        assert_eq!(wrap("a\r\u{1b}[2K b", 100), ["a\\r\\u{1b}[2K b"]);
        assert_eq!(paint(DIM, "a\u{1b}[0m\nb"), "\u{1b}[2ma\\u{1b}[0m\\nb\u{1b}[0m");
    }
}
