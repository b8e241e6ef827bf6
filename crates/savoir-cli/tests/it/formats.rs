//! The formats of `check` and `lint`: published schemas, streams, and what other programs read.

use crate::common::{counting_or_waiting, fresh, root};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MODEL: &str = counting_or_waiting!(
    "Evaluation top if M.x = 3; unused if M.x = 2; end Evaluation
InitStates M.x = 0; end InitStates
Groups g = {M}; end Groups
Formulae
  -- name: possible & \"quoted\"
  EF top;
  AF top;
  K(M, !top) and <g>F top;
end Formulae
"
);

fn directory(name: &str) -> PathBuf {
    let dir = fresh("formats", name);
    fs::write(dir.join("good.ispl"), MODEL).unwrap();
    fs::write(dir.join("wrong, 100%.ispl"), MODEL.replace("M.x = 3", "M.y = 3")).unwrap();
    dir
}

/// The same with a model that counts too far in `over.ispl`.
fn directory_with_overflow(name: &str) -> PathBuf {
    let dir = directory(name);
    fs::write(dir.join("over.ispl"), MODEL.replace("x < 3 and ", "")).unwrap();
    dir
}

fn savoir(dir: &Path, words: &[&str]) -> (i32, String) {
    let (exit, out, _) = crate::common::savoir(dir, words);
    (exit, out)
}

/// Checks a JSON text against a published schema.
fn valid(text: &str, schema: &str) {
    let schema = fs::read_to_string(root().join("docs/schema").join(schema)).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let value: Value = serde_json::from_str(text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    follows(&value, &schema).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
}

#[test]
fn json_follows_the_published_schemas() {
    let dir = directory_with_overflow("schema");
    for words in [
        &["check", "good.ispl", "--format", "json"][..],
        &["check", "good.ispl", "--format", "json", "--timeout", "0s"],
        &["check", "good.ispl", "--format", "json", "--formula", "AF topp"],
        &["check", "good.ispl", "--format", "json", "--engine", "symbolic"],
        &["check", ".", "--format", "json"],
        &["check", "missing.ispl", "--format", "json"],
        &["lint", ".", "--format", "json"],
        &["check", "good.ispl", "--format", "jsonl"],
        &["check", "over.ispl", "--format", "json", "--deadlock", "--overflow"],
        &["check", "good.ispl", "--format", "json", "--cone"],
        &["check", "good.ispl", "--format", "json", "--stats"],
        &["check", "good.ispl", "--format", "json", "--deadlock", "--timeout", "0s"],
    ] {
        valid(&savoir(&dir, words).1, "result-2.json");
        let mut first = words.to_vec();
        let at = first.iter().position(|word| word.starts_with("json")).unwrap();
        let edition = format!("{}1", first[at]);
        first[at] = &edition;
        valid(&savoir(&dir, &first).1, "result-1.json");
    }
    for words in [
        &["stats", "good.ispl", "--format", "json"][..],
        &["stats", "good.ispl", "--format", "json", "--timeout", "0s"],
    ] {
        valid(&savoir(&dir, words).1, "stats-1.json");
    }
    savoir(&dir, &["sweep", ".", "-o", "sweep.jsonl", "--split"]);
    let sweep = fs::read_to_string(dir.join("sweep.jsonl")).unwrap();
    assert_eq!(sweep.lines().count(), 7);
    sweep.lines().for_each(|line| valid(line, "sweep-2.json"));
    let wrong: Value = serde_json::from_str(r#"{"schema": "savoir/result/1", "file": 7}"#).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/result-1.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(follows(&wrong, &schema).is_err());
}

#[test]
fn groups_follow_their_schema() {
    let dir = directory("groups");
    for example in ["committee.ispl", "muddy-children.ispl"] {
        fs::copy(root().join("examples").join(example), dir.join(example)).unwrap();
    }
    let mut found = 0;
    for words in [
        &["committee.ispl"][..],
        &["committee.ispl", "--only", "pass", "--group", "leaders", "--limit", "2", "--by", "symbolic"],
        &["committee.ispl", "--env", "--size", "0..2", "--by", "enumeration"],
        &["committee.ispl", "--only", "pass", "--atl", "uniform"],
        &["muddy-children.ispl", "--formula", "all_muddy -> GCK(?Y, K(?Z, some_mud)) -- name: see, expect: true"],
        &["muddy-children.ispl", "--formula", "GK(?Y, alice_muddy)"],
    ] {
        let (_, out) = savoir(&dir, &[&["synth", "--format", "json"], words].concat());
        valid(&out, "synth-1.json");
        let report: Value = serde_json::from_str(&out).unwrap();
        found += report["formulas"].as_array().unwrap().iter().filter(|it| it["satisfying"].is_string()).count();
    }
    assert_eq!(found, 6 + 1 + 6 + 1 + 1 + 1);
    for limit in [["--timeout", "0s"], ["--memory", "1"]] {
        let (exit, out) = savoir(&dir, &[&["synth", "committee.ispl", "--format", "json"][..], &limit].concat());
        assert_eq!(exit, 3);
        valid(&out, "synth-1.json");
        assert!(out.contains("\"undecided\": {"), "{out}");
    }
    fs::write(dir.join("bad.ispl"), "Agent").unwrap();
    let (exit, out) = savoir(&dir, &["synth", "bad.ispl", "--format", "json"]);
    assert_eq!(exit, 2);
    valid(&out, "synth-1.json");
}

#[test]
fn each_formula_says_how_it_is_read() {
    let dir = directory("reading");
    let (_, out) = savoir(&dir, &["check", "good.ispl", "--format", "json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let semantics = |index: usize| report["files"][0]["formulas"][index]["semantics"].to_string();
    assert_eq!(semantics(0), r#"{"atl":null,"fairness":0,"knowledge":null}"#);
    assert_eq!(semantics(2), r#"{"atl":"perfect-information","fairness":0,"knowledge":"observational"}"#);
    let (_, out) = savoir(&dir, &["check", "good.ispl", "--atl", "perfect"]);
    assert_eq!(out.matches("(strategies with perfect information, without memory)").count(), 1, "{out}");
}

#[test]
fn json_lines_have_one_object_a_file() {
    let dir = directory("lines");
    let (exit, out) = savoir(&dir, &["check", ".", "--format", "jsonl"]);
    assert_eq!((exit, out.lines().count()), (2, 2));
    let files: Vec<String> =
        out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["files"][0]["file"].to_string()).collect();
    assert_eq!(files, ["\"good.ispl\"", "\"wrong, 100%.ispl\""]);
}

#[test]
fn junit_counts_failures_and_errors() {
    let dir = directory("junit");
    let (exit, out) = savoir(&dir, &["check", ".", "--format", "junit"]);
    assert_eq!(exit, 2);
    assert!(out.contains("<testsuites name=\"savoir\" tests=\"4\" failures=\"1\" errors=\"1\">"), "{out}");
    assert!(out.contains("name=\"1: possible &amp; &quot;quoted&quot;\""), "{out}");
    assert!(out.contains("<failure message=\"formula 2 is false, expected true: AF top\">"), "{out}");
    assert!(out.contains("agent `M` has no variable `y`"), "{out}");
    let (_, out) = savoir(&dir, &["check", "good.ispl", "--format", "junit", "--timeout", "0s"]);
    assert!(out.contains("failures=\"0\" errors=\"3\"") && out.contains("is unknown (time limit reached)"), "{out}");
    let balanced = |tag: &str| out.matches(&format!("<{tag} ")).count() == out.matches(&format!("</{tag}>")).count();
    assert!(balanced("testsuite") && balanced("testcase") && balanced("testsuites"), "{out}");
}

#[test]
fn sarif_names_rules_and_places() {
    let dir = directory("sarif");
    let (_, out) = savoir(&dir, &["check", ".", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "{out}");
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
    }
    let place = |index: usize| &results[index]["locations"][0]["physicalLocation"];
    assert_eq!((&results[0]["ruleId"], &place(0)["region"]["startLine"]), (&"verdict".into(), &13.into()));
    assert_eq!(place(1)["artifactLocation"]["uri"], "wrong%2C%20100%25.ispl");
    let (exit, out) = savoir(&dir, &["lint", "good.ispl", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((exit, &log["runs"][0]["results"][0]["ruleId"]), (1, &"W0003".into()), "{out}");
}

#[test]
fn github_shows_annotations() {
    let dir = directory("github");
    let (_, out) = savoir(&dir, &["check", ".", "--format", "github"]);
    let (first, rest) = out.split_once('\n').unwrap();
    assert!(first.starts_with(
        "::error file=good.ispl,line=13,title=AF top::formula 2 is false, expected true: AF top%0A\
         `AF top` fails in the initial state s0: `top` never holds on this path from s0:%0A%0A  s0  M            x = 0%0A"
    ));
    assert!(first.ends_with("stays in s0, for ever%0A%0AReplayed, 1 step."), "{first}");
    assert_eq!(
        rest,
        "::error file=wrong%2C 100%25.ispl,line=7,endLine=7,col=21,endColumn=22,title=E0101::agent `M` has no variable `y`\n"
    );
}

#[test]
fn checks_of_the_model_are_shown_in_every_format() {
    let dir = directory_with_overflow("checks");
    let run = |format: &str| {
        savoir(&dir, &["check", "over.ispl", "--only", "1", "--overflow", "--deadlock", "--format", format]).1
    };
    let complaint = "overflow after 3 steps: the evolution of M assigns x = 4, which is out of range";
    let github = run("github");
    assert!(
        github.starts_with(&format!("::error file=over.ispl,line=5,title=overflow::{complaint}%0AIn s3,")),
        "{github}"
    );
    assert!(github.ends_with("%0A  s3  M            x = 3\n") && github.lines().count() == 1, "{github}");
    let junit = run("junit");
    assert!(junit.contains("tests=\"3\" failures=\"1\"") && junit.contains(complaint), "{junit}");
    let document = roxmltree::Document::parse(&junit).unwrap();
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(failure.text().unwrap().contains("s3  M            x = 3"), "{junit}");
    let sarif: Value = serde_json::from_str(&run("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["ruleId"]), (1, &"overflow".into()));
    let steps = results[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    assert_eq!((steps.len(), &steps[3]["state"]["M.x"]["text"]), (4, &"3".into()));
}

#[test]
fn verdicts_appear_as_they_are_found() {
    let dir = directory("stream");
    // The second model takes far longer than the first.
    let slow = MODEL.replace("0..3", "0..40000").replace("x < 3 ", "x < 40000 ");
    fs::write(dir.join("slow.ispl"), slow).unwrap();
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.args(["check", "good.ispl", "slow.ispl", "--engine", "explicit", "--timeout", "60s", "--exit-zero"]);
    let mut child = command.current_dir(&dir).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("EF top")));
    let first = start.elapsed();
    // The summary is the last thing.
    assert!(lines.any(|line| line.starts_with("2 files: ")));
    let all = start.elapsed();
    assert!(child.wait().unwrap().success());
    assert!(first < all / 2 && all > Duration::from_millis(50), "{first:?} of {all:?}");
}
