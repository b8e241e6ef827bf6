//! `savoir check --parallel distributed`: what users see is what a run with all states in one place shows.

use crate::common::{fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;

const DISTRIBUTED: [&str; 2] = ["--parallel", "distributed"];

/// The formulas of an example that are decided over distributed states; the others are refused by number, with the reason.
fn decidable(name: &str) -> Vec<String> {
    let (_, out, _) = savoir(&root(), &["check", name, "--format", "json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let formulas = report["files"][0]["formulas"].as_array().unwrap();
    let mut numbers: Vec<String> = formulas.iter().map(|formula| formula["index"].to_string()).collect();
    loop {
        let only: Vec<&str> = numbers.iter().flat_map(|number| ["--only", number.as_str()]).collect();
        let (exit, _, err) = savoir(&root(), &[&["check", name], &only[..], &DISTRIBUTED].concat());
        if exit != 2 {
            return numbers;
        }
        assert!(err.contains("over distributed states: "), "{err}");
        let refused = err.strip_prefix("error: formula ").unwrap().split(':').next().unwrap();
        let before = numbers.len();
        numbers.retain(|number| number != refused);
        assert_eq!(numbers.len() + 1, before, "{err}");
        if numbers.is_empty() {
            return numbers;
        }
    }
}

#[test]
fn examples_give_the_same_page() {
    let files = fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = files.map(|name| format!("examples/{}", name.to_str().unwrap())).collect();
    names.retain(|name| name.ends_with(".ispl"));
    names.sort();
    let mut decided = 0;
    for name in &names {
        let numbers = decidable(name);
        if numbers.is_empty() {
            continue;
        }
        decided += numbers.len();
        let only: Vec<&str> = numbers.iter().flat_map(|number| ["--only", number.as_str()]).collect();
        let check = |more: &[&str]| savoir(&root(), &[&["check", name.as_str()], &only[..], more].concat());
        let whole = check(&["--engine", "explicit", "--parallel", "off", "--notes", "off"]);
        for threads in ["1", "2", "3", "4"] {
            let ranks = check(&[&DISTRIBUTED[..], &["--threads", threads]].concat());
            assert_eq!(ranks, whole, "{name} {threads}");
        }
    }
    assert!(decided > 40, "{decided} formulas");
}

#[test]
fn what_ranks_took_is_told() {
    let dir = fresh("distributed", "told");
    savoir(&dir, &["generate", "dining-ck", "8", "-o", "m.ispl"]);
    let schema = fs::read_to_string(root().join("docs/schema/result-2.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let arguments = ["check", "m.ispl", "--parallel", "distributed", "--threads", "3", "--explain-plan"];
    let (exit, out, err) = savoir(&dir, &[&arguments[..], &["--format", "json"]].concat());
    assert_eq!((exit, err.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&out).unwrap();
    follows(&report, &schema).unwrap_or_else(|problem| panic!("{problem}\n{out}"));
    let number = |value: &Value| value.as_u64().unwrap();
    let ranks = report["files"][0]["ranks"]["ranks"].as_array().unwrap();
    assert_eq!(ranks.len(), 3);
    let states: u64 = ranks.iter().map(|rank| number(&rank["states"])).sum();
    assert_eq!(report["files"][0]["states"], states.to_string());
    assert!(ranks.iter().all(|rank| number(&rank["states"]) > 0 && number(&rank["batches"]) > 0), "{out}");
    let (_, again, _) = savoir(&dir, &[&arguments[..], &["--format", "json"]].concat());
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(again["files"][0]["ranks"], report["files"][0]["ranks"], "the same in every run");
    let (_, text, _) = savoir(&dir, &arguments);
    assert!(text.contains("ranks  3") && text.contains("bytes held"), "{text}");
}

#[test]
fn what_cannot_be_had_is_refused_with_the_reason() {
    let refused = |arguments: &[&str], reason: &str| {
        let all = [&["check", "examples/muddy-children.ispl"], &DISTRIBUTED[..], arguments].concat();
        let (exit, out, err) = savoir(&root(), &all);
        assert_eq!((exit, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(reason), "{arguments:?}: {err}");
    };
    refused(&["--evidence"], "evidence needs all states in one place");
    refused(&["--deadlock"], "checks of the model need all states in one place");
    refused(&["--engine", "symbolic"], "the symbolic engine has diagrams");
    refused(&["--partitions", "3"], "goes with `--parallel`");
    refused(&["-f", "EF all_muddy", "-f", "AG <children>F all_muddy"], "formula 2: `<g>` is not decided over");
    refused(&["-f", "CTL* A (G F all_muddy)"], "formula 1: `A` and `E` of a path formula (LTL, CTL*)");
    refused(&["--atl", "uniform-model"], "formula 1: a formula about the models that uniform strategies induce");
}

#[test]
fn limits_end_all_ranks() {
    let dir = fresh("distributed", "limits");
    savoir(&dir, &["generate", "dining-ck", "22", "-o", "m.ispl"]);
    for (option, value, reason) in [("--timeout", "1s", "time limit"), ("--memory", "60M", "memory limit")] {
        let arguments = ["check", "m.ispl", "--parallel", "distributed", "--threads", "3", option, value];
        let start = std::time::Instant::now();
        let (exit, out, err) = savoir(&dir, &arguments);
        assert_eq!(exit, 3, "{arguments:?}: {out}{err}");
        assert!(out.contains("unknown") && out.contains(reason), "{arguments:?}: {out}{err}");
        assert!(start.elapsed().as_secs() < 60, "{arguments:?}");
    }
}
