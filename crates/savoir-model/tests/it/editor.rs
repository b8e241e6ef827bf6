//! What an editor asks, also while a text is being written: what stands at the cursor, where it is declared, where it is
//! used, and what is left of the model.

use savoir_model::{NameRole, PartialModel, PropertyId, Symbol};
use savoir_syntax::parse;

const MODEL: &str = "Agent Environment
  Obsvars: door : {open, shut}; end Obsvars
  Vars: h : 0..5; end Vars
  Actions = {n};
  Protocol: Other : {n}; end Protocol
  Evolution: h = h + 1 if h < 5 and M.Action = go; end Evolution
end Agent
Agent M
  Lobsvars = {h};
  Vars: x : 0..3; side : {open, left}; end Vars
  RedStates: x = 1; end RedStates
  Actions = {go, stay};
  Protocol:
    x = 0 and Environment.h = 1 : {go};
    Other : {go, stay};
  end Protocol
  Evolution:
    x = 1 and side = left if Action = go and Environment.door = open;
  end Evolution
end Agent
Evaluation
  p if M.x = 1 or M.side = open;
  q if Environment.h = 1;
end Evaluation
InitStates
  M.x = 0;
end InitStates
Groups
  g = {M, Environment};
end Groups
Formulae
  AG (p -> K(M, q));
  <g>F q and GK({M}, M.GreenStates);
  <M>X p;
end Formulae
";

fn partial(text: &str) -> PartialModel {
    let parse = parse(text);
    PartialModel::of(&parse.tree, &parse.diagnostics)
}

/// The text without its cursor `|`, and where that stood.
fn cursor(text: &str) -> (String, u32) {
    let at = text.find('|').unwrap_or_else(|| panic!("no cursor in {text}"));
    (text.replacen('|', "", 1), at as u32)
}

/// The lines of all places of what stands at the cursor, declarations marked with `!`.
fn places(marked: &str) -> String {
    let (text, at) = cursor(marked);
    let partial = partial(&text);
    let Some(found) = partial.map.at(at) else { return "nothing".to_owned() };
    let name = &text[found.span.range()];
    let shown = partial.map.places(found.symbol).map(|place| {
        assert_eq!(&text[place.span.range()], name, "{marked}");
        let line = text[..place.span.start as usize].matches('\n').count() + 1;
        format!("{}{line}", if place.role == NameRole::Declaration { "!" } else { "" })
    });
    format!("{name}: {}", shown.collect::<Vec<_>>().join(" "))
}

/// The model with a cursor in the first place where `context` stands.
fn at(context: &str) -> String {
    let plain = context.replace('|', "");
    assert!(MODEL.contains(&plain), "{plain}");
    MODEL.replacen(&plain, context, 1)
}

#[test]
fn every_kind_of_name_leads_to_all_its_places() {
    for (context, expected) in [
        ("Agent |M", "M: 6 !8 22 22 26 29 32 33 33 34"),
        ("|x : 0..3", "x: !10 11 14 18 22 26"),
        ("M.x| = 0", "x: !10 11 14 18 22 26"),
        ("Lobsvars = {|h}", "h: !3 6 6 6 9 14 23"),
        ("Action = g|o;", "go: 6 !12 14 15 18"),
        ("Action = go| and Env", "go: 6 !12 14 15 18"),
        ("{|n};\n  Pro", "n: !4 5"),
        // The value of two enumerations has two declarations.
        ("door = |open", "open: !2 !10 18 22"),
        ("side = |left", "left: !10 18"),
        ("|p if", "p: !22 32 34"),
        ("K(M, |q)", "q: !23 32 33"),
        ("<|g>F", "g: !29 33"),
        ("Agent| Environment", "nothing"),
        ("Other| :", "nothing"),
    ] {
        assert_eq!(places(&at(context)), expected, "{context}");
    }
}

#[test]
fn nodes_and_definitions() {
    let parse = parse(MODEL);
    let partial = PartialModel::of(&parse.tree, &parse.diagnostics);
    let offset = MODEL.find("M.x = 0;").unwrap() as u32;
    let name = partial.map.at(offset + 2).unwrap();
    let text = |span: savoir_syntax::Span| &MODEL[span.range()];
    assert_eq!(partial.map.definition(name.symbol).map(text), Some("x : 0..3;"));
    assert_eq!(partial.map.declarations(name.symbol).map(text).collect::<Vec<_>>(), ["x"]);
    assert_eq!(partial.map.uses(name.symbol).count(), 5);
    let inside = MODEL.find("x = 0 and").unwrap() as u32;
    assert!(matches!(partial.map.enclosing(inside)[..], [Symbol::Agent(agent)] if agent.index() == 1));
    let inside = MODEL.find("K(M").unwrap() as u32;
    assert_eq!(partial.map.enclosing(inside), [Symbol::Property(PropertyId(0))]);
    // Every node of a formula has its formula, every name node its symbol.
    let mut open = vec![parse.tree.root()];
    let (mut formulas, mut names) = (0, 0);
    while let Some(node) = open.pop() {
        formulas += usize::from(partial.map.formula_of(node.id()).is_some());
        names += usize::from(partial.map.of_node(node).is_some());
        open.extend(node.children());
    }
    assert_eq!(formulas, 5 + 5 + 2, "AG, ->, p, K, q; and, <g>F, q, GK, green; <M>X, p");
    assert!(names > 30, "{names}");
}

/// What is known of a half-typed text.
fn outline(text: &str) -> String {
    let partial = partial(text);
    let model = &partial.model;
    let agents: Vec<String> = model
        .agents
        .iter()
        .map(|agent| {
            let variables = agent.variables.iter().map(|&id| model.variable(id).name.clone());
            let actions = agent.actions.iter().map(|action| action.name.clone());
            format!("{}({})", agent.name, variables.chain(actions).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let propositions: Vec<&str> = model.propositions.iter().map(|it| it.name.as_str()).collect();
    let whole: Vec<&str> = partial.whole_properties().map(|id| model.properties[id.index()].text.as_str()).collect();
    format!("{}; {}; {}", agents.join(", "), propositions.join(" "), whole.join(" | "))
}

#[test]
fn a_half_typed_text_has_a_model() {
    let rest = "; p q; AG (p -> K(M, q)) | <g>F q and GK({M}, M.GreenStates) | <M>X p";
    let whole = format!("Environment(door h n), M(x side go stay){rest}");
    assert_eq!(outline(MODEL), whole);
    // Errors elsewhere do not matter.
    assert_eq!(outline(&MODEL.replace("if Action = go and", "if Action = ")), whole);
    assert_eq!(outline(&MODEL.replace("x = 0 and Environment.h = 1", "x = 0 and Environment.")), whole);
    assert_eq!(outline(&MODEL.replace("  end Protocol\n  Evolution", "  Evolution")), whole);
    // A variable without a type is there.
    let typing = MODEL.replace("x : 0..3;", "x : 0..3; new : ;");
    assert_eq!(outline(&typing), whole.replace("x side", "x new side"));
    // Formulas with errors, and those with broken propositions, are not whole.
    let broken = MODEL.replace("<M>X p;", "<M>X pp;");
    assert_eq!(outline(&broken), whole.replace(" | <M>X p", ""));
    let broken = MODEL.replace("q if Environment.h = 1;", "q if Environment.;");
    assert_eq!(outline(&broken), whole.replace("AG (p -> K(M, q)) | <g>F q and GK({M}, M.GreenStates) | ", ""));
    assert_eq!(outline(""), "Environment(); ; ");
    assert_eq!(outline("Agent M\n  Vars:\n    x"), "Environment(), M(x); ; ");
}

#[test]
fn names_are_found_in_half_typed_texts() {
    for (marked, expected) in [
        ("Agent M Vars: x : 0..3; end Vars Protocol: |x = ", "x: !1 1"),
        ("Agent M Vars: x : 0..3; y : ; end Vars Protocol: |y = ", "y: !1 1"),
        ("Agent M Vars: x : 0..3; end Vars end Agent Evaluation p if |M.", "M: !1 1"),
        ("Agent M Vars: x : 0..3; end Vars end Agent Evaluation p if M.x = 1; Formulae AG (|p and", "p: !1 1"),
        ("Agent M Vars: x : 0..3; end Vars end Agent Evaluation p if M.|x and M.y", "x: !1 1"),
        ("Agent M Actions = {go, stay} Protocol: Other : {|go", "go: !1 1"),
        ("Agent M end Agent Groups g = {M} Formulae K(|g, p)", "g: !1 1"),
        ("Agent M Vars: x : 0..3; x| : 0..4; end Vars", "x: !1 !1"),
    ] {
        assert_eq!(places(marked), expected, "{marked}");
    }
}

#[test]
fn cutting_a_text_off_anywhere_is_no_problem() {
    for end in (0..MODEL.len()).filter(|end| MODEL.is_char_boundary(*end)) {
        let partial = partial(&MODEL[..end]);
        for found in partial.map.occurrences() {
            assert!(found.span.end as usize <= end);
        }
    }
    // A chain that is broken off because it is nested too deeply.
    let deep = format!("Formulae {}p and {}p; end Formulae", "!".repeat(10), "(".repeat(600));
    let _ = partial(&deep);
}

#[test]
fn the_group_of_a_reading_is_a_place_of_the_group() {
    assert_eq!(
        places(&at("<g>F q and").replace("  <g>F q and", "  -- atl: uniform-model:|g\n  <g>F q and")),
        "g: !29 33 34"
    );
}
