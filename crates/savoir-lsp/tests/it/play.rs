//! Plays against strategies over the protocol.

use crate::client::{Client, MODEL};
use savoir::examples_for_docs::TOGGLE;
use serde_json::{Map, Value, json};

/// A lamp that a guard keeps off whatever a guest does.
const LAMP: &str = "
Agent Guard
  Vars:
    on : boolean;
  end Vars
  Actions = {lock, unlock};
  Protocol:
    Other : {lock, unlock};
  end Protocol
  Evolution:
    on = true if Action = unlock and Guest.Action = press;
  end Evolution
end Agent
Agent Guest
  Vars:
    mood : {calm, bored};
  end Vars
  Actions = {press, wait};
  Protocol:
    Other : {press, wait};
  end Protocol
  Evolution:
    mood = bored if Action = wait;
    mood = calm if Action = press;
  end Evolution
end Agent
Evaluation
  light if Guard.on = true;
end Evaluation
InitStates
  Guard.on = false and Guest.mood = calm;
end InitStates
Groups
  guard = {Guard};
  guest = {Guest};
end Groups
Formulae
  <guard> G !light;
  <guest> F light;
  AG !light;
end Formulae
";

#[test]
fn somebody_loses_against_a_strategy() {
    let mut client = Client::new();
    client.open(MODEL, LAMP);
    let opened = client.ask("savoir/play/open", json!({ "uri": MODEL, "formula": 1 }));
    assert_eq!((&opened["winner"], &opened["you"]), (&json!("coalition"), &json!(["Guest"])), "{opened}");
    assert!(opened["table"].as_str().unwrap().contains("lock"));
    let play = &opened["play"];
    let mut round = opened["round"].clone();
    for number in 1..4 {
        let choices = round["choices"].as_array().unwrap();
        let mut actions = Map::new();
        for choice in choices {
            actions.insert(choice["agent"].as_str().unwrap().to_owned(), choice["actions"][0].clone());
        }
        round = client.ask("savoir/play/move", json!({ "play": play, "actions": actions }))["round"].clone();
        assert_eq!((&round["number"], &round["status"]), (&json!(number), &json!("avoided so far")), "{round}");
        assert_eq!(round["did"]["Guard"], "lock");
    }
    let back = client.ask("savoir/play/back", json!({ "play": play }));
    assert_eq!(back["round"]["number"], 2);
    let start = client.ask("savoir/play/start", json!({ "play": play, "start": 0 }));
    assert_eq!(start["round"]["number"], 0);
    assert_eq!(client.refused("savoir/play/start", json!({ "play": play, "start": 99 })).0, -32602);
    let wrong = json!({ "play": play, "actions": { "Guest": "fly" } });
    assert_eq!(client.refused("savoir/play/move", wrong).0, -32803);
    assert_eq!(client.ask("savoir/play/close", json!({ "play": play })), Value::Null);
    assert_eq!(client.refused("savoir/play/back", json!({ "play": play })).0, -32602);
}

#[test]
fn the_winning_side_cannot_be_chosen() {
    let mut client = Client::new();
    client.open(MODEL, LAMP);
    let ask = |formula: usize, side: &str| json!({ "uri": MODEL, "formula": formula, "side": side });
    // The guest has no way to light the lamp, so the others win.
    let opened = client.ask("savoir/play/open", ask(2, "coalition"));
    assert_eq!(opened["winner"], "opponents");
    assert_eq!(client.refused("savoir/play/open", ask(2, "opponents")).0, -32803);
    assert_eq!(client.refused("savoir/play/open", ask(1, "coalition")).0, -32803);
    assert_eq!(client.refused("savoir/play/open", ask(1, "both")).0, -32602);
    // Not every formula is about what a coalition can do.
    assert_eq!(client.refused("savoir/play/open", json!({ "uri": MODEL, "formula": 3 })).0, -32803);
    assert_eq!(client.refused("savoir/play/open", json!({ "uri": MODEL, "formula": 4 })).0, -32602);
    client.replace(MODEL, 2, TOGGLE);
    assert_eq!(client.refused("savoir/play/open", json!({ "uri": MODEL, "formula": 1 })).0, -32803);
}
