//! Checks that somebody asks for, and what interrupts them.

use crate::client::{Client, MODEL, options};
use crate::cursor::example;
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::{End, ServerOptions, Slots};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A model whose states are found one after the other, for years.
pub(crate) const ENDLESS: &str = "
Agent Counter
  Vars:
    x : 0..1000000000000;
  end Vars
  Actions = {go};
  Protocol:
    Other : {go};
  end Protocol
  Evolution:
    x = x + 1 if Action = go and x < 1000000000000;
  end Evolution
end Agent
Evaluation
  zero if Counter.x = 0;
end Evaluation
InitStates
  Counter.x = 0;
end InitStates
Formulae
  AG EF zero;
end Formulae
";

#[test]
fn all_formulas_or_some_are_checked_when_somebody_asks() {
    let mut client = Client::new();
    client.open(MODEL, &example("muddy-children"));
    let told = client.ask("savoir/check", json!({ "uri": MODEL, "formulas": [3, 8] }));
    assert_eq!((&told["state"], &told["states"], &told["version"]), (&json!("done"), &json!("38"), &json!(1)));
    let answered = |told: &Value| -> Vec<usize> {
        let formulas = told["formulas"].as_array().unwrap().iter().enumerate();
        formulas.filter(|(_, formula)| formula["verdict"].is_string()).map(|(index, _)| index + 1).collect()
    };
    assert_eq!(answered(&told), [3, 8]);
    assert_eq!((&told["formulas"][2]["verdict"], &told["formulas"][2]["met"]), (&json!("false"), &json!(true)));
    let told = client.ask("savoir/check", json!({ "uri": MODEL }));
    assert_eq!(answered(&told), (1..=10).collect::<Vec<_>>());
    // The same is told to whoever listens.
    assert_eq!(client.verdicts(MODEL, 1)["state"], "done");
    for (wrong, code) in [
        (json!({ "uri": MODEL, "formulas": [11] }), -32602),
        (json!({ "uri": MODEL, "formulas": [0] }), -32602),
        (json!({ "uri": "file:///other.ispl" }), -32602),
        (json!({}), -32602),
    ] {
        assert_eq!(client.refused("savoir/check", wrong).0, code);
    }
}

#[test]
fn commands_do_the_same() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let execute = |command: &str, arguments: Value| json!({ "command": command, "arguments": arguments });
    let told = client.ask("workspace/executeCommand", execute("savoir.check", json!([MODEL, 1])));
    assert_eq!(told["formulas"][0]["verdict"], "true");
    let told = client.ask("workspace/executeCommand", execute("savoir.check", json!([MODEL])));
    assert_eq!(told["state"], "done");
    let evidence = client.ask("workspace/executeCommand", execute("savoir.evidence", json!([MODEL, 1])));
    assert!(evidence["fragment"].is_string());
    let opened = client.ask("workspace/executeCommand", execute("savoir.simulate", json!([MODEL])));
    assert!(opened["simulation"].is_string());
    assert_eq!(client.refused("workspace/executeCommand", execute("rm", json!(["-rf"]))).0, -32601);
}

#[test]
fn an_edit_cancels_a_check() {
    let mut client = Client::checking();
    client.open(MODEL, ENDLESS);
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    let start = Instant::now();
    client.replace(MODEL, 2, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 1)["state"], "cancelled");
    assert_eq!(client.verdicts(MODEL, 2)["states"], "2");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert_eq!(client.finish(), End::Finished);
}

#[test]
fn an_edit_answers_whoever_waits_for_verdicts_on_the_old_text() {
    let mut client = Client::new();
    client.open(MODEL, ENDLESS);
    let first = client.begin("savoir/check", json!({ "uri": MODEL }));
    let second = client.begin("savoir/check", json!({ "uri": MODEL, "formulas": [1] }));
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    client.change(MODEL, 2, &json!([]));
    assert_eq!(client.result(&first).unwrap_err().0, -32801);
    assert_eq!(client.result(&second).unwrap_err().0, -32801);
    // Nothing is checked now that nobody has asked for.
    client.replace(MODEL, 3, TOGGLE);
    assert_eq!(client.ask("savoir/check", json!({ "uri": MODEL }))["version"], 3);
}

#[test]
fn a_request_is_cancelled_at_once() {
    let mut client = Client::new();
    client.open(MODEL, ENDLESS);
    let check = client.begin("savoir/check", json!({ "uri": MODEL }));
    let evidence = client.begin("savoir/evidence", json!({ "uri": MODEL, "formula": 1 }));
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    for (id, number) in [(&evidence, 2), (&check, 1)] {
        // The first request was `initialize`.
        client.notify("$/cancelRequest", json!({ "id": number + 1 }));
        assert_eq!(client.result(id).unwrap_err(), (-32800, "cancelled".to_owned()));
    }
    assert_eq!(client.verdicts(MODEL, 1)["state"], "cancelled");
    // Requests that were answered, or never made, cannot be cancelled.
    for id in [json!(2), json!(77), json!("x"), json!(null), json!(1e300), json!([])] {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    client.replace(MODEL, 2, TOGGLE);
    assert_eq!(client.ask("savoir/check", json!({ "uri": MODEL }))["state"], "done");
}

#[test]
fn limits_are_kept() {
    let settings = json!({ "check": "type", "seconds": 0.3, "limits": { "seconds": 0.2 } });
    let mut client = Client::with(&settings, options());
    client.open(MODEL, ENDLESS);
    let told = client.verdicts(MODEL, 1);
    assert_eq!((&told["state"], &told["message"]), (&json!("stopped"), &json!("time limit reached after 0.3 s")));
    assert_eq!(told["formulas"][0]["verdict"], "unknown");
    let told = client.ask("savoir/check", json!({ "uri": MODEL }));
    assert_eq!(told["message"], "time limit reached after 0.2 s");
    // Those of the server hold whatever a client asks for.
    let strict = ServerOptions { time: Duration::from_millis(100), ..options() };
    let mut client = Client::with(&json!({ "check": "manual", "limits": { "seconds": 1e9 } }), strict);
    client.open(MODEL, ENDLESS);
    let told = client.ask("savoir/check", json!({ "uri": MODEL }));
    assert_eq!(told["message"], "time limit reached after 0.1 s");
}

#[test]
fn what_somebody_asks_for_comes_before_what_nobody_did() {
    let mut client = Client::with(&json!({ "seconds": 1000 }), options());
    client.open(MODEL, ENDLESS);
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    // The check that began by itself gives way; the evidence is not found either, within its limits.
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "savoir": { "limits": { "seconds": 0.2 } } } }),
    );
    let (code, sentence) = client.refused("savoir/evidence", json!({ "uri": MODEL, "formula": 1 }));
    assert_eq!((code, sentence.as_str()), (-32803, "the formula was not decided: time limit reached"));
    // And then it goes on.
    client.replace(MODEL, 2, TOGGLE);
    assert_eq!(client.verdicts(MODEL, 1)["state"], "cancelled");
    assert_eq!(client.verdicts(MODEL, 2)["state"], "done");
}

#[test]
fn what_was_answered_for_somebody_is_not_asked_again_for_nobody() {
    let settings = json!({ "seconds": 1000, "limits": { "seconds": 0.2 } });
    let mut client = Client::with(&settings, options());
    client.open(MODEL, ENDLESS);
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    let told = client.ask("savoir/check", json!({ "uri": MODEL }));
    assert_eq!((&told["state"], &told["formulas"][0]["verdict"]), (&json!("stopped"), &json!("unknown")));
    assert_eq!(client.verdicts(MODEL, 1)["state"], "stopped");
    client.forget();
    std::thread::sleep(Duration::from_millis(300));
    assert!(client.all("savoir/verdicts").is_empty());
    // What was not asked about goes on.
    let mut client = Client::with(&settings, options());
    client.open(MODEL, &ENDLESS.replace("AG EF zero;", "AG EF zero;\n  AG zero;"));
    client.notified("savoir/verdicts", |told| told["state"] == "checking");
    client.ask("savoir/check", json!({ "uri": MODEL, "formulas": [2] }));
    client
        .notified("savoir/verdicts", |told| told["state"] == "checking" && told["formulas"][1]["verdict"].is_string());
}

#[test]
fn documents_do_not_wait_for_each_other() {
    let mut client = Client::with(&json!({ "seconds": 1000 }), ServerOptions { slots: Slots::new(2), ..options() });
    client.open("file:///a.ispl", ENDLESS);
    client.open("file:///b.ispl", TOGGLE);
    assert_eq!(client.verdicts("file:///b.ispl", 1)["states"], "2");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": "file:///a.ispl" } }));
    let gone = client.notified("textDocument/publishDiagnostics", |told| told["version"].is_null());
    assert_eq!((&gone["uri"], &gone["diagnostics"]), (&json!("file:///a.ispl"), &json!([])));
    assert_eq!(client.ask("savoir/check", json!({ "uri": "file:///b.ispl" }))["state"], "done");
}

#[test]
fn slots_are_given_back() {
    let slots = Slots::new(1);
    let shared = || ServerOptions { slots: slots.clone(), ..options() };
    let mut first = Client::with(&json!({ "seconds": 1000 }), shared());
    first.open(MODEL, ENDLESS);
    first.notified("savoir/verdicts", |told| told["state"] == "checking");
    // Another server waits for the only slot.
    let mut second = Client::with(&Value::Null, shared());
    second.open(MODEL, TOGGLE);
    second.notified("savoir/verdicts", |told| told["state"] == "checking");
    assert_eq!(first.vanish(), End::Vanished);
    assert_eq!(second.verdicts(MODEL, 1)["state"], "done");
    assert_eq!(second.finish(), End::Finished);
    assert_eq!(slots.taken(), 0);
}
