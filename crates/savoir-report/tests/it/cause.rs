//! Evidence says who decides: the others, or the model where it leaves a choice open; whoever can do nothing else is not
//! mentioned.

use crate::common::results;
use savoir::Loaded;
use savoir_report::drawing::{Role, html, svg};
use savoir_report::evidence::{Detail, Propositions, View, drawn, text};

/// A drone that may get lost when it flies, whatever anybody does; the weather is only watched.
const DRONE: &str = "Semantics = SA;
Agent Environment
  Vars: wind : {calm, strong}; end Vars
  Actions = {blow, rest};
  Protocol: wind = strong : {blow, rest}; Other : {rest}; end Protocol
  Evolution: wind = calm if Action = rest; end Evolution
end Agent
Agent Drone
  Vars: at : {base, field, lost}; end Vars
  Actions = {fly, wait};
  Protocol: at = base : {fly, wait}; Other : {wait}; end Protocol
  Evolution: at = field if Action = fly; at = lost if Action = fly; end Evolution
end Agent
Evaluation delivered if Drone.at = field; lost if Drone.at = lost; end Evaluation
InitStates Drone.at = base and Environment.wind = calm; end InitStates
Groups drone = {Drone}; end Groups
Formulae
  <drone>F delivered;
  <drone>G !lost;
  EF lost;
end Formulae
";

/// The text and the sentences of the picture for each formula.
fn told(model: &str, view: &View) -> Vec<(String, String)> {
    let results = results(&Loaded::from_text("drone.ispl", model));
    let of = |result: &savoir::FormulaResult| {
        let words = text::render(result.evidence.as_ref().unwrap(), view);
        let words = anstream::adapter::strip_str(&words).to_string();
        let spaced = words.split_whitespace().collect::<Vec<_>>().join(" ");
        (spaced, drawn::drawing(result, view).sentences.join(" "))
    };
    results.iter().map(of).collect()
}

#[test]
fn the_model_is_named_where_it_decides() {
    let found = told(DRONE, &View::default());
    let cause = "whatever drone does, `delivered` never holds if, where the model leaves a choice open, it goes to \
                 Drone.at = lost.";
    assert!(found[0].0.contains(cause) && found[0].1.contains(cause), "{:?}", found[0]);
    assert!(!found[0].0.contains("the others answer"), "{:?}", found[0]);
    assert!(
        found[1].0.contains("holds for ever if drone does this") && !found[1].0.contains("others"),
        "{:?}",
        found[1]
    );
}

#[test]
fn the_others_are_named_where_they_decide() {
    // Now the drone arrives unless the wind blows.
    let model = DRONE
        .replace("at = field if Action = fly; at = lost if Action = fly;", "at = field if Action = fly and Environment.Action = rest; at = lost if Action = fly and Environment.Action = blow;")
        .replace("wind = strong : {blow, rest}; Other : {rest};", "Other : {blow, rest};");
    let found = told(&model, &View::default());
    assert!(found[0].0.contains("never holds if the others answer like this"), "{:?}", found[0]);
    assert!(!found[0].0.contains("leaves a choice open"), "{:?}", found[0]);
    assert!(found[1].0.contains("whatever the others do"), "{:?}", found[1]);
    // With both, both are named.
    let model = model.replace("and Environment.Action = rest;", ";");
    let found = told(&model, &View::default());
    assert!(
        found[0].0.contains("if the others answer like this and, where the model leaves a choice open"),
        "{:?}",
        found[0]
    );
}

#[test]
fn who_can_do_nothing_else_is_left_out() {
    let found = told(DRONE, &View::default());
    assert!(found[2].0.contains("│ Drone: fly s1") && !found[2].0.contains("rest"), "{:?}", found[2]);
    let full = told(DRONE, &View { detail: Detail::Full, ..View::default() });
    assert!(full[2].0.contains("│ Environment: rest, Drone: fly"), "{:?}", full[2]);
    let results = results(&Loaded::from_text("drone.ispl", DRONE));
    let drawing = drawn::drawing(&results[2], &View::default());
    let picture = svg::render(std::slice::from_ref(&drawing));
    assert!(picture.contains("Drone: fly") && !picture.contains("Environment: rest"), "{picture}");
    let page = html::render("drone", std::slice::from_ref(&drawing));
    assert!(page.contains("<span class=\"act\">fly</span>") && !page.contains("<span class=\"act\">rest</span>"));
    assert!(page.contains("class=\"action forced\">rest</td>"), "tables have everything");
    // Where nobody can do anything else, something else decides.
    let forced = DRONE.replace("at = base : {fly, wait};", "at = base : {fly};");
    assert!(told(&forced, &View::default())[2].0.contains("│ nobody has a choice, but the model leaves one open"));
}

#[test]
fn propositions_are_shown_when_asked_for() {
    let view = View { propositions: Propositions::Shown, ..View::default() };
    let found = told(DRONE, &view);
    assert!(
        found[2].0.contains("Drone at = base holds nothing") && found[2].0.contains("at = lost holds lost"),
        "{:?}",
        found[2]
    );
    assert!(!told(DRONE, &View::default())[2].0.contains("holds lost"));
    let results = results(&Loaded::from_text("drone.ispl", DRONE));
    let picture = |view: &View| svg::render(&[drawn::drawing(&results[2], view)]);
    assert!(picture(&view).contains(">holds: lost</text>") && !picture(&View::default()).contains("holds: lost"));
}

#[test]
fn goals_and_strategies_are_marked() {
    let results = results(&Loaded::from_text("drone.ispl", DRONE));
    let drawing = drawn::drawing(&results[2], &View::default());
    assert!(drawing.nodes.iter().any(|node| node.roles.contains(&Role::Goal)));
    let drawing = drawn::drawing(&results[1], &View::default());
    let table = &drawing.strategies[0];
    assert_eq!(
        (table.movers.as_slice(), &table.cases[0].moves),
        (["Drone".to_owned()].as_slice(), &vec!["wait".to_owned()])
    );
    assert_eq!(table.sight, ["Drone sees Drone.at."]);
    let page = html::render("drone", &[drawing]);
    assert!(page.contains("<th class=\"then\">Drone</th>") && page.contains("<td class=\"then\">wait</td>"));
}
