//! `check --evidence` and `replay` from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MODEL: &str = "Agent M
  Vars: x : 0..3; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 3 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Formulae
  EF top;
  -- expect: false
  AF top;
end Formulae
";

/// A directory with a model in `good.ispl`.
struct Bench(PathBuf);

impl Bench {
    fn new(name: &str) -> Bench {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evidence").join(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("good.ispl"), MODEL).unwrap();
        Bench(dir)
    }

    /// The exit code, standard output and standard error of a run.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        let done = command.args(arguments).current_dir(&self.0).stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
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
        [&["check", "good.ispl", "--evidence=json", "--format", "json"][..], &["check", "good.ispl", "--evidence=svg"]]
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
    // Another model.
    fs::write(bench.0.join("other.ispl"), MODEL.replace("x :", "y :").replace("x ", "y ").replace("M.x", "M.y"))
        .unwrap();
    let (exit, _, err) = replay("e.json", &evidence, "other.ispl");
    assert_eq!(exit, 2);
    assert!(err.contains("`e.json`, formula 1: state 0: the model has no variable `M.x`"), "{err}");
    fs::write(bench.0.join("prop.ispl"), MODEL.replace("top", "summit")).unwrap();
    let (exit, _, err) = replay("e.json", &evidence, "prop.ispl");
    assert!(exit == 2 && err.contains("its formula does not fit the model"), "{err}");
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
