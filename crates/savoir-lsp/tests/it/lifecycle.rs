//! The beginning and the end of a conversation.

use crate::client::{Client, MODEL, able, options};
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::{End, Parent, ServerOptions};
use serde_json::{Value, json};

#[test]
fn the_server_says_what_it_can_do() {
    let client = Client::new();
    let introduction = &client.introduction;
    assert_eq!(introduction["serverInfo"]["name"], "savoir");
    let able = &introduction["capabilities"];
    assert_eq!((&able["positionEncoding"], &able["textDocumentSync"]["change"]), (&json!("utf-16"), &json!(2)));
    for feature in ["hover", "completion", "rename", "codeLens", "inlayHint", "semanticTokens", "foldingRange"] {
        assert!(!able[format!("{feature}Provider")].is_null(), "{feature}");
    }
    assert_eq!(client.finish(), End::Finished);
}

#[test]
fn columns_count_bytes_if_the_client_can() {
    for (encodings, agreed) in [
        (json!(["utf-8", "utf-16"]), "utf-8"),
        (json!(["utf-16", "utf-8"]), "utf-8"),
        (json!(["utf-32"]), "utf-16"),
        (json!([]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let mut able = able();
        able["general"]["positionEncodings"] = encodings;
        let client = Client::introduced(json!({ "capabilities": able }), options());
        assert_eq!(client.introduction["capabilities"]["positionEncoding"], agreed);
    }
}

#[test]
fn exit_codes_say_whether_the_end_was_announced() {
    assert_eq!(Client::new().finish().code(), 0);
    let client = Client::new();
    client.notify("exit", Value::Null);
    assert_eq!((client.end(), End::Unannounced.code()), (End::Unannounced, 1));
    let client = Client::silent(options());
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), End::Unannounced);
    assert_eq!((Client::new().vanish(), End::Vanished.code()), (End::Vanished, 1));
}

#[test]
fn nothing_is_answered_before_the_beginning_and_after_the_end() {
    let mut client = Client::silent(options());
    client.open(MODEL, TOGGLE);
    assert_eq!(client.refused("textDocument/hover", json!({})).0, -32002);
    assert_eq!(client.refused("shutdown", Value::Null).0, -32002);
    assert_eq!(client.refused("initialize", Value::Null).0, -32602);
    client.ask("initialize", json!({ "capabilities": able() }));
    assert_eq!(client.refused("initialize", json!({ "capabilities": {} })).0, -32600);
    client.ask("shutdown", Value::Null);
    client.open(MODEL, TOGGLE);
    for method in ["shutdown", "initialize", "savoir/check"] {
        assert_eq!(client.refused(method, json!({})).0, -32600);
    }
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), End::Finished);
}

#[test]
fn odd_introductions_are_taken_for_what_they_say() {
    for introduction in [
        json!({}),
        json!({ "capabilities": 7 }),
        json!({ "capabilities": { "textDocument": { "completion": "yes" } }, "processId": "me" }),
        json!({ "capabilities": {}, "initializationOptions": [1, 2], "processId": -5, "rootUri": 3 }),
        json!({ "capabilities": {}, "initializationOptions": { "check": "never" } }),
    ] {
        let mut client = Client::introduced(introduction, options());
        client.open(MODEL, TOGGLE);
        assert_eq!(client.ask("savoir/check", json!({ "uri": MODEL }))["state"], "done");
        assert_eq!(client.finish(), End::Finished);
    }
}

#[test]
#[cfg(unix)]
fn a_server_ends_with_the_process_of_its_client() {
    let mut process = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
    let introduction = json!({ "capabilities": {}, "processId": process.id() });
    let client = Client::introduced(introduction, ServerOptions { parent: Parent::Watched, ..options() });
    process.kill().unwrap();
    process.wait().unwrap();
    assert_eq!(client.end(), End::Vanished);
    // One that was never there is somewhere else.
    let introduction = json!({ "capabilities": {}, "processId": process.id() });
    let client = Client::introduced(introduction, ServerOptions { parent: Parent::Watched, ..options() });
    assert_eq!(client.finish(), End::Finished);
}
