//! Requests that change texts: layout, and what can be done at a place. And what is shown beside them.

use crate::client::{Client, MODEL};
use crate::cursor::{edited, example, offset, slice};
use savoir::examples_for_docs::TOGGLE;
use serde_json::{Value, json};

fn whole(text: &str) -> Value {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": text.lines().count() + 1, "character": 0 } })
}

#[test]
fn texts_are_laid_out() {
    let messy = TOGGLE.replace("  Vars:\n    on : boolean;", "Vars:\n on:boolean  ;").replace("AG EF", "AG   EF");
    let mut client = Client::new();
    client.open(MODEL, &messy);
    let options = json!({ "tabSize": 8, "insertSpaces": false });
    let edits = client.ask("textDocument/formatting", json!({ "textDocument": { "uri": MODEL }, "options": options }));
    assert_eq!(edited(&messy, &edits), savoir::format(&savoir::parse(&messy).tree));
    // Few small edits, so that cursors stay where they are.
    assert!(edits.as_array().unwrap().iter().all(|edit| slice(&messy, &edit["range"]).len() < 20), "{edits}");
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 5, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": MODEL }, "range": range, "options": options });
    let some = edited(&messy, &client.ask("textDocument/rangeFormatting", asked));
    assert!(some.contains("AG   EF") && some.contains("    on : boolean;"), "{some}");
}

#[test]
fn findings_come_with_what_mends_them() {
    let text = TOGGLE.replace("on : boolean;", "on : boolean").replace("AG EF light", "AG EF light && true");
    let mut client = Client::new();
    client.open(MODEL, &text);
    let found = client.diagnostics(MODEL, 1);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((&found[0]["code"], &found[0]["source"]), (&json!("E0002"), &json!("savoir")));
    assert_eq!(found[0]["data"]["fixes"], json!(["insert `;`"]));
    // The place is what the editor shows.
    assert!(found.iter().all(|found| !found["message"].as_str().unwrap().contains(": here")), "{found:?}");
    let context = json!({ "diagnostics": found });
    let asked = json!({ "textDocument": { "uri": MODEL }, "range": found[0]["range"], "context": context });
    let actions = client.ask("textDocument/codeAction", asked);
    let fix = actions.as_array().unwrap().iter().find(|action| action["kind"] == "quickfix").unwrap();
    assert_eq!((&fix["title"], &fix["isPreferred"]), (&json!("insert `;`"), &json!(true)));
    assert_eq!(fix["diagnostics"][0], found[0]);
    assert!(edited(&text, &fix["edit"]["changes"][MODEL]).contains("on : boolean;"));
    // As when a file is saved.
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let asked = json!({ "textDocument": { "uri": MODEL }, "range": whole(&text), "context": context });
    let all = client.ask("textDocument/codeAction", asked);
    assert_eq!(all.as_array().unwrap().len(), 1, "{all}");
    let mended = edited(&text, &all[0]["edit"]["changes"][MODEL]);
    assert_eq!(mended, TOGGLE.replace("EF light", "EF light and true"));
    let context = json!({ "diagnostics": [], "only": ["refactor"] });
    let asked = json!({ "textDocument": { "uri": MODEL }, "range": whole(&text), "context": context });
    assert_eq!(client.ask("textDocument/codeAction", asked), json!([]));
}

#[test]
fn findings_have_codes_places_and_tags() {
    let text = TOGGLE
        .replace("on : boolean;", "on : boolean;\n    idle : boolean;")
        .replace("Switch.on = false;", "Switch.on = false and Switch.idle = false;");
    let settings = json!({ "check": "manual", "documentation": "https://example.org/diagnostics.html" });
    let mut client = Client::with(&settings, crate::client::options());
    client.open(MODEL, &text);
    let found = client.diagnostics(MODEL, 1);
    let unused = found.iter().find(|found| found["code"] == "W0001").unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!((&unused["severity"], &unused["tags"]), (&json!(2), &json!([1])));
    assert_eq!(unused["codeDescription"]["href"], "https://example.org/diagnostics.html#w0001");
    assert_eq!(unused["data"]["name"], "unused-variable");
    // Twice declared: the first place is told too.
    let twice = TOGGLE.replace("on : boolean;", "on : boolean;\n    on : boolean;");
    client.replace(MODEL, 2, &twice);
    let found = client.diagnostics(MODEL, 2);
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], MODEL);
    assert_eq!(slice(&twice, &related["location"]["range"]), "on");
    assert_eq!(found[0]["severity"], 1);
}

#[test]
fn verdicts_stand_beside_formulas_and_commands_above_them() {
    let text = example("two-doors");
    let mut client = Client::checking();
    client.open(MODEL, &text);
    let told = client.verdicts(MODEL, 1);
    let formulas = told["formulas"].as_array().unwrap();
    let document = json!({ "uri": MODEL });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": whole(&text) }));
    let labels: Vec<&str> = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    for formula in formulas {
        let verdict = formula["verdict"].as_str().unwrap();
        assert!(labels.iter().any(|label| label.contains(verdict)), "{verdict}: {labels:?}");
    }
    // Lines of protocols are counted after the check.
    let is_counted = |hints: &Value| {
        let labels = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap());
        labels.filter(|label| label.contains("state")).count() > 2
    };
    let start = std::time::Instant::now();
    while !is_counted(&client.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": whole(&text) })))
    {
        assert!(start.elapsed() < crate::client::PATIENCE);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let some = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1, "character": 0 } });
    let none = client.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": some }));
    assert_eq!(none, json!([]));
    let lenses = client.ask("textDocument/codeLens", json!({ "textDocument": document }));
    let lenses = lenses.as_array().unwrap();
    for name in ["savoir.check", "savoir.evidence", "savoir.simulate"] {
        let lens = lenses.iter().find(|lens| lens["command"]["command"] == name).unwrap();
        assert_eq!(lens["command"]["arguments"], json!([MODEL, 1]));
        let formula = offset(&text, &formulas[0]["range"]["start"]);
        assert!(offset(&text, &lens["range"]["start"]) <= formula);
    }
}
