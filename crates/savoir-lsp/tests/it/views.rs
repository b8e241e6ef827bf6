//! What agents see and know in a state.

use crate::client::{Client, MODEL};
use crate::cursor::example;
use serde_json::{Value, json};

/// A client with an example, and its first state.
fn opened() -> (Client, Value) {
    let mut client = Client::new();
    client.open(MODEL, &example("muddy-children"));
    let opened = client.ask("savoir/simulate/open", json!({ "uri": MODEL }));
    (client, opened["state"].clone())
}

#[test]
fn a_state_is_inspected() {
    let (mut client, state) = opened();
    let asked = json!({ "uri": MODEL, "state": state, "watch": ["K(Alice, alice_muddy)", "alice_muddy"] });
    let found = client.ask("savoir/inspect", asked);
    assert_eq!(found["state"]["state"], state);
    let agents = found["agents"].as_array().unwrap();
    let alice = agents.iter().find(|agent| agent["agent"] == "Alice").unwrap();
    assert!(alice["sees"].is_array() && alice["possible"].is_string() && alice["listed"].is_array(), "{alice}");
    let knows = alice["knows"].as_array().unwrap();
    assert!(knows.iter().any(|known| known["proposition"] == "alice_muddy" && known["status"] == "open"), "{alice}");
    assert_eq!(found["watched"][0]["holds"], false);
    let some = client.ask("savoir/inspect", json!({ "uri": MODEL, "state": state, "agents": ["Bob"], "most": 1 }));
    assert_eq!(some["agents"].as_array().unwrap().len(), 1);
    assert!(some["agents"][0]["listed"].as_array().unwrap().len() <= 1);
}

#[test]
fn a_state_refutes_what_is_not_known() {
    let (mut client, state) = opened();
    let asked = json!({ "uri": MODEL, "state": state, "agent": "Alice", "formula": "alice_muddy" });
    let found = client.ask("savoir/refute", asked);
    assert_eq!(found["knows"], false);
    assert!(found["state"]["state"].is_array() || found["holds"] == false, "{found}");
    let asked = json!({ "uri": MODEL, "state": state, "agent": "Alice", "formula": "alice_muddy or !alice_muddy" });
    let found = client.ask("savoir/refute", asked);
    assert_eq!((&found["knows"], &found["state"]), (&json!(true), &Value::Null));
}

#[test]
fn possible_worlds_are_listed_and_drawn() {
    let (mut client, state) = opened();
    let found =
        client.ask("savoir/worlds", json!({ "uri": MODEL, "state": state, "agents": ["Alice", "Bob"], "most": 3 }));
    assert_eq!(found["worlds"].as_array().unwrap().len(), 3);
    assert_eq!((&found["complete"], &found["worlds"][0]["state"]), (&json!(false), &state));
    assert!(found["fragment"].as_str().unwrap().contains("<svg"), "{found}");
    assert_eq!(found["classes"].as_array().unwrap().len(), 2);
}

#[test]
fn questions_about_nothing_are_refused() {
    let (mut client, state) = opened();
    for (method, wrong, code) in [
        ("savoir/inspect", json!({ "uri": MODEL, "state": [0] }), -32803),
        ("savoir/inspect", json!({ "uri": MODEL, "state": "here" }), -32602),
        ("savoir/inspect", json!({ "uri": MODEL, "state": state, "agents": ["Nobody"] }), -32803),
        ("savoir/inspect", json!({ "uri": MODEL, "state": state, "watch": ["K(Alice"] }), -32803),
        ("savoir/inspect", json!({ "uri": MODEL, "state": state, "watch": ["x".repeat(200_000)] }), -32602),
        ("savoir/inspect", json!({ "uri": MODEL, "state": state, "watch": vec!["true"; 101] }), -32602),
        ("savoir/inspect", json!({ "uri": "file:///other.ispl", "state": state }), -32602),
        ("savoir/refute", json!({ "uri": MODEL, "state": state, "agent": "Alice", "formula": "nonsense" }), -32803),
        ("savoir/refute", json!({ "uri": MODEL, "state": state, "agent": "GK nobody", "formula": "true" }), -32803),
        ("savoir/worlds", json!({ "uri": MODEL, "state": [u64::MAX.to_string()] }), -32803),
    ] {
        let (found, sentence) = client.refused(method, wrong.clone());
        assert_eq!(found, code, "{method} {sentence}");
        assert!(!sentence.is_empty());
    }
    // The thread that answers is still there.
    assert!(client.ask("savoir/inspect", json!({ "uri": MODEL, "state": state }))["agents"].is_array());
}

#[test]
fn states_of_the_last_version_without_errors_can_be_asked_about() {
    let (mut client, state) = opened();
    client.replace(MODEL, 2, &example("muddy-children").replace("AG (all_muddy", "AG (all_mud"));
    assert!(client.ask("savoir/inspect", json!({ "uri": MODEL, "state": state }))["agents"].is_array());
    // Another model has other states.
    client.replace(MODEL, 3, savoir::examples_for_docs::TOGGLE);
    assert_eq!(client.refused("savoir/inspect", json!({ "uri": MODEL, "state": state })).0, -32803);
    assert!(client.ask("savoir/inspect", json!({ "uri": MODEL, "state": [0] }))["agents"].is_array());
}
