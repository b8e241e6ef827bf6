//! Evidence in JSON: it follows the published schema, and can be read back into what it was.

use crate::common::{examples, schema};
use savoir::{EvidenceOutcome, Shown, replay};
use savoir_report::evidence::json::Document;
use savoir_report::evidence::read;
use savoir_report::policy;
use savoir_testkit::schema::follows;

#[test]
fn evidence_follows_the_schema_and_is_read_back() {
    let schema = schema("evidence-1.json");
    let mut trees = 0;
    for (loaded, results) in examples() {
        let mut document = Document::new(&loaded.source.name);
        results.iter().for_each(|result| document.add(result));
        let text = document.render();
        follows(&serde_json::from_str(&text).unwrap(), &schema).unwrap();
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
    let schema = schema("strategy-1.json");
    let mut found = 0;
    for (loaded, results) in examples() {
        let policies: Vec<policy::Named> = results.iter().flat_map(policy::of_result).collect();
        let text = policy::json::render(&loaded.source.name, &policies);
        follows(&serde_json::from_str(&text).unwrap(), &schema).unwrap();
        found += policies.len();
    }
    assert!(found > 10, "{found}");
}

#[test]
fn a_wrong_document_is_described() {
    let wrong = r#"{"schema": "savoir/evidence/1", "file": "m", "formulas": [{"index": 1}]}"#;
    let schema = schema("evidence-1.json");
    assert!(follows(&serde_json::from_str(wrong).unwrap(), &schema).is_err());
    let problem = |text: &str| read::document(text).unwrap_err();
    assert!(problem("{").starts_with("it is not JSON"));
    assert!(problem("[]").contains("no field `schema`"));
    assert!(problem(r#"{"schema": "savoir/result/1"}"#).contains("`savoir/result/1`"));
    assert!(problem(wrong).contains("missing field"));
}
