//! Settings of editors, as the book shows them: whether they can be read, and name what there is.

use crate::common::{fresh, root, savoir};
use serde_json::Value;
use std::fs;

/// Reads a block in the language of some settings: JSON and TOML by their parsers, programs as far as their brackets go.
pub(crate) fn read(kind: &str, text: &str) -> Result<(), String> {
    match kind {
        "json" => serde_json::from_str::<Value>(text).map(drop).map_err(|error| error.to_string()),
        "toml" => toml::from_str::<toml::Table>(text).map(drop).map_err(|error| error.to_string()),
        "lua" => balanced(text, &['\'', '"'], "--"),
        "elisp" => balanced(text, &['"'], ";"),
        other => Err(format!("nobody can read `{other}`")),
    }
}

/// Whether brackets fit each other outside of strings and comments.
fn balanced(text: &str, quotes: &[char], comment: &str) -> Result<(), String> {
    let mut open = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut letters = line.char_indices();
        let mut quote = None;
        while let Some((place, letter)) = letters.next() {
            match (quote, letter) {
                (Some(_), '\\') => drop(letters.next()),
                (Some(mark), _) if mark == letter => quote = None,
                (Some(_), _) => {}
                (None, _) if quotes.contains(&letter) => quote = Some(letter),
                (None, _) if line[place..].starts_with(comment) => break,
                (None, '(') => open.push(')'),
                (None, '[') => open.push(']'),
                (None, '{') => open.push('}'),
                (None, ')' | ']' | '}') if open.pop() != Some(letter) => {
                    return Err(format!("line {}: `{letter}` closes nothing", number + 1));
                }
                (None, _) => {}
            }
        }
        if quote.is_some() {
            return Err(format!("line {}: a string has no end", number + 1));
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("`{}` is missing", open.iter().collect::<String>())) }
}

#[test]
fn what_cannot_be_read_is_noticed() {
    assert_eq!(read("lua", "f({ 'a)' }) -- (\n"), Ok(()));
    assert_eq!(read("elisp", "(a '(\"\\\"(\" . b)) ; )\n"), Ok(()));
    for (kind, text) in [("lua", "f({)}"), ("lua", "f('"), ("elisp", "(a"), ("json", "{,}"), ("toml", "a = ")] {
        assert!(read(kind, text).is_err(), "{kind} {text}");
    }
}

/// What starts the server in each editor is a command of this program.
#[test]
fn editors_start_a_command_that_there_is() {
    let page = fs::read_to_string(root().join("docs/src/editors.md")).unwrap();
    let commands = [
        "cmd = { 'savoir', 'lsp' }",
        "command = \"savoir\"\nargs = [\"lsp\"]",
        "(\"savoir\" \"lsp\" :initializationOptions",
        "\"path\": \"savoir\", \"arguments\": [\"lsp\"]",
    ];
    for command in commands {
        assert!(page.contains(command), "{command}");
    }
    assert_eq!(savoir(&fresh("snippets", "help"), &["lsp", "--help"]).0, 0);
    // Whatever is said about settings of the extension is one of them; it is built apart from this program.
    let manifest = root().join("editors/vscode/package.json");
    if let Ok(manifest) = fs::read_to_string(manifest) {
        for setting in page.split('"').filter(|word| word.starts_with("savoir.")) {
            assert!(manifest.contains(&format!("\"{setting}\"")), "{setting}");
        }
    }
}
