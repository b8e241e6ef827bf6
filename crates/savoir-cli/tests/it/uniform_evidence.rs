//! Evidence about uniform strategies from outside: what it says, what other programs make of it, and that the replay
//! refuses what was forged.

use crate::common::{fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A lock with one of two codes. It shows its code after a while, and the thief turns it to the left or to the right; his
/// friend does not matter.
const LOCK: &str = "Agent Environment
  Obsvars: shown : 0..2; end Obsvars
  Vars: code : 1..2; open : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    shown = code if shown = 0;
    open = true if shown = 1 and Thief.Action = left or shown = 2 and Thief.Action = right;
  end Evolution
end Agent
Agent Thief
  Vars: tool : boolean; end Vars
  Actions = {wait, left, right, smash};
  Protocol: tool = true : {smash}; Other : {wait, left, right}; end Protocol
  Evolution: tool = false if tool = false; end Evolution
end Agent
Evaluation open if Environment.open = true; end Evaluation
InitStates Environment.shown = 0 and Environment.open = false and Thief.tool = false; end InitStates
Groups thieves = {Thief}; end Groups
Formulae
  <thieves>F open;
  <thieves>X open;
end Formulae
";

/// The lock does not show its code, and can be turned once.
fn blind() -> String {
    let (before, rest) = LOCK.split_once("    shown = code").unwrap();
    let (_, after) = rest.split_once("  end Evolution").unwrap();
    let opens = "(code = 1 and Thief.Action = left or code = 2 and Thief.Action = right)";
    format!(
        "{before}    shown = 1 and open = true if shown = 0 and {opens};\n    shown = 1 if shown = 0 and !{opens};\n  end \
         Evolution{after}"
    )
}

fn directory(name: &str) -> PathBuf {
    let dir = fresh("uniform-evidence", name);
    fs::write(dir.join("lock.ispl"), LOCK).unwrap();
    fs::write(dir.join("blind.ispl"), blind()).unwrap();
    dir
}

/// The evidence for the first formula of a model, as JSON that follows its schema.
fn evidence(dir: &Path, model: &str) -> Value {
    savoir(dir, &["check", model, "--only", "1", "--atl", "uniform", "--evidence=json:e.json"]);
    let found: Value = serde_json::from_str(&fs::read_to_string(dir.join("e.json")).unwrap()).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/evidence-2.json")).unwrap();
    follows(&found, &serde_json::from_str(&schema).unwrap()).unwrap();
    found
}

/// Replays evidence that was changed; the exit code and what is said about it.
fn replayed(dir: &Path, model: &str, change: impl FnOnce(&mut Value)) -> (i32, String) {
    let mut forged = evidence(dir, model);
    change(&mut forged["formulas"][0]["tree"]);
    fs::write(dir.join("forged.json"), forged.to_string()).unwrap();
    let (exit, out, _) = savoir(dir, &["replay", "forged.json", model, "--only", "1", "--atl", "uniform"]);
    (exit, out)
}

/// A change that is to be refused, and what is said about it.
type Forgery = (fn(&mut Value), &'static str);

fn refuses(dir: &Path, model: &str, forgeries: &[Forgery]) {
    let (exit, out) = replayed(dir, model, |_| {});
    assert_eq!(exit, 0, "{out}");
    for (change, sentence) in forgeries {
        let (exit, out) = replayed(dir, model, change);
        assert!(exit == 1 && out.contains(sentence), "{sentence}: {exit} {out}");
    }
}

fn reason(tree: &mut Value) -> &mut Value {
    &mut tree["nodes"][0]["reason"]
}

/// What the thief does in a row, in the choice and in all answers to it.
fn set_action(tree: &mut Value, row: usize, action: &str) {
    let choice = &mut reason(tree)["rows"][row]["choices"][0];
    choice["own"]["Thief"] = json!(action);
    for answer in choice["answers"].as_array_mut().unwrap() {
        answer["action"]["Thief"] = json!(action);
    }
}

#[test]
fn a_strategy_looks_at_what_is_seen_and_wins_from_everywhere() {
    let dir = directory("strategy");
    let (exit, out, err) = savoir(&dir, &["check", "lock.ispl", "--only", "1", "--atl", "uniform", "--evidence"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    for part in [
        "if Environment.shown = 0       →  Thief: wait",
        "else if Environment.shown = 1  →  Thief: left",
        "otherwise                      →  Thief: right",
        "It wins from s0 and from 1 other state that some member cannot tell from it.",
        "Thief cannot tell s0 from s1, with Environment.code = 2.",
        "Replayed, 4 steps, for all 2 initial states.",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(!out.contains("Not replayed") && !out.contains("does not see"), "{out}");
    let words = ["check", "lock.ispl", "--only", "1", "--atl", "uniform", "--evidence", "--permissive"];
    assert_eq!(savoir(&dir, &words).1, out);
}

#[test]
fn a_forged_strategy_is_refused() {
    let dir = directory("forged-strategy");
    refuses(
        &dir,
        "lock.ispl",
        &[
            (
                |tree| set_action(tree, 1, "left"),
                "row 1 of the strategy: Thief does something else than in row 0, although it sees the same",
            ),
            (|tree| set_action(tree, 2, "smash"), "row 2 of the strategy: Thief may not perform smash here"),
            (
                |tree| reason(tree)["start_set"] = json!([]),
                "the strategy does not start in every state that it has to win from",
            ),
            (
                |tree| {
                    let choice = reason(tree)["rows"][0]["choices"][0].clone();
                    reason(tree)["rows"][0]["choices"] = json!([choice, choice]);
                },
                "row 0 of the strategy: a uniform strategy has one move in each state",
            ),
            (
                |tree| drop(reason(tree).as_object_mut().unwrap().remove("start_set")),
                "the strategy is not of the kind that the reading of the formula asks for",
            ),
            (
                |tree| {
                    let link = reason(tree)["start_set"][0].clone();
                    let mut other = link.clone();
                    // The state after the first step, where the code is shown.
                    let next = reason(tree)["rows"][1]["choices"][0]["answers"][0].clone();
                    other["access"]["actions"] = json!([next["action"]]);
                    let first = link["access"]["states"][0].clone();
                    other["access"]["states"] = json!([first, next["state"]]);
                    other["state"] = next["state"].clone();
                    reason(tree)["start_set"] = json!([link, other]);
                },
                "state 2 of the start set: Thief can tell the states apart by Environment.shown",
            ),
            (
                |tree| reason(tree)["start_set"][0]["observers"] = json!([]),
                "state 1 of the start set: the strategy does not have to win from this state",
            ),
        ],
    );
}

#[test]
fn what_is_confused_is_shown() {
    let dir = directory("conflict");
    let (exit, out, err) = savoir(&dir, &["check", "blind.ispl", "--only", "1", "--atl", "uniform", "--evidence"]);
    assert_eq!((exit, err.as_str()), (1, ""));
    for part in [
        "no strategy wins that does the same wherever",
        "It would have to win from s0 and from 1 other state that some member cannot tell from it.",
        "Thief sees the same in s0 and in s1, but would have to do left in s0 and right in s1.",
        "Replayed.",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(!out.contains("Not replayed"), "{out}");
    let (_, out, _) = savoir(&dir, &["check", "lock.ispl", "--only", "2", "--atl", "uniform", "--evidence"]);
    assert!(out.contains("even if its members saw everything, whatever"), "{out}");
    let (_, out, _) = savoir(&dir, &["check", "lock.ispl", "--only", "1", "--atl", "uniform-model", "--evidence"]);
    assert!(out.contains("if Environment.shown = 1, Thief.tool = false  →  Thief: left\n"), "{out}");
}

#[test]
fn a_forged_conflict_is_refused() {
    let dir = directory("forged-conflict");
    refuses(
        &dir,
        "blind.ispl",
        &[
            (
                |tree| {
                    // One step later the lock shows something else.
                    let shown = tree["states"][0].clone();
                    tree["states"].as_array_mut().unwrap().push(shown);
                    let last = tree["states"].as_array().unwrap().len() - 1;
                    tree["states"][last]["Environment"]["shown"] = json!(1);
                    let access = &mut reason(tree)["confusions"][0]["states"][0]["access"];
                    access["states"].as_array_mut().unwrap().push(json!(last));
                    access["actions"] = json!([{ "Environment": "none", "Thief": "wait" }]);
                },
                "confusion 0: Thief can tell the states apart by Environment.shown",
            ),
            (
                |tree| reason(tree)["confusions"][0]["states"][1]["action"] = json!("left"),
                "confusion 0: Thief would do the same in all of the states",
            ),
            (
                |tree| reason(tree)["confusions"][0]["states"][1]["action"] = json!("smash"),
                "confusion 0: Thief may not perform smash here",
            ),
            (
                |tree| drop(reason(tree)["confusions"][0]["states"].as_array_mut().unwrap().pop()),
                "confusion 0: Thief has no two states to confuse",
            ),
            (
                |tree| {
                    let confusion = &mut reason(tree)["confusions"][0];
                    confusion["agent"] = json!("Environment");
                    let states = confusion["states"].as_array_mut().unwrap();
                    states.iter_mut().for_each(|state| state["action"] = json!("none"));
                },
                "confusion 0: Environment is no member of the coalition",
            ),
            (
                |tree| reason(tree)["confusions"] = json!([]),
                "a strategy wins that does the same in the confused states",
            ),
            (|tree| reason(tree)["start_set"] = json!([]), "a strategy wins that does the same in the confused states"),
            (|tree| tree["nodes"][0]["holds"] = json!(true), "the first node is not about the formula and its verdict"),
        ],
    );
}

#[test]
fn each_member_is_asked_with_what_it_observes() {
    let dir = directory("policies");
    let arguments = ["check", "lock.ispl", "--only", "1", "--atl", "uniform"];
    for format in ["python:policy.py", "rust:policy.rs", "json:policy.json"] {
        let (exit, _, err) = savoir(&dir, &[&arguments[..], &[&format!("--strategy={format}")]].concat());
        assert_eq!((exit, err.as_str()), (0, ""));
    }
    let policy: Value = serde_json::from_str(&fs::read_to_string(dir.join("policy.json")).unwrap()).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/strategy-1.json")).unwrap();
    follows(&policy, &serde_json::from_str(&schema).unwrap()).unwrap();
    assert_eq!(policy["strategies"][0]["tables"][0]["observes"], json!(["Environment.shown", "Thief.tool"]));
    let run = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).current_dir(&dir).stdin(Stdio::null()).output().ok()?;
        Some((done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned()))
    };
    // What a member does not observe is not even there.
    fs::write(
        dir.join("play.py"),
        "from policy import POLICIES, policy_1_Thief\n\
         seen = {'Environment': {'shown': 2}, 'Thief': {'tool': False}}\n\
         assert policy_1_Thief(seen) == [{'Thief': 'right'}]\n\
         state = {'Environment': {'shown': 1, 'code': 1, 'open': False}, 'Thief': {'tool': False}}\n\
         assert POLICIES['1'](state) == [{'Thief': 'left'}]\n",
    )
    .unwrap();
    if let Some((success, err)) = run("python3", &["play.py"]) {
        assert!(success, "{err}");
    }
    fs::write(
        dir.join("play.rs"),
        "#![deny(warnings)]\nmod policy;\nuse policy::Value;\nfn main() {\n\
         let state = |agent: &str, variable: &str| match (agent, variable) {\n\
         (\"Environment\", \"shown\") => Value::Number(2), (\"Thief\", \"tool\") => Value::Truth(false), _ => panic!() };\n\
         assert_eq!(policy::policy_1(&state), [[(\"Thief\", \"right\")]]);\n\
         assert_eq!(policy::policy_1_Thief(&state), [[(\"Thief\", \"right\")]]);\n}\n",
    )
    .unwrap();
    if let Some((success, err)) = run("rustc", &["--edition", "2021", "-A", "dead_code", "-o", "play", "play.rs"]) {
        assert!(success, "{err}");
        let (success, err) = run("./play", &[]).unwrap();
        assert!(success, "{err}");
    }
}

#[test]
fn pictures_show_who_confuses_what() {
    let dir = directory("pictures");
    for model in ["lock.ispl", "blind.ispl"] {
        savoir(&dir, &["check", model, "--only", "1", "--atl", "uniform", "--evidence=dot:e.dot"]);
        let drawn = fs::read_to_string(dir.join("e.dot")).unwrap();
        assert!(drawn.contains("f1_0 -> f1_1 [label=\"Thief\\l\", style=dashed"), "{drawn}");
        assert_eq!(drawn.matches("  initial\\l").count(), 2, "{drawn}");
    }
    savoir(&dir, &["check", "blind.ispl", "--only", "1", "--atl", "uniform", "--evidence=html:e.html"]);
    let page = fs::read_to_string(dir.join("e.html")).unwrap();
    let sentence = "Thief sees the same in s0 and in s1, but would have to do left in s0 and right in s1.";
    assert!(page.contains(sentence), "{page}");
}
