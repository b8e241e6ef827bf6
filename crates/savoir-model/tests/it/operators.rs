//! The table of operators agrees with what the parser reads and what is printed.

use savoir_model::{
    Argument, Atom, Family, Formula, FormulaId, Look, Mcmas, Model, Operator, Role, Shape, resolve, resolve_formula,
};
use savoir_syntax::parse;

/// With the names that the table uses: agents `i` and `j`, group `g`, propositions `p`, `f`, `g` and `h`.
const MODEL: &str = "
Agent i
  Vars: b : boolean; x : 0..9; end Vars
  RedStates: b = true; end RedStates
  Actions = {a}; Protocol: Other : {a}; end Protocol Evolution: b = false if b = true; end Evolution
end Agent
Agent j
  Vars: y : boolean; end Vars
  RedStates: y = true; end RedStates
  Actions = {a}; Protocol: Other : {a}; end Protocol Evolution: y = false if y = true; end Evolution
end Agent
Evaluation p if i.b = true; f if i.b = true; g if j.y = true; h if i.b = false; end Evaluation
InitStates i.b = true; end InitStates
Groups g = {i, j}; end Groups
Formulae end Formulae
";

fn model() -> Model {
    let parsed = parse(MODEL);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    resolve(&parsed.tree).model.unwrap()
}

/// The formula in the table, and the operator's formula in it. Path formulas need a quantifier in front.
fn example(model: &mut Model, operator: Operator) -> (FormulaId, FormulaId) {
    let text = match operator.family() {
        Family::Paths if matches!(operator, Operator::AllPaths | Operator::SomePath) => {
            format!("CTL* {}", operator.written())
        }
        Family::Paths => format!("LTL {}", operator.written()),
        Family::Propositional | Family::Ctl | Family::Atl | Family::Knowledge | Family::Norms => {
            operator.written().to_owned()
        }
    };
    let root = resolve_formula(model, &text).unwrap_or_else(|found| panic!("{text}: {found:?}")).formula;
    let its = |id: &FormulaId| model.formulas.get(*id).operator() == operator;
    let found = model.formulas.closure(root).into_iter().find(its);
    (root, found.unwrap_or_else(|| panic!("{text} is not read as {operator:?}")))
}

#[test]
fn every_operator_is_read_as_the_table_writes_it() {
    for &operator in Operator::ALL {
        let mut model = model();
        let (_, id) = example(&mut model, operator);
        assert_eq!(model.formula_brief(id), operator.written());
    }
}

#[test]
fn every_operator_is_applied_to_what_the_table_says() {
    for &operator in Operator::ALL {
        let mut model = model();
        let (_, id) = example(&mut model, operator);
        let formula = model.formulas.get(id);
        assert_eq!(formula.arguments().len(), operator.takes().len(), "{operator:?}");
        let mut operands = Vec::new();
        for (role, argument) in formula.arguments_by_role() {
            let fits = match argument {
                Argument::Proposition(_) => role == Role::Proposition,
                Argument::Condition(_) => role == Role::Condition,
                Argument::Agent(_) => matches!(role, Role::Judged | Role::Obliged | Role::Knower),
                Argument::Group(_) => matches!(role, Role::Knowers | Role::Coalition),
                Argument::Formula(part) => {
                    operands.push(part);
                    matches!(role, Role::StateFormula | Role::PathFormula | Role::AnyFormula)
                }
            };
            assert!(fits, "{operator:?}: {role:?}, {argument:?}");
        }
        assert_eq!(model.formulas.operands(id), operands, "{operator:?}");
    }
}

#[test]
fn every_text_is_read_back_as_the_same_formula() {
    for &operator in Operator::ALL {
        let mut model = model();
        let (root, _) = example(&mut model, operator);
        for text in [model.formula_text(root), model.formula_brief(root)] {
            let logic = if operator.family() == Family::Paths { "CTL* " } else { "" };
            let again = resolve_formula(&mut model, &format!("{logic}{text}")).unwrap();
            assert_eq!(again.formula, root, "{text}");
        }
    }
}

#[test]
fn mcmas_writes_conjunction_and_disjunction_in_its_own_way() {
    for &operator in Operator::ALL {
        let mut model = model();
        let (_, id) = example(&mut model, operator);
        let (ours, theirs) = (model.formula_text(id), model.formula_mcmas(id));
        match operator.mcmas() {
            Mcmas::Same | Mcmas::Lacking => assert_eq!(theirs, ours),
            Mcmas::Infix(word) => assert_eq!(theirs, format!("(f {word} g)")),
        }
    }
}

#[test]
fn formulas_are_repeated_as_mcmas_does() {
    let mut model = model();
    for (written, repeated) in [
        ("p", "p"),
        ("p and p or !p", "((p && p) || (! p))"),
        ("p and p and p", "((p && p) && p)"),
        ("p -> p -> p", "(p -> (p -> p))"),
        ("AG EF p", "(AG (EF p))"),
        ("A(p U !p)", "A(p U (! p))"),
        ("K(i, EX p)", "K(i, (EX p))"),
        ("KH(i, j, p)", "KH(i, j, p)"),
        ("O(i, i.GreenStates)", "O(i, i.GreenStates)"),
        ("<{i}>F p", "(<{i}>F p)"),
        ("<{i}>(p U p)", "<{i}>(p U p)"),
        ("LTL G p U p", "(A ((G p) U p))"),
        ("LTL K(i, F p)", "(A K(i, (A (F p))))"),
        ("CTL* E (X p)", "(E (X p))"),
    ] {
        let property = resolve_formula(&mut model, written).unwrap();
        assert_eq!(model.formula_mcmas(property.formula), repeated);
    }
}

#[test]
fn words_have_a_place_for_each_name() {
    use savoir_model::{Introduced, Words};
    for &operator in Operator::ALL {
        let is_formula = |role: &&Role| matches!(role, Role::StateFormula | Role::PathFormula | Role::AnyFormula);
        let formulas = operator.takes().iter().filter(is_formula).count();
        let names = operator.takes().len() - formulas;
        let places = |words: &str| words.matches("{}").count();
        match operator.words() {
            Words::Fact { holds, fails } => {
                assert_eq!((formulas, places(fails), places(holds)), (0, names, names), "{operator:?}");
            }
            Words::Opposite(_) => assert_eq!(operator.takes(), [Role::AnyFormula]),
            Words::Introduce(lines) => {
                assert_eq!(places(lines[0].0), names, "{operator:?}");
                let introduced = lines.iter().map(|(_, which)| match which {
                    Introduced::Each => formulas,
                    Introduced::First | Introduced::Second => 1,
                });
                assert_eq!(introduced.sum::<usize>(), formulas, "{operator:?}");
            }
        }
    }
}

#[test]
fn path_formulas_and_conditions_are_told_by_their_shape() {
    for &operator in Operator::ALL {
        let mut model = model();
        let (_, id) = example(&mut model, operator);
        let is_path = matches!(operator, Operator::Next | Operator::Finally | Operator::Globally | Operator::Until);
        assert_eq!(model.formulas.is_path(id), is_path, "{operator:?}");
        let is_condition = operator.family() == Family::Propositional
            || matches!(model.formulas.get(id).shape(), Shape::Atom(Atom::Red(_) | Atom::Green(_)));
        assert_eq!(model.formulas.is_condition(id), is_condition, "{operator:?}");
    }
}

/// What the operators look at by themselves, over formulas of all kinds.
#[test]
fn who_knows_who_acts_and_who_is_judged() {
    let mut model = model();
    let mut looks = |text: &str| {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        let names = |look: &Look| match *look {
            Look::Proposition(id) => model.proposition(id).name.clone(),
            Look::Condition(condition) => model.condition_text(condition),
            Look::Colour(agent) => format!("colour of {}", model.agent(agent).name),
            Look::Duty(agent) => format!("duty of {}", model.agent(agent).name),
            Look::Knowledge(agent) => format!("knowledge of {}", model.agent(agent).name),
            Look::Strategy(agent) => format!("strategy of {}", model.agent(agent).name),
        };
        model.looks(formula).iter().map(names).collect::<Vec<_>>().join(", ")
    };
    for (text, expected) in [
        ("p", "p"),
        ("p and f", ""),
        ("i.x + 1 < 3", "i.x + 1 < 3"),
        ("AG p", ""),
        ("i.RedStates", "colour of i"),
        ("K(j, p)", "knowledge of j"),
        ("KH(i, j, p)", "knowledge of i, colour of j"),
        ("O(j, p)", "duty of j"),
        ("GK(g, p)", "knowledge of i, knowledge of j"),
        ("DK({j}, p)", "knowledge of j"),
        ("<{i}>X p", "strategy of i"),
        ("GCK(?Y, p)", "knowledge of Environment, knowledge of i, knowledge of j"),
        ("<?Y>(f U h)", "strategy of Environment, strategy of i, strategy of j"),
    ] {
        assert_eq!(looks(text), expected, "{text}");
    }
}

#[test]
fn group_variables_are_found_wherever_they_stand() {
    let mut model = model();
    for (text, expected) in [
        ("AG GK(?Y, p)", Some("Y")),
        ("p and DK(?Z, p)", Some("Z")),
        ("GCK(g, <?W>F p)", Some("W")),
        ("GCK(g, <g>F p)", None),
    ] {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        assert_eq!(model.formulas.group_variable(formula), expected, "{text}");
    }
}

#[test]
fn sought_groups_are_listed_as_written_and_under_k_they_are_agents() {
    use savoir_model::SoughtKind;
    let mut model = model();
    for (text, expected) in [
        ("AG (p -> GCK(?Y, p and !DK(?Z, !p)))", "Y Z"),
        ("GK(?P, K(?Q, p)) and GCK(?Q, p)", "P Q!"),
        ("E(GCK(?Y, p) U EF GK(?Z, DK(?V, p)))", "Y Z V"),
        ("<?W>(p U p)", "W"),
        ("K(i, p)", ""),
    ] {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        let sought = model.formulas.sought_groups(formula);
        let mark = |kind| if kind == SoughtKind::Agent { "!" } else { "" };
        let listed: Vec<String> = sought.iter().map(|group| format!("{}{}", group.name, mark(group.kind))).collect();
        assert_eq!(listed.join(" "), expected, "{text}");
    }
    let refused = resolve_formula(&mut model, "O(?Y, p)").unwrap_err();
    assert_eq!(refused[0].message, "expected the name of an agent");
}

#[test]
fn instances_have_members_in_place_of_variables() {
    let mut model = model();
    let agents: Vec<savoir_model::AgentId> = model.agent_ids().collect();
    let (one, two) = (vec![agents[1]], vec![agents[1], agents[2]]);
    for (text, expected) in [
        ("AG GK(?Y, p)", "AG GK({i, j}, p)"),
        ("K(?Q, DK(?Y, p)) and GCK(?Q, p)", "K(i, DK({i, j}, p)) and GCK({i}, p)"),
        ("<?Y>(p U <?W>F p)", "<{i, j}>(p U <?W>F p)"),
        ("K(?W, p) or K(i, p)", "K(?W, p) or K(i, p)"),
    ] {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        let instance = model.instance(formula, &[("Y", two.clone()), ("Q", one.clone())]);
        assert_eq!(model.formula_brief(instance), expected, "{text}");
        let again = resolve_formula(&mut model, expected).unwrap().formula;
        assert_eq!(model.formula_brief(again), expected, "{text}");
    }
}

#[test]
fn knowledge_and_strategies_are_told_by_what_an_operator_takes() {
    let chosen = |wanted: fn(Operator) -> bool| {
        let written = Operator::ALL.iter().filter(|operator| wanted(**operator)).map(|operator| operator.written());
        written.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(chosen(Operator::is_knowledge), "K(i, f); K(?Y, f); GK(g, f); DK(g, f); GCK(g, f); KH(i, j, f)");
    assert_eq!(chosen(Operator::is_strategic), "<g>X f; <g>F f; <g>G f; <g>(f U h)");
    assert!(Formula::True.is_fact() && Formula::True.connective().is_none());
}
