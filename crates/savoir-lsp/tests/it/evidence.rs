//! Evidence, pages and explanations.

use crate::client::{Client, MODEL};
use crate::cursor::example;
use savoir::examples_for_docs::TOGGLE;
use serde_json::json;

#[test]
fn evidence_is_a_fragment_with_data_and_text() {
    let mut client = Client::new();
    client.open(MODEL, &example("muddy-children"));
    let found = client.ask("savoir/evidence", json!({ "uri": MODEL, "formula": 8 }));
    assert_eq!(found["title"], "model.ispl");
    assert!(found["fragment"].as_str().unwrap().starts_with("<div class=\"savoir"), "{found}");
    assert_eq!(found["data"]["schema"], "savoir/page/1");
    assert!(found["data"]["drawings"][0]["nodes"][0]["state"].is_array());
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("Alice") && !text.contains('\u{1b}'), "{text}");
    // Nobody asked for verdicts.
    assert!(client.all("savoir/verdicts").is_empty());
    assert_eq!(client.refused("savoir/evidence", json!({ "uri": MODEL, "formula": 0 })).0, -32602);
    assert_eq!(client.refused("savoir/evidence", json!({ "uri": MODEL, "formula": -1 })).0, -32602);
}

#[test]
fn evidence_is_about_the_last_version_without_errors() {
    let mut client = Client::new();
    client.open(MODEL, "");
    assert_eq!(client.refused("savoir/evidence", json!({ "uri": MODEL, "formula": 1 })).0, -32803);
    client.replace(MODEL, 2, TOGGLE);
    client.diagnostics(MODEL, 2);
    client.replace(MODEL, 3, "Agent");
    let found = client.ask("savoir/evidence", json!({ "uri": MODEL, "formula": 1 }));
    assert!(found["text"].is_string());
}

#[test]
fn what_a_file_says_reaches_pages_only_escaped() {
    let name = "<img src=x onerror=alert(1)>";
    let uri = "file:///models/%3Cscript%3Ealert(1)%3C%2Fscript%3E.ispl";
    let mut client = Client::new();
    client.open(uri, &TOGGLE.replace("  AG EF light;", &format!("  -- name: {name}\n  AG light;")));
    let found = client.ask("savoir/evidence", json!({ "uri": uri, "formula": 1 }));
    let fragment = found["fragment"].as_str().unwrap();
    assert!(!fragment.contains("<img") && !fragment.contains("<script"), "{fragment}");
}

#[test]
fn pages_have_a_style_and_a_script() {
    let mut client = Client::new();
    let page = client.ask("savoir/page", json!({}));
    assert!(page["style"].as_str().unwrap().contains(".savoir"));
    assert!(page["script"].as_str().unwrap().contains("mount"));
}

#[test]
fn formulas_and_codes_are_explained() {
    let mut client = Client::new();
    client.open(MODEL, &example("muddy-children"));
    let found = client.ask("savoir/explain", json!({ "uri": MODEL, "formula": 8 }));
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("Alice") && !text.contains('\u{1b}'), "{text}");
    assert_eq!(client.refused("savoir/explain", json!({ "uri": MODEL, "formula": 99 })).0, -32602);
    let found = client.ask("savoir/explain", json!({ "code": "E0101" }));
    assert!(found["text"].as_str().unwrap().contains("E0101"));
    assert_eq!(client.refused("savoir/explain", json!({ "code": "E9999" })).0, -32602);
    assert_eq!(client.refused("savoir/explain", json!({ "uri": MODEL })).0, -32602);
}
