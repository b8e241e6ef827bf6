//! `check --evidence` and `replay` from outside.

use crate::common::{counting_or_waiting, fresh, savoir};
use std::fs;
use std::path::PathBuf;

const MODEL: &str = counting_or_waiting!(
    "Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Formulae
  EF top;
  -- expect: false
  AF top;
end Formulae
"
);

/// A directory with a model in `good.ispl`.
struct Bench(PathBuf);

impl Bench {
    fn new(name: &str) -> Bench {
        let dir = fresh("evidence", name);
        fs::write(dir.join("good.ispl"), MODEL).unwrap();
        Bench(dir)
    }

    /// The exit code, standard output and standard error of a run.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        savoir(&self.0, arguments)
    }
}

#[test]
fn text_shows_paths_with_what_changes() {
    let bench = Bench::new("text");
    let (exit, out, err) = bench.run(&["check", "good.ispl", "--evidence"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.contains("3 steps from s0 lead to a state with `top`"), "{out}");
    assert!(out.contains("│   M: inc") && out.contains("stays in s0, for ever"), "{out}");
    let (_, full, _) = bench.run(&["check", "good.ispl", "--evidence=text:shown.txt", "--full"]);
    assert!(!full.contains("inc"));
    assert!(fs::read_to_string(bench.0.join("shown.txt")).unwrap().contains("│   M: inc"));
    let (exit, _, err) = bench.run(&["check", "good.ispl", "--evidence", "--agents", "N"]);
    assert_eq!(exit, 2);
    assert!(err.contains("there is no agent `N`"), "{err}");
    let (exit, _, err) = bench.run(&["check", "good.ispl", "--agents", "M"]);
    assert!(exit == 2 && err.contains("--evidence"), "{err}");
}

/// There is a way from `start` into `trap`, but it is not fair, so only `start` counts.
const TRAP: &str = "Agent M
  Vars: at : {start, trap}; end Vars
  Actions = {go, wait};
  Protocol: Other : {go, wait}; end Protocol
  Evolution: at = trap if Action = go; end Evolution
end Agent
Evaluation trapped if M.at = trap; free if M.at = start; end Evaluation
InitStates M.at = start; end InitStates
Groups all = {M}; end Groups
Fairness free; end Fairness
Formulae
  AG !trapped and !EF trapped and AX free and !E(free U trapped) and K(M, free) and GCK(all, free) and O(M, free);
end Formulae
";

#[test]
fn sentences_do_not_speak_of_states_without_a_fair_path() {
    let bench = Bench::new("fair-sentences");
    fs::write(bench.0.join("trap.ispl"), TRAP).unwrap();
    let (exit, out, err) = bench.run(&["check", "trap.ispl", "--evidence"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "`!trapped` holds in every state that can be reached from here and has a fair path.",
        "no state that can be reached from here and has a fair path satisfies `trapped`.",
        "`free` holds in every next state with a fair path from here.",
        "no fair path from here comes to a state with `trapped` and has `free` until then.",
        "`free` holds in every reachable state with a fair path that looks to M like this state.",
        "`free` holds in every state of every chain of states with a fair path in which",
        "`free` holds in every reachable state with a fair path where M behaves correctly.",
    ] {
        assert!(out.contains(sentence), "{sentence} is not in\n{out}");
    }
}

#[test]
fn outputs_that_would_overwrite_each_other_are_refused_once() {
    let bench = Bench::new("overwriting");
    fs::write(bench.0.join("other.ispl"), MODEL).unwrap();
    for (arguments, problem) in [
        (["check", ".", "--evidence=json:both"].as_slice(), "evidence in a file is about one model"),
        (&["check", ".", "--evidence=svg"], "evidence in this format is about one model"),
        (&["check", ".", "--output", "html:both.html"], "a page is about one model"),
        (&["check", ".", "--strategy=json:both"], "strategies in a file are about one model"),
        (&["check", "good.ispl", "--strategy=json:both", "--evidence=json:both"], "cannot take two results"),
    ] {
        let (exit, out, err) = bench.run(arguments);
        assert_eq!((exit, out.as_str(), err.lines().count()), (2, "", 1), "{arguments:?}: {err}");
        assert!(err.contains(problem), "{err}");
        assert!(!bench.0.join("both").exists());
    }
}

#[test]
fn a_loop_is_found_without_following_the_longest_path() {
    let bench = Bench::new("long");
    let long = MODEL.replace("0..3", "0..1000000000").replace("x < 3", "x < 900000000");
    let long = long.replace("M.x = 3", "M.x = 1000000000").replace("InitStates M.x = 0", "InitStates M.x >= 0");
    fs::write(bench.0.join("long.ispl"), long).unwrap();
    let (exit, out, err) = bench.run(&["check", "long.ispl", "--evidence", "--only", "2", "--timeout", "60"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.contains("stays in s0, for ever"), "{out}");
    let (exit, out, err) = bench.run(&["check", "long.ispl", "--evidence", "-f", "LTL F G top", "--timeout", "60"]);
    assert_eq!((exit, err.as_str()), (1, ""));
    assert!(out.contains("stays in s0, for ever"), "{out}");
    let (exit, out, err) = bench.run(&["check", "long.ispl", "--evidence", "-f", "LTL G F top", "--timeout", "60"]);
    assert_eq!((exit, err.as_str()), (1, ""));
    assert!(out.contains("stays in s0, for ever"), "{out}");
    let settle = ["-f", "CTL* E (F G !top)", "--init", "M.x <= 900000000"];
    let (exit, out, err) = bench.run(&[&["check", "long.ispl", "--evidence", "--timeout", "60"], &settle[..]].concat());
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.contains("stays in s0, for ever"), "{out}");
}

#[test]
fn a_path_that_nobody_would_read_is_not_looked_for() {
    let bench = Bench::new("far");
    // It counts to a billion and starts anew: the only loop there is.
    let far = MODEL.replace("0..3", "0..1000000000").replace("{inc, wait}", "{inc}");
    let far = far.replace("x + 1 if x < 3 and Action = inc", "x + 1 if x < 1000000000; x = 0 if x = 1000000000");
    let far = far.replace("InitStates M.x = 0", "InitStates M.x >= 0");
    fs::write(bench.0.join("far.ispl"), far).unwrap();
    let (exit, out, err) = bench.run(&["check", "far.ispl", "--evidence", "-f", "EG true", "--timeout", "300"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.contains("No evidence: it would take tens of thousands of steps."), "{out}");
}

/// Both ways to 3 are of the same length; the upper one has the action that is declared first, the lower one the least
/// state.
const FORK: &str = "Agent M
  Vars: x : 0..3; end Vars
  Actions = {up, down, on};
  Protocol: x = 0 : {up, down}; Other : {on}; end Protocol
  Evolution:
    x = 2 if x = 0 and Action = up;
    x = 1 if x = 0 and Action = down;
    x = 3 if x > 0;
  end Evolution
end Agent
Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Groups m = {M}; end Groups
Formulae <m>F top; EF top; end Formulae
";

#[test]
fn a_coalition_that_needs_nobody_takes_the_shortest_path() {
    let bench = Bench::new("fork");
    fs::write(bench.0.join("fork.ispl"), FORK).unwrap();
    for engine in ["explicit", "symbolic"] {
        let (exit, out, _) = bench.run(&["check", "fork.ispl", "--evidence", "--engine", engine]);
        assert!(exit == 0 && out.contains("→  M: down") && !out.contains("M: up"), "{out}");
        let (exit, out, _) = bench.run(&["check", "fork.ispl", "--evidence", "--permissive", "--engine", engine]);
        assert!(exit == 0 && out.contains("up") && out.contains("down"), "{out}");
    }
}

#[test]
fn json_replays() {
    let bench = Bench::new("json");
    let (exit, out, _) = bench.run(&["check", "good.ispl", "--evidence=json:e.json"]);
    assert!(exit == 0 && out.contains("EF top"));
    let (exit, out, err) = bench.run(&["replay", "e.json", "good.ispl"]);
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("2 conclusions and 3 steps replayed"), "{out}");
    // Without a file it is the standard output.
    let (_, out, _) = bench.run(&["check", "good.ispl", "--evidence=json"]);
    assert_eq!(out, fs::read_to_string(bench.0.join("e.json")).unwrap());
    for wrong in
        [&["check", "good.ispl", "--evidence=dot", "--format", "json"][..], &["check", "good.ispl", "--evidence=gif"]]
    {
        let (exit, out, _) = bench.run(wrong);
        assert!(exit == 2 && !out.contains("EF top"), "{out}");
    }
}

#[test]
fn evidence_that_does_not_fit_is_an_error_or_refuted() {
    let bench = Bench::new("wrong");
    bench.run(&["check", "good.ispl", "--evidence=json:e.json"]);
    let evidence = fs::read_to_string(bench.0.join("e.json")).unwrap();
    let replay = |name: &str, content: &str, model: &str| {
        fs::write(bench.0.join(name), content).unwrap();
        bench.run(&["replay", name, model])
    };
    // Not what the model does.
    let (exit, out, _) = replay("step.json", &evidence.replacen("\"inc\"", "\"wait\"", 1), "good.ispl");
    assert_eq!(exit, 1);
    assert!(out.contains("the joint action does not lead to the next state"), "{out}");
    // Another model, or the same in another layout.
    for (name, other) in [("other.ispl", MODEL.replace("top", "summit")), ("layout.ispl", format!("{MODEL}\n"))] {
        fs::write(bench.0.join(name), other).unwrap();
        let (exit, out, _) = replay("e.json", &evidence, name);
        assert!(exit == 1 && out.contains("refuted: the file is about another model"), "{out}");
    }
    // States and agents that are not the model's, a formula that is no part of it, and places that are not there.
    for (from, to, expected) in [
        ("\"x\": 0", "\"y\": 0", "the model has no variable `M.y`"),
        ("\"x\": 0", "\"x\": 9", "9 is no value of `M.x`"),
        ("\"M\": {", "\"N\": {", "the model has no agent `N`"),
        (
            "\"formula\": \"top\"",
            "\"formula\": \"bottom\"",
            "node 1: it is about something that is no part of the formula",
        ),
        ("\"position\": 3", "\"position\": 7", "a node about a state of the path is about another state"),
        ("\"node\": 1", "\"node\": 7", "there is no node 7"),
        ("\"state\": 0,", "\"state\": 77,", "there is no state 77"),
    ] {
        let (exit, out, err) = replay("changed.json", &evidence.replacen(from, to, 1), "good.ispl");
        assert!(exit == 1 && out.contains(expected), "{expected}: {exit} {out} {err}");
    }
    // No evidence.
    let (exit, _, err) = replay("broken.json", &evidence[..evidence.len() / 2], "good.ispl");
    assert!(exit == 2 && err.contains("`broken.json` is no evidence: it is not JSON"), "{err}");
    let (exit, _, err) = replay("empty.json", "{}", "good.ispl");
    assert!(exit == 2 && err.contains("no field `schema`"), "{err}");
    for files in [["missing.json", "good.ispl"], ["e.json", "missing.ispl"]] {
        let (exit, _, err) = bench.run(&["replay", files[0], files[1]]);
        assert!(exit == 2 && err.contains("cannot read `missing."), "{err}");
    }
}

fn run_symbolic(bench: &Bench, format: &str) -> (i32, String, String) {
    bench.run(&["check", "good.ispl", "--only", "1", "--engine=symbolic", &format!("--evidence={format}")])
}

#[test]
fn pictures_go_to_standard_output_or_into_files() {
    let bench = Bench::new("pictures");
    for (format, start) in [
        ("dot", "digraph savoir {"),
        ("svg", "<svg "),
        ("html", "<!DOCTYPE html>"),
        ("tikz", "% Needs in the preamble"),
    ] {
        let run = |output: &str| bench.run(&["check", "good.ispl", "--only", "1", &format!("--evidence={output}")]);
        let (exit, out, err) = run(format);
        assert_eq!((exit, err.as_str()), (0, ""));
        assert!(out.starts_with(start), "{out}");
        fs::remove_file(bench.0.join("picture")).ok();
        let (exit, verdicts, _) = run(&format!("{format}:picture"));
        assert!(exit == 0 && verdicts.contains("EF top"), "{verdicts}");
        assert_eq!(fs::read_to_string(bench.0.join("picture")).unwrap(), out);
        let (_, again, _) = run_symbolic(&bench, format);
        assert_eq!(again, out, "both engines give the same picture");
    }
    let (exit, _, err) = bench.run(&["check", "good.ispl", "--evidence=svg:nowhere/picture.svg"]);
    assert!(exit == 2 && err.contains("cannot write `nowhere/picture.svg`"), "{err}");
    let (exit, _, err) = bench.run(&["check", "good.ispl", "--evidence=gif"]);
    assert!(exit == 2 && err.contains("use one of none, text, json, dot, svg"), "{err}");
}

#[test]
fn formats_of_several_files_take_a_directory() {
    let bench = Bench::new("directories");
    let files = |directory: &str| {
        let names = fs::read_dir(bench.0.join(directory)).unwrap();
        let mut names: Vec<String> = names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let (exit, out, err) = bench.run(&["check", "good.ispl", "--evidence=mcmas:deep/mcmas"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.contains("EF top"));
    assert_eq!(files("deep/mcmas"), ["formula1.dot", "formula1.info", "formula2.dot", "formula2.info"]);
    bench.run(&["check", "good.ispl", "--evidence=itf:traces"]);
    assert_eq!(files("traces"), ["formula1.itf.json", "formula2.itf.json"]);
    let (exit, _, err) = bench.run(&["check", "good.ispl", "--evidence=itf"]);
    assert!(exit == 2 && err.contains("name a directory for them: `itf:DIRECTORY`"), "{err}");
    let (exit, _, err) = bench.run(&["check", "good.ispl", "--evidence=itf:good.ispl"]);
    assert!(exit == 2 && err.contains("cannot make the directory `good.ispl`"), "{err}");
}

#[test]
fn graphs_are_drawn_or_refused() {
    let bench = Bench::new("graph");
    for (format, start) in [
        ("dot", "digraph savoir {"),
        ("svg", "<svg "),
        ("html", "<!DOCTYPE html>"),
        ("tikz", "% Needs in the preamble"),
        ("json", "{\n  \"schema\": \"savoir/graph/1\""),
    ] {
        let (exit, out, err) = bench.run(&["graph", "good.ispl", "--format", format]);
        assert_eq!((exit, err.as_str()), (0, ""));
        assert!(out.starts_with(start), "{out}");
    }
    let (exit, out, _) = bench.run(&["graph", "good.ispl", "--format", "svg", "--output", "graph.svg"]);
    assert!(exit == 0 && out.is_empty());
    assert!(fs::read_to_string(bench.0.join("graph.svg")).unwrap().contains("4 reachable states, 1 of them initial"));
    let (exit, out, err) = bench.run(&["graph", "good.ispl", "--max-states", "3"]);
    assert!(exit == 2 && out.is_empty() && err.contains("more than 3 reachable states"), "{err}");
    let (exit, out, err) = bench.run(&["graph", "good.ispl", "--timeout", "0"]);
    assert!(exit == 3 && out.is_empty() && err.contains("there is no graph"), "{err}");
    let (exit, _, err) = bench.run(&["graph", "good.ispl", "--agents", "N"]);
    assert!(exit == 2 && err.contains("there is no agent `N`"), "{err}");
    let (exit, _, err) = bench.run(&["graph", "missing.ispl"]);
    assert!(exit == 2 && err.contains("cannot read `missing.ispl`"), "{err}");
    let none = MODEL.replace("InitStates M.x = 0;", "InitStates M.x = 0 and M.x = 1;");
    fs::write(bench.0.join("none.ispl"), none).unwrap();
    let (exit, _, err) = bench.run(&["graph", "none.ispl"]);
    assert!(exit == 2 && err.contains("no state satisfies the initial condition"), "{err}");
}
