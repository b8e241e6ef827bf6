//! Random models with random options of `savoir mcmas`: the page is well-formed, and its verdicts are those of `savoir check`.

use super::common::fresh;
use super::mcmas_matrix::{flaw, mcmas, verdicts};
use savoir_testkit::random::Rng;
use savoir_testkit::{Options, RandomModel, cases};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Options that change no verdict.
const WORDS: &[&str] = &[
    "-c 1",
    "-c 2",
    "-c 3",
    "-q",
    "-k",
    "-a",
    "-v 5",
    "-u",
    "-e 1",
    "-e 2",
    "-o 3",
    "-g 0",
    "-d 0",
    "-exportmodel",
    "-p .",
];

/// The exit code and the verdicts of `savoir check`; `None` if the model is refused.
fn checked(dir: &Path) -> (Option<i32>, Option<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    let done = command.args(["check", "--format", "json", "m.ispl"]).current_dir(dir).output().unwrap();
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    let letter = |formula: &Value| match formula["verdict"].as_str() {
        Some("true") => 'T',
        Some("false") => 'F',
        _ => '?',
    };
    let letters = report["files"][0]["formulas"].as_array().map(|formulas| formulas.iter().map(letter).collect());
    (done.status.code(), letters.filter(|_| done.status.code() != Some(2)))
}

#[test]
fn pages_about_random_models_are_well_formed_and_right() {
    let dir = fresh("mcmas-random", "models");
    let options = Options { formulas: 6, max_space: 200, ..Options::default() };
    let mut rng = Rng::new(5);
    let (mut pages, mut refused) = (0, 0);
    for seed in 0..cases(600) {
        // Readings are the business of comments only in our own language.
        let text = RandomModel::generate(seed, &options).to_ispl();
        fs::write(dir.join("m.ispl"), &text).unwrap();
        let words = rng.some(WORDS, 20).join(" ");
        let (exit, page, complaints) = mcmas(&dir, &words, "m.ispl");
        let about = || format!("seed {seed}, {words}: {exit:?}\n{page}{complaints}\n{text}");
        let (_, expected) = checked(&dir);
        let Some(expected) = expected else {
            assert_eq!(exit, Some(255), "{}", about());
            refused += 1;
            continue;
        };
        assert_eq!((exit, verdicts(&page)), (Some(0), expected), "{}", about());
        assert_eq!(flaw(&page, words.contains("-q")), None, "{}", about());
        pages += 1;
    }
    assert!(pages > refused, "{pages} pages, {refused} refused");
}
