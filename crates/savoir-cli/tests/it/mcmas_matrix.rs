//! Every option of `savoir mcmas`, alone and with others, with every kind of model: whatever a model is like, each of its
//! formulas has one line, in its order, and the rest is as MCMAS writes it.

use super::common::fresh;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The beginning of most models: somebody who may count to three, and who begins where the rest says.
const COUNTER: &str = "Agent Environment
  Vars: e : boolean; end Vars
  Actions = {tick};
  Protocol: Other : {tick}; end Protocol
  Evolution: e = false if Action = tick; end Evolution
end Agent
Agent M
  Vars: x : 0..3; end Vars
  RedStates: x = 3; end RedStates
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 3 and Action = inc; end Evolution
end Agent
Agent N
  Vars: y : boolean; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: y = true if M.Action = inc; end Evolution
end Agent
Evaluation top if M.x = 3; low if M.x = 0; end Evaluation
";
const START: &str =
    "InitStates Environment.e = false and M.x = 0 and N.y = false; end InitStates Groups g = {M}; end Groups\n";
const FORMULAS: &str =
    "Formulae EF top; AG low; AF top; <g>F top; K(N, low); EG low; O(M, !top); LTL F top; CTL* E F top; end Formulae\n";

/// What the formulas of a model are, where nothing but the options of strategies matters.
#[derive(Clone, Copy)]
enum Verdicts {
    /// These, in the readings without uniform strategies.
    Known(&'static str),
    /// There is no page of verdicts, and this is the exit code.
    Refused(i32),
}

/// A kind of model.
struct Kind {
    name: &'static str,
    text: String,
    verdicts: Verdicts,
    /// Whether there are fairness constraints, which `-atlk 0` does not go with.
    fair: bool,
    exit: i32,
}

fn kinds() -> Vec<Kind> {
    let kind =
        |name, text: String, verdicts, exit| Kind { name, fair: text.contains("Fairness"), text, verdicts, exit };
    let known = |name, text: String, verdicts| kind(name, text, Verdicts::Known(verdicts), 0);
    let with = |middle: &str, formulas: &str| format!("{COUNTER}{START}{middle}{formulas}");
    let groups = |formulas: &str| with("", &format!("Formulae {formulas} end Formulae\n"));
    vec![
        known("ordinary", with("", FORMULAS), "TFFTTTTFT"),
        known("fair", with("Fairness top; end Fairness\n", FORMULAS), "TFTTTFTTT"),
        known("no-fair-path", with("Fairness low; top; end Fairness\n", FORMULAS), "TTTTTTTTT"),
        known("deadlock", with("", FORMULAS).replace("Other : {inc, wait}", "x < 3 : {inc}"), "TFTTTFTTF"),
        known("overflow", with("", FORMULAS).replace("if x < 3 and Action", "if Action"), "TFFTTTTFT"),
        known("two-initial-states", with("", FORMULAS).replace("M.x = 0 and", "(M.x = 0 or M.x = 2) and"), "TFFTFFTFT"),
        known("no-formulas", groups(""), ""),
        kind(
            "group-variables",
            groups("<?Y>F top; EF top; DK(?Y, low); AG low; <?Z>G low;"),
            Verdicts::Known("?T?F?"),
            255,
        ),
        kind("only-group-variables", groups("<?Y>F top;"), Verdicts::Known("?"), 255),
        kind(
            "no-initial-states",
            with("", FORMULAS).replace("M.x = 0 and", "M.x = 0 and M.x = 1 and"),
            Verdicts::Refused(255),
            255,
        ),
        kind("wrong-name", with("", FORMULAS).replace("AG low", "AG lo"), Verdicts::Refused(255), 255),
        kind("wrong-syntax", with("", FORMULAS).replace("end Formulae", "end"), Verdicts::Refused(255), 255),
    ]
}

/// Options that change how something is found or how much is said, and no verdict.
const PLAIN: &[&str] = &[
    "",
    "-v 0",
    "-v 1",
    "-v 2",
    "-v 5",
    "-u",
    "-q",
    "-e 1",
    "-e 2",
    "-e 3",
    "-o 1",
    "-o 2",
    "-o 3",
    "-o 4",
    "-g 0",
    "-g 1",
    "-g 2",
    "-g 3",
    "-d 0",
    "-d 1",
    "-d 2",
    "-d 3",
    "-nobddcache",
    "-k",
    "-a",
    "-c 0",
    "-c 1",
    "-c 2",
    "-c 3",
    "-p out",
    "-p nowhere",
    "-exportmodel",
    "-f 0",
    "-l 0",
    "-uc 1",
    "-n",
    "-atlk 1",
    "-atlk 3",
];
/// Other names for some of them.
const LONG: &[&str] =
    &["-bdd_stats", "-bddgroup 1", "-dao 1", "-cex_prefix out", "-fullatl 0", "-atlcex 0", "-nosubset"];
/// Those that every other one is combined with.
const PARTNERS: &[&str] = &["-c 1", "-c 3", "-q -c 1", "-v 5 -u -k -a"];
/// Readings of strategies, whose verdicts are the business of other tests.
const READINGS: &[&str] = &["-atlk 0", "-atlk 2", "-uniform", "-ufgroup g", "-uniform -ufgroup g -atlk 1"];

/// A run: its exit code and what it printed.
pub(crate) fn mcmas(dir: &Path, words: &str, file: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.arg("mcmas").args(words.split_whitespace()).arg(file).current_dir(dir).stdin(Stdio::null());
    let done = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// The verdicts on a page, as letters; the numbers must be those of the formulas, each once and in their order.
pub(crate) fn verdicts(page: &str) -> String {
    let mut letters = String::new();
    for line in page.lines() {
        let letter = |word: &str| match word {
            "TRUE" => Some('T'),
            "FALSE" => Some('F'),
            "UNKNOWN" => Some('?'),
            _ => None,
        };
        if let Some(rest) = line.strip_prefix("  Formula number ") {
            let (number, rest) = rest.split_once(": ").unwrap();
            let (formula, word) =
                rest.strip_suffix(" in the model").and_then(|rest| rest.rsplit_once(", is ")).unwrap();
            assert_eq!(number.parse(), Ok(letters.len() + 1), "{page}");
            assert!(!formula.is_empty(), "{page}");
            letters.push(letter(word).unwrap());
        } else if let Some(letter) = letter(line) {
            letters.push(letter);
        }
    }
    letters
}

/// What is wrong with a page, if something is.
pub(crate) fn flaw(page: &str, quiet: bool) -> Option<String> {
    let lines: Vec<&str> = page.lines().collect();
    let mut milestones = vec![
        "Global syntax checking...",
        "Encoding BDD parameters...",
        "Building partial transition relation...",
        "Building BDD for initial states...",
        "Building reachable state space...",
        "Verifying properties...",
    ];
    if !quiet {
        milestones.insert(1, "Done");
        milestones.insert(6, "Checking formulae...");
    }
    let places: Vec<Vec<usize>> = milestones
        .iter()
        .map(|wanted| lines.iter().enumerate().filter(|(_, line)| *line == wanted).map(|(place, _)| place).collect())
        .collect();
    if places.iter().any(|places| places.len() != 1) || !places.is_sorted() {
        return Some(format!("{milestones:?} are at {places:?}"));
    }
    let ends = ["execution time = ", "number of reachable states = ", "BDD memory in use = "];
    for end in ends {
        if lines.iter().filter(|line| line.starts_with(end)).count() != 1 {
            return Some(format!("`{end}` is there not once"));
        }
    }
    let undecided = verdicts(page).matches('?').count();
    let decided = verdicts(page).len() - undecided;
    let done = format!("done, {decided} formulae successfully read and checked");
    if !quiet && !lines.contains(&done.as_str()) {
        return Some(format!("`{done}` is not there"));
    }
    states_flaw(&lines)
}

/// Witnesses: the numbers in their paths are those of the states that follow, which are numbered from 0.
fn states_flaw(lines: &[&str]) -> Option<String> {
    let mut used: BTreeSet<usize> = BTreeSet::new();
    // How many states were described, within a witness.
    let mut described: Option<usize> = None;
    for line in lines {
        let is_over = line.starts_with("  Formula number ") || line.starts_with("execution time = ");
        if is_over || ["TRUE", "FALSE", "UNKNOWN"].contains(line) {
            let number = described.take().unwrap_or(0);
            if std::mem::take(&mut used) != (0..number).collect() {
                return Some(format!("the paths before `{line}` are not about its {number} states"));
            }
        } else if let Some(path) = line.strip_prefix("   < ") {
            used.extend(path.trim_end_matches("> ").split_whitespace().map(|number| number.parse::<usize>().unwrap()));
        } else if *line == "  States description: " {
            described = Some(0);
        } else if let Some(number) = described.as_mut()
            && line.starts_with("------------- State: ")
        {
            if *line != format!("------------- State: {number} -----------------") {
                return Some(format!("`{line}` is not state {number}"));
            }
            *number += 1;
        }
    }
    None
}

/// Runs a kind of model with some options, and looks at everything.
fn try_out(dir: &Path, kind: &Kind, words: &str) {
    let file = format!("{}.ispl", kind.name);
    let (exit, page, complaints) = mcmas(dir, words, &file);
    let about = || format!("{words} {file}: exit {exit:?}\n{page}{complaints}");
    assert!(!complaints.contains("panicked") && exit != Some(101) && exit.is_some(), "{}", about());
    let has = |word: &str| words.split_whitespace().any(|other| other == word);
    match kind.verdicts {
        _ if has("-atlk") && words.contains("-atlk 0") && kind.fair => {
            assert_eq!(exit, Some(1), "{}", about());
            assert!(complaints.contains("`-atlk 0` cannot be used"), "{}", about());
        }
        Verdicts::Refused(code) => {
            assert_eq!(exit, Some(code), "{}", about());
            assert!(verdicts(&page).is_empty() && page.trim_end().ends_with("error(s)."), "{}", about());
        }
        Verdicts::Known(expected) => {
            assert_eq!(exit, Some(kind.exit), "{}", about());
            if let Some(flaw) = flaw(&page, has("-q")) {
                panic!("{flaw}: {}", about());
            }
            let found = verdicts(&page);
            let uniform = words.contains("-atlk 2") || words.contains("-uf") || words.contains("-uniform");
            if uniform {
                let known = |letters: &str| letters.chars().map(|letter| letter != '?').collect::<Vec<bool>>();
                assert_eq!(known(&found), known(expected), "{}", about());
            } else {
                assert_eq!(found, expected, "{}", about());
            }
            let warned = page.contains("  Warning: The fairness constraint does not hold in any paths.\n");
            assert_eq!(warned, kind.name == "no-fair-path", "{}", about());
            for (place, letter) in expected.chars().enumerate() {
                let told = complaints.contains(&format!("formula number {} has a group variable", place + 1));
                assert_eq!(told, letter == '?', "{}", about());
            }
            if !(has("nowhere") && (words.contains("-c 2") || words.contains("-c 3") || has("-exportmodel"))) {
                assert!(complaints.lines().all(|line| line.contains("has a group variable")), "{}", about());
            }
        }
    }
}

/// The models in a directory, for one test.
fn directory(name: &str) -> std::path::PathBuf {
    let dir = fresh("mcmas-matrix", name);
    fs::create_dir(dir.join("out")).unwrap();
    for kind in kinds() {
        fs::write(dir.join(format!("{}.ispl", kind.name)), kind.text).unwrap();
    }
    dir
}

#[test]
fn every_option_goes_with_every_kind_of_model() {
    let dir = directory("single");
    for kind in kinds() {
        PLAIN.iter().chain(LONG).for_each(|words| try_out(&dir, &kind, words));
    }
}

#[test]
fn pairs_of_options_go_with_every_kind_of_model() {
    let dir = directory("pairs");
    for kind in kinds() {
        for partner in PARTNERS {
            PLAIN.iter().for_each(|words| try_out(&dir, &kind, &format!("{partner} {words}")));
        }
    }
}

#[test]
fn every_reading_goes_with_every_kind_of_model() {
    let dir = directory("readings");
    for kind in kinds() {
        for reading in READINGS {
            for words in
                ["", "-c 1", "-c 3 -p out", "-q", "-k -a -c 1", "-v 5 -u", "-exportmodel", "-e 1 -c 1", "-o 2 -d 0"]
            {
                try_out(&dir, &kind, &format!("{reading} {words}"));
            }
        }
    }
}

/// The dialogue has no verdicts; whatever is typed, it ends, and only a model without one is refused.
#[test]
fn the_dialogue_goes_with_every_kind_of_model_and_option() {
    use std::io::Write;
    let dir = directory("dialogue");
    for kind in kinds() {
        let file = format!("{}.ispl", kind.name);
        for words in ["-s", "-s -q", "-s -c 1 -k -a", "-s -uniform", "-s -exportmodel"] {
            for typed in ["", "y", "y\n1\n1\n1\n1\n1\n0\n0\n-1\n", "n p n e", "9999999999999999999 -9 \u{fffd} 0 0 y 0"]
            {
                let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
                command.arg("mcmas").args(words.split_whitespace()).arg(&file).current_dir(&dir);
                let mut running =
                    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
                // A model that is refused reads nothing.
                let _ = running.stdin.take().unwrap().write_all(typed.as_bytes());
                let done = running.wait_with_output().unwrap();
                let page = String::from_utf8_lossy(&done.stdout);
                let complaints = String::from_utf8_lossy(&done.stderr);
                let expected = if kind.name.starts_with("wrong") { 255 } else { 0 };
                assert_eq!(done.status.code(), Some(expected), "{words} {file} {typed:?}: {page}{complaints}");
                assert!(verdicts(&page).is_empty(), "{words} {file} {typed:?}: {page}");
                let empty = page.ends_with("No initial state. Check your model!\n");
                assert_eq!(empty, kind.name == "no-initial-states", "{words} {file} {typed:?}: {page}");
            }
        }
    }
}
