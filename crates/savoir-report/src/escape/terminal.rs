//! The last pass over text that goes to a terminal: it lets through our own line breaks and styles, and nothing else that a
//! terminal would obey. What comes from outside was made visible before styles were added; this is for whoever forgot.

use super::visible::{is_hidden, push_visible};
use std::borrow::Cow;

/// The text with every hidden character spelled but line feeds and the styles that this program uses.
#[must_use]
pub fn terminal(text: &str) -> Cow<'_, str> {
    if !text.contains(|letter| letter != '\n' && is_hidden(letter)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let style = if letter == '\u{1b}' { style(rest) } else { None };
        let length = match style {
            Some(style) => {
                out.push_str(style);
                style.len()
            }
            None if letter == '\n' => {
                out.push('\n');
                1
            }
            None => {
                push_visible(&mut out, letter);
                letter.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Cow::Owned(out)
}

/// The styles of our own texts, of diagnostics and of the messages about the command line.
const STYLES: [&str; 15] = ["", "0", "1", "2", "4", "31", "32", "33", "36", "91", "92", "93", "94", "96", "38;5;12"];

/// The escape sequence at the beginning of the text, if it is one of ours.
fn style(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("\u{1b}[")?;
    let is_here = |style: &&&str| inside.strip_prefix(**style).is_some_and(|rest| rest.starts_with('m'));
    let parameters = STYLES.iter().find(is_here)?;
    text.get(..parameters.len() + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_line_feeds_and_our_styles_pass() {
        let ours = "\u{1b}[1mbold\u{1b}[0m\n\u{1b}[1m\u{1b}[32m✓\u{1b}[0m\n";
        assert_eq!(terminal(ours), ours);
        for (text, shown) in [
            ("a\u{1b}[2Kb\r", "a\\u{1b}[2Kb\\r"),
            ("\u{1b}[8mgone\u{1b}[35m\u{1b}]0;title\u{7}", "\\u{1b}[8mgone\\u{1b}[35m\\u{1b}]0;title\\u{7}"),
            ("\u{9b}2K\u{202e}\t\u{1b}", "\\u{9b}2K\\u{202e}\\t\\u{1b}"),
            ("\u{1b}[1;31m\u{1b}[0", "\\u{1b}[1;31m\\u{1b}[0"),
        ] {
            assert_eq!(terminal(text), shown);
        }
    }
}
