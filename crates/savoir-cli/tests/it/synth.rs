//! `savoir synth`: what it prints, which exit code it ends with, and evidence for groups.

use crate::common::{fresh, savoir};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Two keys that have to be turned together, and a third that does nothing. Who turns a key knows it.
const KEYS: &str = "
Agent Environment
  Obsvars: open : boolean; end Obsvars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: open = true if Left.Action = turn and Right.Action = turn; end Evolution
end Agent
KEY Left
KEY Right
KEY Spare
Evaluation open if Environment.open = true; turned if Left.turned = true; end Evaluation
InitStates
  Environment.open = false and Left.turned = false and Right.turned = false and Spare.turned = false;
end InitStates
Groups two = {Left, Right}; end Groups
Formulae
  -- name: who-can-open
  <?Y>F open;
  AG !open;  -- expect: false
  -- name: nobody-is-sure, expect: false
  GK(?Y, open);
  AG (turned -> K(?Y, turned));
end Formulae
";

fn keys() -> String {
    let key = |name: &str| {
        format!(
            "Agent {name}\n Vars: turned : boolean; end Vars\n Actions = {{turn, wait}};\n Protocol: Other : {{turn, \
             wait}}; end Protocol\n Evolution: turned = true if Action = turn; end Evolution\nend Agent"
        )
    };
    ["Left", "Right", "Spare"]
        .into_iter()
        .fold(KEYS.to_owned(), |text, name| text.replace(&format!("KEY {name}"), &key(name)))
}

/// A directory with the model in `keys.ispl`.
fn place(name: &str) -> PathBuf {
    let place = fresh("synth", name);
    fs::write(place.join("keys.ispl"), keys()).unwrap();
    place
}

fn json(place: &std::path::Path, arguments: &[&str]) -> (i32, Value) {
    let all = [&["synth", "keys.ispl", "--format", "json"], arguments].concat();
    let (exit, out, err) = savoir(place, &all);
    (exit, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

#[test]
fn groups_are_counted_described_and_listed() {
    let place = place("text");
    let (exit, out, _) = savoir(&place, &["synth", "keys.ispl"]);
    assert_eq!(exit, 0, "{out}");
    for line in [
        "  ✓   1  who-can-open",
        "         2 of 7 groups",
        "         Y: with Left and Right",
        "         smallest (1):",
        "           Y = {Left, Right}",
        "  ✓   3  nobody-is-sure",
        "         0 of 7 groups",
        // Under K the variable stands for one agent.
        "         1 of 3 agents",
        "         Y = Left",
    ] {
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
    // The ground formula is no question about groups.
    assert!(!out.contains("AG !open"), "{out}");
    let (_, out, _) = savoir(&place, &["synth", "keys.ispl", "--only", "who-can-open", "--list"]);
    assert!(
        out.contains("         all (2):\n           Y = {Left, Right}\n           Y = {Left, Right, Spare}\n"),
        "{out}"
    );
    let (_, out, _) = savoir(&place, &["synth", "keys.ispl", "--only", "1", "--list", "--limit", "1"]);
    assert!(out.contains("--limit 10 shows more"), "{out}");
}

#[test]
fn programs_read_numbers_as_decimal_strings() {
    let place = place("json");
    let (exit, report) = json(&place, &[]);
    assert_eq!((exit, &report["schema"]), (0, &Value::from("savoir/synth/1")));
    let first = &report["formulas"][0];
    assert_eq!((&first["possible"], &first["satisfying"]), (&Value::from("7"), &Value::from("2")));
    assert_eq!(first["minimal"]["listed"][0]["Y"], serde_json::json!(["Left", "Right"]));
    assert_eq!(first["groups"]["count"], "2");
    assert_eq!(first["upward_closed"], true);
    assert_eq!(report["candidates"], serde_json::json!(["Left", "Right", "Spare"]));
    let (_, with_environment) = json(&place, &["--env", "--only", "1"]);
    assert_eq!(with_environment["formulas"][0]["possible"], "15");
    let symbolic = json(&place, &["--by", "symbolic"]).1;
    let one_by_one = json(&place, &["--by", "enumeration"]).1;
    for (a, b) in symbolic["formulas"].as_array().unwrap().iter().zip(one_by_one["formulas"].as_array().unwrap()) {
        assert_eq!((&a["way"], &b["way"]), (&Value::from("symbolic"), &Value::from("enumeration")));
        assert_eq!((&a["groups"], &a["description"]), (&b["groups"], &b["description"]));
    }
}

#[test]
fn exit_codes_say_whether_there_are_groups_as_expected() {
    let place = place("exit");
    let exit = |arguments: &[&str]| savoir(&place, &[&["synth", "keys.ispl"], arguments].concat()).0;
    assert_eq!(exit(&["--only", "1", "--group", "Left,Right"]), 0);
    assert_eq!(exit(&["--only", "1", "--group", "two"]), 0);
    assert_eq!(exit(&["--only", "1", "--group", "Y=Left"]), 1);
    assert_eq!(exit(&["--only", "1", "--group", "Y=Left", "--exit-zero"]), 0);
    // There should be a group, and with `--forbid` there is none.
    assert_eq!(exit(&["--only", "1", "--forbid", "Left"]), 1);
    assert_eq!(exit(&["--only", "1", "--timeout", "0"]), 3);
    for wrong in [
        &["--only", "2"][..],
        &["--group", "Lest"],
        &["--group", "Z=Left"],
        &["--size", "3..2"],
        &["--size", "two"],
        &["--formula", "EF open"],
        &["--formula", "<?Y>F shut"],
        &["--evidence=json"],
        &["--format", "json", "--evidence"],
    ] {
        assert_eq!(exit(wrong), 2, "{wrong:?}");
    }
    let (exit, _, err) = savoir(&place, &["synth", "keys.ispl", "--group", "Lest"]);
    assert!(exit == 2 && err.contains("did you mean `Left`?"), "{err}");
    let (exit, _, err) = savoir(&place, &["synth", "none.ispl"]);
    assert!(exit == 2 && err.contains("none.ispl"), "{err}");
}

#[test]
fn constraints_restrict_the_question() {
    let place = place("constraints");
    let numbers = |arguments: &[&str]| {
        let (_, report) = json(&place, &[&["--only", "1"], arguments].concat());
        let formula = &report["formulas"][0];
        format!("{} of {}", formula["satisfying"].as_str().unwrap(), formula["possible"].as_str().unwrap())
    };
    assert_eq!(numbers(&["--require", "Spare"]), "1 of 4");
    assert_eq!(numbers(&["--forbid", "Y=Spare"]), "1 of 3");
    assert_eq!(numbers(&["--size", "2"]), "1 of 3");
    assert_eq!(numbers(&["--size", "0.."]), "2 of 8");
    assert_eq!(numbers(&["--together", "Left,Spare"]), "1 of 3");
    assert_eq!(numbers(&["--split", "two"]), "0 of 5");
}

#[test]
fn evidence_explains_the_group_and_what_each_member_is_for() {
    let place = place("evidence");
    let (exit, out, err) = savoir(&place, &["synth", "keys.ispl", "--only", "1", "--evidence"]);
    assert_eq!(exit, 0, "{out}{err}");
    for part in [
        "true     <{Left, Right}>F open",
        "Left: turn",
        "Right: turn",
        "false    without Left",
        "false    without Right",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(out.matches("Replayed").count() >= 3, "{out}");
    // A chosen group that is not enough is explained as well, and it is the answer that counts.
    let (exit, out, _) = savoir(&place, &["synth", "keys.ispl", "--only", "1", "--group", "Left", "--evidence"]);
    assert!(exit == 1 && out.contains("false    <{Left}>F open"), "{out}");
    // Formulas of other logics are asked as they are.
    for formula in ["LTL F GK(?Y, !open)", "CTL* E ((!open) U K(?Y, turned))"] {
        let (exit, out, err) = savoir(&place, &["synth", "keys.ispl", "--formula", formula, "--evidence"]);
        assert!(exit == 0 && out.contains("all as expected"), "{formula}: {out}{err}");
    }
    // What was written can be replayed.
    let (exit, out, err) = savoir(&place, &["synth", "keys.ispl", "--only", "4", "--evidence=json:why.json"]);
    assert_eq!(exit, 0, "{out}{err}");
    let written = fs::read_to_string(place.join("why.json")).unwrap();
    let written: Value = serde_json::from_str(&written).unwrap();
    for entry in written["formulas"].as_array().unwrap() {
        let formula = entry["text"].as_str().unwrap();
        let (exit, out, err) = savoir(&place, &["replay", "why.json", "keys.ispl", "--formula", formula]);
        assert_eq!(exit, 0, "{out}{err}");
    }
}

#[test]
fn the_reading_of_strategies_is_said_and_counts() {
    let place = place("reading");
    let (exit, out, _) = savoir(&place, &["synth", "keys.ispl", "--only", "1", "--atl", "uniform:objective"]);
    assert!(exit == 0 && out.contains("uniform strategies, without memory"), "{out}");
    assert!(out.contains("2 of 7 groups") && out.contains("larger ones can do whatever smaller ones can"), "{out}");
    let (exit, report) = json(&place, &["--formula", "<?Y>F open -- atl: uniform"]);
    assert_eq!((exit, &report["formulas"][0]["atl"]), (0, &Value::from("uniform:everyone")));
    assert_eq!(report["formulas"][0]["way"], "guided");
}

#[test]
fn standard_input_and_plans_are_as_for_check() {
    let place = place("plan");
    let (exit, out, _) = savoir(&place, &["synth", "keys.ispl", "--only", "1", "--explain-plan"]);
    assert!(exit == 0 && out.contains("plan\n"), "{out}");
    let (exit, _, err) = savoir(&place, &["synth", "keys.ispl", "--save-order", "order", "--engine", "symbolic"]);
    assert!(exit == 0 && fs::read_to_string(place.join("order")).unwrap().contains("Left.turned"), "{err}");
    let (exit, out, err) = savoir(&place, &["synth", "keys.ispl", "--load-order", "order", "--by", "symbolic"]);
    assert!(exit == 0 && out.contains("2 of 7 groups"), "{out}{err}");
}
