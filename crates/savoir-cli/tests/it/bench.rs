//! `savoir bench` from outside: rows, files, other programs, limits and Ctrl-C.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A directory for one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("tmp")).unwrap();
    path
}

fn bench(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.arg("bench").args(arguments).current_dir(directory).env("TMPDIR", directory.join("tmp"));
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn script(directory: &Path, name: &str, body: &str) -> String {
    let path = directory.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{} {{}}", path.display())
}

/// Nothing is left behind.
fn assert_clean(directory: &Path) {
    assert_eq!(fs::read_dir(directory.join("tmp")).unwrap().count(), 0);
}

#[test]
fn a_row_is_measured_compared_and_written() {
    let dir = directory("row");
    let other =
        script(&dir, "other", "test -s \"$1\" || exit 1\necho '  Formula number 1: (AG x), is TRUE in the model'");
    let files = ["--json", "new.json", "--svg", "curves.svg", "--markdown", "table.md"];
    let done = bench(&dir, &["muddy:2,3", "--repeat", "3", "--against", &other]).args(files).output().unwrap();
    let shown = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{shown}{}", text(&done.stderr));
    assert!(shown.contains("2 of 2 rows finished") && shown.contains("against other: speed-up"), "{shown}");
    let report = json(&dir.join("new.json"));
    assert_eq!(report["schema"], "savoir/bench/1");
    assert_eq!(report["against"][0], "other");
    let row = &report["rows"][1];
    assert_eq!((&row["family"], &row["size"]), (&Value::from("muddy"), &Value::from(3)));
    assert_eq!((&row["run"]["states"], &row["run"]["verdicts"]), (&Value::from("28"), &Value::from("T")));
    assert!(row["run"]["seconds"].as_f64().unwrap() > 0.0 && row["run"]["peak_bytes"].as_u64().unwrap() > 100_000);
    assert_eq!(row["against"][0]["end"], "finished");
    // Nothing about the machine but its cores.
    let written = fs::read_to_string(dir.join("new.json")).unwrap();
    assert!(!written.contains('/') || written.matches('/').count() == "savoir/bench/1".matches('/').count());
    assert!(fs::read_to_string(dir.join("curves.svg")).unwrap().contains("<polyline"));
    assert!(fs::read_to_string(dir.join("table.md")).unwrap().starts_with("| family |"));

    let again = bench(&dir, &["muddy:2,3,4", "--baseline", "new.json"]).output().unwrap();
    let shown = text(&again.stdout);
    assert!(shown.contains("new/old: geometric mean") && shown.contains("rows gained: muddy 4"), "{shown}");
    assert_clean(&dir);
}

/// Rows of 20 milliseconds and more are fitted; how long they take here is not known.
#[test]
fn curves_are_fitted() {
    let dir = directory("fit");
    let done = bench(&dir, &["clocks:200,400,600", "--fit", "--markdown", "table.md"]).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("clocks") && text(&done.stdout).contains("time over N"));
    assert!(fs::read_to_string(dir.join("table.md")).unwrap().contains("| family | sizes | time | R² |"));
}

/// Small rows take milliseconds; large ones may meet the limit here.
#[test]
fn groups_are_found_and_stand_beside_those_of_the_paper() {
    let dir = directory("groups");
    let done = bench(&dir, &["--suite", "aamas12", "--timeout", "3s", "--json", "new.json"]).output().unwrap();
    let shown = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{shown}{}", text(&done.stderr));
    assert!(shown.contains("paper s") && shown.contains("of 26 rows finished, all verdicts as expected"), "{shown}");
    let report = json(&dir.join("new.json"));
    let row = &report["rows"][4];
    assert_eq!([&row["family"], &row["formula"]], [&Value::from("dining-group"), &Value::from("dc2")]);
    assert_eq!(row["size"], 6);
    assert_eq!(row["run"]["groups"], serde_json::json!({"possible": "3969", "satisfying": "15"}));
    let published = serde_json::json!({"end": "finished", "seconds": 0.155, "satisfying": "15"});
    assert_eq!((&row["published"], &row["run"]["verdicts"]), (&published, &Value::from("T")));
    assert!(row["run"]["phases"]["check"].as_f64().unwrap() > 0.0);
    assert_clean(&dir);
}

#[test]
fn a_contradiction_is_shown_and_gives_exit_code_1() {
    let dir = directory("contradiction");
    let liar = script(&dir, "liar", "echo '  Formula number 1: (AG x), is FALSE in the model'");
    let done = bench(&dir, &["muddy:2", "--against", &liar]).output().unwrap();
    assert_eq!(done.status.code(), Some(1));
    let shown = text(&done.stdout);
    assert!(shown.contains("DISAGREEMENT: muddy 2, formula 1: savoir says T, liar says F"), "{shown}");
}

#[test]
fn models_that_are_not_as_expected_or_not_readable_give_exit_code_1() {
    let dir = directory("models");
    let generated = Command::new(env!("CARGO_BIN_EXE_savoir")).args(["generate", "muddy", "2"]).output().unwrap();
    let wrong = text(&generated.stdout).replace("expect: true", "expect: false");
    fs::write(dir.join("wrong.ispl"), wrong).unwrap();
    fs::write(dir.join("broken.ispl"), "Agent").unwrap();
    let done = bench(&dir, &["--models", "wrong.ispl", "broken.ispl"]).output().unwrap();
    assert_eq!(done.status.code(), Some(1));
    let (shown, errors) = (text(&done.stdout), text(&done.stderr));
    assert!(shown.contains("T!") && shown.contains("1 verdict not as expected"), "{shown}");
    assert!(shown.contains("failed") && errors.contains("savoir: error[E0"), "{shown}{errors}");
}

#[test]
fn limits_end_a_family() {
    let dir = directory("limits");
    let slow = script(&dir, "slow", "sleep 60");
    let start = Instant::now();
    let done = bench(&dir, &["muddy:2..4", "--timeout", "300ms", "--against", &slow]).output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(50));
    assert_eq!(done.status.code(), Some(0));
    let shown = text(&done.stdout);
    assert!(shown.contains(">0.3 s") && shown.contains("skipped"), "{shown}");
    assert!(shown.contains("muddy: slow reached a limit at 2; larger sizes are skipped"), "{shown}");
    assert!(shown.contains("only savoir finished 3"), "{shown}");
}

#[test]
fn mistakes_are_found_before_anything_runs() {
    let dir = directory("mistakes");
    let run = |arguments: &[&str]| -> Output { bench(&dir, arguments).output().unwrap() };
    for (arguments, message) in [
        (&["dinning:3"][..], "did you mean `dining`?"),
        (&["dining:2"], "goes from 3 to"),
        (&["dining:x"], "expected sizes such as"),
        (&["dining:3", "--json", "no/such/dir.json"], "cannot write `no/such/dir.json`"),
        (&["dining:3", "--baseline", "none.json"], "cannot read `none.json`"),
        (&["dining:3", "--against", "no-such-program {}"], "cannot run `no-such-program`"),
        (&["dining:3", "--against", ""], "--against needs a command"),
        (&["--suite", "aamas12", "--against", "true {}"], "compares with the numbers of the paper"),
    ] {
        let done = run(arguments);
        let errors = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{message} in {errors}");
    }
    fs::write(dir.join("old.json"), "{}").unwrap();
    assert!(text(&run(&["dining:3", "--baseline", "old.json"]).stderr).contains("`old.json` has no measurements"));
    assert_clean(&dir);
}

#[test]
fn forced_choices_stand_beside_the_usual_one() {
    let dir = directory("regret");
    let files = ["--json", "new.json", "--markdown", "table.md"];
    let done = bench(&dir, &["--regret", "clocks:7", "muddy:3", "--repeat", "1"]).args(files).output().unwrap();
    let shown = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{shown}{}", text(&done.stderr));
    assert!(shown.contains("2 of 2 models measured, no contradiction") && shown.contains("geometric mean"), "{shown}");
    let report = json(&dir.join("new.json"));
    assert_eq!(report["schema"], "savoir/bench/regret/1");
    let names: Vec<&str> =
        report["choices"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["auto", "explicit", "symbolic"]);
    assert!(["order 2", "bfs", "chaining", "cone"].iter().all(|name| names.contains(name)), "{names:?}");
    let row = &report["rows"][0];
    assert_eq!(row["runs"].as_array().unwrap().len(), names.len());
    for (run, engine) in row["runs"].as_array().unwrap().iter().zip(["explicit", "explicit", "symbolic", "symbolic"]) {
        assert_eq!([&run["end"], &run["states"], &run["engine"]], ["finished", "56", engine]);
    }
    assert!(row["regret"].as_f64().unwrap() >= 1.0 && names.contains(&row["best"].as_str().unwrap()));
    assert!(fs::read_to_string(dir.join("table.md")).unwrap().starts_with("| model |"));
    assert_clean(&dir);
}

#[test]
fn rows_of_the_corpus_are_chosen_by_half_and_name() {
    let dir = directory("corpus");
    let run = |arguments: &[&str]| bench(&dir, &[&["--regret"], arguments].concat()).output().unwrap();
    for half in ["tuning", "held-out"] {
        assert_eq!(run(&["--half", half, "--rows", "clocks", "--write", half]).status.code(), Some(0));
    }
    let written = |half: &str| -> Vec<PathBuf> {
        fs::read_dir(dir.join(half)).unwrap().map(|file| file.unwrap().path()).collect()
    };
    assert!(!written("tuning").is_empty() && !written("held-out").is_empty());
    let both = written("tuning").len() + written("held-out").len();
    assert_eq!(run(&["--rows", "clocks", "--write", "both"]).status.code(), Some(0));
    assert_eq!(written("both").len(), both);
    assert_eq!(run(&["--quick", "--rows", "clocks", "--write", "quick"]).status.code(), Some(0));
    assert_eq!(written("quick").len(), 1);
    assert!(text(&run(&["--rows", "nothing"]).stderr).contains("no row of the corpus is called so"));
    assert_eq!(bench(&dir, &["--half", "tuning"]).output().unwrap().status.code(), Some(2));
}

#[test]
fn an_unexpected_verdict_of_any_choice_gives_exit_code_1() {
    let dir = directory("regret-wrong");
    let generated = Command::new(env!("CARGO_BIN_EXE_savoir")).args(["generate", "counter", "3"]).output().unwrap();
    let wrong = text(&generated.stdout).replacen("expect: true", "expect: false", 1);
    fs::write(dir.join("wrong.ispl"), wrong).unwrap();
    let done = bench(&dir, &["--regret", "--repeat", "1", "--models", "wrong.ispl"]).output().unwrap();
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stdout).contains("UNEXPECTED: wrong.ispl, formula 1, auto"), "{}", text(&done.stdout));
}

#[test]
fn ctrl_c_keeps_what_is_there() {
    let dir = directory("interrupt");
    let slow = script(&dir, "slow", "touch started\nsleep 60");
    let mut command = bench(&dir, &["muddy:2,3", "--against", &slow, "--json", "part.json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !dir.join("started").exists() && start.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let done = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(50));
    assert_eq!(done.status.code(), Some(130));
    assert!(text(&done.stdout).contains("stopped"), "{}", text(&done.stdout));
    let report = json(&dir.join("part.json"));
    assert_eq!(report["rows"].as_array().unwrap().len(), 1);
    assert_eq!(report["rows"][0]["against"][0]["end"], "interrupted");
    assert_clean(&dir);
}
