//! Syntax errors that are mended by machine.

use savoir_syntax::Applicability::{self, MaybeWrong, Safe};
use savoir_syntax::{apply_fixes, parse};

const MODEL: &str = "Agent M
  Vars:
    x : 0..3;
    b : boolean;
  end Vars
  Actions = {go, stay};
  Protocol:
    x = 0 : {go};
    Other : {go, stay};
  end Protocol
  Evolution:
    x = 1 and b = true if Action = go;
  end Evolution
end Agent
Evaluation
  p if M.x = 1;
  q if M.b = true;
end Evaluation
InitStates
  M.x = 0;
end InitStates
Formulae
  AG p;
  AG (p -> q);
end Formulae
";

/// The first fix of the first error after a replacement, and the text after it.
fn first_fix(text: &str) -> (String, Applicability, String) {
    let parsed = parse(text);
    let found = parsed.diagnostics.first().unwrap_or_else(|| panic!("no error in {text}"));
    let fix = found.fixes.first().unwrap_or_else(|| panic!("no fix for {found:?}"));
    (fix.title.clone(), fix.applicability, apply_fixes(text, &[fix]).0)
}

/// Breaks the model at `part`; the first fix mends it again.
fn mends(part: &str, broken: &str, title: &str, applicability: Applicability) {
    mends_to(part, broken, title, applicability, part);
}

fn mends_to(part: &str, broken: &str, title: &str, applicability: Applicability, mended: &str) {
    assert!(MODEL.contains(part), "{part}");
    let (found, how, text) = first_fix(&MODEL.replacen(part, broken, 1));
    assert_eq!((found.as_str(), how), (title, applicability), "{broken}");
    assert_eq!(text, MODEL.replacen(part, mended, 1), "{broken}");
    assert!(parse(&text).is_ok(), "{text}");
}

#[test]
fn missing_tokens_are_inserted() {
    mends("  x : 0..3;\n", "  x : 0..3\n", "insert `;`", Safe);
    mends("boolean;\n", "boolean\n", "insert `;`", Safe);
    mends("stay};\n  Protocol", "stay}\n  Protocol", "insert `;`", Safe);
    mends("{go};", "{go}", "insert `;`", Safe);
    mends("p if M.x = 1;", "p if M.x = 1", "insert `;`", MaybeWrong);
    mends("q if M.b = true;", "q if M.b = true", "insert `;`", Safe);
    mends("AG (p -> q);", "AG (p -> q)", "insert `;`", Safe);
    mends("(p -> q);", "(p -> q;", "insert `)`", MaybeWrong);
    mends("{go, stay};\n  Pro", "{go stay};\n  Pro", "insert `,`", MaybeWrong);
    mends("Vars:\n", "Vars\n", "insert `:`", Safe);
    mends("Actions = {", "Actions {", "insert `=`", Safe);
    mends("{go, stay};\n  Pro", "go, stay;\n  Pro", "write braces", MaybeWrong);
}

#[test]
fn missing_ends_are_inserted_on_lines_of_their_own() {
    mends("  end Vars\n", "", "insert `end Vars`", Safe);
    mends("  end Evolution\n", "", "insert `end Evolution`", Safe);
    mends("end Agent\n", "", "insert `end Agent`", Safe);
    mends("end Evaluation\n", "", "insert `end Evaluation`", Safe);
    mends("end Formulae\n", "", "insert `end Formulae`", Safe);
    let noted = "-- and so on\nend Formulae\n";
    mends_to("end Formulae\n", "-- and so on\n", "insert `end Formulae`", Safe, noted);
    mends_to("end Formulae\n", "-- expect: false", "insert `end Formulae`", Safe, "-- expect: false\nend Formulae\n");
    mends("end Vars", "End Vars", "write `end`", Safe);
    mends("end Formulae", "end Formula", "write `Formulae`", Safe);
    mends("end Formulae", "end", "write `end Formulae`", Safe);
    mends("end Evaluation", "end InitStates", "write `Evaluation`", MaybeWrong);
    mends("end Agent", "end Agent;", "remove `;`", Safe);
    let one_line =
        "Agent M Vars: x : boolean; Actions = {a}; Protocol: end Protocol Evolution: end Evolution end Agent";
    assert!(first_fix(one_line).2.contains("boolean; end Vars Actions"));
}

#[test]
fn knowledge_and_strategies_of_other_notations_are_rewritten() {
    mends_to("AG p", "<<M>>F p", "write single brackets", Safe, "<M>F p");
    mends_to("AG p", "AG CK(M, p)", "write `GCK`", Safe, "AG GCK(M, p)");
    mends_to("AG p", "EK(M, p)", "write `GK`", Safe, "GK(M, p)");
    mends_to("AG p", "AG K_M p", "write `K(M, …)`", Safe, "AG K(M, p)");
    mends_to("AG p", "K_M (p and q)", "write `K(M, …)`", Safe, "K(M, p and q)");
    mends_to("AG p", "K M !p and q", "write `K(M, …)`", Safe, "K(M, !p) and q");
    mends_to("AG p", "C_M EF p", "write `GCK(M, …)`", Safe, "GCK(M, EF p)");
    mends_to("AG p", "K M (M.x) = 1", "write `K(M, …)`", Safe, "K(M, (M.x) = 1)");
}

#[test]
fn foreign_operators_are_replaced() {
    mends("x = 0 :", "x == 0 :", "write `=`", Safe);
    mends("x = 1 and", "x := 1 and", "write `=`", Safe);
    mends_to("x = 0 :", "x=<1 :", "write `<=`", Safe, "x<=1 :");
    mends("x = 1 and b", "x = 1 && b", "write `and`", Safe);
    mends("p -> q", "p => q", "write `->`", Safe);
    mends_to("p -> q", "p&&q", "write `and`", Safe, "p and q");
    mends_to("p -> q", "p | q", "write `or`", Safe, "p or q");
    mends_to("p -> q", "p OR q", "write `or`", Safe, "p or q");
    mends_to("p -> q", "p iff q", "write `<->`", Safe, "p <-> q");
    mends_to("p -> q", "p -> not q", "write `!`", Safe, "p -> ! q");
    mends_to("p -> q", "p -> ~q", "write `!`", Safe, "p -> !q");
    mends_to("M.x = 0", "M.x => 0", "write `>=`", MaybeWrong, "M.x >= 0");
    mends_to("AG p", "CTL AG p", "remove `CTL`", Safe, "AG p");
    mends_to("AG p", "<M, N>X p", "write braces", Safe, "<{M, N}>X p");
    mends("Formulae\n", "Formula\n", "write `Formulae`", MaybeWrong);
    mends_to("AG p", "AG (M.x == 1)", "write `=`", Safe, "AG (M.x = 1)");
    mends_to("  M.x = 0;\n", "", "insert `true;`", MaybeWrong, "true; ");
}

#[test]
fn foreign_comments_are_rewritten() {
    mends_to("Agent M", "# a note\nAgent M", "write `--`", Safe, "-- a note\nAgent M");
    mends_to("Agent M", "// a note\nAgent M", "write `--`", Safe, "-- a note\nAgent M");
    mends_to("Agent M", "/* one\n two */ \nAgent M", "write `--`", Safe, "-- one\n--  two  \nAgent M");
    // What stands behind it would become a part of it.
    assert!(parse("/* one */ Agent M").diagnostics[0].fixes.is_empty());
    mends_to("p if", "\"p if", "remove the quote", MaybeWrong, "p if");
}

#[test]
fn line_ends_of_windows_stay() {
    let text = MODEL.replace("  end Vars\n", "").replace('\n', "\r\n");
    assert_eq!(first_fix(&text).2, MODEL.replace('\n', "\r\n"));
}
