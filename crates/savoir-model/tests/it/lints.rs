//! What the lints find, and what they leave alone.

use savoir_model::{lint::lint, resolve};
use savoir_syntax::parse;

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
    /// Code and label of every finding.
    fn findings(self) -> Vec<String> {
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
