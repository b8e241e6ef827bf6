//! Views of a workbench: no text hides anything, and fragments have no markup but ours.

use super::{HARMLESS, assert_visible};
use crate::common::model;
use savoir::play::{Play, open};
use savoir::{
    Budget, BuildOptions, Condition, InspectRequest, Knower, Model, Semantics, Session, WorldsRequest, inspect, refute,
    worlds,
};
use savoir_report::workbench;
use savoir_testkit::hostile;
use serde_json::Value;

/// A model whose names are all this one.
fn named(name: &str) -> Model {
    let groups = "Groups g = {M}; h = {Environment}; end Groups Formulae <g>F top; <h>F top;";
    let text = model().source.text.replacen("Formulae", groups, 1);
    let loaded = savoir::Loaded::from_text("m.ispl", &text);
    let mut model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    for agent in &mut model.agents {
        agent.name = name.to_owned();
        agent.actions.iter_mut().for_each(|action| action.name = name.to_owned());
    }
    model.variables.iter_mut().for_each(|variable| variable.name = name.to_owned());
    model.propositions.iter_mut().for_each(|proposition| proposition.name = name.to_owned());
    model.groups.iter_mut().for_each(|group| group.name = name.to_owned());
    model.enum_values.iter_mut().for_each(|value| name.clone_into(value));
    model
}

/// A formula that was written as this name.
fn formula(model: &Model, text: &str, name: &str) -> Condition {
    let mut formula = Condition::read(model, text, Semantics::default()).unwrap();
    name.clone_into(&mut formula.text);
    formula
}

/// All views of a model.
fn views(model: &Model, name: &str) -> Vec<Value> {
    let mut session = Session::open(model, &BuildOptions::with_threads(1), &Budget::unlimited()).unwrap();
    let state = session.initial_states(None, 1).unwrap().0.remove(0);
    let watched = [formula(model, "EF false", name)];
    let agents: Vec<_> = model.agent_ids().collect();
    let request = InspectRequest { state: &state, agents: &[], most: 5, watched: &watched };
    let mut found = vec![workbench::inspection(model, &inspect(&mut session, &request).unwrap(), &watched)];
    for knower in [Knower::Agent(agents[1]), Knower::Everyone(agents.clone()), Knower::Common(agents.clone())] {
        for text in ["true", "false", "AG false"] {
            let formula = formula(model, text, name);
            let doubt = refute(&mut session, &state, &knower, &formula).unwrap();
            found.push(workbench::doubt(model, &knower, &formula, &doubt));
        }
    }
    let request = WorldsRequest { state: &state, agents: &agents, most: 5 };
    found.push(workbench::worlds(model, &worlds(&mut session, &request).unwrap()));
    for property in model.properties.iter().filter(|property| property.text.starts_with("<")) {
        let mut play = open(&mut session, property.formula, Semantics::default()).unwrap();
        found.push(workbench::opened(&play));
        found.extend((0..3).filter_map(|_| step(&mut play)));
    }
    found
}

/// The next moment of a play, by the first actions and the first outcome.
fn step(play: &mut Play) -> Option<Value> {
    let picked: Vec<_> = play.round().choices.iter().map(|(agent, actions)| (*agent, actions[0])).collect();
    let round = play.choose(&picked).or_else(|_| play.choose_outcome(0)).ok()?;
    Some(workbench::round(play, &round))
}

/// All texts of a value, names of fields too.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(members) => {
            members.iter().flat_map(|(name, member)| std::iter::once(name.as_str()).chain(texts(member))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// The tags of markup but those of lines of text, which are broken where names are long, and of code, which a name may begin.
fn tags(markup: &str) -> Vec<&str> {
    let names = markup.split('<').skip(1).map(|part| part.split([' ', '>', '\n']).next().unwrap_or_default());
    names.filter(|name| !["text", "/text", "code", "/code"].contains(name)).collect()
}

#[test]
fn views_show_every_name_and_nothing_else() {
    let harmless = views(&named(HARMLESS), HARMLESS);
    for name in hostile::all() {
        let found = views(&named(name), name);
        assert_eq!(found.len(), harmless.len());
        for (value, expected) in found.iter().zip(&harmless) {
            texts(value).into_iter().for_each(assert_visible);
            for part in ["fragment", "table"] {
                let (Some(markup), Some(expected)) = (value[part].as_str(), expected[part].as_str()) else { continue };
                assert_eq!(tags(markup), tags(expected), "{name:?}");
            }
        }
    }
}
