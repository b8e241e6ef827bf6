//! How formulas and conditions are read: precedence, associativity, and what is accepted beyond MCMAS.

use savoir_model::{AtlSemantics, Model, StartSet, resolve, resolve_condition, resolve_formula};
use savoir_syntax::{Code, Diagnostic, format, parse};

const MODEL: &str = "
Agent Environment
  Obsvars: o : boolean; end Obsvars
  Vars: h : 0..5; end Vars
  Actions = {n};
  Protocol: end Protocol
  Evolution: end Evolution
end Agent
Agent M
  Lobsvars = {h};
  Vars: x : 0..3; b : boolean; e : {red, green}; end Vars
  RedStates: x = 1; end RedStates
  Actions = {a, b};
  Protocol: Other : {a, b}; end Protocol
  Evolution: x = 1 if Action = a; end Evolution
end Agent
Agent N
  Vars: y : -2..1; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution: y = 1 if M.Action = a; end Evolution
end Agent
Evaluation p if M.x = 1; q if M.b = true; r if N.y = 1; s if M.e = red; KH if M.x = 0; end Evaluation
InitStates M.x = 0; end InitStates
Groups g = {M, N}; end Groups
Formulae end Formulae
";

fn model() -> Model {
    let parsed = parse(MODEL);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    resolve(&parsed.tree).model.unwrap()
}

fn reads(text: &str, expected: &str) {
    let mut model = model();
    match resolve_formula(&mut model, text) {
        Ok(property) => assert_eq!(model.formula_text(property.formula), expected, "{text}"),
        Err(found) => panic!("{text}: {found:?}"),
    }
}

fn refused(text: &str, code: Code) {
    match resolve_formula(&mut model(), text) {
        Ok(property) => panic!("{text} was accepted as {property:?}"),
        Err(found) => assert_eq!(found.first().map(|found| found.code), Some(code), "{text}: {found:?}"),
    }
}

#[test]
fn plain_formulas() {
    for (text, expected) in [
        ("AG p -> q", "((AG p) -> q)"),
        ("p -> q -> r", "(p -> (q -> r))"),
        ("p <-> q <-> r", "((p <-> q) <-> r)"),
        ("p -> q <-> r", "((p -> q) <-> r)"),
        ("! p and q", "((! p) and q)"),
        ("EX EX p or q", "((EX (EX p)) or q)"),
        ("p or q and r", "(p or (q and r))"),
        ("<g> X p and q", "((<g>X p) and q)"),
        ("E(p U q -> r)", "E(p U (q -> r))"),
        ("A(p and q U r or s)", "A((p and q) U (r or s))"),
        ("<g>(p U q)", "<g>(p U q)"),
        ("K(M, p) and O(N, q)", "(K(M, p) and O(N, q))"),
        ("AG K(Environment, p)", "(AG K(Environment, p))"),
        ("M.RedStates -> N.GreenStates", "(M.RedStates -> N.GreenStates)"),
        ("true or false", "(true or false)"),
    ] {
        reads(text, expected);
    }
}

#[test]
fn groups_and_assumptions() {
    for (text, expected) in [
        ("GK(g, p)", "GK(g, p)"),
        ("GCK(M, p)", "GCK(M, p)"),
        ("DK({M, Environment}, p)", "DK({M, Environment}, p)"),
        ("<M>F p", "(<M>F p)"),
        ("<{M, N}>G p", "(<{M, N}>G p)"),
        ("KH(M, N, p)", "KH(M, N, p)"),
        ("KH -> KH(M, N, KH)", "(KH -> KH(M, N, KH))"),
        ("<?Y>F p", "(<?Y>F p)"),
        ("GK(?Y, p)", "GK(?Y, p)"),
    ] {
        reads(text, expected);
    }
    for (text, code) in [
        ("K(g, p)", Code::UnknownAgent),
        ("K({M}, p)", Code::UnknownAgent),
        ("GK({}, p)", Code::EmptyGroup),
        ("GK(h, p)", Code::UnknownGroup),
        ("<nobody>X p", Code::UnknownGroup),
    ] {
        refused(text, code);
    }
}

#[test]
fn ltl_formulas() {
    for (text, expected) in [
        ("LTL p U q U r", "(A ((p U q) U r))"),
        ("LTL ! p U q", "(A (! (p U q)))"),
        ("LTL X p U q", "(A ((X p) U q))"),
        ("LTL p U q and F r", "(A ((p U q) and (F r)))"),
        ("LTL G F p -> F G q", "(A ((G (F p)) -> (F (G q))))"),
        ("LTL K(M, F p)", "(A K(M, (A (F p))))"),
    ] {
        reads(text, expected);
    }
    for (text, code) in
        [("LTL A (F p)", Code::WrongLogic), ("LTL AG p", Code::WrongLogic), ("LTL <g>X p", Code::WrongLogic)]
    {
        refused(text, code);
    }
}

#[test]
fn ctl_star_binds_as_everyone_expects() {
    for (text, expected) in [
        ("CTL* A (X p and q)", "(A ((X p) and q))"),
        ("CTL* A (G p -> F q)", "(A ((G p) -> (F q)))"),
        ("CTL* A p and q", "((A p) and q)"),
        ("CTL* E (p U q and r)", "(E ((p U q) and r))"),
        ("CTL* A G F E F G p", "(A (G (F (E (F (G p))))))"),
        ("CTL* AG EF p", "(A (G (E (F p))))"),
        ("CTL* <g>(true U AG p)", "<g>(true U (A (G p)))"),
        ("CTL* <g>(A (X p) U q)", "<g>((A (X p)) U q)"),
        ("CTL* <g>(p and E (G q U r) U ! A (F r) or s)", "<g>((p and (E ((G q) U r))) U ((! (A (F r))) or s))"),
        ("CTL* A (X <g>(AG p U (EF q)))", "(A (X <g>((A (G p)) U (E (F q)))))"),
        ("CTL* K(M, E (X p))", "K(M, (E (X p)))"),
    ] {
        reads(text, expected);
    }
    for (text, code) in [
        ("CTL* <g>((p U q) U r)", Code::PathFormula),
        ("CTL* <g>(X p U r)", Code::PathFormula),
        ("CTL* X p", Code::PathFormula),
        ("CTL* K(M, X p)", Code::PathFormula),
        ("CTL* A p U q", Code::PathFormula),
    ] {
        refused(text, code);
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (text, code) in [
        ("X p", Code::PathFormula),
        ("p U q", Code::Syntax),
        ("A((p U q))", Code::Syntax),
        ("A p", Code::Syntax),
        ("p and", Code::Syntax),
        ("p q", Code::Syntax),
        ("unknown", Code::UnknownProposition),
        ("AG E", Code::Syntax),
        ("AG boolean", Code::ReservedWord),
        ("p && q", Code::Syntax),
        ("M.x", Code::TypeMismatch),
        ("p = q", Code::UnknownVariable),
    ] {
        refused(text, code);
    }
}

fn condition_codes(text: &str) -> Vec<Code> {
    match resolve_condition(&mut model(), text) {
        Ok(_) => Vec::new(),
        Err(found) => found.iter().map(|found: &Diagnostic| found.code).collect(),
    }
}

#[test]
fn conditions() {
    for good in [
        "M.x + 1 < N.y * 2",
        "M.b",
        "!M.b -> M.x != 2 <-> N.y = -2",
        "M.b & M.b | ~M.b ^ M.b = true",
        "M.e <> green and Environment.h - -1 >= 0",
        "-M.x = N.y",
        "true or M.x / 2 = 1",
        "(M.x) = ((1))",
    ] {
        assert_eq!(condition_codes(good), [], "{good}");
    }
    for (bad, code) in [
        ("M.x < 7", Code::OutOfRange),
        ("M.x = M.b", Code::TypeMismatch),
        ("M.b + 1 = 2", Code::TypeMismatch),
        ("M.b < true", Code::TypeMismatch),
        ("M.e = blue", Code::UnknownEnumValue),
        ("M.e = N.y", Code::TypeMismatch),
        ("x = 1", Code::UnknownVariable),
        ("M.z = 1", Code::UnknownVariable),
        ("Q.x = 1", Code::UnknownAgent),
        ("M.Action = a", Code::NoActionsHere),
        ("M.x", Code::TypeMismatch),
        ("M.x = 1 = 2", Code::Syntax),
        ("M.x = 99999999999999999999", Code::NumberTooLarge),
        ("M.x * 9223372036854775807 = 0", Code::ArithmeticOverflow),
    ] {
        assert_eq!(condition_codes(bad).first(), Some(&code), "{bad}");
    }
}

#[test]
fn annotations_belong_to_their_formula() {
    let text = MODEL.replace(
        "Formulae end Formulae",
        "Formulae
           p; -- expect: false
           -- name: second, expect: true
           q; r;
           -- a remark: expect nothing
           -- name: last one
           -- expect: false
           s; -- something else
         end Formulae",
    );
    let model = resolve(&parse(&text).tree).model.unwrap();
    let found: Vec<(Option<&str>, Option<bool>)> =
        model.properties.iter().map(|property| (property.name.as_deref(), property.expected)).collect();
    assert_eq!(
        found,
        [(None, Some(false)), (Some("second"), Some(true)), (None, None), (Some("last one"), Some(false))]
    );
}

#[test]
fn formulas_have_the_readings_of_their_annotations() {
    let text = MODEL.replace(
        "Formulae end Formulae",
        "Formulae
           p; -- atl: perfect
           -- name: second, atl: uniform, expect: true
           q; r;
           -- ATL: uniform:common
           -- expect: false
           s; -- atl: nothing else
           -- atl: uniform-model:g
           p;
           q; -- atl: uniform-model
         end Formulae",
    );
    let mut model = resolve(&parse(&text).tree).model.unwrap();
    let names: Vec<Option<String>> =
        model.properties.iter().map(|property| property.reading.map(|reading| reading.name(&model))).collect();
    let names: Vec<&str> = names.iter().map(|name| name.as_deref().unwrap_or("none")).collect();
    assert_eq!(
        names,
        ["perfect-information", "uniform:everyone", "none", "uniform:common", "uniform-model:g", "uniform-model"]
    );
    for name in names.iter().filter(|name| **name != "none") {
        assert_eq!(AtlSemantics::read(name, &model).unwrap().name(&model), *name);
    }
    let laid_out = format::format(&parse(&text).tree);
    let again = resolve(&parse(&laid_out).tree).model.unwrap();
    let readings = |model: &Model| model.properties.iter().map(|property| property.reading).collect::<Vec<_>>();
    assert_eq!(readings(&again), readings(&model), "{laid_out}");
    let apart = resolve_formula(&mut model, "<g>F p -- atl: uniform:objective").unwrap();
    assert_eq!(apart.reading, Some(AtlSemantics::Uniform(StartSet::Objective)));
}

#[test]
fn several_errors_are_found_in_one_file() {
    let text = MODEL
        .replace("x = 1 if Action = a;", "x = 9 if Action = a; z = 1 if Action = c; e = blue if x = 0;")
        .replace("p if M.x = 1;", "p if M.x = red;");
    let resolution = resolve(&parse(&text).tree);
    assert!(resolution.model.is_none());
    let codes: Vec<Code> = resolution.diagnostics.iter().map(|found| found.code).collect();
    let expected =
        [Code::OutOfRange, Code::UnknownVariable, Code::UnknownAction, Code::UnknownEnumValue, Code::UnknownVariable];
    assert_eq!(codes, expected);
}

#[test]
fn syntax_errors_do_not_hide_each_other() {
    let text = "Agent M
  Vars: x 0..3; y : boolean end Vars
  Actions = {a b};
  Protocol: Other {a}; end Protocol
  Evolution: x = if y = true; end Evolution
end Agent
Evaluation p M.x = 1; end Evaluation
InitStates M.x = 0; end InitStates
Formulae AG p q; end Formulae";
    let lines: Vec<usize> = {
        let index = savoir_syntax::LineIndex::new(text);
        let found = parse(text).diagnostics;
        found.iter().map(|found| index.line(found.primary.span.start) + 1).collect()
    };
    for line in [2, 3, 4, 5, 7, 9] {
        assert!(lines.contains(&line), "no error in line {line}, only in {lines:?}");
    }
    assert!(lines.len() <= 9, "{lines:?}");
}
