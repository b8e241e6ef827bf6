//! Several outputs of one run, evidence in each of them, and files that are not ours to replace.

use crate::common::{counting_or_waiting, fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const MODEL: &str = counting_or_waiting!(
    "Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Groups g = {M}; end Groups
Formulae
  -- name: safety
  AG !top;
  EF top;
  <g>F top;
  AF top;
end Formulae
"
);

/// A directory with a model whose first and last formulas fail, one with errors, and one in a directory that has the name of
/// the first.
fn directory(name: &str) -> PathBuf {
    let dir = fresh("outputs", name);
    fs::create_dir(dir.join("sub")).unwrap();
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    fs::write(dir.join("sub/m.ispl"), MODEL.replace("AG !top;", "AG EF top;").replace("  AF top;\n", "")).unwrap();
    fs::write(dir.join("wrong.ispl"), MODEL.replace("M.x = 3", "M.y = 3")).unwrap();
    dir
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}

/// A JSON text that follows a published schema.
fn valid(text: &str, schema: &str) -> Value {
    let schema: Value = serde_json::from_str(&read(&root().join("docs/schema").join(schema))).unwrap();
    let value: Value = serde_json::from_str(text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    follows(&value, &schema).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    value
}

#[test]
fn one_run_writes_every_format() {
    let dir = directory("all");
    let outputs = ["text:r.txt", "json:r.json", "jsonl:r.jsonl", "junit:r.xml", "sarif:r.sarif", "github:r.gh"];
    let outputs = outputs.iter().chain(&["json1:r1.json", "jsonl1:r1.jsonl", "html:pages/"]);
    let mut words = vec!["check", "m.ispl", "sub/m.ispl", "wrong.ispl"];
    outputs.for_each(|output| words.extend(["--output", output]));
    let (exit, out, err) = savoir(&dir, &words);
    assert!(exit == 2 && out.contains("✗   1  false    safety") && err.contains("E0101"), "{out}{err}");
    // The text is that of standard output.
    let text = read(&dir.join("r.txt"));
    assert_eq!(text.split_once("\n\n").unwrap().1, out);
    let value = valid(&read(&dir.join("r.json")), "result-2.json");
    assert_eq!((&value["ok"], &value["version"]), (&false.into(), &env!("CARGO_PKG_VERSION").into()));
    let ok: Vec<&Value> = value["files"].as_array().unwrap().iter().map(|file| &file["ok"]).collect();
    assert_eq!(ok, [&Value::Bool(false), &Value::Bool(true), &Value::Bool(false)]);
    assert!(value["files"][0]["formulas"][0].get("evidence").is_none(), "programs get evidence if they ask for it");
    let lines: Vec<Value> = read(&dir.join("r.jsonl")).lines().map(|line| valid(line, "result-2.json")).collect();
    assert_eq!(lines.iter().map(|line| &line["ok"]).collect::<Vec<_>>(), ok);
    assert_eq!(valid(&read(&dir.join("r1.json")), "result-1.json")["files"].as_array().unwrap().len(), 3);
    let lines: Vec<Value> = read(&dir.join("r1.jsonl")).lines().map(|line| valid(line, "result-1.json")).collect();
    assert_eq!(lines.len(), 3);
    junit_is_right(&read(&dir.join("r.xml")));
    sarif_is_right(&serde_json::from_str(&read(&dir.join("r.sarif"))).unwrap());
    let annotations = read(&dir.join("r.gh"));
    assert!(annotations.contains("::error file=m.ispl,line=12,title=safety::formula 1 is false, expected true"));
    let mut pages: Vec<String> = fs::read_dir(dir.join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    assert_eq!(pages, ["index.html", "m.html", "sub-m.html", "wrong.html"]);
    let contents = read(&dir.join("pages/index.html"));
    for part in [
        "Models: 3. Formulas: 7, 2 not as expected.",
        "href=\"m.html#f1\"",
        "href=\"sub-m.html#f1\"",
        "✗ false (expected true)",
        "has no variable `y`",
    ] {
        assert!(contents.contains(part), "{part} in {contents}");
    }
    assert!(read(&dir.join("pages/m.html")).contains("id=\"f1\""));
    assert!(read(&dir.join("pages/wrong.html")).contains("has no variable `y`"));
}

fn junit_is_right(text: &str) {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    let failures: Vec<_> = document.descendants().filter(|node| node.has_tag_name("failure")).collect();
    assert_eq!(failures.len(), 2, "{text}");
    assert_eq!(failures[0].attribute("message"), Some("formula 1 is false, expected true: AG !top"));
    let body = failures[0].text().unwrap();
    for line in ["  s0  M            x = 0", "  │   M: inc", "  s3  M            x = 3", "Replayed, 3 steps."] {
        assert!(body.lines().any(|found| found == line), "{line} in {body}");
    }
    assert!(failures[1].text().unwrap().contains("stays in s0, for ever"));
}

fn sarif_is_right(log: &Value) {
    let results = log["runs"][0]["results"].as_array().unwrap();
    let verdicts: Vec<&Value> = results.iter().filter(|result| result["ruleId"] == "verdict").collect();
    assert_eq!(verdicts.len(), 2, "{log}");
    let message = verdicts[0]["message"]["text"].as_str().unwrap();
    assert!(message.starts_with("formula 1 is false, expected true: AG !top\n`AG !top` fails"), "{message}");
    let flow = &verdicts[0]["codeFlows"][0]["threadFlows"][0];
    let steps = flow["locations"].as_array().unwrap();
    let sentences: Vec<&str> = steps.iter().map(|step| step["location"]["message"]["text"].as_str().unwrap()).collect();
    assert_eq!(sentences, ["s0: M.x = 0", "M: inc → s1: M.x = 1", "M: inc → s2: M.x = 2", "M: inc → s3: M.x = 3"]);
    for (number, step) in steps.iter().enumerate() {
        assert_eq!(
            (&step["executionOrder"], &step["state"]["M.x"]["text"]),
            (&(number + 1).into(), &number.to_string().into())
        );
        let place = &step["location"]["physicalLocation"];
        assert_eq!((&place["artifactLocation"]["uri"], &place["region"]["startLine"]), (&"m.ispl".into(), &12.into()));
    }
    let endless = verdicts[1]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    assert_eq!(endless.last().unwrap()["location"]["message"]["text"], "M: wait → back to s0, for ever");
}

/// Evidence in JSON is what a file of evidence has, and text.
#[test]
fn json_has_evidence_if_it_is_asked_for() {
    let dir = directory("json");
    savoir(&dir, &["check", "m.ispl", "--evidence=json:e.json"]);
    let whole = valid(&read(&dir.join("e.json")), "evidence-2.json");
    for words in [
        &["--evidence", "--format", "json"][..],
        &["--evidence=json", "--format", "json"],
        &["--evidence", "--format", "jsonl"],
    ] {
        let (exit, out, err) = savoir(&dir, &[&["check", "m.ispl"], words].concat());
        assert_eq!((exit, err.as_str()), (1, ""));
        let value = valid(&out, "result-2.json");
        for (number, formula) in value["files"][0]["formulas"].as_array().unwrap().iter().enumerate() {
            let (shown, entry) = (&formula["evidence"], &whole["formulas"][number]);
            assert!(!shown["text"].as_array().unwrap().is_empty());
            assert_eq!(
                (shown.get("tree"), shown.get("replay"), shown.get("sentence")),
                (entry.get("tree"), entry.get("replay"), entry.get("sentence"))
            );
        }
    }
    // The first edition has none, and a picture is no JSON.
    for words in [
        ["--evidence", "--format", "json1"],
        ["--evidence=svg", "--format", "json"],
        ["--evidence=json", "--format", "junit"],
    ] {
        assert_eq!(savoir(&dir, &[&["check", "m.ispl"], &words[..]].concat()).0, 2, "{words:?}");
    }
}

/// Formats for continuous integration say why by themselves, about what is not as expected, and not at any price.
#[test]
fn only_what_is_unexpected_is_explained_by_itself() {
    let dir = directory("unexpected");
    let run = |words: &[&str]| savoir(&dir, &[&["check", "m.ispl", "--format", "junit"], words].concat()).1;
    let texts = |out: &str| out.matches("Replayed").count();
    assert_eq!(texts(&run(&[])), 2);
    assert_eq!(texts(&run(&["--evidence=none"])), 0);
    assert_eq!(texts(&run(&["--only", "2"])), 0);
    // What makes evidence impossible is not refused because of it.
    let parts = ["--parallel", "simple", "--engine", "symbolic", "--only", "1"];
    for words in [&["--cone"][..], &parts, &["--parallel", "distributed", "--only", "1"]] {
        let out = run(words);
        assert!(texts(&out) == 0 && out.contains("formula 1 is false, expected true"), "{words:?}: {out}");
    }
    // A long counterexample is cut.
    fs::write(
        dir.join("m.ispl"),
        MODEL.replace("0..3", "0..300").replace("x < 3", "x < 300").replace("= 3;", "= 300;"),
    )
    .unwrap();
    for (format, lines) in [("junit", 90), ("github", 20), ("sarif", 20)] {
        let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--only", "1", "--format", format]);
        let cut = out.split("more lines, which `savoir check --evidence` shows").count();
        assert_eq!(cut, 2, "{out}");
        let text = out.replace("%0A", "\n").replace("\\n", "\n");
        let before = text.split("more lines, which").next().unwrap();
        let first = before.find("fails in the initial state").unwrap();
        assert!(before[first..].lines().count() <= lines, "{format}: {before}");
        if format == "sarif" {
            let log: Value = serde_json::from_str(&out).unwrap();
            let steps = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
            let last = &steps.as_array().unwrap()[200]["location"]["message"]["text"];
            assert_eq!((steps.as_array().unwrap().len(), last), (201, &"101 more states follow".into()));
        }
    }
}

#[test]
fn evidence_for_several_models_goes_to_a_directory() {
    let dir = directory("several");
    for (format, names) in [
        ("json", &["m.json", "sub-m.json"][..]),
        ("html", &["m.html", "sub-m.html"]),
        ("svg", &["m-1.svg", "sub-m-1.svg"]),
        ("text", &["m.txt", "sub-m.txt"]),
        ("itf", &["m/formula1.itf.json", "sub-m/formula2.itf.json"]),
        ("mcmas", &["m/formula1.dot", "sub-m/formula2.info"]),
    ] {
        let wish = format!("--evidence={format}:{format}-files/");
        let (_, _, err) = savoir(&dir, &["check", "m.ispl", "sub/m.ispl", &wish]);
        assert_eq!(err, "", "{format}");
        for name in names {
            assert!(dir.join(format!("{format}-files/{name}")).is_file(), "{format}: {name}");
        }
    }
    for name in ["m", "sub-m"] {
        let evidence = format!("json-files/{name}.json");
        let model = if name == "m" { "m.ispl" } else { "sub/m.ispl" };
        let (exit, out, err) = savoir(&dir, &["replay", &evidence, model]);
        assert_eq!(exit, 0, "{out}{err}");
    }
    // A directory that is there need not be marked as one.
    fs::create_dir(dir.join("there")).unwrap();
    assert_eq!(savoir(&dir, &["check", "m.ispl", "--evidence=json:there"]).2, "");
    assert!(dir.join("there/m.json").is_file());
}

/// Every option that writes a file, with the file.
const WRITERS: [(&[&str], &str); 30] = [
    (&["check", "m.ispl", "--output", "text:F"], "F"),
    (&["check", "m.ispl", "--output", "json:F"], "F"),
    (&["check", "m.ispl", "--output", "jsonl:F"], "F"),
    (&["check", "m.ispl", "--output", "json1:F"], "F"),
    (&["check", "m.ispl", "--output", "junit:F"], "F"),
    (&["check", "m.ispl", "--output", "sarif:F"], "F"),
    (&["check", "m.ispl", "--output", "github:F"], "F"),
    (&["check", "m.ispl", "--output", "html:F.html"], "F.html"),
    (&["check", "m.ispl", "--output", "html:F"], "F/index.html"),
    (&["check", "m.ispl", "--evidence=text:F"], "F"),
    (&["check", "m.ispl", "--evidence=json:F"], "F"),
    (&["check", "m.ispl", "--evidence=dot:F"], "F"),
    (&["check", "m.ispl", "--evidence=svg:F", "--only", "1"], "F"),
    (&["check", "m.ispl", "--evidence=html:F"], "F"),
    (&["check", "m.ispl", "--evidence=tikz:F"], "F"),
    (&["check", "m.ispl", "--evidence=html:F/"], "F/m.html"),
    (&["check", "m.ispl", "--evidence=itf:F"], "F/formula1.itf.json"),
    (&["check", "m.ispl", "--evidence=mcmas:F"], "F/formula1.dot"),
    (&["check", "m.ispl", "--evidence=mcmas:F"], "F/formula1.info"),
    (&["check", "m.ispl", "--strategy=python:F"], "F"),
    (&["check", "m.ispl", "--strategy=rust:F"], "F"),
    (&["check", "m.ispl", "--strategy=json:F"], "F"),
    (&["check", "m.ispl", "--engine", "symbolic", "--save-order", "F"], "F"),
    (&["lint", "m.ispl", "--output", "sarif:F"], "F"),
    (&["graph", "m.ispl", "--format", "json", "-o", "F"], "F"),
    (&["generate", "muddy", "3", "-o", "F"], "F"),
    (&["bench", "--models", "m.ispl", "--json", "F"], "F"),
    (&["bench", "--models", "m.ispl", "--markdown", "F"], "F"),
    (&["bench", "--models", "m.ispl", "--svg", "F"], "F"),
    (&["man", "--directory", "."], "savoir-check.1"),
];

#[test]
fn only_results_of_earlier_runs_are_replaced() {
    for (words, file) in WRITERS {
        let dir = directory("replaced");
        let path = dir.join(file);
        let run = |more: &[&str]| {
            let (exit, _, err) = savoir(&dir, &[words, more].concat());
            (exit == 2, err)
        };
        // What is not there is written, and what was written is written again.
        for time in 1..=2 {
            let (failed, err) = run(&[]);
            assert!(!failed && path.is_file(), "{words:?}, time {time}: {err}");
        }
        let ours = read(&path);
        assert!(!ours.is_empty());
        // What is empty has nothing to lose.
        fs::write(&path, "").unwrap();
        assert!(!run(&[]).0, "{words:?}");
        for precious in ["precious\n", MODEL, "{}\n", "<html></html>"] {
            fs::write(&path, precious).unwrap();
            let (failed, err) = run(&[]);
            assert!(failed && err.contains("cannot write `") && err.contains("use `--force`"), "{words:?}: {err}");
            assert_eq!(read(&path), precious, "{words:?}");
        }
        let (failed, err) = run(&["--force"]);
        assert!(!failed && read(&path) != "<html></html>", "{words:?}: {err}");
    }
}

/// What cannot be written is found out before the work begins.
#[test]
fn a_file_in_the_way_is_noticed_at_once() {
    let dir = directory("early");
    fs::write(dir.join("notes"), "precious").unwrap();
    for words in [
        &["check", "m.ispl", "--output", "junit:notes"][..],
        &["check", "m.ispl", "--evidence=html:notes"],
        &["check", "m.ispl", "--save-order", "notes"],
        &["lint", "m.ispl", "--output", "json:notes"],
        &["check", "m.ispl", "--output", "json:nowhere/r.json"],
    ] {
        let (exit, out, err) = savoir(&dir, words);
        assert_eq!((exit, out.as_str()), (2, ""), "{words:?}: {err}");
        assert!(err.starts_with("error: cannot write `no"), "{words:?}: {err}");
    }
}

/// `--force` is about what is in the way, not about what is read.
#[test]
fn what_is_read_is_never_replaced() {
    let dir = directory("read");
    for words in [
        &["check", "m.ispl", "--output", "json:m.ispl"][..],
        &["check", ".", "--output", "sarif:sub/m.ispl"],
        &["check", "m.ispl", "--evidence=json:m.ispl"],
        &["check", "m.ispl", "--output", "json:r", "--output", "junit:r"],
        &["lint", "m.ispl", "--output", "json:m.ispl"],
        &["graph", "m.ispl", "-o", "m.ispl"],
    ] {
        let (exit, _, err) = savoir(&dir, &[words, &["--force"]].concat());
        assert!(exit == 2 && err.contains("name a"), "{words:?}: {err}");
        assert_eq!(read(&dir.join("m.ispl")), MODEL, "{words:?}");
        assert!(!dir.join("r").exists());
    }
}

/// Nothing is written if one of several files cannot be.
#[test]
fn pages_are_written_together_or_not_at_all() {
    let dir = directory("together");
    fs::create_dir(dir.join("pages")).unwrap();
    fs::write(dir.join("pages/sub-m.html"), "precious").unwrap();
    let (exit, _, err) = savoir(&dir, &["check", "m.ispl", "sub/m.ispl", "--output", "html:pages"]);
    assert!(exit == 2 && err.contains("cannot write `pages/sub-m.html`"), "{err}");
    assert_eq!(fs::read_dir(dir.join("pages")).unwrap().count(), 1);
}

/// A script that somebody wrote is no session that was saved.
#[test]
fn a_saved_session_replaces_only_a_saved_session() {
    let dir = directory("session");
    fs::write(dir.join("script"), "start 1\nsave session\nsave session\nsave script\n").unwrap();
    let (exit, out, err) = savoir(&dir, &["simulate", "m.ispl", "--script", "script"]);
    assert!(exit == 2 && out.matches("written to session").count() == 2, "{out}");
    assert!(err.contains("cannot write `script`: it is there already and is no session of savoir"), "{err}");
    assert_eq!(savoir(&dir, &["simulate", "m.ispl", "--script", "session"]).0, 0);
}
