//! `savoir simulate` without a terminal: walks, scripts and their exit codes.

use crate::common::{fresh, root};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(crate) fn example(name: &str) -> PathBuf {
    root().join("examples").join(name).canonicalize().unwrap()
}

pub(crate) fn directory(name: &str) -> PathBuf {
    fresh("simulate", name)
}

pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) exit: i32,
}

pub(crate) fn savoir(arguments: &[&str], input: &str) -> Run {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.arg("simulate").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that does not read its input may end before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(done.stdout), err: text(done.stderr), exit: done.status.code().unwrap() }
}

#[test]
fn without_a_terminal_something_must_be_asked_for() {
    let model = example("two-doors.ispl");
    let model = model.to_str().unwrap();
    let run = savoir(&[model], "");
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("this is no terminal: give `--steps N` or `--script FILE`"), "{}", run.err);
    let run = savoir(&[model, "--format", "json"], "");
    assert!(run.exit == 2 && run.err.contains("`--format json` needs `--steps N` or `--script FILE`"), "{}", run.err);
    assert_eq!(savoir(&[model, "--steps", "3", "--script", "x"], "").exit, 2);
    assert_eq!(savoir(&["-", "--script", "-"], "").exit, 2);
    assert!(savoir(&[model, "--script", "no such file"], "").err.contains("cannot read `no such file`"));
    assert!(savoir(&["no such model", "--steps", "3"], "").err.contains("cannot read `no such model`"));
}

#[test]
fn files_that_are_no_scripts_are_refused() {
    let dir = directory("no-script");
    let model = example("two-doors.ispl");
    fs::write(dir.join("binary"), b"start\0\x1b[31m").unwrap();
    let run = savoir(&[model.to_str().unwrap(), "--script", dir.join("binary").to_str().unwrap()], "");
    assert!(run.exit == 2 && run.err.contains("is a binary file, not a script"), "{}", run.err);
    let run = savoir(&[model.to_str().unwrap(), "--script", "-"], "save /no/such/directory/file");
    assert!(run.exit == 2 && run.err.contains("cannot write `/no/such/directory/file`"), "{}", run.err);
}

#[test]
fn a_walk_ends_where_nothing_can_happen() {
    let dir = directory("stuck");
    let model = dir.join("stuck.ispl");
    let text = "Agent M Vars: x : 0..1; end Vars Actions = {go}; Protocol: x = 1 : {go}; end Protocol
        Evolution: x = 1 if Action = go; end Evolution end Agent Evaluation p if M.x = 1; end Evaluation
        InitStates M.x = 0; end InitStates Formulae p; end Formulae";
    fs::write(&model, text).unwrap();
    let run = savoir(&[model.to_str().unwrap(), "--script", "-"], "actions\nrandom 3\n");
    assert!(run.exit == 0 && run.out.contains("this state has no successor"), "{}", run.out);
    assert!(run.out.contains("M  nothing") && run.out.contains("0 joint actions allowed, 0 steps"), "{}", run.out);
    assert_eq!(savoir(&[model.to_str().unwrap(), "--script", "-"], "until p\n").exit, 1);
    fs::write(&model, text.replace("M.x = 0", "M.x = 0 and M.x = 1")).unwrap();
    let run = savoir(&[model.to_str().unwrap(), "--steps", "1"], "");
    assert!(run.exit == 2 && run.err.contains("E0401"), "{}", run.err);
}

#[test]
fn the_same_seed_gives_the_same_walk() {
    let model = example("tian-ji.ispl");
    let walk = |seed: &str| savoir(&[model.to_str().unwrap(), "--steps", "20", "--seed", seed], "").out;
    assert_eq!(walk("3"), walk("3"));
    assert!((0..10).any(|seed| walk(&seed.to_string()) != walk("3")), "no seed makes a difference");
}

#[test]
fn exit_codes_of_scripts() {
    let model = example("two-doors.ispl");
    let run = |script: &str| savoir(&[model.to_str().unwrap(), "--script", "-"], script);
    assert_eq!(run("# nothing\n\n").exit, 0);
    assert_eq!(run("expect left_out\nis left_inside\n").exit, 0);
    let failed = run("expect left_inside\nshow\n");
    assert!(failed.exit == 1 && failed.out.contains("is false, but should be true") && failed.out.contains("> show"));
    assert_eq!(run("goal left_inside and right_inside").exit, 1);
    let wrong = run("show\nrandon\nshow\n");
    assert!(wrong.exit == 2 && wrong.err.contains("standard input:2: there is no command `randon`"), "{}", wrong.err);
    assert_eq!(wrong.out.matches("> show").count(), 1);
    let wrong = run("is left_insid");
    assert!(wrong.exit == 2 && wrong.err.contains("standard input:1, condition:1:1"), "{}", wrong.err);
    let slow = savoir(&[model.to_str().unwrap(), "--script", "-", "--timeout", "0s"], "show\nknows\n");
    assert!(slow.exit == 3 && slow.out.contains("unknown: time limit reached"), "{}{}", slow.out, slow.err);
}

#[test]
fn json_is_one_document_also_with_errors() {
    let model = example("two-doors.ispl");
    let script = "initial\nstart 2\nactions\nrandom 3\nknows\npossible Left\nset step\nset knows\nhistory\nseed 4\nis left_out\nnonsense\n";
    let run = savoir(&[model.to_str().unwrap(), "--script", "-", "--format", "json"], script);
    assert_eq!(run.exit, 2);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["schema"], "savoir/simulation/1");
    let kinds: Vec<&str> =
        document["entries"].as_array().unwrap().iter().map(|entry| entry["reply"]["kind"].as_str().unwrap()).collect();
    let expected = [
        "initial",
        "here",
        "options",
        "walk",
        "knowledge",
        "possible",
        "set",
        "across",
        "history",
        "done",
        "truth",
        "error",
    ];
    assert_eq!(kinds, expected);
    let walk = &document["entries"][3]["reply"]["places"];
    assert_eq!(walk.as_array().unwrap().len(), 3);
    assert_eq!(walk[0]["state"]["Environment"]["room"], "free");
}
