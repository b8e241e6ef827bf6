//! LaTeX: text, and comments.

use super::visible;
use std::borrow::Cow;

/// The rest of a line after `%`.
pub(crate) fn comment(text: &str) -> Cow<'_, str> {
    visible(text)
}

/// Text. Signs of our own are spelled out, and spaces are kept.
pub(crate) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', letter]),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '-' => out.push_str("{-}"),
            '✓' => out.push('+'),
            '✗' => out.push_str("{-}"),
            '…' => out.push_str("..."),
            ' ' => out.push_str("\\ "),
            _ => out.push(letter),
        }
    }
    out
}
