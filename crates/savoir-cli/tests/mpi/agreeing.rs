//! What several processes say is what one says.

use crate::common::{fresh, root, savoir, together};
use savoir_testkit::random::{FairnessRate, FormulaKind};
use savoir_testkit::{Options, RandomModel};
use std::fs;
use std::path::Path;

/// Algorithms with numbers of processes and of threads for each.
const WAYS: [(&str, usize, &str); 8] = [
    ("semi", 2, "1"),
    ("simple", 2, "2"),
    ("merge", 2, "1"),
    ("full", 2, "1"),
    ("semi", 3, "2"),
    ("simple", 3, "1"),
    ("merge", 3, "2"),
    ("full", 3, "1"),
];

/// Compares what several processes say about files with what one says.
fn compare(dir: &Path, files: &[&str], more: &[&str], partitions: Option<&str>) {
    // Parts have no notes.
    let check = [&["check", "--notes", "off"], files, more].concat();
    let (exit, page, complaints) = savoir(dir, &[&check[..], &["--engine", "symbolic", "--parallel", "off"]].concat());
    assert!(page.contains("reachable states") && !page.contains("unknown"), "{page}{complaints}");
    for (algorithm, processes, threads) in WAYS {
        let way = ["--parallel", algorithm, "--threads", threads];
        let partitions: Vec<&str> = partitions.map(|count| ["--partitions", count]).into_iter().flatten().collect();
        let (exit_together, together, errors) = together(processes, dir, &[&check[..], &way, &partitions].concat());
        assert_eq!(together, page, "{way:?} {processes} {files:?} {errors}");
        assert_eq!(exit_together, exit, "{way:?} {processes} {files:?} {errors}");
        // What is wrong with a model is said once.
        for line in complaints.lines().filter(|line| line.starts_with("error") || line.starts_with("warning")) {
            let count = |text: &str| text.lines().filter(|other| *other == line).count();
            assert_eq!(count(&errors), count(&complaints), "{line}: {way:?} {processes}\n{errors}");
        }
    }
}

#[test]
fn examples() {
    let files = fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "ispl"))
        .map(|path| format!("examples/{}", path.file_name().unwrap().to_str().unwrap()))
        .collect();
    files.sort();
    let has_uniform = |file: &&str| {
        let text = fs::read_to_string(root().join(file)).unwrap();
        text.lines().any(|line| line.trim_start().starts_with("-- atl: uniform"))
    };
    let (uniform, files): (Vec<&str>, Vec<&str>) = files.iter().map(String::as_str).partition(has_uniform);
    assert!(files.len() > 8, "{files:?}");
    compare(&root(), &files, &[], None);
    // One of its formulas cannot be decided in parts.
    assert_eq!(uniform, ["examples/committee.ispl"]);
    compare(&root(), &uniform, &["--only", "1", "--only", "2"], Some("5"));
}

#[test]
fn random_models() {
    let dir = fresh("random-models");
    let fair = Options { fairness: FairnessRate::Always, ..Options::default() };
    for seed in 0..40 {
        let options = if seed % 3 == 0 { &fair } else { &Options::default() };
        let text = RandomModel::generate(70_000 + seed, options).to_ispl();
        fs::write(dir.join(format!("{seed:02}.ispl")), text).unwrap();
    }
    compare(&dir, &["."], &[], None);
}

/// States that are distributed over processes, beside those of one.
fn compare_distributed(dir: &Path, files: &[&str]) {
    let check = [&["check", "--notes", "off"], files].concat();
    let (exit, page, complaints) = savoir(dir, &[&check[..], &["--engine", "explicit", "--parallel", "off"]].concat());
    assert!(page.contains("reachable states") && !page.contains("unknown"), "{page}{complaints}");
    for processes in 2..=4 {
        let (exit_together, together, errors) =
            together(processes, dir, &[&check[..], &["--parallel", "distributed"]].concat());
        assert_eq!((exit_together, &together), (exit, &page), "{processes} {errors}");
    }
}

#[test]
fn distributed_states_of_examples() {
    let files = ["bit-transmission", "dining-cryptographers", "muddy-children"];
    let files = files.map(|name| format!("examples/{name}.ispl"));
    compare_distributed(&root(), &files.each_ref().map(String::as_str));
}

#[test]
fn distributed_states_of_random_models() {
    let dir = fresh("random-distributed");
    let options = Options { kinds: vec![FormulaKind::Ctl, FormulaKind::Knowledge], ..Options::default() };
    for seed in 0..40 {
        let text = RandomModel::generate(80_000 + seed, &options).to_ispl();
        fs::write(dir.join(format!("{seed:02}.ispl")), text).unwrap();
        let name = format!("{seed:02}.ispl");
        // Some formulas of every kind are about strategies or paths, which are refused.
        if savoir(&dir, &["check", &name, "--parallel", "distributed"]).0 == 2 {
            fs::remove_file(dir.join(name)).unwrap();
        }
    }
    assert!(fs::read_dir(&dir).unwrap().count() > 15);
    compare_distributed(&dir, &["."]);
}

#[test]
fn reports_and_plans_are_written_once() {
    let dir = fresh("reports");
    savoir(&dir, &["generate", "dining-ck", "6", "-o", "m.ispl"]);
    let arguments = ["check", "m.ispl", "--parallel", "full", "--threads", "1", "--partitions", "4", "--explain-plan"];
    let json = [&arguments[..], &["--format", "json"]].concat();
    let (exit, out, errors) = together(2, &dir, &json);
    assert_eq!(exit, 0, "{errors}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let report = &report["files"][0];
    assert_eq!(report["parts"]["seats"].as_array().unwrap().len(), 4, "{out}");
    assert!(report["parts"]["bytes"].as_u64().unwrap() > 0);
    // All states come together in the first process, which has the evidence.
    let semi = ["check", "m.ispl", "--parallel", "semi", "--evidence=json:together.json", "--save-order", "order"];
    let (exit, _, errors) = together(3, &dir, &semi);
    assert_eq!(exit, 0, "{errors}");
    savoir(&dir, &["check", "m.ispl", "--engine", "symbolic", "--parallel", "off", "--evidence=json:alone.json"]);
    let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
    assert_eq!(read("together.json"), read("alone.json"));
    assert!(dir.join("order").exists());
}
