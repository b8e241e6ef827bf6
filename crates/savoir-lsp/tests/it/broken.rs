//! Texts that are broken, or not finished yet: every request has an answer.

use crate::client::{Client, MODEL};
use crate::cursor::{example, examples, position};
use savoir::examples_for_docs::TOGGLE;
use serde_json::{Value, json};

/// The requests about a place.
const PLACES: [&str; 8] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/selectionRange",
    "textDocument/codeAction",
];
/// The requests about a text.
const TEXTS: [&str; 9] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "workspace/symbol",
];

/// Asks everything about a place in a text.
fn ask_all(client: &mut Client, text: &str, offset: usize) {
    let place = position(text, offset);
    let params = json!({
        "textDocument": { "uri": MODEL },
        "position": place,
        "positions": [place],
        "range": { "start": place, "end": place },
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
        "options": { "tabSize": 4, "insertSpaces": true },
        "query": "a",
    });
    for method in PLACES.iter().chain(&TEXTS) {
        client.ask(method, params.clone());
    }
    // These may refuse, but for a reason.
    let mut rename = params;
    rename["newName"] = json!("other");
    for method in ["textDocument/prepareRename", "textDocument/rename"] {
        let id = client.begin(method, rename.clone());
        if let Err((code, sentence)) = client.result(&id) {
            assert!(code == -32803 && !sentence.is_empty(), "{method}: {code} {sentence}");
        }
    }
    client.forget();
}

#[test]
fn every_request_is_answered_while_a_model_is_typed() {
    let mut client = Client::new();
    client.open(MODEL, "");
    for (version, end) in (2..).zip((0..=TOGGLE.len()).step_by(3)) {
        let text = &TOGGLE[..end];
        client.replace(MODEL, version, text);
        ask_all(&mut client, text, end);
    }
}

#[test]
fn every_request_is_answered_on_examples_that_are_cut_anywhere() {
    let mut client = Client::new();
    client.open(MODEL, "");
    let mut version = 1;
    for (_, text) in examples() {
        for part in 1..4 {
            let mut cut = text.len() * part / 4;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            // Without what comes after it, and without a piece of it.
            let holed = format!("{}{}", &text[..cut], &text[text.len().min(cut + 40)..]);
            for (broken, offset) in [(text[..cut].to_owned(), cut), (holed, cut)] {
                version += 1;
                client.replace(MODEL, version, &broken);
                ask_all(&mut client, &broken, offset);
            }
        }
    }
}

#[test]
fn half_typed_formulas_are_helped_with() {
    let text = example("muddy-children");
    let mut client = Client::new();
    client.open(MODEL, &text);
    let place = text.rfind("end Formulae").unwrap();
    for (version, half, label) in
        [(2, "  AG K(Al", "Alice"), (3, "  GK(chi", "children"), (4, "  AG alice_m", "alice_muddy")]
    {
        let typed = format!("{}{half}\n{}", &text[..place], &text[place..]);
        client.replace(MODEL, version, &typed);
        assert!(!client.diagnostics(MODEL, version).is_empty());
        let cursor = json!({ "textDocument": { "uri": MODEL }, "position": position(&typed, place + half.len()) });
        let found = client.ask("textDocument/completion", cursor.clone());
        let labels: Vec<&Value> = found["items"].as_array().unwrap().iter().map(|item| &item["label"]).collect();
        assert!(labels.contains(&&json!(label)), "{half}: {labels:?}");
        ask_all(&mut client, &typed, place + half.len());
    }
}

#[test]
fn texts_that_are_no_models_are_answered_about() {
    let mut client = Client::new();
    client.open(MODEL, "");
    let deep = format!("Formulae {}", "(".repeat(100_000));
    let texts =
        ["\0", "\u{feff}", "\u{feff}Agent", "\u{1f600}\r\n\u{1f600}", "\r\r\n\n\r", "Agent Agent end end", "}{", &deep];
    for (version, text) in (2..).zip(texts) {
        client.replace(MODEL, version, text);
        ask_all(&mut client, text, text.len());
    }
}
