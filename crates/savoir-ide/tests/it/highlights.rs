//! Places of the thing at the cursor.

use crate::common::inside;
use savoir_ide::{HighlightKind, highlights};

fn marked(piece: &str) -> String {
    let (document, offset) = inside(piece);
    let found = highlights(&document, offset).into_iter().map(|it| {
        let kind = match it.kind {
            HighlightKind::Read => "",
            HighlightKind::Write => "=",
            HighlightKind::Text => "~",
        };
        format!("{}{kind}", document.lines().line(it.span.start) + 1)
    });
    found.collect::<Vec<_>>().join(" ")
}

#[test]
fn reading_and_writing_differ() {
    assert_eq!(marked("le$0vel : 0..5"), "7= 16= 16 16 17= 22 28 37 55 56 60");
    assert_eq!(marked("mood = al$0armed and steps"), "24= 32 37");
    assert_eq!(marked("AG (hi$0gh"), "55= 66 72 72 73");
}

#[test]
fn a_section_has_two_ends() {
    assert_eq!(marked("Ev$0olution:\n    level"), "15~ 19~ 19~");
    assert_eq!(marked("e$0nd Agent\nAgent Guard"), "1~ 20~ 20~");
    assert_eq!(marked("$0Other : {rest}"), "");
}
