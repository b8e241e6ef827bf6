//! Parse, resolve, lint, fix and format anything. Nothing may panic, the tree keeps every byte, every fix can be applied, also
//! what is broken has a partial model, and formatting changes neither the tokens nor, done twice, the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir_model::PartialModel;
use savoir_syntax::{Diagnostic, Fix, SyntaxKind, Tree, apply_fixes, format, parse};

fn words(tree: &Tree) -> Vec<(SyntaxKind, &str)> {
    let tokens = tree.tokens().iter().filter(|token| token.kind != SyntaxKind::Whitespace);
    tokens.map(|token| (token.kind, tree.text()[token.span.range()].trim_end())).collect()
}

fn apply_each(text: &str, found: &[Diagnostic]) {
    let fixes: Vec<&Fix> = found.iter().flat_map(|found| &found.fixes).collect();
    fixes.iter().for_each(|fix| drop(apply_fixes(text, &[fix])));
    let _ = apply_fixes(text, &fixes);
}

fuzz_target!(|text: &str| {
    let parsed = parse(text);
    let again: String = parsed.tree.tokens().iter().map(|token| &text[token.span.range()]).collect();
    assert_eq!(again, text);
    apply_each(text, &parsed.diagnostics);
    let resolution = savoir_model::resolve(&parsed.tree);
    apply_each(text, &resolution.diagnostics);
    let partial = PartialModel::of(&parsed.tree, &parsed.diagnostics);
    let _ = partial.whole_properties().count();
    if !parsed.is_ok() {
        return;
    }
    if let Some(model) = &resolution.model {
        apply_each(text, &savoir_model::lint::lint(model, &parsed.tree));
    }
    let formatted = format::format(&parsed.tree);
    let second = parse(&formatted);
    assert_eq!(words(&parsed.tree), words(&second.tree));
    assert_eq!(format::format(&second.tree), formatted);
    let after = savoir_model::resolve(&second.tree);
    assert_eq!(resolution.model.is_some(), after.model.is_some());
});
