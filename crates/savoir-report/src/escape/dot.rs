//! The language of Graphviz.

use super::visible;

/// The inside of a quoted label. Graphviz reads escapes such as `\N` and entities such as `&#10;` in it.
pub(crate) fn label(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            _ => out.push(letter),
        }
    }
    out
}
