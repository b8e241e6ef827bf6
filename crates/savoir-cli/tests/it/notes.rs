//! Notes beside verdicts and below the table: each kind where it belongs, and not where it does not.

use crate::common::{fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A directory with a model: an agent `M` that counts as the evolution says, from where the condition says.
fn model(name: &str, evolution: &str, init: &str, formulas: &str) -> PathBuf {
    let dir = fresh("notes", name);
    let text = format!(
        "Agent M
  Vars: x : 0..3; flag : boolean; end Vars
  Actions = {{inc, wait}};
  Protocol: Other : {{inc, wait}}; end Protocol
  Evolution: {evolution} end Evolution
end Agent
Evaluation
  finished if M.x = 3 and M.flag;
  low if M.x = 0;
  top if M.x = 3;
  flagged if M.flag;
end Evaluation
InitStates {init} end InitStates
Groups g = {{M}}; end Groups
Formulae {formulas} end Formulae
"
    );
    fs::write(dir.join("m.ispl"), text).unwrap();
    dir
}

/// Every path ends, because the counter leaves its range.
const ENDING: &str = "x = x + 1 if Action = inc or Action = wait;";
/// Counts or waits, and stops in time.
const STOPPING: &str = "x = x + 1 if Action = inc and x < 3;";
const START: &str = "M.x = 0 and M.flag = false;";

/// What `check` says, from both engines, which must be the same.
fn check(dir: &Path, options: &[&str]) -> String {
    let run = |engine: &str| {
        let arguments = [&["check", "m.ispl", "--engine", engine, "--exit-zero"], options].concat();
        let (exit, out, err) = savoir(dir, &arguments);
        assert_eq!((exit, err.as_str()), (0, ""), "{out}");
        out.replace(&format!("{engine} engine"), "engine")
    };
    let (out, other) = (run("explicit"), run("symbolic"));
    assert_eq!(out, other);
    out
}

/// The text with line breaks and indentation taken out.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn verdicts_that_depend_on_paths_that_end_say_so() {
    let formulas = "AF finished; LTL F finished; LTL G !finished; EG !finished; AG !finished; AF low; <g>G !finished;";
    let out = flat(&check(&model("ends", ENDING, START, formulas), &[]));
    let note =
        |word: &str| format!("note: {word} only because every path ends: infinite paths count, and there are none");
    for (formula, word) in
        [("AF finished", "true"), ("LTL F finished", "true"), ("EG !finished (does not hold)", "false")]
    {
        assert!(out.contains(&format!("{word} {formula} {}", note(word))), "{formula}: {out}");
    }
    // What is the same with paths that end has no note.
    assert!(out.contains("true LTL G !finished ✗ 4"), "{out}");
    assert!(out.contains("true AG !finished ✓ 6 true AF low ✗ 7"), "{out}");
    // A strategy has to go on for ever.
    let strategies = "(strategies with perfect information, without memory)";
    assert!(out.contains(&format!("false <g>G !finished (does not hold) {strategies} {}", note("false"))), "{out}");
    assert!(
        out.contains("note: 1 of 4 reachable states has no successor, and every path ends (`--deadlock` shows how)")
    );
    // Where the path is shown there is no need to say how to see it.
    assert!(!check(&model("shown", ENDING, START, formulas), &["--deadlock"]).contains("`--deadlock`"));
}

#[test]
fn models_whose_paths_go_on_have_no_notes_about_ends() {
    let out = check(&model("goes-on", STOPPING, START, "AF finished; EG low; AF low; LTL F top;"), &[]);
    assert!(!out.contains("note:"), "{out}");
}

#[test]
fn some_paths_may_end() {
    // Whoever comes to the top cannot even wait there.
    let evolution = "x = x + 1 if Action = inc and x < 3; x = x + 1 if x = 3;";
    let out = flat(&check(&model("some", evolution, START, "AG AF !top; AG EF low; AG AX !top;"), &[]));
    let note = "note: true only because infinite paths count, and some paths end in a state without successor";
    assert!(out.contains(&format!("true AG AF !top {note} ✗ 2 false AG EF low (does not hold) ✗ 3")), "{out}");
    assert!(out.contains("note: 1 of 4 reachable states has no successor (`--deadlock` shows how)"), "{out}");
    // From one of two initial states all paths end.
    let out = flat(&check(&model("from-some", evolution, "M.x > 1 and M.flag = false;", "AG EF top;"), &[]));
    assert!(out.contains("has no successor, and every path from 1 of 2 initial states ends"), "{out}");
}

#[test]
fn evidence_does_not_say_that_paths_come_to_what_never_comes() {
    let dir = model("evidence", ENDING, START, "AF finished; EG !finished; LTL F finished;");
    let out = flat(&check(&dir, &["--evidence"]));
    assert!(!out.contains("comes to a state with"), "{out}");
    assert!(
        out.contains("Every path from the initial states ends, and only infinite paths count, so `AF finished` holds.")
    );
    assert!(
        out.contains("every path from here ends, and only infinite paths count, so `EG !finished` fails."),
        "{out}"
    );
    let out = flat(&check(&model("evidence-on", STOPPING, START, "AF low; LTL G (low or !low);"), &["--evidence"]));
    assert!(out.contains("Every infinite path from the initial states"), "{out}");
}

#[test]
fn lines_that_are_disabled_are_named() {
    let out = flat(&check(&model("overflow", ENDING, START, "EF top;"), &[]));
    let note = "note: line 5 is disabled in 1 of 4 reachable states, where x would leave its range: `x = x + 1 if Action = \
                inc or Action = wait` (`--overflow` shows how)";
    assert!(out.contains(note), "{out}");
    // A line that may overflow by its looks, but not in a reachable state.
    let out = check(&model("no-overflow", "x = x + 1 if x < 2 and Action = inc;", START, "EF low;"), &[]);
    assert!(!out.contains("note:"), "{out}");
}

#[test]
fn long_lists_are_cut_unless_all_is_wanted() {
    let lines: String = (0..5).map(|n| format!("x = x + {} if flag = false and x = {};", 9 - n, n.min(3))).collect();
    let dir = model("many", &lines, "true;", "EF top;");
    let brief = flat(&check(&dir, &[]));
    assert_eq!(brief.matches("is disabled in").count(), 3, "{brief}");
    assert!(brief.contains("note: 2 more evolution lines are disabled somewhere: `--notes all` names them"), "{brief}");
    let all = flat(&check(&dir, &["--notes", "all"]));
    assert_eq!(all.matches("is disabled in").count(), 5, "{all}");
    assert!(!flat(&check(&dir, &["--notes", "off"])).contains("note:"));
}

#[test]
fn operands_beside_what_never_holds_do_not_matter() {
    let formulas = "AG (finished -> low); AG !(finished and low); low -> !top; top -> K(M, top); A(low U low); \
                    AG (flagged -> (top -> low)); AG (low -> !top); A(low U (top or low)); EF (finished and low);";
    let dir = model("vacuous", STOPPING, START, formulas);
    let out = flat(&check(&dir, &[]));
    let never = "note: `finished` holds in no reachable state, so `low` does not matter";
    assert!(out.contains(&format!("AG (finished -> low) {never}")), "{out}");
    assert!(out.contains(&format!("AG !(finished and low) {never}")), "{out}");
    assert!(out.contains(&format!("EF (finished and low) (does not hold) {never}")), "{out}");
    let initial = "note: `top` holds in no initial state, so `K(M, top)` does not matter (it is about initial states \
                   only: `AG` is about all)";
    assert!(out.contains(&format!("top -> K(M, top) {initial}")), "{out}");
    assert!(
        out.contains("A(low U (top or low)) note: `top or low` holds in every initial state, so `low` does not matter")
    );
    // Where the operand matters there is no note.
    assert!(out.contains("low -> !top ✓ 4") && out.contains("AG (low -> !top) ✓ 8"), "{out}");
}

#[test]
fn every_operand_is_looked_at_on_request() {
    let dir = model("operands", STOPPING, START, "AG (top -> !low); AG (finished -> low); AF (low or top);");
    let out = flat(&check(&dir, &["--vacuity"]));
    assert!(out.contains(
        "note: vacuity: all 4 operands matter - `top -> !low` matters: with `false` in its place it is false"
    ));
    // The witness is a path on which the operand makes the difference.
    assert!(out.contains("- `!low` matters: with `false` in its place it is false `AG (top -> false)` fails"), "{out}");
    assert!(out.contains("3 steps from s0 lead to a state without `top -> false`"), "{out}");
    assert!(out.contains("note: vacuity: 1 of 3 operands does not matter"), "{out}");
    assert!(out.contains("- `low` does not matter: with `false` in its place it is true too"), "{out}");
    assert!(out.contains("- `top` does not matter: with `false` in its place it is true too"), "{out}");
    assert!(!check(&dir, &[]).contains("vacuity"));
}

#[test]
fn formulas_that_fail_in_some_initial_states_say_in_how_many() {
    let dir = model("coverage", STOPPING, "M.flag = false;", "low; AG !top; top -> low;\n-- expect: false\nEF low;");
    let out = flat(&check(&dir, &[]));
    assert!(out.contains("false low (does not hold in 3 of 4 initial states)"), "{out}");
    assert!(out.contains("false top -> low (does not hold in 1 of 4 initial states)"), "{out}");
    assert!(out.contains("false EF low (false in 3 of 4 initial states)"), "{out}");
    // That it fails in all of them is what one expects.
    assert!(out.contains("false AG !top (does not hold) "), "{out}");
    let out = flat(&check(&dir, &["--notes", "all"]));
    assert!(out.contains("false AG !top (does not hold in each of 4 initial states)"), "{out}");
    let single = check(&model("single", STOPPING, START, "top;"), &[]);
    assert!(single.contains("top  (does not hold)\n"), "{single}");
}

#[test]
fn variables_that_nobody_restricts_or_changes_are_named() {
    let note = "note: M.flag may start with any value and never changes";
    let free = |formula: &str, options: &[&str]| {
        flat(&check(&model("free", STOPPING, "M.x = 0;", formula), options)).contains(note)
    };
    // It matters where a formula fails in some initial states only.
    assert!(free("AG !flagged;", &[]) && free("EF top; flagged;", &[]));
    assert!(!free("EF top;", &[]) && !free("AG !top;", &[]));
    assert!(free("EF top;", &["--notes", "all"]));
    let out = check(&model("set", "flag = true if x = 1;", "M.x = 0;", "flagged;"), &["--notes", "all"]);
    assert!(!out.contains("any value"), "{out}");
    let out = check(&model("restricted", STOPPING, START, "flagged;"), &["--notes", "all"]);
    assert!(!out.contains("any value"), "{out}");
}

#[test]
fn notes_are_in_the_json_and_follow_its_schema() {
    let dir = model("json", ENDING, "M.x < 2;", "AF finished; AG (top and low -> flagged); low;");
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--format", "json", "--vacuity"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/result-2.json")).unwrap();
    follows(&report, &serde_json::from_str(&schema).unwrap()).unwrap();
    let report = &report["files"][0];
    let kinds = |notes: &Value| -> Vec<String> {
        notes.as_array().unwrap().iter().map(|note| note["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&report["notes"]), ["deadlocks", "overflow", "free-variables"]);
    let by_formula: Vec<Vec<String>> =
        report["formulas"].as_array().unwrap().iter().map(|formula| kinds(&formula["notes"])).collect();
    assert_eq!(by_formula, [["ended-paths", "operands"], ["vacuous", "operands"], ["initial-states", "operands"]]);
    assert_eq!(report["formulas"][2]["notes"][0]["states"], "2");
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--format", "json", "--notes", "off"]);
    assert!(!out.contains("\"notes\""), "{out}");
}

#[test]
fn notes_change_no_exit_code_and_nothing_that_mcmas_prints() {
    let dir = model("exit", ENDING, START, "AF finished; AG (finished -> low);");
    for notes in ["off", "brief", "all"] {
        assert_eq!(savoir(&dir, &["check", "m.ispl", "--notes", notes]).0, 0);
    }
    assert!(!savoir(&dir, &["mcmas", "m.ispl"]).1.contains("note:"));
}
