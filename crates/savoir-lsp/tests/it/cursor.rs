//! Examples with a cursor in them.

use savoir::{ColumnUnit, LineIndex};
use savoir_testkit::fixtures::workspace_root;
use serde_json::{Value, json};

/// Where the cursor is.
pub(crate) const CURSOR: char = '¦';

/// An example that comes with the program.
pub(crate) fn example(name: &str) -> String {
    let path = workspace_root().join("examples").join(name).with_extension("ispl");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All examples, with their names.
pub(crate) fn examples() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(workspace_root().join("examples")).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ispl"));
    paths.sort();
    let read = |path: std::path::PathBuf| {
        (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

/// The position of the cursor in a text, given some words around it that stand there once.
pub(crate) fn at(text: &str, words: &str) -> Value {
    let (before, after) = words.split_once(CURSOR).unwrap();
    let words = format!("{before}{after}");
    let place = text.find(&words).unwrap_or_else(|| panic!("`{words}` is not there"));
    assert_eq!(text.rfind(&words), Some(place), "`{words}` is there several times");
    position(text, place + before.len())
}

/// The position of an offset, in UTF-16.
pub(crate) fn position(text: &str, offset: usize) -> Value {
    let found = LineIndex::new(text).position(text, offset as u32, ColumnUnit::Utf16);
    json!({ "line": found.line, "character": found.column })
}

/// The text of a range.
pub(crate) fn slice<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// The offset of a position, in UTF-16.
pub(crate) fn offset(text: &str, position: &Value) -> usize {
    let number = |name: &str| position[name].as_u64().unwrap() as u32;
    let place = savoir::Position { line: number("line"), column: number("character") };
    LineIndex::new(text).offset(text, place, ColumnUnit::Utf16) as usize
}

/// A text with edits made, which may stand in any order.
pub(crate) fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            (offset(text, start), offset(text, end), edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_unstable();
    let mut text = text.to_owned();
    edits.iter().rev().for_each(|(start, end, by)| text.replace_range(start..end, by));
    text
}
