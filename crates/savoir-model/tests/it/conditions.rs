//! Conditions on variables in formulas.

use savoir_model::{Formula, Look, Model, lint, resolve, resolve_formula};
use savoir_syntax::{Code, format, parse};

const AGENTS: &str = "
Agent Environment
  Vars: level : -5..5; end Vars
  Actions = {}; Protocol: end Protocol Evolution: level = 5 - level if level > 1; end Evolution
end Agent
Agent Drone
  Vars: fuel : 0..9; mode : {idle, busy}; on : boolean; off : boolean; end Vars
  RedStates: on = true; end RedStates
  Actions = {a}; Protocol: Other : {a}; end Protocol
  Evolution: fuel = fuel - 1 and on = off if fuel > 0; mode = busy if on = true; end Evolution
end Agent
Agent Base
  Vars: fuel : 0..9; mode : {busy, idle}; end Vars
  Actions = {a}; Protocol: Other : {a}; end Protocol
  Evolution: fuel = 0 if mode = idle; mode = busy if fuel = 0; end Evolution
end Agent
Evaluation idle if Drone.mode = idle; acked if Base.fuel = 3; end Evaluation
InitStates Drone.fuel = 9; end InitStates
Groups g = {Drone, Base}; end Groups
";

fn text(rest: &str) -> String {
    format!("{AGENTS}{rest}")
}

fn read(text: &str) -> Model {
    let parsed = parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let resolution = resolve(&parsed.tree);
    resolution.model.unwrap_or_else(|| panic!("{:?}", resolution.diagnostics))
}

fn model() -> Model {
    read(&text("Formulae end Formulae"))
}

#[test]
fn comparisons_bind_tighter_than_all_operators_of_formulas() {
    let mut model = model();
    for (written, full) in [
        ("AG (acked -> Drone.fuel = 0)", "(AG (acked -> (Drone.fuel = 0)))"),
        ("AG Drone.fuel = 0 or acked", "((AG (Drone.fuel = 0)) or acked)"),
        ("!Drone.fuel = 0 and acked", "((! (Drone.fuel = 0)) and acked)"),
        ("(Drone.fuel + 1) < Base.fuel", "(Drone.fuel + 1 < Base.fuel)"),
        ("((Drone.fuel)) < (Base.fuel) and (acked and idle)", "((Drone.fuel < Base.fuel) and (acked and idle))"),
        ("E(Drone.fuel > 1 U Base.fuel = 0 or idle)", "E((Drone.fuel > 1) U ((Base.fuel = 0) or idle))"),
        ("<{Drone}>F Drone.fuel > 1", "(<{Drone}>F (Drone.fuel > 1))"),
        ("<g>(Drone.on U Drone.fuel<>1)", "<g>(Drone.on U (Drone.fuel <> 1))"),
        ("K(Base, Drone.mode = idle)", "K(Base, (Drone.mode = idle))"),
        ("KH(Base, Drone, Drone.on = false)", "KH(Base, Drone, (Drone.on = false))"),
        ("Environment.level < -2", "(Environment.level < -2)"),
        ("-Environment.level >= 1 * Drone.fuel / 2", "(-Environment.level >= 1 * Drone.fuel / 2)"),
        ("1 <= Drone.fuel -> idle", "((1 <= Drone.fuel) -> idle)"),
        ("Drone.mode = Base.mode", "(Drone.mode = Base.mode)"),
        ("Drone.mode != idle", "(Drone.mode <> idle)"),
        ("Drone.on", "Drone.on"),
        ("!Drone.on = Drone.off", "(! (Drone.on = Drone.off))"),
        ("~Drone.on & Drone.off | Drone.on", "(((! Drone.on) and Drone.off) or Drone.on)"),
        ("Drone.on ^ Drone.off", "(! (Drone.on <-> Drone.off))"),
        ("(Drone.on & ~Drone.off) = (Drone.fuel > 1)", "((Drone.on and !Drone.off) = (Drone.fuel > 1))"),
        ("LTL Drone.fuel = 1 U X Base.fuel = 2", "(A ((Drone.fuel = 1) U (X (Base.fuel = 2))))"),
        ("CTL* E G F Drone.fuel = 1", "(E (G (F (Drone.fuel = 1))))"),
        ("Drone.RedStates and Drone.fuel = 1", "(Drone.RedStates and (Drone.fuel = 1))"),
    ] {
        let property = resolve_formula(&mut model, written).unwrap_or_else(|found| panic!("{written}: {found:?}"));
        assert_eq!(model.formula_text(property.formula), full, "{written}");
    }
}

#[test]
fn texts_are_read_back_as_the_same_formula() {
    let mut model = model();
    for written in [
        "AG !Drone.fuel = 0",
        "Drone.fuel - -1 - (2 - Base.fuel) * 3 > -(-Drone.fuel) + -1",
        "Drone.fuel / (Base.fuel * 2) / 3 = -(5)",
        "Drone.fuel - (1 + 2) <= 2 - (Drone.fuel)",
        "((Drone.on = Drone.off) = Drone.on) <> (Drone.mode <> busy)",
        "Drone.on = (Drone.fuel = 1 -> !(Drone.off and Base.fuel > 2) or Drone.on)",
        "Drone.on = (!(!Drone.off) <-> (Drone.fuel = 1 -> Drone.off))",
        "AX (Drone.on = true) and EX Drone.on or !Drone.on",
        "true = Drone.on",
        "GCK(g, Drone.fuel <> 3) -> <g>X Drone.fuel = 2",
        "LTL G (Drone.fuel = 3 -> F Drone.fuel < 3)",
        "CTL* A ((Drone.fuel = 3) U (X Drone.on))",
    ] {
        let property = resolve_formula(&mut model, written).unwrap_or_else(|found| panic!("{written}: {found:?}"));
        let source = model.formula_source(property.formula, property.logic);
        let again = resolve_formula(&mut model, &source).unwrap_or_else(|found| panic!("{source}: {found:?}"));
        assert_eq!(again.formula, property.formula, "{written}: {source}");
        let text = model.formula_text(property.formula);
        let star = if property.logic == savoir_model::Logic::Plain { "" } else { "CTL* " };
        let again = resolve_formula(&mut model, &format!("{star}{text}")).unwrap();
        assert_eq!(again.formula, property.formula, "{written}: {text}");
    }
}

#[test]
fn equal_conditions_are_one_formula_and_others_are_not() {
    let mut model = model();
    let mut id = |text: &str| resolve_formula(&mut model, text).unwrap().formula;
    let first = id("Drone.fuel = 1");
    assert_eq!(first, id("(Drone.fuel)=(1)"));
    assert_ne!(first, id("Base.fuel = 1"));
    assert_ne!(first, id("Drone.fuel <= 1"));
    assert_eq!(id("Drone.mode <> idle"), id("Drone.mode != idle"));
    // The proposition keeps its name, and the value of that name its meaning.
    assert_ne!(id("idle"), id("Drone.mode = idle"));
    let formula = id("idle");
    assert!(matches!(model.formulas.get(formula), Formula::Prop(_)));
}

#[test]
fn the_cone_and_the_lints_know_what_conditions_read() {
    let rest = "Fairness Environment.level > 0; end Fairness
        Formulae AG (acked -> Drone.fuel / 2 = 0); EF idle; K(Base, Drone.mode = idle); end Formulae";
    let text = text(rest);
    let model = read(&text);
    let found = lint::lint(&model, &parse(&text).tree);
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    assert!(!codes.contains(&Code::UnusedProposition), "{found:?}");
    let unread: Vec<&str> =
        found.iter().filter(|it| it.code == Code::UnusedVariable).map(|it| it.message.as_str()).collect();
    assert!(unread.is_empty(), "{unread:?}");
    let division = found.iter().find(|found| found.code == Code::InexactDivision).unwrap();
    assert_eq!(&text[division.primary.span.range()], "AG (acked -> Drone.fuel / 2 = 0)");
    let looks = |place: usize| model.looks_of_all([model.properties[place].formula]);
    assert!(matches!(looks(0)[..], [Look::Proposition(_), Look::Condition(_)]));
    let asked = vec![(model.properties[0].formula, Default::default())];
    let (_, left_out) = model.cone_of_influence(&asked);
    let left_out: Vec<String> = left_out.into_iter().map(|id| model.variable_text(id)).collect();
    assert!(!left_out.contains(&"Drone.fuel".to_owned()), "{left_out:?}");
    assert!(!left_out.contains(&"Environment.level".to_owned()), "{left_out:?}");
}

/// Formulas may come and go without a change of the system; what it consists of may not.
#[test]
fn conditions_in_formulas_are_no_part_of_the_system() {
    let few = read(&text("Formulae AG Drone.fuel = 0; end Formulae"));
    let many = read(&text("Formulae AG Base.fuel = 0; EF Drone.fuel + 1 = Base.fuel; end Formulae"));
    assert!(few.has_same_system(&many) && many.has_same_system(&few));
    let other = read(&text("Formulae AG Drone.fuel = 0; end Formulae").replace("fuel > 0;", "fuel > 1;"));
    assert!(!few.has_same_system(&other));
    let fair = |constraint: &str| {
        read(&text(&format!("Fairness {constraint}; end Fairness Formulae AG Drone.fuel = 0; end Formulae")))
    };
    assert!(!fair("Drone.fuel = 1").has_same_system(&fair("Drone.fuel = 2")));
    assert!(fair("Drone.fuel = 1").has_same_system(&fair("(Drone.fuel = 1)")));
}

#[test]
fn layout_keeps_conditions_and_coalitions_apart() {
    let rest = "Formulae  <g>F Drone.fuel<3 and  Drone.fuel>1-> E(Base.fuel>=2 U Drone.fuel  = -1+ 2); end Formulae";
    let parsed = parse(&text(rest));
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let laid_out = format::format(&parsed.tree);
    let expected = "  <g>F Drone.fuel < 3 and Drone.fuel > 1 -> E(Base.fuel >= 2 U Drone.fuel = -1 + 2);\n";
    assert!(laid_out.contains(expected), "{laid_out}");
    assert_eq!(format::format(&parse(&laid_out).tree), laid_out);
}
