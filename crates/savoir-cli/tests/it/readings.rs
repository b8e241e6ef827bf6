//! Which strategies `<g>` is about: the option, the annotation, and what reports say about them.

use crate::common::{fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A thief turns a lock whose code he does not see. Formulas 2 to 4 have readings of their own.
const MODEL: &str = "Agent Environment
  Vars: code : {left, right}; state : {shut, open, jammed}; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    state = open if state = shut and (code = left and Thief.Action = left or code = right and Thief.Action = right);
    state = jammed if state = shut and (code = left and Thief.Action = right or code = right and Thief.Action = left);
  end Evolution
end Agent
Agent Thief
  Vars: none : boolean; end Vars
  Actions = {left, right};
  Protocol: Other : {left, right}; end Protocol
  Evolution: end Evolution
end Agent
Evaluation open if Environment.state = open; end Evaluation
InitStates Environment.state = shut and Thief.none = false; end InitStates
Groups thieves = {Thief}; end Groups
Formulae
  <thieves>F open;
  <thieves>F open; -- atl: uniform
  -- name: own, atl: uniform-model:thieves
  EF open;
  <thieves>F open; -- atl: perfect
  EF open;
end Formulae
";

fn directory(name: &str) -> PathBuf {
    let dir = fresh("readings", name);
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    dir
}

/// The names of the readings in a JSON report: of the file, then of each formula.
fn names(text: &str) -> String {
    let report: Value = serde_json::from_str(text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    let schema = fs::read_to_string(root().join("docs/schema/result-2.json")).unwrap();
    follows(&report, &serde_json::from_str(&schema).unwrap()).unwrap();
    let name = |semantics: &Value| semantics["atl"].as_str().unwrap_or("none").to_owned();
    let formulas = report["files"][0]["formulas"].as_array().unwrap().iter().map(|formula| name(&formula["semantics"]));
    [name(&report["files"][0]["semantics"])].into_iter().chain(formulas).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_annotation_counts_more_than_the_option() {
    let dir = directory("precedence");
    let own = "uniform:everyone uniform-model:thieves perfect-information";
    for (option, file, last) in [
        (None, "perfect-information", "none"),
        (Some("perfect"), "perfect-information", "none"),
        (Some("perfect-information"), "perfect-information", "none"),
        (Some("uniform"), "uniform:everyone", "none"),
        (Some("uniform:objective"), "uniform:objective", "none"),
        (Some("uniform:everyone"), "uniform:everyone", "none"),
        (Some("uniform:distributed"), "uniform:distributed", "none"),
        (Some("uniform:common"), "uniform:common", "none"),
        (Some("uniform-model"), "uniform-model", "uniform-model"),
        (Some("uniform-model:thieves"), "uniform-model:thieves", "uniform-model:thieves"),
    ] {
        let option = option.map_or_else(Vec::new, |option| vec!["--atl", option]);
        let (_, out, err) = savoir(&dir, &[&["check", "m.ispl", "--format", "json"], &option[..]].concat());
        assert_eq!(names(&out), format!("{file} {file} {own} {last}"), "{err}");
    }
}

#[test]
fn every_verdict_says_how_it_is_read() {
    let dir = directory("text");
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--atl", "uniform:common"]);
    for part in [
        "(uniform strategies, without memory, of which it is common knowledge that they win)",
        "(uniform strategies, without memory, of which every member knows that they win)",
        "(in some model where the members of `thieves` follow a uniform strategy)",
        "(strategies with perfect information, without memory)",
        "strategies as noted, all paths",
    ] {
        assert_eq!(out.matches(part).count(), 1, "{part}\n in \n{out}");
    }
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--only", "1", "--atl", "uniform-model:thieves"]);
    assert!(out.contains("observational knowledge, some induced model (thieves), all paths"), "{out}");
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--formula", "<Thief>F open -- atl: uniform:objective"]);
    assert!(out.contains("(uniform strategies, without memory, that win from the state itself)"), "{out}");
}

#[test]
fn a_reading_that_is_none_is_refused() {
    let dir = directory("wrong");
    fs::create_dir(dir.join("more")).unwrap();
    fs::write(dir.join("more/without.ispl"), MODEL.replace("thieves", "robbers")).unwrap();
    for (words, expected) in [
        (&["check", "m.ispl", "--atl", "unifrom"][..], "no reading of strategies; did you mean `uniform`?"),
        (&["check", "m.ispl", "--atl", "uniform:subjective"], "did you mean `uniform:everyone`?"),
        (&["check", "m.ispl", "--atl", "best"], "the readings are `perfect`, `uniform` or"),
        (&["check", "m.ispl", "--atl", "uniform-model:thiefs"], "did you mean `uniform-model:thieves`?"),
        (&["check", "m.ispl", "--atl", "uniform-model:Thief"], "`Thief` is an agent: define a group with it"),
        (
            &["check", "m.ispl", "more", "--atl", "uniform-model:thieves"],
            "`--atl` does not fit `more/without.ispl`: there is no group `thieves`",
        ),
        (&["check", "m.ispl", "--formula", "<Thief>F open -- atl: best"], "W0014"),
        (&["check", "m.ispl", "--uniform-by", "magic"], "[possible values: auto, sat, backward"),
        (&["explain", "--formula", "EF open", "--atl", "uniform-model:g", "m.ispl"], "there is no group `g`"),
        (&["simulate", "m.ispl", "--steps", "1", "--atl", "uniform-model"], "it is about other models"),
    ] {
        let (exit, _, err) = savoir(&dir, words);
        assert!(exit == 2 && err.contains(expected), "{words:?}: {exit} {err}");
    }
}

#[test]
fn an_annotation_that_is_none_is_denied() {
    let dir = directory("denied");
    let text =
        MODEL.replace("-- atl: uniform\n", "-- atl: unifrom\n").replace("<thieves>F open;\n  <", "EF open;\n  <");
    fs::write(dir.join("m.ispl"), text).unwrap();
    let (exit, out, err) = savoir(&dir, &["check", "m.ispl", "--only", "1"]);
    assert!(exit == 1 && err.contains("error[W0014]") && err.contains("did you mean `uniform`?"), "{exit} {err}");
    assert!(out.contains("1 true"), "{out}");
    let (exit, _, err) = savoir(&dir, &["check", "m.ispl", "--only", "1", "--allow", "unknown-reading"]);
    assert!(exit == 0 && err.is_empty(), "{exit} {err}");
}

#[test]
fn a_formula_is_explained_in_its_reading() {
    let dir = directory("explain");
    let explain = |formula: &str, reading: &str| {
        let (exit, out, err) = savoir(&dir, &["explain", "--formula", formula, "--atl", reading, "m.ispl"]);
        assert_eq!(exit, 0, "{err}");
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (formula, reading, expected) in [
        ("<Thief>F open", "perfect", "what the members do depends on the whole state"),
        ("<Thief>F open", "uniform", "all states that some member cannot tell from this one."),
        ("<Thief>F open", "uniform:objective", "one strategy has to win from the state in question"),
        ("<Thief>F open", "uniform:distributed", "if they shared what they observe."),
        ("<Thief>F open", "uniform:common", "all states that a chain leads to"),
        ("<Thief>F open -- atl: perfect", "uniform", "what the members do depends on the whole state"),
        ("EF open", "uniform-model", "true in some model where all agents follow a uniform strategy"),
    ] {
        let text = explain(formula, reading);
        assert!(text.contains(expected), "{formula} {reading}: {text}");
    }
    assert!(!explain("EF open", "uniform").contains("strategy"));
}

#[test]
fn evidence_names_the_reading() {
    let dir = directory("evidence");
    savoir(&dir, &["check", "m.ispl", "--evidence=json:e.json"]);
    let text = fs::read_to_string(dir.join("e.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/evidence-2.json")).unwrap();
    follows(&document, &serde_json::from_str(&schema).unwrap()).unwrap();
    let formulas = document["formulas"].as_array().unwrap();
    let names: Vec<&str> = formulas.iter().map(|entry| entry["semantics"]["atl"].as_str().unwrap_or("none")).collect();
    assert_eq!(
        names,
        ["perfect-information", "uniform:everyone", "uniform-model:thieves", "perfect-information", "none"]
    );
    // A verdict about another reading is no verdict about the model's, and one about induced models is not shown.
    for (from, to, expected) in [
        ("", "", "is about models that uniform strategies induce"),
        (
            "uniform-model:thieves",
            "uniform-model:robbers",
            "the file is about no known reading, and uniform-model:thieves",
        ),
        (
            "uniform-model:thieves",
            "perfect-information",
            "the reading perfect-information, and uniform-model:thieves is",
        ),
        ("uniform:everyone", "uniform:objective", "the reading uniform:objective, and uniform:everyone is asked for"),
    ] {
        fs::write(dir.join("e.json"), text.replace(from, to)).unwrap();
        let (exit, out, err) = savoir(&dir, &["replay", "e.json", "m.ispl"]);
        assert!(exit == 3 && out.contains(expected), "{exit} {out} {err}");
    }
}

#[test]
fn mcmas_reads_options_only() {
    let dir = directory("mcmas");
    for (words, exit, expected) in [
        (&["mcmas", "m.ispl"][..], 0, "Formula number 2: (<thieves>F open), is TRUE in the model"),
        (&["mcmas", "-atlk", "2", "m.ispl"], 0, "Formula number 2: (<thieves>F open), is "),
        (&["mcmas", "-uniform", "m.ispl"], 0, "Formula number 5: (EF open), is FALSE"),
        (&["mcmas", "-uc", "5", "-ufgroup", "thieves", "m.ispl"], 0, "Formula number 5: (EF open), is FALSE"),
        (&["mcmas", "-ufgroup", "robbers", "m.ispl"], 255, "\nGroup name robbers is not defined.\n"),
    ] {
        let (code, out, err) = savoir(&dir, words);
        assert!(code == exit && out.contains(expected), "{words:?}: {code} {out}{err}");
    }
}

/// A JSON report with its plan, which follows the schema.
fn planned(dir: &std::path::Path, arguments: &[&str]) -> Value {
    let arguments = [&["check", "m.ispl", "--explain-plan", "--format", "json"], arguments].concat();
    let (_, out, _) = savoir(dir, &arguments);
    names(&out);
    serde_json::from_str(&out).unwrap()
}

#[test]
fn the_plan_says_how_strategies_were_looked_for() {
    let dir = directory("plan");
    let asked = ["--formula", "<thieves>F open"];
    for (chosen, names) in [
        ("auto", "sat"),
        ("sat", "sat"),
        ("backward", "backward"),
        ("variables", "variables"),
        ("enumeration", "enumeration"),
    ] {
        let options = ["--atl", "uniform:objective", "--engine", "symbolic", "--uniform-by", chosen];
        let report = planned(&dir, &[options.as_slice(), &asked].concat());
        let search = &report["files"][0]["formulas"][0]["strategies"][0];
        assert_eq!(search["algorithms"], serde_json::json!([names]), "{search}");
        assert_eq!((search["formula"].as_str(), search["finished"].as_bool()), (Some("<thieves>F open"), Some(true)));
        assert_eq!((search["won"].as_u64(), search["start_sets"].as_u64()), (Some(2), Some(2)), "{search}");
    }
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--explain-plan"]);
    let (_, plan) = out.split_once("\n  strategies\n").unwrap();
    let expected = "    2  <thieves>F open
       tried: perfect information
       even with perfect information no strategy wins from all of a start set
";
    assert!(plan.starts_with(expected), "{plan}");
    assert!(plan.contains("    3  EF open\n       tried: induced models\n"), "{plan}");
    let perfect = planned(&dir, &["--formula", "<thieves>G open", "--atl", "uniform"]);
    assert_eq!(
        perfect["files"][0]["formulas"][0]["strategies"][0]["algorithms"],
        serde_json::json!([]),
        "not even then"
    );
}

#[test]
fn threads_decide_start_sets_without_a_difference() {
    let dir = directory("threads");
    let (code, _, err) = savoir(&dir, &["generate", "robots", "3", "-o", "m.ispl", "--force"]);
    assert_eq!(code, 0, "{err}");
    let formula = ["--formula", "EF AX <robots>F met", "--atl", "uniform:objective", "--uniform-by", "sat"];
    for engine in ["explicit", "symbolic"] {
        let [one, two, again] = ["1", "2", "2"].map(|threads| {
            let options = ["--engine", engine, "--threads", threads];
            planned(&dir, &[&formula[..], &options].concat())
        });
        let formulas = |result: &Value| result["files"][0]["formulas"][0].clone();
        assert_eq!(formulas(&one)["verdict"], "true");
        assert_eq!(formulas(&two)["verdict"], "true");
        let threads = |result: &Value| formulas(result)["strategies"][0]["threads"].clone();
        assert_eq!((threads(&one), threads(&two)), (1.into(), 2.into()), "{engine}");
        // What it took is the same in every run with as many threads.
        assert_eq!(formulas(&two)["strategies"], formulas(&again)["strategies"], "{engine}");
    }
}

#[test]
fn the_strategy_of_an_induced_model_is_told() {
    let dir = directory("followed");
    let init = "Environment.code = left and Environment.state = shut and Thief.none = false";
    let asked = ["--only", "own", "--init", init];
    let report = planned(&dir, &asked);
    let strategy = report["files"][0]["formulas"][0]["induced"]["strategy"].as_array().unwrap();
    assert_eq!(strategy.len(), 1, "{strategy:?}");
    assert_eq!(strategy[0]["agent"], "Thief");
    assert_eq!(strategy[0]["observes"], serde_json::json!({ "Thief.none": "false" }));
    let action = strategy[0]["action"].as_str().unwrap();
    let (_, out, _) = savoir(&dir, &[["check", "m.ispl", "--evidence"].as_slice(), &asked].concat());
    assert!(out.contains(&format!("if Thief.none = false  →  Thief: {action}\n")), "{out}");
}
