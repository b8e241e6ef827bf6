//! The requests of the protocol about a place in a text, on examples with a cursor.

use crate::client::{Client, MODEL};
use crate::cursor::{at, edited, example, slice};
use serde_json::{Value, json};

/// A client with an example, and parameters of requests at a cursor in it.
fn opened(name: &str) -> (Client, String) {
    let text = example(name);
    let mut client = Client::new();
    client.open(MODEL, &text);
    (client, text)
}

fn here(text: &str, words: &str) -> Value {
    json!({ "textDocument": { "uri": MODEL }, "position": at(text, words) })
}

fn slices<'t>(text: &'t str, places: &Value) -> Vec<&'t str> {
    places.as_array().unwrap().iter().map(|place| slice(text, &place["range"])).collect()
}

#[test]
fn hover_says_what_a_name_is() {
    let (mut client, text) = opened("muddy-children");
    let found = client.ask("textDocument/hover", here(&text, "  !K(Alice, alice_mu¦ddy) and !K"));
    assert_eq!(found["contents"]["kind"], "markdown");
    assert!(found["contents"]["value"].as_str().unwrap().contains("alice_muddy"), "{found}");
    assert_eq!(slice(&text, &found["range"]), "alice_muddy");
    // Nothing is said about nothing.
    let end = json!({ "line": 1_000_000, "character": 7 });
    let nothing = json!({ "textDocument": { "uri": MODEL }, "position": end });
    assert_eq!(client.ask("textDocument/hover", nothing), Value::Null);
}

#[test]
fn a_name_leads_to_its_declaration_and_to_its_uses() {
    let (mut client, text) = opened("muddy-children");
    let cursor = here(&text, "  !K(Alice, alice_mu¦ddy) and !K");
    let declared = client.ask("textDocument/definition", cursor.clone());
    assert_eq!(slices(&text, &declared), ["alice_muddy"]);
    assert_eq!(declared[0]["uri"], MODEL);
    let mut asked = cursor.clone();
    asked["context"] = json!({ "includeDeclaration": true });
    let all = client.ask("textDocument/references", asked.clone());
    asked["context"] = json!({ "includeDeclaration": false });
    let uses = client.ask("textDocument/references", asked);
    let (all, uses) = (slices(&text, &all), slices(&text, &uses));
    assert!(uses.len() > 3 && all.len() == uses.len() + 1, "{all:?}");
    assert!(all.iter().all(|name| *name == "alice_muddy"));
    let marked = client.ask("textDocument/documentHighlight", cursor);
    assert_eq!(marked.as_array().unwrap().len(), all.len());
    assert!(marked[0]["kind"].as_u64().is_some_and(|kind| (1..=3).contains(&kind)));
}

#[test]
fn a_thing_gets_another_name_everywhere() {
    let (mut client, text) = opened("muddy-children");
    let cursor = here(&text, "  !K(Alice, alice_mu¦ddy) and !K");
    let found = client.ask("textDocument/prepareRename", cursor.clone());
    assert_eq!((slice(&text, &found["range"]), &found["placeholder"]), ("alice_muddy", &json!("alice_muddy")));
    let mut asked = cursor;
    asked["newName"] = json!("alice_is_dirty");
    let edit = client.ask("textDocument/rename", asked.clone());
    let renamed = edited(&text, &edit["changes"][MODEL]);
    assert_eq!(renamed, text.replace("alice_muddy", "alice_is_dirty"));
    // Where it would change what the text says, there is a sentence instead.
    asked["newName"] = json!("bob_muddy");
    let (code, sentence) = client.refused("textDocument/rename", asked.clone());
    assert!(code == -32803 && sentence.contains("bob_muddy"), "{code} {sentence}");
    asked["newName"] = json!("no name");
    client.refused("textDocument/rename", asked);
    let keyword = here(&text, "  !K(Alice, alice_muddy) a¦nd !K");
    assert_eq!(client.refused("textDocument/prepareRename", keyword).0, -32803);
    let end = json!({ "line": 1_000_000, "character": 0 });
    let mut nothing = json!({ "textDocument": { "uri": MODEL }, "position": end });
    assert_eq!(client.ask("textDocument/prepareRename", nothing.clone()), Value::Null);
    nothing["newName"] = json!("x");
    client.refused("textDocument/rename", nothing);
}

#[test]
fn completion_offers_what_fits() {
    let (mut client, text) = opened("muddy-children");
    let found = client.ask("textDocument/completion", here(&text, "  !K(Alice, al¦ice_muddy) and !K"));
    assert_eq!(found["isIncomplete"], false);
    let items = found["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["label"] == "alice_muddy").unwrap();
    assert_eq!(slice(&text, &item["textEdit"]["range"]), "alice_muddy");
    let sorts: Vec<&str> = items.iter().map(|item| item["sortText"].as_str().unwrap()).collect();
    assert!(sorts.is_sorted());
    let snippets = items.iter().filter(|item| item["insertTextFormat"] == 2).count();
    assert!(snippets > 0, "{items:?}");
}

#[test]
fn clients_without_snippets_get_none() {
    let text = example("muddy-children");
    let mut client = Client::introduced(json!({ "capabilities": {} }), crate::client::options());
    client.open(MODEL, &text);
    let found = client.ask("textDocument/completion", here(&text, "  !K(Alice, al¦ice_muddy) and !K"));
    for item in found["items"].as_array().unwrap() {
        let inserted = item["textEdit"]["newText"].as_str().unwrap();
        assert!(item["insertTextFormat"] == 1 && !inserted.contains("${"), "{item}");
    }
}

#[test]
fn signatures_say_what_an_operator_takes() {
    let (mut client, text) = opened("muddy-children");
    let found = client.ask("textDocument/signatureHelp", here(&text, "  !K(Alice, ¦alice_muddy) and !K"));
    let signature = &found["signatures"][found["activeSignature"].as_u64().unwrap() as usize];
    assert!(signature["label"].as_str().unwrap().starts_with("K("), "{found}");
    assert_eq!(found["activeParameter"], 1);
    let label = &signature["parameters"][1]["label"];
    assert!(label[0].as_u64().unwrap() < label[1].as_u64().unwrap(), "{label}");
}

#[test]
fn every_word_has_a_colour() {
    let (mut client, text) = opened("two-doors");
    let legend = client.introduction["capabilities"]["semanticTokensProvider"]["legend"].clone();
    let asked = json!({ "textDocument": { "uri": MODEL } });
    let found = client.ask("textDocument/semanticTokens/full", asked.clone());
    let numbers: Vec<u64> = found["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
    let (mut line, mut character) = (0, 0);
    let mut words = Vec::new();
    for token in numbers.chunks(5) {
        character = if token[0] == 0 { character + token[1] } else { token[1] };
        line += token[0];
        let range = json!({
            "start": { "line": line, "character": character },
            "end": { "line": line, "character": character + token[2] },
        });
        words.push((slice(&text, &range), legend["tokenTypes"][token[3] as usize].as_str().unwrap()));
    }
    assert!(words.contains(&("Agent", "keyword")) && words.contains(&("Evaluation", "keyword")), "{words:?}");
    assert!(words.len() > 100);
    // Those of some lines are some of them.
    let mut some = asked;
    some["range"] = json!({ "start": { "line": 10, "character": 0 }, "end": { "line": 20, "character": 0 } });
    let found = client.ask("textDocument/semanticTokens/range", some);
    let count = found["data"].as_array().unwrap().len();
    assert!(count > 0 && count < numbers.len());
}
