//! The views of a workbench: JSON by the published schema, pictures of worlds, sentences of plays.

use crate::common::{assert_well_formed, root, schema};
use savoir::play::{Play, open};
use savoir::{
    Budget, BuildOptions, Condition, Engine, InspectRequest, Knower, Loaded, Model, Semantics, Session, State,
    WorldsRequest, inspect, refute, worlds,
};
use savoir_report::workbench;
use savoir_testkit::schema::follows;
use serde_json::{Value, json};

fn example(name: &str) -> Model {
    Loaded::from_file(&root().join("examples").join(name)).unwrap().model.unwrap()
}

fn session<'m>(model: &'m Model, engine: Engine) -> Session<'m> {
    let options = BuildOptions { engine, ..BuildOptions::with_threads(1) };
    Session::open(model, &options, &Budget::unlimited()).unwrap()
}

fn read(model: &Model, text: &str) -> Condition {
    Condition::read(model, text, Semantics::default()).unwrap()
}

/// The least reachable state where a condition holds.
fn state_where(session: &mut Session<'_>, text: &str) -> State {
    let condition = read(session.model(), text);
    let (all, _) = session.list_states().unwrap();
    all.into_iter().find(|state| session.truth(&condition, state).unwrap() == Some(true)).unwrap()
}

/// A value follows the schema, or the part of it with this name.
#[track_caller]
fn check(value: &Value, part: Option<&str>) {
    let mut schema = schema("workbench-1.json");
    if let Some(part) = part {
        schema = json!({ "$ref": format!("#/$defs/{part}"), "$defs": schema["$defs"] });
    }
    follows(value, &schema).unwrap_or_else(|problem| panic!("{problem}\n{value:#}"));
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
        assert!(error(&far).ends_with("has 2 values, so 18446744073709551615 is no code of one"), "{}", error(&far));
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
        let together = ask("DK all", "ben_paid");
        assert_eq!(together["sentence"], "Ada, Ben and Cleo together know `ben_paid`: it holds wherever they may be.");
        let common = ask("GCK all", "one_of_us_paid");
        assert_eq!(common["sentence"], "`one_of_us_paid` is common knowledge of Ada, Ben and Cleo.");
        let nested = ask("GCK all", "!K(Ada, ada_paid)");
        assert!(nested["links"].as_array().unwrap().len() <= 2, "{nested}");
    }
    let wrong = |text: &str| Knower::named(&model, text).unwrap_err().to_string();
    assert_eq!(wrong("Bn"), "there is no agent `Bn`; did you mean `Ben`?");
    assert_eq!(wrong("GK nobody"), "there is no group `nobody`");
    assert_eq!(wrong("EK all"), "`EK` says nothing about a group; write GK, DK or GCK");
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
        assert_well_formed(&fragment.replace("<br>", ""));
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

/// A play of an example, for the formula with this text.
fn play(model: &Model, text: &str) -> Play {
    let mut session = session(model, Engine::Explicit);
    let property = model.properties.iter().find(|property| property.text == text);
    let property =
        property.unwrap_or_else(|| panic!("{:?}", model.properties.iter().map(|one| &one.text).collect::<Vec<_>>()));
    open(&mut session, property.formula, Semantics::default()).unwrap()
}

fn choose(play: &mut Play, actions: &[(&str, &str)]) -> Value {
    let named: Vec<(String, String)> = actions.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let actions = play.named(&named).unwrap();
    let round = play.choose(&actions).unwrap();
    let value = workbench::round(play, &round);
    check(&value, Some("round"));
    value
}

/// Adds formulas to an example.
fn with_formulas(name: &str, formulas: &str) -> Model {
    let text = std::fs::read_to_string(root().join("examples").join(name)).unwrap();
    let (before, _) = text.split_once("Formulae").unwrap();
    Loaded::from_text(name, &format!("{before}Formulae {formulas} end Formulae")).model.unwrap()
}

#[test]
fn a_play_against_the_others() {
    let model = with_formulas("tian-ji.ispl", "free_choice -> <king>F king_wins;");
    let mut play = play(&model, "free_choice -> <king>F king_wins");
    let opened = workbench::opened(&play);
    check(&opened, None);
    assert_eq!(
        (&opened["winner"], &opened["you"], &opened["whole"]),
        (&json!("opponents"), &json!(["King"]), &json!(true))
    );
    assert_eq!(opened["formula"], "<king>F king_wins");
    assert_eq!(opened["goal"], "the others see to it that `king_wins` never holds");
    assert!(opened["table"].as_str().unwrap().contains("What TianJi answers to king"), "{opened}");
    assert_eq!(
        opened["round"]["choices"],
        json!([{ "agent": "King", "actions": ["run_fast", "run_middle", "run_slow"] }])
    );
    let round = choose(&mut play, &[("King", "run_fast")]);
    assert_eq!(round["did"], json!({ "Environment": "judge", "King": "run_fast", "TianJi": "run_slow" }));
    assert_eq!(round["sentence"], "`king_wins` has been avoided so far, and will be, whatever you do.");
    let wrong = |play: &mut Play, agent: &str, action: &str| {
        let named = play.named(&[(agent.to_owned(), action.to_owned())]);
        named.and_then(|actions| play.choose(&actions)).unwrap_err().to_string()
    };
    assert_eq!(wrong(&mut play, "King", "run_fast"), "`King` may not do `run_fast` here");
    assert_eq!(wrong(&mut play, "King", "fly"), "`King` has no action `fly`");
    assert_eq!(wrong(&mut play, "TianJi", "run_fast"), "`TianJi` is on the other side");
    assert_eq!(play.choose(&[]).unwrap_err().to_string(), "say what `King` does");
    choose(&mut play, &[("King", "run_middle")]);
    choose(&mut play, &[("King", "run_slow")]);
    let round = choose(&mut play, &[]);
    assert_eq!(round["status"], "avoided so far");
    let round = choose(&mut play, &[]);
    assert!(round["sentence"].as_str().unwrap().contains("it can go on like this for ever"), "{round}");
    assert_eq!(workbench::round(&play, &play.clone().back().unwrap())["number"], 4);
}

#[test]
fn a_play_against_a_coalition_with_outcomes_to_choose() {
    let model = with_formulas("card-game.ispl", "<bob>F (showdown and bob_beats_ann);");
    let mut play = play(&model, "<bob>F (showdown and bob_beats_ann)");
    let opened = workbench::opened(&play);
    check(&opened, None);
    assert_eq!((&opened["winner"], &opened["coalition"]), (&json!("coalition"), &json!(["Bob"])));
    assert_eq!(
        opened["round"]["sentence"],
        "A state with `showdown and bob_beats_ann` comes in at most 3 steps, whatever you do."
    );
    let mut most = 0;
    while !play.round().status.is_over() {
        let round = play.round();
        let picked: Vec<_> = round.choices.iter().map(|(agent, actions)| (*agent, actions[0])).collect();
        let after = play.choose(&picked).unwrap();
        most = most.max(after.outcomes.len());
        if !after.outcomes.is_empty() {
            let value = workbench::round(&play, &after);
            check(&value, Some("round"));
            assert!(value["sentence"].as_str().unwrap().starts_with("The model leaves open"), "{value}");
            play.choose_outcome(after.outcomes.len() - 1).unwrap();
        }
    }
    let last = workbench::round(&play, &play.round());
    check(&last, Some("round"));
    assert_eq!((&last["status"], &last["choices"]), (&json!("reached"), &json!([])));
    assert!(last["sentence"].as_str().unwrap().contains("holds: bob has won after"), "{last}");
    assert_eq!(play.choose(&[]).unwrap_err().to_string(), "the play is over");
    assert!(most <= 6, "{most}");
}

#[test]
fn where_nothing_can_be_played_the_reason_is_said() {
    let model = with_formulas(
        "tian-ji.ispl",
        "AG one_race_is_over; AG (king_in_order -> <{}>X true); AG !(<king>X king_wins); <king>F king_wins;",
    );
    let mut session = session(&model, Engine::Explicit);
    let mut opened = |number: usize| {
        open(&mut session, model.properties[number].formula, Semantics::default())
            .map(|play| model.formula_brief(play.formula()))
    };
    assert_eq!(
        opened(0).unwrap_err().to_string(),
        "the formula is not about what a coalition can enforce, so there is no strategy to play against"
    );
    // Below AG, the play begins in an initial state.
    assert_eq!(opened(2).unwrap(), "<king>X king_wins");
    assert_eq!(opened(3).unwrap(), "<king>F king_wins");
    let _ = opened(1);
}
