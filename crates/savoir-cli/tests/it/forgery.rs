//! Attempts to have `savoir replay` accept what is not so, or to keep it busy.

use crate::common::{fresh, savoir};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// A lamp that is on or off at first and then stays as it is; nobody sees it but itself.
const LAMP: &str = "Agent Lamp
  Vars: on : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: on = on if Action = wait; end Evolution
end Agent
Evaluation on if Lamp.on = true; end Evaluation
InitStates Lamp.on = true or Lamp.on = false; end InitStates
Groups lamp = {Lamp}; end Groups
Formulae
  -- name: reachable
  -- expect: false
  EF on;
  -- name: safe
  -- expect: false
  AG on;
  -- name: known
  AG (on -> K(Lamp, on));
end Formulae
";

struct Forger(PathBuf);

impl Forger {
    fn new(name: &str) -> Forger {
        let dir = fresh("forgery", name);
        fs::write(dir.join("lamp.ispl"), LAMP).unwrap();
        Forger(dir)
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        savoir(&self.0, arguments)
    }

    /// Honest evidence about all formulas of the model.
    fn honest(&self) -> Value {
        let (exit, out, err) = self.run(&["check", "lamp.ispl", "--evidence=json:e.json"]);
        assert_eq!((exit, err.as_str()), (0, ""), "{out}");
        serde_json::from_str(&fs::read_to_string(self.0.join("e.json")).unwrap()).unwrap()
    }

    fn replay(&self, document: &Value, options: &[&str]) -> (i32, String) {
        fs::write(self.0.join("forged.json"), document.to_string()).unwrap();
        let (exit, out, err) = self.run(&[&["replay", "forged.json", "lamp.ispl"], options].concat());
        assert_eq!(err, "", "{out}");
        (exit, out)
    }
}

/// A tree that says that a formula holds in states, as the values of the variables say.
fn tree(formula: &str, states: &[bool]) -> Value {
    let state = |on: &bool| json!({"Lamp": {"on": on}});
    let node = |(number, _): (usize, &bool)| {
        json!({"state": number, "formula": formula, "holds": true, "reason": {
            "kind": "path", "path": {"states": [number], "actions": []}, "marks": []
        }})
    };
    json!({
        "states": states.iter().map(state).collect::<Vec<_>>(),
        "nodes": states.iter().enumerate().map(node).collect::<Vec<_>>(),
    })
}

#[test]
fn honest_evidence_is_proved() {
    let forger = Forger::new("honest");
    let (exit, out) = forger.replay(&forger.honest(), &[]);
    assert_eq!(exit, 0, "{out}");
    for part in
        ["1  false    reachable", "2  false    safe", "3  true     known", "a certificate with 2 states replayed"]
    {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert!(out.ends_with("\n  proved: 3 of 3 formulas\n"), "{out}");
}

#[test]
fn a_file_without_formulas_proves_nothing() {
    let forger = Forger::new("empty");
    let mut forged = forger.honest();
    forged["formulas"] = json!([]);
    let (exit, out) = forger.replay(&forged, &[]);
    assert_eq!(exit, 3, "{out}");
    assert_eq!(out.matches("not proved: the file says nothing about it").count(), 3, "{out}");
    assert!(out.ends_with("\n  not proved: 3 of 3 formulas\n"), "{out}");
    // Nor is one formula proved by another.
    let honest = forger.honest();
    forged["formulas"] = json!([honest["formulas"][0]]);
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 3 && out.ends_with("\n  not proved: 2 of 3 formulas\n"), "{out}");
    let (exit, out) = forger.replay(&forged, &["--only", "reachable"]);
    assert!(exit == 0 && out.ends_with("\n  proved: 1 of 1 formula\n"), "{out}");
}

#[test]
fn initial_states_are_not_left_out() {
    let forger = Forger::new("initial");
    let mut forged = forger.honest();
    forged.as_object_mut().unwrap().remove("certificate");
    // The lamp that is on at first shows `EF on`; the other one refutes it.
    forged["formulas"][0]["verdict"] = json!("true");
    forged["formulas"][0]["tree"] = tree("EF on", &[true]);
    let (exit, out) = forger.replay(&forged, &["--only", "1"]);
    assert_eq!(exit, 3, "{out}");
    assert!(out.contains("not proved: `EF on` is shown to hold in 1 of 2 initial states only"), "{out}");
    // The old field is no field any more, and saying that the other state is covered does not make it so.
    let mut older = forged.clone();
    older["formulas"][0]["tree"]["initial_states"] = json!("1");
    fs::write(forger.0.join("older.json"), older.to_string()).unwrap();
    let (exit, _, err) = forger.run(&["replay", "older.json", "lamp.ispl"]);
    assert!(exit == 2 && err.contains("unknown field `initial_states`"), "{err}");
    forged["formulas"][0]["tree"] = tree("EF on", &[true, false]);
    forged["formulas"][0]["tree"]["others"] = json!([1]);
    let (exit, out) = forger.replay(&forged, &["--only", "1"]);
    assert!(exit == 1 && out.contains("refuted: not as the model says: node 1"), "{out}");
    forged["formulas"][0]["tree"]["nodes"][1] = forged["formulas"][0]["tree"]["nodes"][0].clone();
    let (exit, out) = forger.replay(&forged, &["--only", "1"]);
    assert!(exit == 3 && out.contains("1 of 2 initial states only"), "{out}");
}

#[test]
fn a_path_starts_in_an_initial_state() {
    let forger = Forger::new("start");
    let text = LAMP.replace("Lamp.on = true or Lamp.on = false", "Lamp.on = false");
    fs::write(forger.0.join("lamp.ispl"), text).unwrap();
    forger.run(&["check", "lamp.ispl", "--evidence=json:e.json"]);
    let mut forged: Value = serde_json::from_str(&fs::read_to_string(forger.0.join("e.json")).unwrap()).unwrap();
    forged["formulas"][0]["verdict"] = json!("true");
    forged["formulas"][0]["tree"] = tree("EF on", &[true]);
    let (exit, out) = forger.replay(&forged, &["--only", "1"]);
    assert!(exit == 1 && out.contains("the first state is not an initial state"), "{out}");
}

#[test]
fn names_and_formulas_are_those_of_the_model() {
    let forger = Forger::new("names");
    let honest = forger.honest();
    // What is shown is true, but it is not what is called `safe`.
    let mut forged = honest.clone();
    forged["formulas"][1]["text"] = json!("AG (on -> K(Lamp, on))");
    forged["formulas"][1]["verdict"] = json!("true");
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 1 && out.contains("refuted: the file has another formula under this number"), "{out}");
    let mut forged = honest.clone();
    forged["formulas"][2]["name"] = json!("safe");
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 1 && out.contains("refuted: the file has another name for this formula"), "{out}");
    // One formula under two numbers, a number twice, and one that is not there.
    let mut forged = honest.clone();
    forged["formulas"][1]["index"] = json!(3);
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 1 && out.contains("refuted: the file has several entries for formula 3"), "{out}");
    forged["formulas"][1]["index"] = json!(7);
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 1 && out.contains("refuted: the model has no formula 7"), "{out}");
    // A formula of the file does not become one of the model by being there.
    let mut forged = honest;
    forged["formulas"][1]["origin"] = json!("command line");
    forged["formulas"][1]["text"] = json!("EF (on or !on)");
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 3 && out.contains("not proved: the file says nothing about it"), "{out}");
    assert!(out.contains("also speaks of 1 formula that is not in the model") && !out.contains("!on"), "{out}");
}

#[test]
fn a_sentence_proves_nothing() {
    let forger = Forger::new("sentence");
    let mut forged = forger.honest();
    forged.as_object_mut().unwrap().remove("certificate");
    let entry = forged["formulas"][1].as_object_mut().unwrap();
    entry.remove("tree");
    entry.insert("verdict".to_owned(), json!("true"));
    entry.insert("sentence".to_owned(), json!("it is \u{1b}[2K proved"));
    let (exit, out) = forger.replay(&forged, &["--only", "safe"]);
    assert_eq!(exit, 3, "{out}");
    assert!(
        out.contains("not proved: the file says that `AG on` holds in all initial states, but does not show it"),
        "{out}"
    );
    // Nor does one inside of a tree.
    forged["formulas"][1]["tree"] = json!({
        "states": [{"Lamp": {"on": true}}, {"Lamp": {"on": false}}],
        "nodes": [
            {"state": 0, "formula": "AG on", "holds": true, "reason": {"kind": "claim", "sentence": "clear"}},
            {"state": 1, "formula": "AG on", "holds": true, "reason": {"kind": "claim", "sentence": "clear"}},
        ],
        "others": [1],
    });
    let (exit, out) = forger.replay(&forged, &["--only", "safe"]);
    assert!(exit == 3 && out.contains("not proved: the file says that `AG on` holds in a state"), "{out}");
    // A verdict that the certificate contradicts is refuted.
    let mut forged = forger.honest();
    forged["formulas"][2]["verdict"] = json!("false");
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 1 && out.contains("refuted: the certificate shows that the verdict is wrong"), "{out}");
}

#[test]
fn a_certificate_is_checked_state_by_state() {
    let forger = Forger::new("certificate");
    let honest = forger.honest();
    let states = |document: &Value| document["certificate"]["states"].clone();
    assert_eq!(states(&honest), json!([[false], [true]]));
    for (states, expected) in [
        (json!([[true]]), "refuted: the certificate is wrong: an initial state is not listed"),
        (json!([[false], [true], [true]]), "refuted: the certificate is wrong: state 2 is listed twice"),
        (
            json!([[false], [3]]),
            "refuted: it does not fit the model: the certificate, state 1: 3 is no value of `Lamp.on`",
        ),
        (json!([[false], [true, true]]), "the certificate, state 1: it has 2 values"),
    ] {
        let mut forged = honest.clone();
        forged["certificate"]["states"] = states;
        let (exit, out) = forger.replay(&forged, &[]);
        assert!(exit == 1 && out.contains(expected), "{expected}: {out}");
    }
    let mut forged = honest;
    let label = forged["certificate"]["labels"][0].clone();
    forged["certificate"]["labels"].as_array_mut().unwrap().push(label);
    let (exit, out) = forger.replay(&forged, &[]);
    assert!(exit == 1 && out.contains("the certificate has two labels for"), "{out}");
}

#[test]
fn what_was_asked_apart_is_asked_again() {
    let forger = Forger::new("apart");
    let check = |options: &[&str]| forger.run(&[&["check", "lamp.ispl", "--evidence=json:e.json"], options].concat());
    let replay = |options: &[&str]| {
        let (exit, out, err) = forger.run(&[&["replay", "e.json", "lamp.ispl"], options].concat());
        (exit, out + &err)
    };
    check(&["--formula", "EF  (on)"]);
    let (exit, out) = replay(&["--formula", "EF on"]);
    assert!(exit == 0 && out.contains("1  false    EF on\n"), "{out}");
    let (exit, out) = replay(&[]);
    assert!(exit == 3 && out.contains("also speaks of 1 formula that is not in the model"), "{out}");
    let (exit, out) = replay(&["--formula", "EF !on"]);
    assert!(exit == 3 && out.contains("not proved: the file says nothing about it"), "{out}");
    let (exit, out) = replay(&["--formula", "EF"]);
    assert!(exit == 2 && out.contains("formula 1 on the command line"), "{out}");
    // Other initial states make other verdicts.
    check(&["--init", "Lamp.on = true"]);
    let (exit, out) = replay(&["--init", "Lamp.on = true"]);
    assert!(exit == 0 && out.contains("1  true     reachable\n") && out.contains("(expected false)"), "{out}");
    let (exit, out) = replay(&[]);
    assert!(exit == 1 && out.contains("refuted: the certificate is wrong: an initial state is not listed"), "{out}");
    check(&["--init", "Lamp.on = true", "--only", "1"]);
    let (exit, out) = replay(&["--only", "1"]);
    assert!(exit == 3 && out.contains("1 of 2 initial states only"), "{out}");
}

/// A hostile file takes no more than it is given.
#[test]
fn there_are_limits() {
    let forger = Forger::new("limits");
    let honest = forger.honest();
    let (exit, out) = forger.replay(&honest, &["--timeout", "0s"]);
    assert!(exit == 3 && out.contains("the limits were met"), "{out}");
    fs::write(forger.0.join("large.json"), " ".repeat(100_000)).unwrap();
    let (exit, _, err) = forger.run(&["replay", "large.json", "lamp.ispl", "--memory", "1M"]);
    assert!(exit == 2 && err.contains("it is too large, the limit is "), "{err}");
    // A path of a million steps, and as many things that are said about its one state.
    let mut forged = honest;
    let many = 200_000;
    let mut long = tree("EF on", &[false]);
    long["nodes"][0]["reason"]["path"] =
        json!({"states": vec![0; many], "actions": vec![json!({"Lamp": "wait"}); many - 1]});
    long["nodes"][0]["reason"]["marks"] = json!(vec![json!({"position": 0, "node": 1}); many]);
    long["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"state": 0, "formula": "on", "holds": false, "reason": {"kind": "parts", "nodes": []}}));
    forged["formulas"][0]["verdict"] = json!("true");
    forged["formulas"][0]["tree"] = long;
    forged.as_object_mut().unwrap().remove("certificate");
    let (exit, out) = forger.replay(&forged, &["--only", "1"]);
    assert!(exit == 3 || exit == 1, "{out}");
}
