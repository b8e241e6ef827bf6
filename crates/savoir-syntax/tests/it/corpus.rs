//! The parser and the formatter on every model in reach.

use savoir_syntax::{Diagnostic, SyntaxKind, Tree, format, parse};
use std::path::{Path, PathBuf};

fn models(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "ispl") {
            found.push(path);
        }
    }
}

fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    models(&root.join("examples"), &mut found);
    for collection in ["bench", "models", "spec"] {
        models(&root.join("../shared").join(collection), &mut found);
    }
    found.sort();
    found
}

fn significant(tree: &Tree) -> Vec<(SyntaxKind, &str)> {
    let tokens = tree.tokens().iter().filter(|token| token.kind != SyntaxKind::Whitespace);
    tokens.map(|token| (token.kind, tree.text()[token.span.range()].trim_end())).collect()
}

#[test]
fn models_parse_and_formatting_keeps_them() {
    for path in corpus() {
        let text = std::fs::read_to_string(&path).unwrap();
        let before = parse(&text);
        let joined: String = before.tree.tokens().iter().map(|token| &before.tree.text()[token.span.range()]).collect();
        assert_eq!(joined, text, "lossless: {}", path.display());
        // The one model of the collection that uses a logic ISPL does not have.
        if path.to_string_lossy().contains("_ldl") {
            assert!(!before.is_ok());
            continue;
        }
        let errors: Vec<&Diagnostic> = before.diagnostics.iter().filter(|found| found.is_error()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        let once = format::format(&before.tree);
        let after = parse(&once);
        assert_eq!(significant(&before.tree), significant(&after.tree), "{}", path.display());
        assert_eq!(format::format(&after.tree), once, "idempotent: {}", path.display());
    }
}
