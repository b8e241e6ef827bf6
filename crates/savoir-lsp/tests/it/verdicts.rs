//! Verdicts that are told while one types.

use crate::client::{Client, MODEL, options};
use crate::cursor::example;
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::{End, ServerOptions};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_model_is_checked_when_it_is_opened() {
    let mut client = Client::checking();
    client.open(MODEL, TOGGLE);
    assert_eq!(client.diagnostics(MODEL, 1), [json!(null); 0]);
    let begun = client.notified("savoir/verdicts", |told| told["state"] == "checking");
    assert_eq!((&begun["formulas"][0]["verdict"], &begun["states"]), (&Value::Null, &Value::Null));
    let told = client.verdicts(MODEL, 1);
    assert_eq!((&told["state"], &told["states"], &told["message"]), (&json!("done"), &json!("2"), &Value::Null));
    assert_eq!((&told["uri"], &told["engine"]), (&json!(MODEL), &json!("explicit")));
    let formula = &told["formulas"][0];
    assert_eq!((&formula["index"], &formula["verdict"], &formula["met"]), (&json!(1), &json!("true"), &json!(true)));
    assert_eq!((&formula["name"], &formula["text"]), (&Value::Null, &json!("AG EF light")));
    assert_eq!(formula["range"]["start"], json!({ "line": 20, "character": 2 }));
    assert!(formula["seconds"].is_number() && formula["notes"].is_array() && formula["reading"].is_array());
    // What is shown beside the text is asked for again.
    client.requested("workspace/codeLens/refresh");
    client.requested("workspace/inlayHint/refresh");
    assert_eq!(client.finish(), End::Finished);
}

#[test]
fn verdicts_follow_the_text() {
    let mut client = Client::checking();
    client.open(MODEL, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 1)["formulas"][0]["verdict"], "true");
    client.replace(MODEL, 2, &TOGGLE.replace("AG EF light", "AG light;\n  AF light"));
    let told = client.verdicts(MODEL, 2);
    let verdicts: Vec<&Value> = told["formulas"].as_array().unwrap().iter().map(|one| &one["verdict"]).collect();
    assert_eq!(verdicts, ["false", "false"]);
    let notes = told["formulas"][0]["notes"].as_array().unwrap();
    assert!(notes.iter().all(Value::is_string));
    // Another system has other states.
    client.replace(MODEL, 3, &TOGGLE.replace("on = ~on", "on = on"));
    assert_eq!(client.verdicts(MODEL, 3)["states"], "1");
}

#[test]
fn a_text_with_errors_has_no_verdicts() {
    let mut client = Client::checking();
    client.open(MODEL, &TOGGLE.replace("EF light", "EF ligt"));
    let told = client.verdicts(MODEL, 1);
    assert_eq!((&told["state"], &told["message"]), (&json!("broken"), &json!("the text has errors")));
    assert_eq!(told["formulas"], json!([]));
    assert_eq!(client.refused("savoir/check", json!({ "uri": MODEL })).0, -32803);
    client.replace(MODEL, 2, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 2)["state"], "done");
    // What can be read of it is listed.
    client.replace(MODEL, 3, &TOGGLE.replace("AG EF light", "AG EF light;\n  AG ligt"));
    let told = client.verdicts(MODEL, 3);
    assert_eq!((&told["state"], &told["formulas"][0]["text"]), (&json!("broken"), &json!("AG EF light")));
}

#[test]
fn what_the_states_show_is_a_finding_too() {
    let mut client = Client::checking();
    client.open(MODEL, &TOGGLE.replace("Switch.on = false;", "Switch.on = false and Switch.on = true;"));
    let told = client.verdicts(MODEL, 1);
    assert_eq!(
        (&told["state"], &told["message"]),
        (&json!("broken"), &json!("no state satisfies the initial condition"))
    );
    let is_it = |told: &Value| told["diagnostics"].as_array().unwrap().iter().any(|found| found["code"] == "E0401");
    let told = client.notified("textDocument/publishDiagnostics", |told| told["diagnostics"] != json!([]));
    assert!(is_it(&told), "{told}");
}

#[test]
fn formulas_with_group_variables_are_for_somebody_else() {
    let mut client = Client::checking();
    client.open(MODEL, &TOGGLE.replace("AG EF light;", "AG EF light;\n  <?g> F light;"));
    let told = client.verdicts(MODEL, 1);
    assert_eq!(told["state"], "done", "{told}");
    assert_eq!((&told["formulas"][0]["verdict"], &told["formulas"][1]["verdict"]), (&json!("true"), &Value::Null));
    assert_eq!(told["formulas"][1]["notes"][0], "`savoir synth` finds the groups that make it true");
}

#[test]
fn checks_begin_when_the_client_wants_them_to() {
    let mut client = Client::with(&json!({ "check": "save" }), options());
    client.open(MODEL, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 1)["state"], "done");
    client.replace(MODEL, 2, &TOGGLE.replace("AG EF", "EG EF"));
    client.diagnostics(MODEL, 2);
    std::thread::sleep(Duration::from_millis(200));
    assert!(!client.all("savoir/verdicts").iter().any(|told| told["version"] == 2));
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": MODEL } }));
    assert_eq!(client.verdicts(MODEL, 2)["state"], "done");
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "savoir": { "check": "manual" } } }));
    client.replace(MODEL, 3, TOGGLE);
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": MODEL } }));
    client.diagnostics(MODEL, 3);
    std::thread::sleep(Duration::from_millis(200));
    assert!(!client.all("savoir/verdicts").iter().any(|told| told["version"] == 3));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "savoir": { "check": "type" } } }));
    client.replace(MODEL, 4, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 4)["state"], "done");
}

#[test]
fn few_models_are_kept() {
    let mut client = Client::with(&Value::Null, ServerOptions { kept_models: 1, ..options() });
    for number in 0..4 {
        let uri = format!("file:///{number}.ispl");
        client.open(&uri, &example("muddy-children"));
        assert_eq!(client.verdicts(&uri, 1)["states"], "38");
    }
    // What was forgotten is found again.
    assert_eq!(client.ask("savoir/check", json!({ "uri": "file:///0.ispl" }))["states"], "38");
    assert_eq!(client.finish(), End::Finished);
}
