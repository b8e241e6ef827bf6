//! Limits on time and memory, which the options of MCMAS cannot set.

use super::options::{self, Wish};
use super::{DONE, UNDECIDED, WRONG_MODEL, check};
use crate::args::Limits;
use savoir::Loaded;
use std::cell::RefCell;
use std::ffi::OsString;
use std::time::Duration;

const MODEL: &str = "Agent M
  Vars: x : 0..3; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 3 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Groups g = {M}; end Groups
Formulae EF top; AG top; <g>F top; end Formulae
";

/// The exit code and the page of a run with limits.
fn run(words: &str, text: &str, limits: &Limits) -> (u8, String) {
    let words: Vec<OsString> = words.split_whitespace().chain(["m.ispl"]).map(OsString::from).collect();
    let Ok(Wish::Run(options)) = options::read(&words) else { panic!("{words:?} are refused") };
    let page = RefCell::new(String::new());
    let exit = check(&options, &Loaded::from_text("m.ispl", text), limits, &|text| page.borrow_mut().push_str(text));
    (exit, page.into_inner())
}

/// The lines with verdicts.
fn lines(page: &str) -> Vec<&str> {
    page.lines().filter(|line| line.starts_with("  Formula number ")).collect()
}

#[test]
fn what_no_limit_stops_is_decided() {
    let (exit, page) = run("-c 1", MODEL, &Limits { timeout: None, memory: None, threads: None });
    assert_eq!((exit, lines(&page).len()), (DONE, 3), "{page}");
    assert!(page.contains("done, 3 formulae"), "{page}");
}

#[test]
fn formulas_without_a_verdict_have_one_line_each() {
    let expected = [
        "  Formula number 1: (EF top), is UNKNOWN in the model",
        "  Formula number 2: (AG top), is UNKNOWN in the model",
        "  Formula number 3: (<g>F top), is UNKNOWN in the model",
    ];
    let no_time = Limits { timeout: Some(Duration::ZERO), memory: None, threads: None };
    let no_memory = Limits { timeout: None, memory: Some(1), threads: None };
    for limits in [no_time, no_memory] {
        for words in
            ["", "-c 1", "-k -a", "-k -a -c 1", "-e 1 -c 1", "-atlk 2 -c 1", "-uniform -c 1", "-ufgroup g -c 1"]
        {
            let (exit, page) = run(words, MODEL, &limits);
            assert_eq!((exit, lines(&page)), (UNDECIDED, expected.to_vec()), "{words}: {page}");
            for line in ["done, 0 formulae successfully read and checked", "number of reachable states = unknown"] {
                assert!(page.contains(&format!("\n{line}\n")), "{words}: {page}");
            }
            let fair = MODEL.replace("Formulae EF", "Fairness top; end Fairness Formulae EF");
            assert_eq!(lines(&run(words, &fair, &limits).1), expected, "{words}");
            // What cannot be decided at all outranks what was not.
            let (exit, page) = run(words, &MODEL.replace("AG top", "<?Y>F top"), &limits);
            assert_eq!((exit, lines(&page).len()), (WRONG_MODEL, 3), "{words}: {page}");
        }
    }
}
