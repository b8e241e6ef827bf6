//! Clients that mean no good, or do not know better.

use crate::client::{Client, MODEL, options};
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::{End, ServerOptions};
use serde_json::{Value, json};

/// Every method that takes parameters.
const METHODS: [&str; 34] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/codeAction",
    "workspace/symbol",
    "workspace/executeCommand",
    "savoir/check",
    "savoir/evidence",
    "savoir/explain",
    "savoir/inspect",
    "savoir/refute",
    "savoir/worlds",
    "savoir/simulate/open",
    "savoir/simulate/do",
    "savoir/simulate/close",
    "savoir/play/open",
    "savoir/play/move",
    "savoir/play/back",
    "savoir/play/start",
    "savoir/play/close",
];

#[test]
fn parameters_that_make_no_sense_are_refused() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let deep = (0..100).fold(json!(0), |inner, _| json!([inner]));
    let document = json!({ "uri": MODEL });
    for method in METHODS {
        for params in [
            Value::Null,
            json!(7),
            json!([]),
            json!({ "textDocument": document, "position": { "line": -1, "character": 0 }, "range": 3 }),
            json!({ "textDocument": 3, "uri": 3, "formula": "x", "state": {}, "simulation": [], "play": {} }),
            json!({ "textDocument": { "uri": "file:///nowhere" }, "uri": "file:///nowhere", "query": 7 }),
            deep.clone(),
        ] {
            let id = client.begin(method, params.clone());
            match client.result(&id) {
                // Some ask for nothing but a document.
                Ok(_) => assert!(params["textDocument"]["uri"] == MODEL, "{method} {params}"),
                Err((code, sentence)) => {
                    assert!([-32602, -32803, -32601].contains(&code), "{method} {params}: {code} {sentence}");
                    assert!(sentence.len() < 1_000);
                }
            }
        }
    }
    assert_eq!(client.finish(), End::Finished);
}

#[test]
fn positions_beyond_everything_are_ends() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let far = json!({ "line": u32::MAX, "character": u32::MAX });
    let range = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    for method in METHODS.iter().filter(|method| method.starts_with("textDocument/") && !method.ends_with("rename")) {
        let params = json!({
            "textDocument": { "uri": MODEL }, "position": far, "range": range, "positions": [far, far],
            "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
            "options": { "tabSize": 0, "insertSpaces": false },
        });
        client.ask(method, params);
    }
    // Changes as well; the end before the start means the stretch between them.
    let changes =
        json!([{ "range": { "start": far, "end": far }, "text": "-- end" }, { "range": range, "text": TOGGLE }]);
    client.change(MODEL, 2, &changes);
    assert_eq!(client.diagnostics(MODEL, 2), [json!(null); 0]);
}

#[test]
fn unknown_methods_are_answered_and_unknown_news_is_not() {
    let mut client = Client::new();
    for method in ["", "savoir/", "textDocument/implementation", "$/unknown", &"x".repeat(100_000)] {
        let (code, sentence) = client.refused(method, json!({}));
        assert!(code == -32601 && sentence.len() < 500, "{sentence}");
        client.notify(method, json!({}));
    }
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        ("textDocument/didChange", json!({ "textDocument": { "uri": MODEL, "version": 1 }, "contentChanges": [] })),
        ("textDocument/didClose", json!({ "textDocument": { "uri": MODEL } })),
        ("textDocument/didSave", json!({ "textDocument": 7 })),
        ("workspace/didChangeConfiguration", json!({ "settings": { "savoir": { "check": 7 } } })),
        ("window/workDoneProgress/cancel", json!({ "token": "none" })),
        ("$/cancelRequest", Value::Null),
    ] {
        client.notify(method, params);
    }
    // Answers to questions that nobody has asked.
    client.send(lsp_server::Response { id: 99.into(), response_result: Ok(Value::Null) });
    client.notified("window/logMessage", |_| true);
    assert_eq!(client.finish(), End::Finished);
}

#[test]
fn a_request_with_the_id_of_another_one_is_refused() {
    let mut client = Client::new();
    client.open(MODEL, crate::checks::ENDLESS);
    let check = client.begin("savoir/check", json!({ "uri": MODEL }));
    client.notified("savoir/verdicts", |_| true);
    client.send(lsp_server::Request { id: check.clone(), method: "savoir/page".to_owned(), params: Value::Null });
    assert_eq!(client.result(&check).unwrap_err().0, -32600);
}

#[test]
fn large_texts_are_not_looked_at() {
    let small = ServerOptions { document_bytes: 1_000, open_documents: 2, ..options() };
    let mut client = Client::with(&Value::Null, small);
    client.open(MODEL, &" ".repeat(2_000));
    let found = client.diagnostics(MODEL, 1);
    assert!(found[0]["message"].as_str().unwrap().contains("too large"), "{found:?}");
    assert_eq!(client.refused("savoir/check", json!({ "uri": MODEL })).0, -32803);
    assert_eq!(client.refused("textDocument/codeLens", json!({ "textDocument": { "uri": MODEL } })).0, -32803);
    // Pieces of what is not there change nothing, a small text is looked at.
    let start = json!({ "line": 0, "character": 0 });
    client.change(MODEL, 2, &json!([{ "range": { "start": start, "end": start }, "text": "x" }]));
    assert_eq!(client.diagnostics(MODEL, 2).len(), 1);
    client.replace(MODEL, 3, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 3)["state"], "done");
    // And not too many.
    client.open("file:///2.ispl", TOGGLE);
    client.open("file:///3.ispl", TOGGLE);
    client.notified("window/logMessage", |told| told["message"].as_str().unwrap().contains("too many"));
    assert_eq!(client.refused("savoir/check", json!({ "uri": "file:///3.ispl" })).0, -32602);
}

#[test]
fn a_flood_of_edits_is_one_edit() {
    let mut client = Client::checking();
    client.open(MODEL, TOGGLE);
    let end = json!({ "line": 1_000, "character": 0 });
    for version in 2..2_000 {
        client.change(MODEL, version, &json!([{ "range": { "start": end, "end": end }, "text": " " }]));
    }
    assert_eq!(client.verdicts(MODEL, 1_999)["state"], "done");
    let published = client.all("textDocument/publishDiagnostics").len();
    assert!(published < 1_000, "{published}");
}

#[test]
fn a_document_may_be_opened_twice() {
    let mut client = Client::checking();
    client.open(MODEL, crate::checks::ENDLESS);
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    let waiting = client.begin("savoir/check", json!({ "uri": MODEL }));
    client.open(MODEL, TOGGLE);
    assert_eq!(client.result(&waiting).unwrap_err().0, -32801);
    client.notified("savoir/verdicts", |told| told["states"] == "2");
}

#[test]
fn versions_are_what_the_client_says() {
    let mut client = Client::checking();
    client.open(MODEL, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 1)["formulas"][0]["text"], "AG EF light");
    // The same number for another text.
    client.replace(MODEL, 1, &TOGGLE.replace("AG EF light", "AF light"));
    let is_new = |told: &Value| told["state"] == "done" && told["formulas"][0]["text"] == "AF light";
    assert_eq!(client.notified("savoir/verdicts", is_new)["formulas"][0]["verdict"], "false");
}
