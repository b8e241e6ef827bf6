//! Parse, resolve, lint and format anything. Nothing may panic, the tree keeps every byte, and formatting changes
//! neither the tokens nor, done twice, the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir_syntax::{SyntaxKind, Tree, format, parse};

fn words(tree: &Tree) -> Vec<(SyntaxKind, &str)> {
    let tokens = tree.tokens().iter().filter(|token| token.kind != SyntaxKind::Whitespace);
    tokens.map(|token| (token.kind, tree.text()[token.span.range()].trim_end())).collect()
}

fuzz_target!(|text: &str| {
    let parsed = parse(text);
    let again: String = parsed.tree.tokens().iter().map(|token| &text[token.span.range()]).collect();
    assert_eq!(again, text);
    let resolution = savoir_model::resolve(&parsed.tree);
    if !parsed.is_ok() {
        return;
    }
    if let Some(model) = &resolution.model {
        let _ = savoir_model::lint::lint(model);
    }
    let formatted = format::format(&parsed.tree);
    let second = parse(&formatted);
    assert_eq!(words(&parsed.tree), words(&second.tree));
    assert_eq!(format::format(&second.tree), formatted);
    let after = savoir_model::resolve(&second.tree);
    assert_eq!(resolution.model.is_some(), after.model.is_some());
});
