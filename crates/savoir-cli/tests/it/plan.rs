//! `savoir check --explain-plan`: the attempts that were made, the same each time.

use crate::common::{fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn plan(dir: &Path, arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["check", "m.ispl", "--explain-plan", "--format", "json"], arguments].concat();
    let (exit, out, err) = savoir(dir, &arguments);
    assert_eq!(exit, 0, "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/result-2.json")).unwrap();
    follows(&report, &serde_json::from_str(&schema).unwrap()).unwrap_or_else(|problem| panic!("{problem}\n{out}"));
    report["files"][0]["plan"].as_array().unwrap().clone()
}

fn names(plan: &[Value]) -> Vec<(&str, &str, Option<&str>, &str)> {
    plan.iter()
        .map(|attempt| {
            (
                attempt["attempt"].as_str().unwrap(),
                attempt["engine"].as_str().unwrap(),
                attempt["order"].as_str(),
                attempt["reached"]["outcome"].as_str().unwrap(),
            )
        })
        .collect()
}

#[test]
fn each_attempt_is_named_with_what_it_reached() {
    let dir = fresh("plan", "attempts");
    savoir(&dir, &["generate", "prisoners", "5", "-o", "m.ispl"]);
    let found = plan(&dir, &[]);
    let expected =
        [("tiny", "explicit", None, "too_many_states"), ("first order", "symbolic", Some("force"), "finished")];
    assert_eq!(names(&found), expected);
    assert_eq!(found[0]["allowance"]["states"], 350);
    assert_eq!((&found[0]["taken"], &found[1]["taken"]), (&Value::Bool(false), &Value::Bool(true)));
    assert!(found.iter().all(|attempt| !attempt["next"].as_str().unwrap().is_empty()));
    // The same on every run and with any number of threads.
    assert_eq!(plan(&dir, &["--threads", "1"]), found);
    assert_eq!(plan(&dir, &["--threads", "2"]), found);
}

#[test]
fn what_was_asked_for_is_what_is_tried() {
    let dir = fresh("plan", "asked");
    savoir(&dir, &["generate", "tokenring", "4", "-o", "m.ispl"]);
    let explicit = plan(&dir, &["--engine", "explicit"]);
    assert_eq!(names(&explicit), [("as asked", "explicit", None, "finished")]);
    assert_eq!(explicit[0]["allowance"], serde_json::json!({}));
    let symbolic = plan(&dir, &["--engine", "symbolic", "--order", "2"]);
    assert_eq!(names(&symbolic), [("as asked", "symbolic", Some("mcmas-2"), "finished")]);
}

#[test]
fn orders_race_where_the_first_one_needs_too_much() {
    let dir = fresh("plan", "race");
    savoir(&dir, &["generate", "couriers", "30", "--set", "couriers=3", "-o", "m.ispl"]);
    let found = plan(&dir, &["--engine", "symbolic"]);
    let names = names(&found);
    assert_eq!((names[0].0, names[0].3), ("first order", "paused"));
    assert!(names[1..].iter().all(|(name, ..)| name.starts_with("race ")), "{names:?}");
    let last = names.last().unwrap();
    assert_eq!(last.3, "finished");
    assert_ne!(last.2, Some("force"), "another order is far better");
    assert_eq!(found.iter().filter(|attempt| attempt["taken"] == true).count(), 1);
    assert_eq!(plan(&dir, &["--engine", "symbolic", "--threads", "2"]), found);
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--engine", "symbolic", "--explain-plan"]);
    for said in ["paused after work of", "other orders are tried as well", "24 polls or 6 times the encoding"] {
        assert!(out.contains(said), "{said}: {out}");
    }
    savoir(&dir, &["generate", "sparse", "18", "-o", "other.ispl"]);
    let (_, out, _) = savoir(&dir, &["check", "other.ispl", "--engine", "symbolic", "--explain-plan"]);
    assert!(out.contains("it is ahead now"), "{out}");
}

/// A long path: diagrams take a step for each state.
#[test]
fn states_one_by_one_overtake_diagrams() {
    let dir = fresh("plan", "overtaken");
    let text = "Agent Environment Vars: n : 0..60000; end Vars Actions = {tick}; Protocol: Other : {tick}; end Protocol
        Evolution: n = n + 1 if n < 60000; end Evolution end Agent
        Agent Aa Vars: x : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
        Evolution: x = true if x = true; end Evolution end Agent
        Evaluation last if Environment.n = 60000; end Evaluation
        InitStates Environment.n = 0 and Aa.x = true; end InitStates Formulae AF last; end Formulae";
    fs::write(dir.join("m.ispl"), text).unwrap();
    let found = plan(&dir, &["--threads", "1"]);
    let expected = [
        ("tiny", "explicit", None, "too_many_states"),
        ("narrow", "explicit", None, "too_many_states"),
        ("first order", "symbolic", Some("force"), "overtaken"),
        ("beside", "explicit", None, "finished"),
    ];
    assert_eq!(names(&found), expected);
    assert_eq!(found[3]["taken"], true);
    assert_eq!(plan(&dir, &["--threads", "2"]), found);
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--explain-plan"]);
    for said in [
        "given up: overtaken",
        "many steps to few states each",
        "states one by one came to the end first",
        "about as much work as diagrams",
    ] {
        assert!(out.contains(said), "{out}");
    }
}

#[test]
fn the_text_says_the_same() {
    let dir = fresh("plan", "text");
    savoir(&dir, &["generate", "prisoners", "5", "-o", "m.ispl"]);
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--explain-plan"]);
    let expected = "
  plan
    1  tiny: states one by one
       allowed: 350 states, 200 of them initial
       given up: too many states; 352 states after 7 levels
       → not a tiny model: diagrams with the first order
    2  first order: diagrams, order `force`
       allowed: work of 24 polls or 6 times the encoding (at most 128 more), 48 polls for the encoding, 16 slices
";
    assert!(out.contains(expected), "{out}");
    let (_, plain, _) = savoir(&dir, &["check", "m.ispl"]);
    assert!(!plain.contains("plan"), "{plain}");
}
