//! Evidence in JSON: it follows the published schema, and can be read back into what it was.

use crate::common::{examples, schema};
use savoir::{Evidence, EvidenceOutcome, FormulaEvidence, NotShown, Reason, Replayed, Shown, replay};
use savoir_report::evidence::json::Document;
use savoir_report::evidence::read;
use savoir_report::policy;
use savoir_testkit::schema::follows;
use std::sync::Arc;

/// The evidence without the reasons of its claims, which a file gives in words.
fn without_reasons(evidence: &Evidence) -> Evidence {
    let mut evidence = evidence.clone();
    let nothing = NotShown::Quoted(String::new());
    match &mut evidence.shown {
        Shown::Claim(why) => *why = nothing,
        Shown::Tree(tree) => {
            for node in &mut tree.nodes {
                if let Reason::Claim(why) = &mut node.reason {
                    *why = nothing.clone();
                }
            }
        }
    }
    evidence
}

#[test]
fn evidence_follows_the_schema_and_is_read_back() {
    let schema = schema("evidence-1.json");
    let (mut trees, mut claims) = (0, 0);
    for (loaded, results) in examples() {
        let mut document = Document::new(&loaded.source.name);
        results.iter().for_each(|result| document.add(result));
        let text = document.render();
        follows(&serde_json::from_str(&text).unwrap(), &schema).unwrap();
        let again = read::document(&text).unwrap();
        assert_eq!(again, document);
        let mut model = loaded.model.unwrap();
        let mut written_again = Document::new(&loaded.source.name);
        for (entry, mut result) in again.formulas.iter().zip(results) {
            let evidence = read::evidence(&mut model, entry).unwrap().unwrap();
            let found = result.evidence.as_ref().unwrap();
            let EvidenceOutcome::Shown(original, replayed) = &found.outcome else { panic!("{:?}", found.outcome) };
            assert_eq!(without_reasons(&evidence), without_reasons(original), "{}", result.property.text);
            let replayed_again = replay(&model, &evidence).unwrap();
            let counts = |replayed: &Replayed| (replayed.nodes, replayed.steps);
            assert_eq!(counts(&replayed_again), counts(replayed), "{}", result.property.text);
            trees += usize::from(matches!(original.shown, Shown::Tree(_)));
            claims += replayed.claims.len();
            let outcome = EvidenceOutcome::Shown(evidence, replayed_again);
            result.evidence = Some(FormulaEvidence { model: Arc::new(model.clone()), outcome });
            written_again.add(&result);
        }
        // What is claimed is said with the same words.
        assert_eq!(written_again.render(), text);
    }
    assert!(trees > 20 && claims > 20, "{trees} {claims}");
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

#[test]
fn the_reading_of_strategies_stands_in_their_evidence() {
    let mut strategic = 0;
    for (loaded, results) in examples() {
        let mut document = Document::new(&loaded.source.name);
        results.iter().for_each(|result| document.add(result));
        let text = document.render();
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut model = loaded.model.unwrap();
        for (number, result) in results.iter().enumerate() {
            let reading = &mut value["formulas"][number]["semantics"];
            assert_eq!(reading["atl"] == "perfect-information", result.reading.strategies.is_some());
            if result.reading.strategies.is_some() {
                strategic += 1;
                reading["atl"] = "clairvoyant".into();
            }
        }
        let document = read::document(&value.to_string()).unwrap();
        for (entry, result) in document.formulas.iter().zip(&results) {
            let found = read::evidence(&mut model, entry);
            assert_eq!(found.is_err(), result.reading.strategies.is_some(), "{}", entry.text);
        }
    }
    assert!(strategic > 0);
}
