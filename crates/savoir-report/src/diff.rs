//! What changes in a text, as a unified diff.

use crate::escape::visible;
use crate::style::{ACTION, BAD, BOLD, GOOD, paint};
use similar::TextDiff;

/// Lines around a change.
const CONTEXT: usize = 3;

/// The difference between two versions of a file in the form that `patch` reads; empty if there is none.
#[must_use]
pub fn unified(file: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let file = visible(file);
    diff.unified_diff().context_radius(CONTEXT).header(&file, &file).to_string()
}

/// The same for people: in colours, and with hidden characters spelled.
#[must_use]
pub fn coloured(file: &str, before: &str, after: &str) -> String {
    unified(file, before, after).lines().map(|line| format!("{}\n", coloured_line(line))).collect()
}

fn coloured_line(line: &str) -> String {
    match line.as_bytes() {
        [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..] => paint(BOLD, line),
        [b'@', b'@', ..] => paint(ACTION, line),
        [b'-', ..] => paint(BAD, line),
        [b'+', ..] => paint(GOOD, line),
        _ => visible(line).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_with_lines_around_them() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let shown = |after: &str| unified("m.ispl", before, after);
        assert_eq!(shown(before), "");
        assert_eq!(
            shown(&before.replace("5\n", "five\n")),
            "--- m.ispl\n+++ m.ispl\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        );
        assert!(shown("1\n2\n3\n4\n5\n6\n7\n8\n9").contains("\\ No newline at end of file"));
    }
}
