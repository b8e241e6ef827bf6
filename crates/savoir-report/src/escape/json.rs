//! JSON that a terminal can show: hidden characters are written as escapes, which every reader turns back into them.

use super::is_hidden;
use serde::Serialize;
use std::fmt::Write;

/// A value on several lines, with a line feed at the end.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    // What is reported has string keys and finite numbers only, so it can always be written.
    escaped(serde_json::to_string_pretty(value).unwrap_or_default()) + "\n"
}

/// A value on one line, with a line feed at the end.
pub(crate) fn line(value: &impl Serialize) -> String {
    compact(value) + "\n"
}

/// A value on one line.
pub(crate) fn compact(value: &impl Serialize) -> String {
    escaped(serde_json::to_string(value).unwrap_or_default())
}

/// Between strings there are only line feeds and characters that can be seen, and in strings no raw control characters.
fn escaped(json: String) -> String {
    if !json.contains(|letter| letter != '\n' && is_hidden(letter)) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter == '\n' || !is_hidden(letter) {
            out.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn hidden_characters_are_escaped_and_come_back() {
        let text = "\"\\\u{0}\u{1b}\u{7f}\u{85}\u{2028}\u{202e}\u{ffff}\u{e0041}é\n</script>";
        let value = json!({ text: [text] });
        for written in [pretty(&value), line(&value)] {
            assert!(!written.contains(|letter| letter != '\n' && is_hidden(letter)), "{written}");
            assert!(written.contains("\\udb40\\udc41") && written.contains("\\u202e"), "{written}");
            assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
        }
    }
}
