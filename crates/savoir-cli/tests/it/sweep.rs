//! `savoir sweep`: what it does, and that nothing is lost or done twice when it is killed.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn model(top: u32) -> String {
    format!(
        "Agent M
  Vars: x : 0..{top}; end Vars
  Actions = {{inc}};
  Protocol: Other : {{inc}}; end Protocol
  Evolution: x = x + 1 if x < {top}; end Evolution
end Agent
Evaluation top if M.x = {top}; end Evaluation
InitStates M.x = 0; end InitStates
Formulae
  EF top;
  -- expect: false
  AG !top;
  AF top;
end Formulae
"
    )
}

/// A directory with some tiny models in `models`.
fn directory(name: &str, models: u32) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join("models/more")).unwrap();
    for number in 1..=models {
        let place = if number % 2 == 0 { "models/more" } else { "models" };
        fs::write(dir.join(place).join(format!("m{number}.ispl")), model(number)).unwrap();
    }
    dir
}

fn sweep(dir: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.args(["sweep", "models", "-o", "results.jsonl"]).args(words).current_dir(dir).stdin(Stdio::null());
    command
}

fn run(dir: &Path, words: &[&str]) -> Output {
    sweep(dir, words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The records; the last line may be cut short.
fn records(dir: &Path) -> Vec<Value> {
    let content = fs::read_to_string(dir.join("results.jsonl")).unwrap();
    let whole = content.rfind('\n').map_or("", |end| &content[..end]);
    whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn models_formulas_and_options_are_combined() {
    let dir = directory("combined", 3);
    let done =
        run(&dir, &["--split", "--with", "--engine explicit", "--with", "--engine symbolic", "--timeout", "60s"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let records = records(&dir);
    assert_eq!(records.len(), 3 * 3 * 2);
    for record in &records {
        assert_eq!((&record["schema"], &record["end"]), (&"savoir/sweep/2".into(), &"done".into()), "{record}");
        let formulas = record["report"]["files"][0]["formulas"].as_array().unwrap();
        assert_eq!((formulas.len(), &formulas[0]["index"]), (1, &record["job"]["only"]));
        let engine = record["report"]["files"][0]["engine"].as_str().unwrap();
        assert_eq!(record["job"]["options"], format!("--engine {engine}"));
    }
    let table = text(&done.stdout);
    assert!(table.contains("--engine symbolic     9     6      3        0           0"), "{table}");
    // Nothing is left to do.
    let again = run(&dir, &["--split", "--with", "--engine explicit", "--resume"]);
    assert!(again.status.success() && records.len() == self::records(&dir).len());
    let refused = run(&dir, &[]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("go on with --resume"));
}

#[test]
fn shards_do_every_job_once() {
    let dir = directory("shards", 5);
    let mut seen = BTreeSet::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let output = format!("part-{}.jsonl", &shard[..1]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args([
            "sweep",
            "models",
            "--formula",
            "EF top",
            "--formula",
            "AG top",
            "--shard",
            shard,
            "-o",
            &output,
        ]);
        assert_eq!(command.current_dir(&dir).output().unwrap().status.code(), Some(1));
        for line in fs::read_to_string(dir.join(&output)).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert!(seen.insert(record["job"].to_string()), "{line}");
        }
    }
    assert_eq!(seen.len(), 10);
}

#[test]
fn limits_and_errors_are_results() {
    let dir = directory("limits", 1);
    fs::write(dir.join("models/wrong.ispl"), "Agent").unwrap();
    let done = run(&dir, &["--timeout", "0s"]);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stdout));
    let records = records(&dir);
    let of = |name: &str| records.iter().find(|record| record["job"]["file"] == name).unwrap();
    let late = &of("models/m1.ispl");
    assert_eq!((&late["end"], &late["exit"]), (&"done".into(), &3.into()));
    assert_eq!(late["report"]["files"][0]["formulas"][0]["reason"], "time limit reached");
    let wrong = of("models/wrong.ispl");
    assert_eq!(wrong["end"], "error");
    assert!(wrong["message"].as_str().unwrap().contains("E0"), "{wrong}");
    for words in [
        &["--with", "--format json"][..],
        &["--with", "--no-such-option"],
        &["--with", "other.ispl"],
        &["--shard", "4/3"],
        &["--split", "--formula", "EF top"],
    ] {
        let refused = run(&dir, words);
        assert_eq!(refused.status.code(), Some(2), "{words:?}");
        assert!(text(&refused.stderr).starts_with("error: "), "{words:?}");
    }
    fs::write(dir.join("results.jsonl"), "{\"schema\": \"other/1\"}\n").unwrap();
    let refused = run(&dir, &["--resume"]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("line 1, is no result of a sweep"));
}

/// How many results there are about a model, and the last verdict on its first formula.
fn results_of(dir: &Path, name: &str) -> (usize, Value) {
    let records: Vec<Value> = records(dir).into_iter().filter(|record| record["job"]["file"] == name).collect();
    let last =
        records.last().map_or(Value::Null, |record| record["report"]["files"][0]["formulas"][0]["verdict"].clone());
    (records.len(), last)
}

#[test]
fn what_has_changed_is_done_again() {
    let dir = directory("changed", 3);
    let (one, three) = ("models/m1.ispl", "models/m3.ispl");
    let resume = |words: &[&str]| {
        let done = run(&dir, &[&["--resume"], words].concat());
        (done.status.code(), text(&done.stderr))
    };
    assert_eq!(resume(&[]), (Some(0), String::new()));
    assert_eq!(resume(&[]), (Some(0), String::new()));
    assert_eq!((results_of(&dir, one), results_of(&dir, three)), ((1, "true".into()), (1, "true".into())));
    // Another content, with the same name and length and even the same time.
    let before = fs::metadata(dir.join(three)).unwrap().modified().unwrap();
    fs::write(dir.join(three), model(3).replace("x < 3", "x < 2")).unwrap();
    fs::File::options().write(true).open(dir.join(three)).unwrap().set_modified(before).unwrap();
    let (exit, said) = resume(&[]);
    assert_eq!((exit, said.as_str()), (Some(1), "1 result is about another content or other limits: done again\n"));
    assert_eq!((results_of(&dir, one), results_of(&dir, three)), ((1, "true".into()), (2, "false".into())));
    // The last result counts, so nothing is left; and what is as it was is done again, too.
    assert_eq!(resume(&[]), (Some(1), String::new()));
    fs::write(dir.join(three), model(3)).unwrap();
    assert_eq!(resume(&[]).0, Some(0));
    assert_eq!(results_of(&dir, three), (3, "true".into()));
    // What is decided stands whatever the limits are; what is not does not.
    assert_eq!(resume(&["--timeout", "1h"]), (Some(0), String::new()));
    assert_eq!(resume(&["--formula", "EF top", "--timeout", "0s"]).0, Some(3));
    assert_eq!(resume(&["--formula", "EF top", "--timeout", "0s"]), (Some(3), String::new()));
    let (exit, said) = resume(&["--formula", "EF top", "--timeout", "1m"]);
    assert_eq!((exit, said.as_str()), (Some(0), "3 results are about another content or other limits: done again\n"));
}

#[test]
fn an_order_that_options_name_belongs_to_the_content() {
    let dir = directory("order", 1);
    fs::write(dir.join("order"), "M.x 0\n").unwrap();
    let resume = || {
        let with = "--engine symbolic --load-order order";
        text(&run(&dir, &["--resume", "--with", with]).stderr)
    };
    assert_eq!((resume(), resume()), (String::new(), String::new()));
    fs::write(dir.join("order"), "M.x 0\nM.x' 0\n").unwrap();
    assert!(resume().starts_with("1 result is about another content"));
    assert_eq!(records(&dir).len(), 2);
}

/// Results that do not say what they are about are no reason to stop, but nothing rests on them.
#[test]
fn results_of_the_first_edition_are_done_again() {
    let dir = directory("first", 1);
    let old = r#"{"schema":"savoir/sweep/1","job":{"file":"models/m1.ispl","only":null,"formula":null,"options":""},"end":"done","exit":0,"seconds":0.1,"memory":1,"report":{"file":"models/m1.ispl","formulas":[{"verdict":"false","expected":null}]}}"#;
    fs::write(dir.join("results.jsonl"), format!("{old}\n")).unwrap();
    let done = run(&dir, &["--resume"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(results_of(&dir, "models/m1.ispl"), (2, "true".into()));
}

#[test]
fn evidence_goes_into_results_or_a_directory() {
    let dir = directory("evidence", 2);
    assert!(run(&dir, &["--evidence"]).status.success());
    for record in records(&dir) {
        let formula = &record["report"]["files"][0]["formulas"][0];
        assert!(formula["evidence"]["tree"].is_object() && record["job"]["evidence"] == "report", "{record}");
    }
    let words = ["--resume", "--split", "--with", "", "--with", "--engine symbolic", "--evidence=html:pages"];
    let done = run(&dir, &words);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let mut names: Vec<String> = fs::read_dir(dir.join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!((names.len(), names[0].as_str()), (2 * 3 * 2, "m1-formula1-variant1.html"));
    for record in records(&dir).iter().filter(|record| record["job"]["only"].is_u64()) {
        let page = fs::read_to_string(dir.join(record["job"]["evidence"].as_str().unwrap())).unwrap();
        assert!(page.ends_with("</html>\n"));
    }
    for wrong in ["--evidence=html", "--evidence=none", "--evidence=gif:pages"] {
        assert_eq!(run(&dir, &["--resume", wrong]).status.code(), Some(2), "{wrong}");
    }
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_killed_loses_and_repeats_nothing() {
    const MODELS: usize = 12;
    let dir = directory("killed", MODELS as u32);
    let jobs = MODELS * 3;
    let (mut kills, mut sweeps, mut dice) = (0, 0, Dice(7));
    let mut kept: Vec<String> = Vec::new();
    // On a busy machine the first one may be killed before it has made the file.
    fs::write(dir.join("results.jsonl"), "").unwrap();
    while kills < 50 {
        let mut child = sweep(&dir, &["--split", "--resume", "--jobs", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(5 + dice.below(90)));
        let finished = child.try_wait().unwrap();
        if finished.is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        let now: Vec<String> = records(&dir).iter().map(Value::to_string).collect();
        assert!(now.starts_with(&kept), "a result is gone");
        let unique: BTreeSet<String> = records(&dir).iter().map(|record| record["job"].to_string()).collect();
        assert_eq!(unique.len(), now.len(), "a job was done twice");
        kept = now;
        if let Some(status) = finished {
            assert!(status.success() && kept.len() == jobs, "{status}, {} of {jobs}", kept.len());
            // All done: begin another one, sometimes with a line that was cut short.
            let rest = if sweeps % 2 == 0 { "{\"schema\": \"sav" } else { "" };
            fs::write(dir.join("results.jsonl"), rest).unwrap();
            kept.clear();
            sweeps += 1;
        }
    }
    let done = run(&dir, &["--split", "--resume"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let all: BTreeSet<String> = records(&dir).iter().map(|record| record["job"].to_string()).collect();
    assert_eq!((all.len(), records(&dir).len()), (jobs, jobs));
    assert!(records(&dir).iter().all(|record| record["end"] == "done"));
}
