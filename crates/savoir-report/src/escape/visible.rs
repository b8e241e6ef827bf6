//! Characters that cannot be seen, spelled so that they can: the one notation of all text output.

use std::borrow::Cow;

/// Ranges of characters that show nothing themselves and may change how the text around them looks: the default ignorable
/// characters of Unicode, separators of lines and paragraphs, marks of annotations, and what is no character at all. Control
/// characters are found without a table, and so are the last two places of each plane.
const HIDDEN: [(char, char); 20] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fdd0}', '\u{fdef}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
    ('\u{10fffe}', '\u{10ffff}'),
];

/// Whether a character cannot be seen: control characters, line breaks among them, characters that set the direction of
/// writing, and other formatting without a shape of its own. Spaces are seen.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    let code = u32::from(letter);
    letter.is_control()
        || code & 0xfffe == 0xfffe
        || HIDDEN.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

/// The text with every hidden character spelled as in Rust: `\n`, `\r`, `\t`, and `\u{1b}` for all others. The result is one
/// line. Backslashes stay as they are, so this is for reading, not for reading back.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(is_hidden) {
        false => Cow::Borrowed(text),
        true => {
            let mut out = String::with_capacity(text.len() + 8);
            text.chars().for_each(|letter| push_visible(&mut out, letter));
            Cow::Owned(out)
        }
    }
}

/// Adds a character, spelled if it is hidden.
pub(super) fn push_visible(out: &mut String, letter: char) {
    match letter {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_hidden(letter) => out.extend(letter.escape_unicode()),
        _ => out.push(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_spelled() {
        for (text, shown) in [
            ("plain é ✓ \u{a0}\\n \u{fffd}", "plain é ✓ \u{a0}\\n \u{fffd}"),
            ("a\r\nb\tc", "a\\r\\nb\\tc"),
            ("\u{1b}[2K\u{0}\u{7f}\u{85}\u{9b}", "\\u{1b}[2K\\u{0}\\u{7f}\\u{85}\\u{9b}"),
            (
                "\u{2028}\u{2029}\u{202e}\u{2066}\u{200f}\u{61c}",
                "\\u{2028}\\u{2029}\\u{202e}\\u{2066}\\u{200f}\\u{61c}",
            ),
            ("\u{200b}\u{feff}\u{e0041}\u{fffe}\u{ffff}", "\\u{200b}\\u{feff}\\u{e0041}\\u{fffe}\\u{ffff}"),
            ("\u{1fffe}\u{10ffff}\u{fdd0}", "\\u{1fffe}\\u{10ffff}\\u{fdd0}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn every_control_and_bidirectional_character_is_hidden() {
        let ranges = [0..0x20, 0x7f..0xa0, 0x200b..0x2010, 0x2028..0x202f, 0x2066..0x206a, 0xe0000..0xe0080];
        for letter in ranges.into_iter().flatten().filter_map(char::from_u32) {
            assert!(is_hidden(letter), "{letter:?}");
        }
        assert!((' '..='~').chain('¡'..='¬').all(|letter| !is_hidden(letter)));
    }
}
