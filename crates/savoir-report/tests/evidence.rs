//! Evidence in JSON: it follows the published schema, and can be read back into what it was.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use savoir::{Budget, CheckRequest, EvidenceOutcome, EvidenceWish, FormulaResult, Loaded, Shown, check, replay};
use savoir_report::evidence::json::Document;
use savoir_report::evidence::read;
use savoir_report::policy;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema_of(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root().join("docs/schema").join(name)).unwrap()).unwrap()
}

fn schema() -> Value {
    schema_of("evidence-1.json")
}

/// The results for all examples, each with its model.
fn examples() -> Vec<(Loaded, Vec<FormulaResult>)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let checked = files.iter().filter(|path| path.extension().is_some_and(|end| end == "ispl")).map(|path| {
        let loaded = Loaded::from_file(path).unwrap();
        let request = CheckRequest { evidence: EvidenceWish::Wanted, ..CheckRequest::default() };
        let results = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap().results;
        (loaded, results)
    });
    checked.collect()
}

/// Whether a value follows a schema, as far as our schemas use the language.
fn follows(value: &Value, schema: &Value, whole: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/$defs/").unwrap();
        assert!(whole["$defs"][name].is_object(), "{reference}");
        return follows(value, &whole["$defs"][name], whole);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let fits = options.iter().filter(|option| follows(value, option, whole).is_ok()).count();
        return if fits == 1 { Ok(()) } else { Err(format!("{fits} of the options fit {value}")) };
    }
    let constant = schema.get("const").is_none_or(|constant| constant == value);
    let listed = schema["enum"].as_array().is_none_or(|list| list.contains(value));
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    if !constant || !listed || !typed {
        return Err(format!("{value} is not {schema}"));
    }
    if let Some(items) = value.as_array().filter(|_| schema["items"].is_object()) {
        items.iter().try_for_each(|item| follows(item, &schema["items"], whole))?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    let mut required = schema["required"].as_array().into_iter().flatten();
    if let Some(name) = required.find(|name| !object.contains_key(name.as_str().unwrap())) {
        return Err(format!("{name} is missing"));
    }
    for (name, part) in object {
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(own), _) => follows(part, own, whole)?,
            (None, Value::Bool(false)) => return Err(format!("{name} is unknown")),
            (None, other) if other.is_object() => follows(part, other, whole)?,
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn evidence_follows_the_schema_and_is_read_back() {
    let schema = schema();
    let mut trees = 0;
    for (loaded, results) in examples() {
        let mut document = Document::new(&loaded.source.name);
        results.iter().for_each(|result| document.add(result));
        let text = document.render();
        follows(&serde_json::from_str(&text).unwrap(), &schema, &schema).unwrap();
        let again = read::document(&text).unwrap();
        assert_eq!(again, document);
        let mut model = loaded.model.unwrap();
        for (entry, result) in again.formulas.iter().zip(&results) {
            let evidence = read::evidence(&mut model, entry).unwrap().unwrap();
            let found = result.evidence.as_ref().unwrap();
            let EvidenceOutcome::Shown(original, replayed) = &found.outcome else { panic!("{:?}", found.outcome) };
            assert_eq!(evidence, *original, "{}", result.property.text);
            assert_eq!(replay(&model, &evidence).as_ref(), Ok(replayed), "{}", result.property.text);
            trees += usize::from(matches!(original.shown, Shown::Tree(_)));
        }
    }
    assert!(trees > 20, "{trees}");
}

#[test]
fn policies_follow_their_schema() {
    let schema = schema_of("strategy-1.json");
    let mut found = 0;
    for (loaded, results) in examples() {
        let policies: Vec<policy::Named> = results.iter().flat_map(policy::of_result).collect();
        let text = policy::json::render(&loaded.source.name, &policies);
        follows(&serde_json::from_str(&text).unwrap(), &schema, &schema).unwrap();
        found += policies.len();
    }
    assert!(found > 10, "{found}");
}

#[test]
fn a_wrong_document_is_described() {
    let wrong = r#"{"schema": "savoir/evidence/1", "file": "m", "formulas": [{"index": 1}]}"#;
    assert!(follows(&serde_json::from_str(wrong).unwrap(), &schema(), &schema()).is_err());
    let problem = |text: &str| read::document(text).unwrap_err();
    assert!(problem("{").starts_with("it is not JSON"));
    assert!(problem("[]").contains("no field `schema`"));
    assert!(problem(r#"{"schema": "savoir/result/1"}"#).contains("`savoir/result/1`"));
    assert!(problem(wrong).contains("missing field"));
}
