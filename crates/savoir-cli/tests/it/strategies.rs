//! `check --evidence` and `--strategy` for what coalitions can enforce, from outside.

use crate::common::{fresh, root, savoir};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A directory of its own, with the example of the horse races.
struct Bench(PathBuf);

impl Bench {
    fn new(name: &str) -> Bench {
        let dir = fresh("strategies", name);
        fs::copy(root().join("examples/tian-ji.ispl"), dir.join("races.ispl")).unwrap();
        Bench(dir)
    }

    /// The exit code, standard output and standard error of a run.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        savoir(&self.0, arguments)
    }

    fn run_program(&self, program: &str, arguments: &[&str]) -> Option<(i32, String, String)> {
        let mut command = Command::new(program);
        let done = command.args(arguments).current_dir(&self.0).stdin(Stdio::null()).output().ok()?;
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Some((done.status.code().unwrap(), text(done.stdout), text(done.stderr)))
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.0.join(name)).unwrap()).unwrap()
    }
}

/// The states and moves of the strategy in the evidence for formula 4, and those of the answers for formula 7.
fn moves(evidence: &Value, index: usize) -> Vec<(Value, Value, Value)> {
    let tree = &evidence["formulas"][index - 1]["tree"];
    let nodes = tree["nodes"].as_array().unwrap().iter();
    let strategy = nodes.map(|node| &node["reason"]).find(|reason| reason["kind"] == "strategy").unwrap();
    let mut found = Vec::new();
    for row in strategy["rows"].as_array().unwrap() {
        let state = &tree["states"][row["state"].as_u64().unwrap() as usize];
        for choice in row["choices"].as_array().unwrap() {
            found.push((state.clone(), choice["own"].clone(), choice["answers"][0]["action"].clone()));
        }
    }
    assert!(found.len() >= 2);
    found
}

#[test]
fn the_winning_order_of_horses_takes_three_lines() {
    let bench = Bench::new("text");
    let (exit, out, err) = bench.run(&["check", "races.ispl", "--evidence"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let table = "
          if TianJi.slow = true       →  TianJi: run_slow
          else if TianJi.fast = true  →  TianJi: run_fast
          otherwise                   →  TianJi: run_middle
";
    assert!(out.contains(table), "{out}");
    let (_, symbolic, _) = bench.run(&["check", "races.ispl", "--evidence", "--engine", "symbolic"]);
    assert_eq!(out.replace("explicit engine", "symbolic engine"), symbolic);
}

#[test]
fn python_plays_the_strategy() {
    let bench = Bench::new("python");
    let (exit, _, err) =
        bench.run(&["check", "races.ispl", "--evidence=json:evidence.json", "--strategy=python:policy.py"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let evidence = bench.json("evidence.json");
    let mut script = "import json\nfrom policy import POLICIES, ANSWERS\n".to_owned();
    for (state, own, _) in moves(&evidence, 4) {
        script += &format!("assert POLICIES['4'](json.loads('{state}')) == [json.loads('{own}')]\n");
    }
    for (state, own, action) in moves(&evidence, 7) {
        script += &format!(
            "assert ANSWERS['7'](json.loads('{state}'), json.loads('{own}'))[0]['King'] == json.loads('{action}')['King']\n"
        );
    }
    for (state, own, _) in moves(&evidence, 9) {
        script += &format!("assert POLICIES['9'](json.loads('{state}')) == [json.loads('{own}')]\n");
    }
    fs::write(bench.0.join("play.py"), script + "print('played')\n").unwrap();
    let Some((exit, out, err)) = bench.run_program("python3", &["play.py"]) else { return };
    assert_eq!((exit, out.trim()), (0, "played"), "{err}");
}

#[test]
fn rust_plays_the_strategy() {
    let bench = Bench::new("rust");
    let (exit, _, err) =
        bench.run(&["check", "races.ispl", "--evidence=json:evidence.json", "--strategy=rust:policy.rs"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let evidence = bench.json("evidence.json");
    let mut script = "#![deny(warnings)]\nmod policy;\nuse policy::Value;\nfn main() {\n".to_owned();
    for (state, own, _) in moves(&evidence, 4) {
        let mut arms = String::new();
        for (agent, variables) in state.as_object().unwrap() {
            for (variable, value) in variables.as_object().unwrap() {
                let value = match value {
                    Value::Bool(truth) => format!("Truth({truth})"),
                    Value::Number(number) => format!("Number({number})"),
                    other => format!("Name({other})"),
                };
                arms += &format!("(\"{agent}\", \"{variable}\") => Value::{value},");
            }
        }
        let action = &own["TianJi"];
        script += &format!(
            "let state = |agent: &str, variable: &str| match (agent, variable) {{ {arms} _ => panic!() }};\n\
             assert_eq!(policy::policy_4(&state), [[(\"TianJi\", {action})]]);\n"
        );
    }
    fs::write(bench.0.join("play.rs"), script + "println!(\"played\");\n}\n").unwrap();
    let compiled = bench.run_program("rustc", &["--edition", "2021", "-A", "dead_code", "-o", "play", "play.rs"]);
    let Some((exit, _, err)) = compiled else { return };
    assert_eq!(exit, 0, "{err}");
    let program = bench.0.join("play");
    let (exit, out, err) = bench.run_program(program.to_str().unwrap(), &[]).unwrap();
    assert_eq!((exit, out.trim()), (0, "played"), "{err}");
}

#[test]
fn json_has_tables_and_replays() {
    let bench = Bench::new("json");
    let (exit, _, err) = bench.run(&["check", "races.ispl", "--evidence=json:e.json", "--strategy=json:p.json"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let strategies = bench.json("p.json");
    assert_eq!(strategies["schema"], "savoir/strategy/1");
    let ids: Vec<&str> =
        strategies["strategies"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["2", "3", "4", "5", "7", "8", "9"]);
    let (exit, out, err) = bench.run(&["replay", "e.json", "races.ispl"]);
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    // Another horse first, and the play is lost.
    let evidence = fs::read_to_string(bench.0.join("e.json")).unwrap();
    let legend = evidence.find("legend-tianji-wins").unwrap();
    let (before, after) = evidence.split_at(legend);
    let changed = after.replacen("\"TianJi\": \"run_slow\"", "\"TianJi\": \"run_fast\"", 2);
    fs::write(bench.0.join("wrong.json"), format!("{before}{changed}")).unwrap();
    let (exit, out, _) = bench.run(&["replay", "wrong.json", "races.ispl"]);
    assert_eq!(exit, 1);
    assert!(out.contains("row 0 of the strategy: the joint action does not lead to the next state"), "{out}");
}

#[test]
fn permissive_and_nested_strategies_are_shown_on_request() {
    let bench = Bench::new("requests");
    let formula = "king_in_order -> <tianji>X <tianji>F tianji_wins";
    let check = |more: &[&str]| {
        let arguments = [&["check", "races.ispl", "--evidence", "--formula", formula][..], more].concat();
        let (exit, out, err) = bench.run(&arguments);
        assert_eq!((exit, err.as_str()), (0, ""));
        out
    };
    let plain = check(&[]);
    assert!(plain.contains("a strategy inside of another one is shown on request only"), "{plain}");
    let nested = check(&["--nested"]);
    assert!(nested.contains("if TianJi.fast = true") && !nested.contains("on request"), "{nested}");
    let arguments =
        ["check", "races.ispl", "--evidence", "--permissive", "--formula", "free_choice -> <racers>F king_wins"];
    let (_, out, _) = bench.run(&arguments);
    assert!(out.contains("  or  "), "{out}");
}

#[test]
fn wrong_options_are_described() {
    let bench = Bench::new("wrong");
    for (option, problem) in [
        ("--strategy=python", "a file name is missing: `--strategy=python:FILE`"),
        ("--strategy=python:", "a file name is missing: `--strategy=python:FILE`"),
        ("--strategy=cobol:p", "`cobol` is no format of strategies; use python, rust or json"),
        ("--permissive", "--evidence"),
        ("--nested", "--evidence"),
    ] {
        let (exit, _, err) = bench.run(&["check", "races.ispl", option]);
        assert!(exit == 2 && err.contains(problem), "{err}");
    }
    let (exit, _, err) = bench.run(&["check", "races.ispl", "races.ispl", "--strategy=json:p.json"]);
    assert!(exit == 2 && err.contains("strategies in a file are about one model"), "{err}");
    let (exit, _, err) = bench.run(&["check", "races.ispl", "--strategy=json:no/such/directory.json"]);
    assert!(exit == 2 && err.contains("cannot write `no/such/directory.json`"), "{err}");
    let (exit, _, err) = bench.run(&["check", "races.ispl", "--formula", "EF king_wins", "--strategy=json:p.json"]);
    assert!(exit == 0 && err.contains("`p.json` has no strategies"), "{err}");
}
