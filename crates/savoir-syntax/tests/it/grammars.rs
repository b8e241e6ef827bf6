//! The grammars of editors in `editors/` colour the words that the lexer reserves. They are rendered from templates with the
//! lists of [`KEYWORDS`] filled in: `{{Section}}` stands for the words of a class, `{{keywords}}` for all of them.
//! After a change, `SAVOIR_BLESS=1 cargo test -p savoir-syntax grammars` writes them again.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use savoir_syntax::{KEYWORDS, SyntaxKind};

/// How the words of a list are written in a file.
#[derive(Clone, Copy)]
enum Notation {
    /// Alternatives of a regular expression inside a JSON string, each up to the end of the word.
    Pattern,
    /// Nodes in a query of tree-sitter.
    Query,
}

/// Templates, the files they become, and how these name words.
const RENDERED: [(&str, &str, Notation); 3] = [
    ("ispl.tmLanguage.json", "vscode/syntaxes/ispl.tmLanguage.json", Notation::Pattern),
    ("language-configuration.json", "vscode/language-configuration.json", Notation::Pattern),
    ("highlights.scm", "tree-sitter-ispl/queries/highlights.scm", Notation::Query),
];

fn editors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../editors")
}

fn list(words: &[&str], notation: Notation) -> String {
    let word = |word: &&str| match notation {
        Notation::Pattern if word.ends_with(|last: char| last.is_ascii_alphanumeric()) => format!("{word}\\\\b"),
        Notation::Pattern => word.replace('*', "\\\\*"),
        Notation::Query => format!("\"{word}\""),
    };
    let words: Vec<String> = words.iter().map(word).collect();
    words.join(match notation {
        Notation::Pattern => "|",
        Notation::Query => "\n  ",
    })
}

/// Every class, and all of them together, with the words.
fn classes() -> Vec<(String, Vec<&'static str>)> {
    let all = KEYWORDS.iter().flat_map(|(_, words)| words.iter().copied()).collect();
    let classes = KEYWORDS.iter().map(|(class, words)| (format!("{class:?}"), words.to_vec()));
    classes.chain([("keywords".to_owned(), all)]).collect()
}

fn render(template: &str, notation: Notation) -> String {
    let fill = |text: String, (class, words): &(String, Vec<&str>)| {
        text.replace(&format!("{{{{{class}}}}}"), &list(words, notation))
    };
    classes().iter().fold(template.to_owned(), fill)
}

/// The table as JSON, for the grammar of tree-sitter and for tests in JavaScript.
fn table() -> String {
    let mut json = "{\n".to_owned();
    for (index, (class, words)) in KEYWORDS.iter().enumerate() {
        let comma = if index + 1 < KEYWORDS.len() { "," } else { "" };
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let _ = writeln!(json, "  \"{class:?}\": [{}]{comma}", words.join(", "));
    }
    json + "}\n"
}

#[test]
fn grammars_of_editors_have_the_words_of_the_lexer() {
    let read = |path: &str| fs::read_to_string(editors().join(path)).unwrap_or_default();
    let mut expected = vec![("tree-sitter-ispl/keywords.json", table())];
    for (template, path, notation) in RENDERED {
        let text = render(&read(&format!("templates/{template}")), notation);
        assert!(!text.is_empty() && !text.contains("{{"), "{template} names a class that is not in the table");
        expected.push((path, text));
    }
    if std::env::var_os("SAVOIR_BLESS").is_some() {
        for (path, text) in &expected {
            fs::create_dir_all(editors().join(path).parent().unwrap()).unwrap();
            fs::write(editors().join(path), text).unwrap();
        }
    }
    for (path, text) in expected {
        assert!(read(path) == text, "editors/{path} is old: SAVOIR_BLESS=1 cargo test -p savoir-syntax grammars");
    }
}

#[test]
fn words_are_in_one_class_and_are_keywords() {
    let mut words: Vec<&str> = KEYWORDS.iter().flat_map(|(_, words)| words.iter().copied()).collect();
    assert!(words.iter().all(|word| SyntaxKind::keyword(word).is_some_and(SyntaxKind::is_keyword)));
    let count = words.len();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), count);
}
