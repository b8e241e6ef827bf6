//! Levels of lints, from the command line and from comments in the model.

use crate::common::{fresh, savoir};
use std::fs;
use std::path::PathBuf;

/// A model with an unused action and an action that is listed twice.
const MODEL: &str = "Agent M
  Vars: x : 0..3; end Vars
  Actions = {inc, dec};
  Protocol: Other : {inc, inc}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Formulae EF top; end Formulae
";

fn bench(name: &str, text: &str) -> PathBuf {
    let dir = fresh("levels", name);
    fs::write(dir.join("m.ispl"), text).unwrap();
    dir
}

/// The exit code of `savoir lint` with these options, and the headings of its findings.
fn lint(name: &str, text: &str, options: &[&str]) -> (i32, Vec<String>) {
    let (exit, out, err) = savoir(&bench(name, text), &[&["lint", "m.ispl"], options].concat());
    assert_eq!(err, "", "{options:?}");
    let headings = out.lines().filter_map(|line| line.split_once("]: ").map(|(heading, _)| format!("{heading}]")));
    (exit, headings.collect())
}

#[test]
fn options_of_lint() {
    let lint = |options: &[&str]| lint("options", MODEL, options);
    let both = |first: &str, second: &str| vec![format!("{first}[W0011]"), format!("{second}[W0002]")];
    assert_eq!(lint(&[]), (1, both("warning", "warning")));
    assert_eq!(lint(&["--deny", "unused-action"]), (1, both("warning", "error")));
    assert_eq!(lint(&["--deny", "warnings"]), (1, both("error", "error")));
    assert_eq!(lint(&["--deny=warnings", "--warn=W0011", "--allow=W0002"]), (1, vec!["error[W0011]".to_owned()]));
    assert_eq!(lint(&["--allow", "W0002", "--allow", "repeated-item"]), (0, Vec::new()));
    assert_eq!(lint(&["--allow", "warnings"]), (0, Vec::new()));
}

#[test]
fn comments_in_the_model() {
    let file_wide = format!("-- savoir: allow(unused-action, repeated-item)\n{MODEL}");
    assert_eq!(lint("file", &file_wide, &["--deny", "warnings"]), (0, Vec::new()));
    let of_a_line = MODEL.replace("  Actions", "  -- savoir: allow(W0002)\n\n  -- dec comes later\n  Actions");
    assert_eq!(lint("line", &of_a_line, &[]), (1, vec!["warning[W0011]".to_owned()]));
    let behind = MODEL.replace("{inc, dec};", "{inc, dec}; -- savoir: deny(unused-action)");
    assert_eq!(lint("behind", &behind, &["--allow", "W0011"]), (1, vec!["error[W0002]".to_owned()]));
    let unknown = format!("-- savoir: allow(unused-acton)\n{MODEL}");
    let (exit, found) = lint("unknown", &unknown, &["--allow", "W0002", "--allow", "W0011"]);
    assert_eq!((exit, found), (1, vec!["warning[W0013]".to_owned()]));
}

#[test]
fn what_is_denied_makes_a_check_fail() {
    let dir = bench("check", MODEL);
    let check = |options: &[&str]| {
        let (exit, out, err) = savoir(&dir, &[&["check", "m.ispl"], options].concat());
        assert!(out.contains("1 true, all as expected"), "{out}");
        (exit, err.contains("W0011"))
    };
    assert_eq!(check(&[]), (0, true));
    assert_eq!(check(&["--deny", "repeated-item"]), (1, true));
    assert_eq!(check(&["--deny", "warnings", "--exit-zero"]), (0, true));
    assert_eq!(check(&["--allow", "repeated-item", "--deny", "warnings"]), (0, false));
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--deny", "warnings", "--format", "json"]);
    assert!(out.contains("\"severity\": \"denied\""), "{out}");
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--deny", "warnings", "--format", "github"]);
    assert!(out.starts_with("::error file=m.ispl,line=4"), "{out}");
}

#[test]
fn names_that_are_no_lints() {
    let dir = bench("names", MODEL);
    for (word, said) in [
        ("unused-acton", "there is no lint `unused-acton`; did you mean `unused-action`?"),
        ("E0101", "`unknown-variable` is an error, and errors have no level"),
    ] {
        let (exit, out, err) = savoir(&dir, &["lint", "m.ispl", "--deny", word]);
        assert!(exit == 2 && out.is_empty() && err.contains(said), "{err}");
    }
    let (exit, out, _) = savoir(&dir, &["explain", "unused-action"]);
    assert!(exit == 0 && out.contains("The lint is called `unused-action`; its level is `warn`"), "{out}");
}
