//! Who sees and knows what, what refutes it, and which worlds are possible.

use super::{check, example, session};
use crate::common::assert_well_formed;
use savoir::{
    Condition, Engine, InspectRequest, Knower, Model, Semantics, Session, State, WorldsRequest, inspect, refute, worlds,
};
use savoir_report::workbench;
use serde_json::{Value, json};

fn read(model: &Model, text: &str) -> Condition {
    Condition::read(model, text, Semantics::default()).unwrap()
}

/// The least reachable state where a condition holds.
fn state_where(session: &mut Session<'_>, text: &str) -> State {
    let condition = read(session.model(), text);
    let (all, _) = session.list_states().unwrap();
    all.into_iter().find(|state| session.truth(&condition, state).unwrap() == Some(true)).unwrap()
}

fn status<'v>(agent: &'v Value, proposition: &str) -> &'v Value {
    &agent["knows"].as_array().unwrap().iter().find(|one| one["proposition"] == proposition).unwrap()["status"]
}

#[test]
fn who_sees_and_knows_what() {
    let model = example("dining-cryptographers.ispl");
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let mut session = session(&model, engine);
        let state = state_where(&mut session, "announced and ben_paid");
        let watched = [read(&model, "K(Ben, ben_paid)"), read(&model, "ada_paid or cleo_paid")];
        let request = InspectRequest { state: &state, agents: &[], most: 1, watched: &watched };
        let value = workbench::inspection(&model, &inspect(&mut session, &request).unwrap(), &watched);
        check(&value, None);
        let names: Vec<&str> =
            value["agents"].as_array().unwrap().iter().map(|one| one["agent"].as_str().unwrap()).collect();
        assert_eq!(names, ["Environment", "Ada", "Ben", "Cleo"]);
        let ada = &value["agents"][1];
        assert_eq!(
            (status(ada, "one_of_us_paid"), status(ada, "ben_paid"), status(ada, "ada_paid")),
            (&json!("true"), &json!("open"), &json!("false"))
        );
        assert_eq!(
            (&ada["possible"], &ada["complete"], ada["listed"].as_array().unwrap().len()),
            (&json!("2"), &json!(false), 1)
        );
        let sees: Vec<&str> = ada["sees"].as_array().unwrap().iter().map(|pair| pair[0].as_str().unwrap()).collect();
        assert!(sees.contains(&"Ada.paid") && sees.contains(&"Environment.coin_ada_ben"), "{sees:?}");
        assert!(!sees.contains(&"Environment.coin_ben_cleo"), "{sees:?}");
        assert_eq!(ada["watched"][0]["status"], "open");
        assert_eq!(
            value["watched"],
            json!([
                { "formula": "K(Ben, ben_paid)", "holds": true }, { "formula": "ada_paid or cleo_paid", "holds": false }
            ])
        );
        // The state can be sent back.
        assert_eq!(workbench::read_state(&value["state"]["state"]), Some(state));
    }
}

#[test]
fn what_is_no_state_is_refused() {
    let model = example("dining-cryptographers.ispl");
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let mut session = session(&model, engine);
        let state = state_where(&mut session, "ben_paid");
        let mut error = |state: &[u64]| {
            let request = InspectRequest { state, agents: &[], most: 1, watched: &[] };
            inspect(&mut session, &request).unwrap_err().to_string()
        };
        assert_eq!(
            error(&state[1..]),
            format!("a state of this model has {} values, not {}", state.len(), state.len() - 1)
        );
        let far: Vec<u64> = vec![u64::MAX; state.len()];
        assert!(error(&far).ends_with("has 3 values, so 18446744073709551615 is no code of one"), "{}", error(&far));
        let everybody: Vec<u64> = vec![1; state.len()];
        assert_eq!(error(&everybody), "the state is not reachable");
    }
}

#[test]
fn what_refutes_knowledge() {
    let model = example("dining-cryptographers.ispl");
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let mut session = session(&model, engine);
        let state = state_where(&mut session, "announced and ben_paid");
        let mut ask = |knower: &str, formula: &str| {
            let (knower, formula) = (Knower::named(&model, knower).unwrap(), read(&model, formula));
            let found = refute(&mut session, &state, &knower, &formula).unwrap();
            let value = workbench::doubt(&model, &knower, &formula, &found);
            check(&value, None);
            value
        };
        let known = ask("Ben", "ben_paid");
        assert_eq!((&known["knows"], &known["state"]), (&json!(true), &Value::Null));
        assert_eq!(known["sentence"], "Ben knows `ben_paid`: it holds wherever it may be.");
        let open = ask("Ada", "ben_paid");
        assert_eq!((&open["knows"], &open["holds"]), (&json!(false), &json!(true)));
        assert_eq!(open["sentence"], "Ada cannot tell this state from one where `ben_paid` fails.");
        assert_eq!(open["state"]["holding"], json!(["cleo_paid", "one_of_us_paid", "announced", "odd"]));
        assert_eq!(ask("Ada", "ada_paid")["sentence"], "`ada_paid` fails here itself.");
        let together = ask("DK table", "ben_paid");
        assert_eq!(together["sentence"], "Ada, Ben and Cleo together know `ben_paid`: it holds wherever they may be.");
        let common = ask("GCK table", "one_of_us_paid");
        assert_eq!(common["sentence"], "`one_of_us_paid` is common knowledge of Ada, Ben and Cleo.");
        let nested = ask("GCK table", "!K(Ada, ada_paid)");
        assert!(nested["links"].as_array().unwrap().len() <= 2, "{nested}");
    }
    let wrong = |text: &str| Knower::named(&model, text).unwrap_err().to_string();
    assert_eq!(wrong("Benn"), "there is no agent `Benn`; did you mean `Ben`?");
    assert_eq!(wrong("GK nobody"), "there is no group `nobody`");
    assert_eq!(wrong("EK table"), "`EK` says nothing about a group; write GK, DK or GCK");
}

#[test]
fn worlds_are_drawn() {
    for (name, at, count, drawn) in [
        ("muddy-children.ispl", "!told_somebody and alice_muddy", "8", 8),
        ("card-game.ispl", "bobs_turn and bob_has_king", "6", 6),
        ("dining-cryptographers.ispl", "!announced and ben_paid", "32", 24),
        ("one-hundred-prisoners.ispl", "true", "1", 1),
    ] {
        let model = example(name);
        let mut session = session(&model, Engine::Auto);
        let state = state_where(&mut session, at);
        let found = worlds(&mut session, &WorldsRequest { state: &state, agents: &[], most: 40 }).unwrap();
        let value = workbench::worlds(&model, &found);
        check(&value, None);
        assert_eq!((&value["count"], &value["complete"]), (&json!(count), &json!(true)), "{name}");
        assert_eq!(value["worlds"][0]["state"], value["data"]["drawings"][0]["nodes"][0]["state"]);
        assert_eq!(value["worlds"][0]["name"], "w0");
        let drawing = workbench::world_drawing(&model, &found);
        assert_eq!(drawing.nodes.len(), drawn, "{name}");
        let fragment = value["fragment"].as_str().unwrap();
        let (start, end) = (fragment.find("<svg").unwrap(), fragment.find("</svg>").unwrap() + 6);
        assert_well_formed(&fragment[start..end]);
        assert_eq!(fragment.matches("class=\"node current\"").count(), 1, "{name}");
        assert_eq!(fragment.matches("class=\"edge doubt\"").count(), drawing.edges.len(), "{name}");
        assert_eq!(value, workbench::worlds(&model, &found), "the same in every run");
    }
}

/// Lines of an agent lead between all worlds of a class, and nowhere else.
#[test]
fn lines_join_classes() {
    let model = example("two-generals.ispl");
    let mut session = session(&model, Engine::Explicit);
    let state = state_where(&mut session, "true");
    let found = worlds(&mut session, &WorldsRequest { state: &state, agents: &[], most: 20 }).unwrap();
    assert!(!found.is_complete());
    let drawing = workbench::world_drawing(&model, &found);
    for (agent, classes) in found.agents.iter().zip(&found.classes) {
        let name = &model.agent(*agent).name;
        let mut class: Vec<usize> = (0..found.states.len()).collect();
        let mut lines = 0;
        for edge in &drawing.edges {
            let savoir_report::drawing::Label::Agents(names) = &edge.label else { panic!() };
            if names.split(", ").any(|one| one == name) {
                lines += 1;
                let (from, to) = (class[edge.from], class[edge.to]);
                class.iter_mut().filter(|one| **one == to).for_each(|one| *one = from);
            }
        }
        assert_eq!(lines, found.states.len() - classes.len(), "a tree in each class");
        for members in classes {
            assert!(members.iter().all(|one| class[*one] == class[members[0]]), "{name}");
        }
    }
}
