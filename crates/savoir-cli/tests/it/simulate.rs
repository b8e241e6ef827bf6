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

/// Evidence for a model of the examples, as a file.
pub(crate) fn evidence(dir: &std::path::Path, model: &std::path::Path) -> PathBuf {
    let file = dir.join("evidence.json");
    let mut check = Command::new(env!("CARGO_BIN_EXE_savoir"));
    check.arg("check").arg(model).arg("--exit-zero").arg(format!("--evidence=json:{}", file.display()));
    assert!(check.output().unwrap().status.success());
    file
}

#[test]
fn evidence_is_walked_along_and_left() {
    let (dir, model) = (directory("evidence"), example("dining-cryptographers.ispl"));
    let file = evidence(&dir, &model);
    let (model, file) = (model.to_str().unwrap(), file.to_str().unwrap());
    let script =
        "evidence\nevidence 1\nforward 2\nexpect announced\nback\nrandom\nevidence 2\nforward 2\nexpect announced";
    let run = savoir(&[model, "--evidence", file, "--script", "-"], script);
    assert_eq!((run.exit, run.err.as_str()), (0, ""), "{}", run.out);
    let wanted = [
        "1  formula 8, each-of-two-knows, is false: a path of 2 steps\n",
        "2  formula 8, each-of-two-knows, is false: 2 steps to a state that Ben cannot tell from another one\n",
        "> evidence 1\n  step 0 of 2\n",
        "> forward 2\n  step 2 ",
    ];
    wanted.iter().for_each(|wanted| assert!(run.out.contains(wanted), "{wanted}\n{}", run.out));
    let run = savoir(&[model, "--evidence", file, "--script", "-"], "evidence 99");
    assert!(run.exit == 2 && run.err.contains("the paths of the evidence have the numbers 1 to"), "{}", run.err);
    let run = savoir(&[model, "--script", "-"], "evidence 1");
    assert!(run.exit == 2 && run.err.contains("no evidence was opened"), "{}", run.err);
}

#[test]
fn evidence_that_is_none_of_the_model_is_refused() {
    let (dir, model) = (directory("forged"), example("two-doors.ispl"));
    let file = evidence(&dir, &model);
    let text = fs::read_to_string(&file).unwrap();
    let open = |text: &str, wanted: &str| {
        fs::write(&file, text).unwrap();
        let run =
            savoir(&[model.to_str().unwrap(), "--evidence", file.to_str().unwrap(), "--script", "-"], "evidence 1");
        assert!(run.exit == 2 && run.err.contains(wanted), "{wanted}: {}{}", run.out, run.err);
    };
    let mut document: Value = serde_json::from_str(&text).unwrap();
    let entry = document["formulas"].as_array().unwrap().iter().position(|entry| !entry["tree"].is_null()).unwrap();
    // The first path starts in a state of the model that is not initial.
    let states = document["formulas"][entry]["tree"]["states"].as_array_mut().unwrap();
    states[0]["Environment"]["room"] = "taken".into();
    open(&document.to_string(), "path 1 of the evidence: it does not start in an initial state");
    let mut document: Value = serde_json::from_str(&text).unwrap();
    let states = document["formulas"][entry]["tree"]["states"].as_array_mut().unwrap();
    states[1]["Left"]["place"] = "inside".into();
    open(&document.to_string(), "is none of the model");
    document["model"]["sha256"] = "0".repeat(64).into();
    open(&document.to_string(), "the file is about another model");
    open("start 1", "is no evidence");
}

#[test]
fn propositions_and_watched_formulas_are_told() {
    let model = example("two-doors.ispl");
    let script = "watch AF left_inside\nwatch left_out\nrandom 3\ntruth\nunwatch 1\ntruth\nunwatch 7";
    let run = savoir(&[model.to_str().unwrap(), "--script", "-"], script);
    assert!(run.exit == 2 && run.err.contains("the watched formulas have the numbers 1 to 1"), "{}", run.err);
    assert!(run.out.contains("  1  AF left_inside is false\n    2  left_out is "), "{}", run.out);
    assert!(run.out.ends_with("> unwatch 7\n") && run.out.contains("    hold here  "), "{}", run.out);
    let last = run.out.rsplit("> truth\n").next().unwrap();
    assert!(last.contains("  1  left_out is ") && !last.contains("AF left_inside"), "{last}");
}

#[test]
fn a_search_that_fails_leaves_no_trace() {
    let model = example("two-doors.ispl");
    let run =
        savoir(&[model.to_str().unwrap(), "--script", "-"], "random 2\nuntil left_inside and right_inside\nhistory");
    assert_eq!(run.exit, 1, "{}", run.err);
    assert!(run.out.contains("did not come to hold in 10000 random steps; nothing has moved\n"), "{}", run.out);
    let history = run.out.rsplit("> history\n").next().unwrap();
    assert!(history.contains("  step 2  ") && !history.contains("  step 3  "), "{history}");
}
