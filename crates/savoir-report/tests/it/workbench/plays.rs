//! Plays against strategies.

use super::{check, session};
use crate::common::root;
use savoir::play::{Play, Side, open};
use savoir::{ActionId, AgentId, AtlSemantics, Engine, Loaded, Model, Semantics, StartSet};
use savoir_report::workbench;
use serde_json::{Value, json};

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
    assert_eq!(round["did"], json!({ "Environment": "watch", "King": "run_fast", "TianJi": "run_slow" }));
    assert_eq!(round["sentence"], "`king_wins` has been avoided so far, and will never hold, whatever you do.");
    let wrong = |play: &mut Play, agent: &str, action: &str| {
        let named = play.named(&[(agent.to_owned(), action.to_owned())]);
        named.and_then(|actions| play.choose(&actions)).unwrap_err().to_string()
    };
    assert_eq!(wrong(&mut play, "King", "run_fast"), "`King` may not do `run_fast` here");
    assert_eq!(wrong(&mut play, "King", "fly"), "`King` has no action `fly`");
    assert_eq!(wrong(&mut play, "TianJi", "run_fast"), "`TianJi` is on the other side");
    assert_eq!(play.choose(&[]).unwrap_err().to_string(), "say what `King` does");
    let far = [(AgentId::from(1), ActionId::from(99)), (AgentId::from(99), ActionId::from(0))];
    far.iter().for_each(|one| assert!(play.choose(&[*one]).unwrap_err().to_string().contains("no such action")));
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

/// What the plays for these formulas are about, or why there are none.
fn opened(model: &Model, atl: AtlSemantics) -> Vec<String> {
    let mut session = session(model, Engine::Explicit);
    let semantics = Semantics { atl, ..Semantics::default() };
    let formulas: Vec<_> = model.properties.iter().map(|property| property.formula).collect();
    let about = |formula| match open(&mut session, formula, semantics) {
        Ok(play) => format!("{} {}", model.formula_brief(play.formula()), play.node().holds),
        Err(reason) => reason.to_string(),
    };
    formulas.into_iter().map(about).collect()
}

#[test]
fn where_nothing_can_be_played_the_reason_is_said() {
    let model = with_formulas(
        "tian-ji.ispl",
        "AG one_race_is_over; AG !<king>X king_wins; AG <king>X true;
         <king>F king_wins; AF <king>G !tianji_wins;",
    );
    assert_eq!(
        opened(&model, AtlSemantics::PerfectInformation),
        [
            "the formula is not about what a coalition can enforce, so there is no strategy to play against",
            // Where AG fails, the play begins at the end of a path; where it holds, in an initial state.
            "<king>X king_wins true",
            "<king>X true true",
            "<king>F king_wins false",
            "<king>G !tianji_wins false",
        ]
    );
    let mut session = session(&model, Engine::Explicit);
    let play = open(&mut session, model.properties[1].formula, Semantics::default()).unwrap();
    let sentence = workbench::round(&play, &play.round())["sentence"].as_str().unwrap().to_owned();
    assert!(sentence.starts_with("The play starts where the evidence leads, not in an initial state. "), "{sentence}");
    assert!(play.clone().for_user(Side::Coalition).is_err() && play.for_user(Side::Opponents).is_ok());
    let card = with_formulas("card-game.ispl", "<bob>F (showdown and bob_beats_ann);");
    let uniform = AtlSemantics::Uniform(StartSet::Everyone);
    assert_eq!(
        opened(&card, uniform),
        [
            "no uniform strategy wins, because members would have to do different things where they see the same; there is \
          no counter-strategy to play against"
        ]
    );
    let fair = with_formulas("two-doors.ispl", "<{Left}>F left_inside; <{Environment}>G true; <{}>X left_inside;");
    assert_eq!(
        opened(&fair, AtlSemantics::PerfectInformation),
        [
            "the coalition wins only because unfair paths do not count; such a strategy is not shown",
            "<{Environment}>G true true",
            "the evidence for this verdict shows no strategy: all paths, states or strategies would have to be looked at",
        ]
    );
}
