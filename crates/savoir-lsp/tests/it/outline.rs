//! Requests about a text as a whole: symbols, folding, selection.

use crate::client::{Client, MODEL, options};
use crate::cursor::{at, example, offset, slice};
use savoir::examples_for_docs::TOGGLE;
use serde_json::{Value, json};

fn names(symbols: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for symbol in symbols.as_array().into_iter().flatten() {
        names.push(symbol["name"].as_str().unwrap().to_owned());
        names.extend(self::names(&symbol["children"]));
    }
    names
}

#[test]
fn symbols_are_a_tree_or_a_list() {
    let text = example("muddy-children");
    let asked = json!({ "textDocument": { "uri": MODEL } });
    let mut client = Client::new();
    client.open(MODEL, &text);
    let tree = client.ask("textDocument/documentSymbol", asked.clone());
    let found = names(&tree);
    for name in ["Alice", "alice_muddy", "children", "one-round-is-enough"] {
        assert!(found.iter().any(|found| found == name), "{name} is not among {found:?}");
    }
    for symbol in tree.as_array().unwrap() {
        let (inner, outer) = (slice(&text, &symbol["selectionRange"]), slice(&text, &symbol["range"]));
        assert!(outer.contains(inner));
    }
    let mut plain = Client::introduced(json!({ "capabilities": {} }), options());
    plain.open(MODEL, &text);
    let list = plain.ask("textDocument/documentSymbol", asked);
    assert_eq!(names(&list), found);
    assert_eq!(list[0]["location"]["uri"], MODEL);
    let inner = list.as_array().unwrap().iter().find(|symbol| symbol["name"] == "alice_muddy").unwrap();
    assert!(inner["containerName"].is_string(), "{inner}");
}

#[test]
fn symbols_of_all_open_texts_are_found() {
    let mut client = Client::new();
    client.open("file:///a.ispl", &example("muddy-children"));
    client.open("file:///b.ispl", TOGGLE);
    let found = client.ask("workspace/symbol", json!({ "query": "swi" }));
    let switch = found.as_array().unwrap().iter().find(|symbol| symbol["name"] == "Switch").unwrap();
    assert_eq!(switch["location"]["uri"], "file:///b.ispl");
    assert_eq!(slice(TOGGLE, &switch["location"]["range"]), "Switch");
    let none = client.ask("workspace/symbol", json!({ "query": "no such thing at all" }));
    assert_eq!(none, json!([]));
}

#[test]
fn sections_can_be_folded() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let found = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": MODEL } }));
    let lines: Vec<&str> = TOGGLE.lines().collect();
    let starts: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|range| {
            let (start, end) = (range["startLine"].as_u64().unwrap(), range["endLine"].as_u64().unwrap());
            assert!(start < end, "{range}");
            lines[start as usize].trim()
        })
        .collect();
    assert!(starts.contains(&"Agent Switch") && starts.contains(&"Vars:"), "{starts:?}");
}

#[test]
fn selections_grow() {
    let mut client = Client::new();
    client.open(MODEL, TOGGLE);
    let cursor = at(TOGGLE, "AG EF li¦ght");
    let asked = json!({ "textDocument": { "uri": MODEL }, "positions": [cursor, at(TOGGLE, "¦Evaluation\n  light")] });
    let found = client.ask("textDocument/selectionRange", asked);
    assert_eq!(found.as_array().unwrap().len(), 2);
    let mut range = &found[0];
    assert_eq!(slice(TOGGLE, &range["range"]), "light");
    let mut last = (usize::MAX, 0);
    loop {
        let here = (offset(TOGGLE, &range["range"]["start"]), offset(TOGGLE, &range["range"]["end"]));
        assert!(here.0 <= last.0 && here.1 >= last.1 && here != last, "{range}");
        last = here;
        match &range["parent"] {
            Value::Null => break,
            parent => range = parent,
        }
    }
    assert!(last.1 - last.0 > 200);
}
