//! Simulations over the protocol.

use crate::checks::ENDLESS;
use crate::client::{Client, MODEL, options};
use crate::cursor::example;
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::ServerOptions;
use serde_json::{Value, json};

fn command(client: &mut Client, simulation: &Value, command: &str) -> Value {
    client.ask("savoir/simulate/do", json!({ "simulation": simulation, "command": command }))
}

#[test]
fn commands_are_executed() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let opened = client.ask("savoir/simulate/open", json!({ "uri": MODEL }));
    let id = &opened["simulation"];
    assert_eq!((&opened["entries"][0]["reply"]["kind"], &opened["state"]), (&json!("here"), &json!([0])));
    let done = command(&mut client, id, "do Switch=press");
    assert_eq!((&done["entry"]["command"], &done["state"]), (&json!("do Switch=press"), &json!([1])));
    assert_eq!(done["entry"]["reply"]["kind"], "walk");
    let set = command(&mut client, id, "set reachable");
    assert_eq!(set["entry"]["reply"]["count"], "2");
    let saved = command(&mut client, id, "save walk.txt");
    assert!(saved["entry"]["reply"]["script"].as_str().unwrap().contains("do Switch=press"), "{saved}");
    assert!(!std::path::Path::new("walk.txt").exists(), "nothing is written");
    let back = command(&mut client, id, "back");
    assert_eq!(back["state"], json!([0]));
    // What is wrong with a command is a reply.
    for (wrong, kind) in
        [("fly", "error"), ("do Switch=fly", "error"), ("is K(", "error"), ("random 1000000", "error"), ("", "done")]
    {
        let reply = command(&mut client, id, wrong);
        assert_eq!(reply["entry"]["reply"]["kind"], kind, "{wrong}: {reply}");
    }
    assert_eq!(client.ask("savoir/simulate/close", json!({ "simulation": id })), Value::Null);
    assert_eq!(client.refused("savoir/simulate/do", json!({ "simulation": id, "command": "show" })).0, -32602);
    assert_eq!(client.refused("savoir/simulate/close", json!({ "simulation": id })).0, -32602);
}

#[test]
fn a_simulation_walks_along_evidence() {
    let mut client = Client::new();
    client.open(MODEL, &example("muddy-children"));
    let opened = client.ask("savoir/simulate/open", json!({ "uri": MODEL, "evidence": 8 }));
    let paths = &opened["entries"][0]["reply"]["paths"];
    assert!(!paths.as_array().unwrap().is_empty(), "{opened}");
    let walked = command(&mut client, &opened["simulation"], "forward");
    assert_eq!(walked["entry"]["reply"]["kind"], "here", "{walked}");
    assert_ne!(walked["state"], opened["state"]);
    assert_eq!(client.refused("savoir/simulate/open", json!({ "uri": MODEL, "evidence": 99 })).0, -32602);
}

#[test]
fn a_simulation_outlives_edits() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let opened = client.ask("savoir/simulate/open", json!({ "uri": MODEL }));
    client.replace(MODEL, 2, "no model");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": MODEL } }));
    assert_eq!(command(&mut client, &opened["simulation"], "do Switch=press")["state"], json!([1]));
}

#[test]
fn commands_have_limits_of_their_own_and_can_be_cancelled() {
    let mut client = Client::new();
    client.open(MODEL, ENDLESS);
    let opened = client.ask("savoir/simulate/open", json!({ "uri": MODEL }));
    let id = &opened["simulation"];
    let asked = client.begin("savoir/simulate/do", json!({ "simulation": id, "command": "set reachable" }));
    std::thread::sleep(std::time::Duration::from_millis(100));
    client.notify("$/cancelRequest", json!({ "id": 3 }));
    assert_eq!(client.result(&asked).unwrap_err().0, -32800);
    // The next one does not know about it.
    assert_eq!(command(&mut client, id, "step 1")["state"], json!([1]));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "limits": { "seconds": 0.1 } } }));
    assert_eq!(command(&mut client, id, "set reachable")["entry"]["reply"]["kind"], "unknown");
}

#[test]
fn only_so_many_are_open() {
    let mut client = Client::with(&json!({ "check": "manual" }), ServerOptions { open_walks: 2, ..options() });
    client.open(MODEL, TOGGLE);
    let first = client.ask("savoir/simulate/open", json!({ "uri": MODEL }));
    client.ask("savoir/simulate/open", json!({ "uri": MODEL, "evidence": 1 }));
    assert_eq!(client.refused("savoir/simulate/open", json!({ "uri": MODEL })).0, -32803);
    assert_eq!(client.refused("savoir/play/open", json!({ "uri": MODEL, "formula": 1 })).0, -32803);
    client.ask("savoir/simulate/close", json!({ "simulation": first["simulation"] }));
    client.ask("savoir/simulate/open", json!({ "uri": MODEL }));
}

#[test]
fn a_model_without_initial_state_has_no_simulation() {
    let mut client = Client::new();
    client.open(MODEL, &TOGGLE.replace("Switch.on = false;", "Switch.on = false and Switch.on = true;"));
    let (code, sentence) = client.refused("savoir/simulate/open", json!({ "uri": MODEL }));
    assert_eq!((code, sentence.as_str()), (-32803, "no state satisfies the initial condition"));
}
