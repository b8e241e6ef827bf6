//! One mistake, one message: what is said about the slips that people make, and where.

use savoir_model::{resolve, resolve_formula};
use savoir_syntax::{Diagnostic, LineIndex, parse};

const MODEL: &str = "Agent Environment
  Vars: h : 0..5; end Vars
  Actions = {n};
  Protocol: Other : {n}; end Protocol
  Evolution: h = h + 1 if h < 5; end Evolution
end Agent
Agent M
  Vars:
    x : 0..3;
    b : boolean;
  end Vars
  RedStates: x = 1; end RedStates
  Actions = {go, stay};
  Protocol:
    x = 0 : {go};
    Other : {go, stay};
  end Protocol
  Evolution:
    x = 1 and b = true
      if Action = go;
  end Evolution
end Agent
Evaluation
  p if M.x = 1;
  q if M.b = true;
end Evaluation
InitStates
  M.x = 0;
end InitStates
Groups
  g = {M};
end Groups
Formulae
  AG p;
end Formulae
";

/// Line, message and first help of every finding about the text.
fn findings(text: &str) -> Vec<String> {
    let parsed = parse(text);
    let found = if parsed.is_ok() { resolve(&parsed.tree).diagnostics } else { parsed.diagnostics };
    let lines = LineIndex::new(text);
    found.iter().map(|found| format!("{}: {}", lines.line(found.primary.span.start) + 1, shown(found))).collect()
}

fn shown(found: &Diagnostic) -> String {
    let help = found.help.first().map_or(String::new(), |help| format!(" ({help})"));
    format!("{}{help}", found.message)
}

/// Replaces a part of the model and compares what is said then.
fn says(part: &str, replacement: &str, expected: &str) {
    assert!(MODEL.contains(part), "{part}");
    let found = findings(&MODEL.replace(part, replacement));
    assert_eq!(found.len(), 1, "{replacement}: {found:#?}");
    assert!(found[0].contains(expected), "{replacement}: {} instead of {expected}", found[0]);
}

fn formula_says(text: &str, expected: &str) {
    let parsed = parse(MODEL);
    let mut model = resolve(&parsed.tree).model.unwrap();
    let found = resolve_formula(&mut model, text).unwrap_err();
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    assert!(shown(&found[0]).contains(expected), "{text}: {} instead of {expected}", shown(&found[0]));
}

#[test]
fn the_model_is_fine() {
    assert_eq!(findings(MODEL), [""; 0]);
}

#[test]
fn misspelt_sections() {
    for (part, replacement, expected) in [
        ("Formulae", "Formula", "33: there is no section `Formula` (did you mean `Formulae`?)"),
        ("end Formulae", "end Formula", "35: expected `Formulae`, found `Formula` (write `end Formulae`)"),
        ("Agent M", "Agnet M", "7: there is no section `Agnet` (did you mean `Agent`?)"),
        ("Evaluation", "evaluation", "23: there is no section `evaluation` (did you mean `Evaluation`?)"),
        ("Vars:\n    x", "Var:\n    x", "8: there is no section `Var` (did you mean `Vars`?)"),
        ("Actions = {go", "Action = {go", "13: there is no section `Action` (did you mean `Actions`?)"),
        ("Formulae", "Properties", "33: expected a section"),
        ("Evaluation\n", "Meaning\n", "23: expected a section"),
        ("RedStates: x = 1; end RedStates", "Colours: x = 1; end Colours", "12: expected a section"),
    ] {
        says(part, replacement, expected);
    }
}

#[test]
fn ends_of_sections() {
    for (part, replacement, expected) in [
        ("  end Vars\n  Red", "  end\n  Red", "11: expected `Vars` after `end`, found `RedStates` (write `end Vars`)"),
        ("end Agent\nAgent M", "end\nAgent M", "6: expected `Agent` after `end`, found `Agent`"),
        ("end Agent\nEval", "end\nEval", "22: expected `Agent` after `end`, found `Evaluation`"),
        ("end Formulae", "end", "35: expected `Formulae` after `end`, found the end of the file"),
        ("  end Evolution\nend Agent\nEv", "end Agent\nEv", "expected `end Evolution`, found `end Agent`"),
        ("  end Vars\n  Red", "  End Vars\n  Red", "11: expected `end`, found `End`"),
        ("  end Vars\n  Red", "  end Protocol\n  Red", "11: expected `Vars` after `end`, found `Protocol`"),
        ("end Groups", "end Groups;", "32: unexpected `;` (a section ends with `end …`, without `;`)"),
        ("end Agent\nEv", "end Agnt\nEv", "22: expected `Agent`, found `Agnt` (write `end Agent`)"),
    ] {
        says(part, replacement, expected);
    }
}

#[test]
fn the_place_is_where_the_mistake_is() {
    for (part, replacement, expected) in [
        ("x : 0..3;", "x : 0..3", "9: expected `;`, found `b`"),
        ("  end Vars\n  RedStates", "  RedStates", "10: expected `end Vars`, found `RedStates`"),
        ("\n      if Action", "\n      when Action", "20: expected `if`, found `when`"),
        ("  AG p;", "  AG\n  ) p;", "35: expected a formula, found `)`"),
        ("  M.x = 0;", "  M.x =\n  0\n  * ;", "30: expected a condition or value, found `;`"),
    ] {
        says(part, replacement, expected);
    }
}

#[test]
fn conditions_in_formulas() {
    for (text, expected) in [
        (
            "p = q",
            "`p` is a proposition, not a variable (write `p` or `!p` alone; two formulas are compared with `<->`)",
        ),
        ("x < 3 and p", "`x` does not say whose variable it is (did you mean `M.x`?)"),
        ("M.y = 1", "agent `M` has no variable `y`"),
        ("M.Redstates", "agent `M` has no variable `Redstates` (did you mean `M.RedStates`?)"),
        ("Enviroment.h = 1", "there is no agent `Enviroment` (did you mean `Environment`?)"),
        ("M.x", "expected a condition, found a number"),
        ("M.x + 1", "expected a condition, found a number"),
        ("M.b < 2", "only numbers can be compared with `<`, found a truth value (use `=` or `<>`)"),
        ("M.x = true", "cannot compare a number with a truth value"),
        ("AG M.x = 7", "7 is not a value of `M.x` (use a value of the range"),
        ("M.Action = go", "actions cannot be tested here (only the condition after `if`"),
        ("M.b = EF p", "a formula is no value of a comparison (comparisons are about variables"),
        ("(AG p) = true", "a formula is no value of a comparison (comparisons are about variables"),
        ("M.b & p", "`&`, `|` and `^` join variables, not formulas (formulas are joined with `and` and `or`)"),
        ("x", "there is no proposition `x` (a variable is written with its agent and compared: `M.x = …`)"),
        ("1", "expected a condition, found a number"),
    ] {
        formula_says(text, expected);
        says("AG p;", &format!("{text};"), expected);
    }
}

#[test]
fn knowledge_and_strategies_in_other_notations() {
    for (text, expected) in [
        ("<<M>>F p", "a coalition stands in single brackets (write `<M>F f`, and so on)"),
        ("CK(g, p)", "`CK` is no operator here (common knowledge of a group is written `GCK(group, f)`)"),
        (
            "EF K_M p",
            "`K` needs parentheses around an agent and a formula (what an agent knows is written `K(Agent, f)`)",
        ),
        ("K M p", "`K` needs parentheses around an agent and a formula (what an agent knows is written `K(Agent, f)`)"),
        (
            "GCK g (p and q)",
            "`GCK` needs parentheses around an agent and a formula (common knowledge of a group is written",
        ),
    ] {
        formula_says(text, expected);
        says("AG p;", &format!("{text};"), expected);
    }
}

#[test]
fn unknown_actions_and_what_the_environment_sees() {
    for (part, replacement, expected) in [
        ("{go};", "{goo};", "15: agent `M` has no action `goo` (did you mean `go`?)"),
        ("if Action = go", "if Action = jump", "20: agent `M` has no action `jump` (its actions are go, stay)"),
        ("if Action = go", "if Actoin = go", "20: agent `M` has no variable `Actoin` (did you mean `Action`?)"),
        ("if Action = go", "if M.action = go", "20: agent `M` has no variable `action` (did you mean `M.Action`?)"),
        (
            "if Action = go",
            "if Environment.Action = x",
            "20: agent `Environment` has no action `x` (its actions are n)",
        ),
        (
            "if h < 5",
            "if M.x < 3",
            "5: the environment sees only its own variables, not `M.x` (in its evolution it can test",
        ),
    ] {
        says(part, replacement, expected);
    }
}

#[test]
fn operators_of_other_languages_in_formulas() {
    for (text, expected) in [
        ("p && q", "`&&` is no operator here (conjunction is written `and`)"),
        ("p & q", "`&` is no operator here (conjunction is written `and`)"),
        ("p || q and p", "`||` is no operator here (disjunction is written `or`)"),
        ("AG (p | q)", "`|` is no operator here (disjunction is written `or`)"),
        ("~p", "`~` is no operator here (negation is written `!`)"),
        ("AG (p => AF q)", "`=>` is no operator here (implication is written `->`)"),
        ("p == q", "`==` is no operator here (equality is written `=`)"),
        ("p AND q", "`AND` is no operator here (conjunction is written `and`)"),
        ("p OR q", "`OR` is no operator here (disjunction is written `or`)"),
        ("NOT p", "`NOT` is no operator here (negation is written `!`)"),
        ("not AG p", "`not` is no operator here (negation is written `!`)"),
        ("p implies q", "`implies` is no operator here (implication is written `->`)"),
        ("LTL G (p && q)", "`&&` is no operator here"),
        ("CTL* A (G ~p)", "`~` is no operator here"),
        ("p and True", "there is no proposition `True` (did you mean `true`?)"),
        ("<M,Environment>F p", "several agents stand in braces (write `<{A, B}>`"),
        ("GK(M, Environment, p)", "`GK` takes one group and a formula (several agents stand in braces"),
        ("K(M, Environment, p)", "`K` takes one agent and a formula"),
        ("M.RedState", "agent `M` has no variable `RedState` (did you mean `M.RedStates`?)"),
        ("KH(M, p)", "`KH` takes two agents and a formula"),
        ("KH(M, K(M, p) and q)", "`KH` takes two agents and a formula"),
        ("p and", "expected a formula, found the end of the formula"),
        ("AG (p", "expected `)`, found the end of the formula"),
        ("p q", "expected the end of the formula, found `q`"),
    ] {
        formula_says(text, expected);
        if !expected.contains("the end of the formula") {
            says("AG p;", &format!("{text};"), expected);
        }
    }
}

#[test]
fn operators_of_other_languages_in_conditions() {
    for (guard, expected) in [
        ("x = 1 && b = true", "`&&` is no operator here (conjunction is written `and`)"),
        ("x = 1 || b = true", "`||` is no operator here (disjunction is written `or`)"),
        ("x == 1", "`==` is no operator here (equality is written `=`)"),
        ("x := 1", "`:=` is no operator here (equality is written `=`)"),
        ("x => 1", "`=>` is no operator here (greater or equal is written `>=`, implication is written `->`)"),
        ("x =< 1", "`=<` is no operator here (less or equal is written `<=`)"),
        ("x = 1 => b = true", "`=>` is no operator here (implication is written `->`)"),
        ("x = 1 AND b = true or b = false", "`AND` is no operator here (conjunction is written `and`)"),
        ("NOT x = 1", "`NOT` is no operator here (negation is written `!`)"),
        ("b = True", "agent `M` has no variable `True` (did you mean `true`?)"),
        ("y < 3", "agent `M` has no variable `y`"),
        ("Action = og", "agent `M` has no action `og` (did you mean `go`?)"),
    ] {
        says("Action = go", guard, expected);
    }
    says("M.x = 0;", "x < 3;", "`x` does not say whose variable it is");
    says("Other : {go, stay}", "other : {go, stay}", "agent `M` has no variable `other` (did you mean `Other`?)");
}

#[test]
fn assignments_lists_and_comments() {
    for (part, replacement, expected) in [
        ("x = 1 and b = true\n", "x := 1\n", "19: `:=` is no operator here (an assignment is written `=`)"),
        ("x = 1 and b = true\n", "x == 1\n", "19: `==` is no operator here (an assignment is written `=`)"),
        ("x = 1 and b = true\n", "x = 1 && b = true\n", "19: `&&` is no operator here"),
        ("g = {M};", "g = M;", "31: expected `{`, found `M` (names are listed in braces: `{a, b}`)"),
        ("Other : {go, stay};", "Other : go, stay;", "16: expected `{`, found `go` (names are listed"),
        ("AG p;", "AG p; // always", "34: `//` does not start a comment (a comment starts with `--`"),
        ("AG p;", "# always p.\n AG p;", "34: `#` does not start a comment (a comment starts with `--`"),
        ("AG p;", "/* always\n p. */ AG p;", "34: `/*` does not start a comment"),
    ] {
        says(part, replacement, expected);
    }
}

#[test]
fn an_environment_out_of_place_is_one_mistake() {
    let (environment, rest) = MODEL.split_at(MODEL.find("Agent M").unwrap());
    let (agent, rest) = rest.split_at(rest.find("Evaluation").unwrap());
    let agent = agent.replace("  Vars:", "  Lobsvars = {h};\n  Vars:");
    let found = findings(&format!("{agent}{environment}{rest}"));
    assert_eq!(
        found,
        ["18: the environment must be the first agent (move `Agent Environment` before the other agents)"]
    );
}

#[test]
fn expectations() {
    for (comment, expected) in [
        ("-- expect false", Some("this is no expectation (write `-- expect: false`)")),
        ("-- Expected: TRUE", Some("this is no expectation (write `-- expect: true`)")),
        ("-- expect = true", Some("this is no expectation (write `-- expect: true`)")),
        ("-- expect: maybe", Some("`maybe` is not a verdict")),
        ("-- expect: true\n-- expect: False", Some("expected to be both true and false (remove one of them)")),
        ("-- name: n, expect: true\n-- Expect: TRUE", None),
        ("-- expect nothing here", None),
        ("-- We expect true", None),
        ("-- expectation: none", None),
    ] {
        match expected {
            Some(expected) => says("  AG p;", &format!("{comment}\n  AG p;"), expected),
            None => {
                assert_eq!(findings(&MODEL.replace("  AG p;", &format!("{comment}\n  AG p;"))), [""; 0], "{comment}");
            }
        }
    }
    let text = MODEL.replace("AG p;", "AG p; -- Expect: False\n -- NAME: n, EXPECT: True\n p;");
    let model = resolve(&parse(&text).tree).model.unwrap();
    let read: Vec<_> = model.properties.iter().map(|property| (property.name.as_deref(), property.expected)).collect();
    assert_eq!(read, [(None, Some(false)), (Some("n"), Some(true))]);
}

#[test]
fn readings() {
    for (comment, expected) in [
        ("-- atl uniform", Some("this is no reading (write `-- atl: uniform`)")),
        ("-- ATL = perfect", Some("this is no reading (write `-- atl: perfect`)")),
        ("-- atl: unifrom", Some("`unifrom` is no reading of strategies (did you mean `uniform`?)")),
        (
            "-- atl: uniform strategies",
            Some("`uniform strategies` is no reading of strategies (did you mean `uniform`?)"),
        ),
        ("-- atl: ir", Some("`ir` is no reading of strategies (the readings are `perfect`, `uniform`")),
        (
            "-- atl: uniform-model:none",
            Some("there is no group `none` (define it in `Groups`, or write `uniform-model`"),
        ),
        ("-- atl: uniform-model:G", Some("there is no group `G` (did you mean `uniform-model:g`?)")),
        ("-- atl: uniform-model:g", None),
        (
            "-- atl: uniform-model:M",
            Some("there is no group `M` (`M` is an agent: define a group with it in `Groups`)"),
        ),
        (
            "-- atl: uniform\n-- atl: perfect",
            Some("two readings: `uniform:everyone` and `perfect-information` (remove"),
        ),
        ("-- atl: uniform\n-- atl: uniform:everyone", None),
        ("-- name: n, atl: uniform:common, expect: true", None),
        ("-- ATL: what the robot can do", None),
        ("-- ATL perfect recall", None),
        ("-- atlas: uniform", None),
    ] {
        match expected {
            Some(expected) => says("  AG p;", &format!("{comment}\n  AG p;"), expected),
            None => {
                assert_eq!(findings(&MODEL.replace("  AG p;", &format!("{comment}\n  AG p;"))), [""; 0], "{comment}");
            }
        }
    }
}

#[test]
fn a_wrong_reading_is_an_error_in_a_formula_given_apart() {
    formula_says("<g>F p -- atl: unifrom", "`unifrom` is no reading of strategies (did you mean `uniform`?)");
}
