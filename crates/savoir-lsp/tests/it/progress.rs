//! How far long checks are.

use crate::checks::ENDLESS;
use crate::client::{Client, MODEL, able, options};
use serde_json::{Value, json};

fn is_kind(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |told| told["value"]["kind"] == kind
}

#[test]
fn a_long_check_shows_a_bar_that_can_be_cancelled() {
    let mut client = Client::with(&json!({ "seconds": 1000 }), options());
    client.open(MODEL, ENDLESS);
    let (_, asked) = client.requested("window/workDoneProgress/create");
    let begun = client.notified("$/progress", is_kind("begin"));
    assert_eq!(begun["token"], asked["token"]);
    assert_eq!(
        (&begun["value"]["title"], &begun["value"]["cancellable"]),
        (&json!("Savoir: model.ispl"), &json!(true))
    );
    let report = client.notified("$/progress", is_kind("report"));
    assert!(report["value"]["message"].as_str().unwrap().contains("states"), "{report}");
    client.notify("window/workDoneProgress/cancel", json!({ "token": asked["token"] }));
    assert_eq!(client.notified("$/progress", is_kind("end"))["token"], asked["token"]);
    assert_eq!(client.verdicts(MODEL, 1)["state"], "cancelled");
}

#[test]
fn a_client_may_bring_its_own_bar() {
    let mut client = Client::new();
    client.open(MODEL, ENDLESS);
    let check = client.begin("savoir/check", json!({ "uri": MODEL, "workDoneToken": "mine" }));
    assert_eq!(client.notified("$/progress", is_kind("begin"))["token"], "mine");
    client.notify("window/workDoneProgress/cancel", json!({ "token": "mine" }));
    assert_eq!(client.notified("$/progress", is_kind("end"))["token"], "mine");
    assert_eq!(client.result(&check).unwrap()["state"], "cancelled");
}

#[test]
fn clients_without_bars_are_shown_none() {
    let mut able = able();
    able["window"] = json!({});
    let mut client =
        Client::introduced(json!({ "capabilities": able, "initializationOptions": { "seconds": 2 } }), options());
    client.open(MODEL, ENDLESS);
    assert_eq!(client.verdicts(MODEL, 1)["state"], "stopped");
    assert_eq!(client.all("$/progress"), [json!(null); 0]);
}

#[test]
fn a_bar_that_a_client_refuses_is_forgotten() {
    let mut client = Client::with(&json!({ "seconds": 1000 }), options());
    client.open(MODEL, ENDLESS);
    let (id, _) = client.requested("window/workDoneProgress/create");
    let error = lsp_server::ResponseError { code: -32603, message: "no".to_owned(), data: None };
    client.send(lsp_server::Response { id, response_result: Err(error) });
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": MODEL } }));
    client.forget();
}
