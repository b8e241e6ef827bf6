//! What the lints find, and what they leave alone.

use savoir_model::{lint::lint, resolve};
use savoir_syntax::{Code, apply_fixes, parse};

/// The parts of a model that a case changes.
#[derive(Clone, Copy)]
struct Case<'t> {
    semantics: &'t str,
    vars: &'t str,
    protocol: &'t str,
    evolution: &'t str,
    evaluation: &'t str,
    init: &'t str,
    formula: &'t str,
}

const PLAIN: Case<'static> = Case {
    semantics: "MA",
    vars: "",
    protocol: "Other : {a, b};",
    evolution: "x = x + 1 if x < 3 and Action = a;",
    evaluation: "M.x = 3",
    init: "M.x = 0",
    formula: "EF p;",
};

impl Case<'_> {
    /// Code and label of every finding, apart from lines that compete: many cases have them for other reasons.
    fn findings(self) -> Vec<String> {
        self.all().into_iter().filter(|found| !found.starts_with("W0016")).collect()
    }

    /// Those about lines that compete.
    fn competes(self, expected: &[&str]) {
        let found: Vec<String> = self.all().into_iter().filter(|found| found.starts_with("W0016")).collect();
        let good =
            found.len() == expected.len() && found.iter().zip(expected).all(|(found, wanted)| found.contains(wanted));
        assert!(good, "{found:?} instead of {expected:?}");
    }

    fn all(self) -> Vec<String> {
        let Case { semantics, vars, protocol, evolution, evaluation, init, formula } = self;
        let text = format!(
            "Semantics = {semantics};
Agent M
  Vars: x : 0..3; {vars} end Vars
  Actions = {{a, b}};
  Protocol: {protocol} end Protocol
  Evolution: {evolution} end Evolution
end Agent
Evaluation p if {evaluation}; end Evaluation
InitStates {init}; end InitStates
Formulae {formula} end Formulae"
        );
        let tree = parse(&text).tree;
        let resolution = resolve(&tree);
        let model = resolution.model.unwrap_or_else(|| panic!("{text}: {:?}", resolution.diagnostics));
        lint(&model, &tree).into_iter().map(|found| format!("{} {}", found.code, found.primary.message)).collect()
    }

    fn finds(self, expected: &[&str]) {
        let found = self.findings();
        let good =
            found.len() == expected.len() && found.iter().zip(expected).all(|(found, wanted)| found.contains(wanted));
        assert!(good, "{found:?} instead of {expected:?}");
    }
}

#[test]
fn variables_without_influence() {
    let unused = &["W0001 no condition depends on it"][..];
    for (vars, evolution, init, expected) in [
        ("", "x = x + 1 if x < 3 and Action = a;", "M.x = 0", &[][..]),
        ("c : 0..3;", "x = x + 1 if x < 3;", "M.x = 0", unused),
        ("c : 0..3;", "x = x + 1 and c = 1 if x < 3;", "M.x = 0", unused),
        // What the initial condition says about it alone goes with it.
        ("c : 0..3;", "x = x + 1 if x < 3;", "M.x = 0 and (M.c = 0 or M.c = 2)", unused),
        ("c : 0..3;", "x = x + 1 if x < 3;", "M.x = M.c", &[]),
        ("c : 0..3;", "x = x + 1 if x < 3;", "(M.x = 0 and M.c = 0) or (M.x = 1 and M.c = 1)", &[]),
        // It stops the system when it leaves its range.
        ("c : 0..3;", "x = 3 - x and c = c + 1 if x < 3;", "M.x = 0", &[]),
        ("c : 0..3;", "x = x + 1 and c = x + 1 if x < 3;", "M.x = 0", unused),
        ("c : 0..2;", "x = x + 1 and c = x + 1 if x < 3;", "M.x = 0", &[]),
        ("c : 0..1000000;", "x = x + 1 and c = c + 1 if x < 3;", "M.x = 0", &[]),
        // A line that is taken instead of another one.
        ("c : 0..3;", "x = x + 1 if x < 3 and Action = a; c = 1 if Action = a;", "M.x = 0", &[]),
        ("c : 0..3;", "x = x + 1 if x < 3 and Action = a; c = 1 if Action = b;", "M.x = 0", unused),
        ("c : 0..3; d : boolean;", "x = x + 1 if x < 3; c = 1 if d; d = true if d;", "M.x = 0 and M.d", &[]),
    ] {
        Case { vars, evolution, init, ..PLAIN }.finds(expected);
    }
    let evolution = "x = x + 1 if x < 3 and Action = a; c = 1 if Action = a;";
    Case { semantics: "SA", vars: "c : 0..3;", evolution, ..PLAIN }.finds(unused);
}

#[test]
fn uniform_strategies_depend_on_what_is_observed() {
    let unused = &["W0001 no condition depends on it"][..];
    for (formula, expected) in [
        ("<M>F p;", unused),
        ("<M>F p; -- atl: perfect\n", unused),
        ("<M>F p; -- atl: uniform\n", &[][..]),
        ("<Environment>F p; -- atl: uniform\n", unused),
        ("EF p; -- atl: uniform\n", unused),
        ("EF p; -- atl: uniform-model\n", &[]),
    ] {
        Case { vars: "c : 0..3;", evolution: "x = 3 and c = 1 if Action = a;", formula, ..PLAIN }.finds(expected);
    }
}

#[test]
fn lines_that_never_fire() {
    let never = &["W0004 no state and no allowed action"][..];
    for (protocol, guard, expected) in [
        ("x = 0 : {a}; Other : {b};", "Action = b and x = 0", never),
        ("x = 0 : {a}; Other : {b};", "Action = a and x = 0", &[][..]),
        ("x = 0 : {a}; Other : {b};", "Action = a and x = 1", never),
        ("x = 0 : {a}; x < 2 : {a, b}; Other : {b};", "Action = b and x = 0", &[]),
        ("x < 2 : {a}; x > 0 : {b}; Other : {a};", "Action = b and !(x > 0)", never),
        ("Other : {a, b};", "x = 1 and x = 2", never),
        ("Other : {a, b};", "Action = a and Action = b", never),
        // An action that is not named, allowed where the one that is named is.
        ("Other : {a, b};", "Action <> a and x < 3", &[]),
        ("Other : {a, b};", "!(Action = b)", &[]),
        ("x = 0 : {a}; Other : {b};", "Action <> a and x = 0", never),
    ] {
        Case { protocol, evolution: &format!("x = 1 if {guard};"), ..PLAIN }.finds(expected);
    }
    // With more values than are tried, nothing is claimed.
    let (vars, protocol) = ("y : 0..1000000;", "x = 0 and y < 7 : {a}; Other : {b};");
    let evolution = "x = 1 and y = 1 if Action = a and y > 1000 and y < 2000;";
    Case { vars, protocol, evolution, ..PLAIN }.finds(&[]);
}

#[test]
fn inexact_divisions() {
    let odd = &["W0006 not a whole number, for example where x = 1"][..];
    for (evolution, expected) in [
        ("x = x / 2 if x > 0;", odd),
        ("x = x / 2 if x = 0 or x = 2;", &[][..]),
        ("x = x / 2 * 2 if x > 0;", &[]),
        ("x = 0 if x / 2 = 1;", odd),
        ("x = 0 if x / 2 = 1 and (x = 2 or x = 0);", &[]),
        ("x = 0 if 2 / x = 1 and x > 0 and x < 3;", &[]),
        ("x = 0 if 2 / x = 1;", &["W0006 not a whole number, for example where x = 0"]),
        ("x = 0 if x <> 1 / 2;", &["W0006 not a whole number"]),
    ] {
        Case { evolution, ..PLAIN }.finds(expected);
    }
    let (vars, init) = ("c : boolean;", "M.x = 0 and M.c");
    Case { vars, init, evolution: "c = (x / 2 = 1) if x > 0 and c;", ..PLAIN }
        .finds(&["W0006 not a whole number, for example where x = 1 and c = true"]);
    Case { protocol: "x / 2 = 1 : {a}; Other : {a, b};", ..PLAIN }.finds(odd);
    Case { evaluation: "M.x / 2 = 1", ..PLAIN }.finds(odd);
    Case { init: "M.x / 2 = 1", ..PLAIN }.finds(odd);
}

#[test]
fn divisions_in_large_ranges() {
    let many = &["W0006 there are too many values to try them all"][..];
    let vars = "y : 0..1000000000;";
    for (evolution, expected) in [
        ("y = y * 4 / 2 if y < 3;", &[][..]),
        ("y = (6 * y - 4) / 2 if y < 3;", &[]),
        ("y = y / 2 if y > 3;", &["W0006 not a whole number, for example where y = "]),
        ("y = y / 2 if y > 1000000 and y < 2000000;", many),
        ("y = (y * y + y) / 2 if y < 300;", many),
    ] {
        let evolution = format!("{evolution} x = 1 if x = 0 and y = 7;");
        Case { vars, evolution: &evolution, ..PLAIN }.finds(expected);
    }
}

#[test]
fn states_without_an_action() {
    for (protocol, expected) in [
        ("x < 3 : {a, b};", "W0007 no line applies where x = 3"),
        ("x = 0 : {}; Other : {a, b};", "W0007 what applies where x = 0 allows no action"),
        ("x < 3 : {a, b}; Other : {};", "W0007 `Other` applies where x = 3 and allows no action"),
    ] {
        Case { protocol, ..PLAIN }.finds(&[expected]);
    }
    Case { protocol: "x = 0 : {}; x < 3 : {a}; Other : {b};", ..PLAIN }.finds(&[]);
}

#[test]
fn lines_of_which_one_is_chosen() {
    let case = Case { vars: "b : boolean; c : boolean;", formula: "EF (p and M.b and M.c);", ..PLAIN };
    let together = "b = true if Action = a; c = true if Action = a;";
    let found = "W0016 enabled together with the other one, for example where M.Action = a";
    Case { evolution: together, ..case }.competes(&[found]);
    // One assignment at a time: both happen.
    Case { evolution: together, semantics: "SA", ..case }.competes(&[]);
    // The same variable, or one in common: a choice.
    Case { evolution: "b = true if Action = a; b = c if Action = a;", ..case }.competes(&[]);
    Case { evolution: "b = true and c = b if Action = a; c = true if Action = a;", ..case }.competes(&[]);
    // Never together.
    Case { evolution: "b = true if Action = a; c = true if Action = b;", ..case }.competes(&[]);
    Case { evolution: "b = true if x < 2; c = true if x > 1;", ..case }.competes(&[]);
    Case { evolution: "b = true if x = 2; c = true if x = 1 and Action = a;", ..case }.competes(&[]);
    Case { evolution: "b = true if x = 2; x = 0 and b = b if x > 0; c = true if x = 3;", ..case }
        .competes(&["for example where x = 2", "for example where x = 3"]);
    // Only where the protocol allows the action.
    let protocol = "x = 0 : {a}; Other : {b};";
    Case { protocol, evolution: "b = true if Action = a; c = true if x > 0;", ..case }.competes(&[]);
    // A line that changes nothing says that nothing may happen.
    Case { evolution: "b = b if Action = a; c = true if Action = a;", ..case }.competes(&[]);
}

#[test]
fn protocol_lines_without_a_state() {
    Case { protocol: "x > 1 and x < 2 : {a}; Other : {a, b};", ..PLAIN }.finds(&["W0018 no state satisfies"]);
    Case { protocol: "x > 1 and x < 3 : {a}; Other : {a, b};", ..PLAIN }.finds(&[]);
}

#[test]
fn formulas_that_no_model_decides() {
    let found = |formula: &str| {
        let text = format!("EF p; {formula};");
        Case { formula: &text, ..PLAIN }.findings()
    };
    for formula in [
        "p or !p",
        "AG true",
        "AG (p -> p)",
        "K(M, p or !p)",
        "p and !EX p -> p",
        "EF (M.x = 1 or true)",
        "A(p U true)",
        "LTL F p or !F p",
        "CTL* A G (p -> p)",
        "O(M, true)",
        "<M>F true",
        "(p <-> EX p) or (p <-> !EX p)",
        "E(p U p or !p)",
    ] {
        assert_eq!(found(formula), ["W0019 holds in every state of every model"], "{formula}");
    }
    for formula in [
        "p and !p",
        "AG false",
        "K(M, false)",
        "EG (p and !p)",
        "<M>G false",
        "CTL* E F false",
        "!(p -> p)",
        "EX false",
    ] {
        assert_eq!(found(formula), ["W0019 holds in no state of any model"], "{formula}");
    }
    for formula in [
        "p",
        "EX true",
        "AX false",
        "AF false",
        "EG true",
        "O(M, false)",
        "KH(M, M, false)",
        "LTL false",
        "CTL* E true",
        "<M>X true",
        "<M>G true",
        "p -> EX p",
        "AG (p -> AG p)",
        "M.x = 1 or M.x <> 1 and p",
    ] {
        assert_eq!(found(formula), [""; 0], "{formula}");
    }
}

#[test]
fn negations_of_until() {
    let found = |formula: &str| {
        let text = format!(
            "Agent M Vars: x : boolean; end Vars Actions = {{a}}; Protocol: Other : {{a}}; end Protocol \
            Evolution: end Evolution end Agent Evaluation p if M.x; q if !M.x; end Evaluation InitStates M.x; end InitStates \
            Formulae {formula}; end Formulae"
        );
        let resolution = resolve(&parse(&text).tree);
        let fixes = resolution.diagnostics.iter().flat_map(|found| &found.fixes);
        let mended = fixes.map(|fix| {
            let after = apply_fixes(&text, &[fix]).0;
            let start = after.find("Formulae ").unwrap() + "Formulae ".len();
            after[start..].split(';').next().unwrap().to_owned()
        });
        (resolution.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>(), mended.collect::<Vec<_>>())
    };
    let (codes, mended) = found("LTL G (! p U q -> p)");
    assert_eq!(codes, [Code::NegatedUntil]);
    assert_eq!(mended, ["LTL G (! (p U q) -> p)", "LTL G ((! p) U q -> p)"]);
    assert_eq!(found("CTL* A (!X p U q)").1, ["CTL* A (!(X p U q))", "CTL* A ((!X p) U q)"]);
    for formula in ["LTL !(p U q)", "LTL (!p) U q", "LTL p U !q", "A(!p U q)", "LTL !p and p U q"] {
        assert_eq!(found(formula).0, [], "{formula}");
    }
}

#[test]
fn lines_with_one_condition_can_be_made_one() {
    let text = "Agent M
  Vars: b : boolean; c : boolean; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution:
    b = true if Action = a;
    c = true and (b = b) if Action  = a;
    c = true if Action = a;
  end Evolution
end Agent
Evaluation p if M.b and M.c; end Evaluation
InitStates !M.b and !M.c; end InitStates
Formulae AX p; end Formulae
";
    let tree = parse(text).tree;
    let found = lint(&resolve(&tree).model.unwrap(), &tree);
    let fixed: Vec<String> = found.iter().map(|found| apply_fixes(text, &[&found.fixes[0]]).0).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(fixed[1].contains("    b = true and c = true if Action = a;\n    c = true and (b = b)"), "{}", fixed[1]);
    assert!(!fixed[1].contains("\n    c = true if"), "{}", fixed[1]);
}
