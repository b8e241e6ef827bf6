//! Errors about names, types and logics, and lints, that are mended by machine.

use savoir_model::{lint::lint, resolve};
use savoir_syntax::Applicability::{self, MaybeWrong, Safe};
use savoir_syntax::{Diagnostic, apply_fixes, parse};

const MODEL: &str = "Agent Environment
  Vars: h : 0..5; end Vars
  Actions = {n};
  Protocol: Other : {n}; end Protocol
  Evolution: h = h + 1 if h < 5; end Evolution
end Agent
Agent M
  Vars:
    x : 0..3;
    state : {idle, busy};
  end Vars
  Actions = {go, stay};
  Protocol:
    x = 0 : {go};
    Other : {go, stay};
  end Protocol
  Evolution:
    x = 1 and state = busy if Action = go;
  end Evolution
end Agent
Evaluation
  p if M.x = 1;
  q if M.state = busy and Environment.h = 1;
end Evaluation
InitStates
  M.x = 0 and M.state = idle;
end InitStates
Groups
  g = {M};
end Groups
Formulae
  AG p;
  EF q;
end Formulae
";

fn findings(text: &str) -> Vec<Diagnostic> {
    let parsed = parse(text);
    assert!(parsed.is_ok(), "{text}: {:?}", parsed.diagnostics);
    let resolution = resolve(&parsed.tree);
    let lints = resolution.model.map_or(Vec::new(), |model| lint(&model, &parsed.tree));
    resolution.diagnostics.into_iter().chain(lints).collect()
}

/// Replaces a part of the model; its first fix leads to the model with `mended` in the place of the part.
fn mends(part: &str, broken: &str, title: &str, applicability: Applicability, mended: &str) {
    assert!(MODEL.contains(part), "{part}");
    let text = MODEL.replacen(part, broken, 1);
    let found = findings(&text);
    let fix = found[0].fixes.first().unwrap_or_else(|| panic!("no fix for {found:?}"));
    assert_eq!((fix.title.as_str(), fix.applicability), (title, applicability), "{broken}");
    let after = apply_fixes(&text, &[fix]).0;
    assert_eq!(after, MODEL.replacen(part, mended, 1), "{broken}");
    assert!(findings(&after).iter().all(|found| !found.is_error()), "{after}");
}

#[test]
fn the_model_is_fine() {
    assert_eq!(findings(MODEL), []);
}

#[test]
fn misspelt_names_are_written_as_guessed() {
    mends("AG p", "AG M.redStates", "write `M.RedStates`", MaybeWrong, "AG M.RedStates");
    mends("AG p", "AG M.sate = busy", "write `M.state`", MaybeWrong, "AG M.state = busy");
    mends("M.state = busy and", "M.stae = busy and", "write `M.state`", MaybeWrong, "M.state = busy and");
    mends("M.state = busy and", "M.state = bussy and", "write `busy`", MaybeWrong, "M.state = busy and");
    mends("M.x = 1;", "x = 1;", "write `M.x`", MaybeWrong, "M.x = 1;");
    mends("Action = go", "Action = og", "write `go`", MaybeWrong, "Action = go");
    mends("{M};", "{m};", "write `M`", MaybeWrong, "{M};");
    mends("AG p", "AG True", "write `true`", MaybeWrong, "AG true");
    mends("Other : {go, stay}", "other : {go, stay}", "write `Other`", MaybeWrong, "Other : {go, stay}");
}

#[test]
fn declarations_are_mended() {
    mends("0..3;", "3..0;", "write `0..3`", MaybeWrong, "0..3;");
    mends("{go, stay};\n  Pro", "{go, stay, go};\n  Pro", "remove it", MaybeWrong, "{go, stay};\n  Pro");
    mends("{idle, busy}", "{idle, idle, busy}", "remove the second `idle`", Safe, "{idle, busy}");
    mends("Other : {go, stay}", "Other : {go, go, stay}", "remove the second `go`", Safe, "Other : {go, stay}");
    mends("g = {M}", "g = {M, M}", "remove the second `M`", Safe, "g = {M}");
    let add = "add `h` to the `Lobsvars` of `M`";
    let reads = MODEL.replace("x = 0 : {go}", "x = 0 and Environment.h = 1 : {go}");
    let fix = &findings(&reads)[0].fixes[0];
    assert_eq!(fix.title, add);
    let after = apply_fixes(&reads, &[fix]).0;
    assert!(after.contains("Agent M\n  Lobsvars = {h};\n  Vars:\n"), "{after}");
    assert_eq!(findings(&after), []);
    let empty = reads.replace("Agent M\n", "Agent M\n  Lobsvars = {};\n");
    assert!(apply_fixes(&empty, &[&findings(&empty)[0].fixes[0]]).0.contains("Lobsvars = {h};"));
}

#[test]
fn formulas_are_mended() {
    mends("AG p", "G p", "write `AG`", MaybeWrong, "AG p");
    mends("AG p", "CTL* G p and F q", "write `A (…)`", MaybeWrong, "CTL* A (G p and F q)");
    mends("AG p;", "AG p; -- expect false", "write `expect: false`", MaybeWrong, "AG p; -- expect: false");
    let title = "remove the expectation that does not count";
    mends("  AG p;", "  -- expect: true\n  AG p; -- expect: false", title, Safe, "  AG p; -- expect: false");
    mends("AG p;", "AG p; -- atl uniform", "write `atl: uniform`", MaybeWrong, "AG p; -- atl: uniform");
    let title = "write `uniform:common`";
    mends("AG p;", "AG p; -- atl: uniform:comon", title, MaybeWrong, "AG p; -- atl: uniform:common");
    let title = "write `uniform-model:g`";
    mends("AG p;", "AG p; -- atl: uniform-model:G", title, MaybeWrong, "AG p; -- atl: uniform-model:g");
    let title = "remove the reading that does not count";
    mends("  AG p;", "  -- atl: perfect\n  AG p; -- atl: uniform", title, Safe, "  AG p; -- atl: uniform");
}

#[test]
fn lines_with_two_assignments_are_split() {
    let text = format!("Semantics = SA;\n{MODEL}");
    let fix = &findings(&text)[0].fixes[0];
    let after = apply_fixes(&text, &[fix]).0;
    assert!(after.contains("\n    x = 1 if Action = go;\n    state = busy if Action = go;\n"), "{after}");
    assert_eq!(findings(&after), []);
}

#[test]
fn what_is_not_used_is_removed() {
    mends("{go, stay};\n  Pro", "{go, stay, run};\n  Pro", "remove the action", Safe, "{go, stay};\n  Pro");
    mends("  p if", "  unused if M.x = 0;\n  p if", "remove the proposition", Safe, "  p if");
    mends("p if", "unused if M.x = 0; p if", "remove the proposition", Safe, "p if");
    let text = MODEL
        .replace("    x : 0..3;\n", "    x : 0..3;\n    c : 0..1;\n")
        .replace("x = 1 and state", "x = 1 and c = 0 and state")
        .replace("M.x = 0 and M.state", "M.c = 0 and M.x = 0 and M.state");
    let found = findings(&text);
    let fix = &found[0].fixes[0];
    assert_eq!((fix.title.as_str(), fix.applicability), ("remove `M.c`", MaybeWrong));
    assert_eq!(apply_fixes(&text, &[fix]).0, MODEL);
}
