//! Evidence in JSON: it follows the published schema, and can be read back into what it was.

use crate::common::{examples, schema};
use savoir::{
    CertificateLimits, Evidence, EvidenceOutcome, NotShown, Reason, Replayed, Semantics, Shown, certify, replay,
};
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::read;
use savoir_report::policy;
use savoir_testkit::schema::follows;

/// The evidence without the reasons of its claims, which a file gives in words.
fn without_reasons(evidence: &Evidence) -> Evidence {
    let mut evidence = evidence.clone();
    let nothing = NotShown::InFile;
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
    let schema = schema("evidence-2.json");
    let (mut trees, mut claims, mut certificates) = (0, 0, 0);
    for (loaded, results) in examples() {
        let mut document = Document::new(&loaded.source);
        results.iter().for_each(|result| document.add(result, Origin::Model));
        let first = results.iter().find_map(|result| result.evidence.as_ref()).unwrap().model.clone();
        let formulas: Vec<_> = results.iter().map(|result| (result.property.formula, Semantics::default())).collect();
        let certified = certify(&first, &formulas, CertificateLimits::default());
        certificates += usize::from(certified.is_some());
        if let Some(certified) = &certified {
            document.certify(&first, &certified.certificate);
        }
        let text = document.render();
        follows(&serde_json::from_str(&text).unwrap(), &schema).unwrap();
        let again = read::document(&text).unwrap();
        assert_eq!(again, document);
        let model = loaded.model.unwrap();
        let formulas: Vec<_> = formulas.iter().map(|(formula, _)| *formula).collect();
        let read_certificate = read::certificate(&model, &again, &formulas).unwrap();
        assert_eq!(read_certificate, certified.map(|certified| certified.certificate));
        for (entry, result) in again.formulas.iter().zip(results) {
            let found = result.evidence.as_ref().unwrap();
            let EvidenceOutcome::Shown(original, replayed) = &found.outcome else { panic!("{:?}", found.outcome) };
            let Evidence { formula, semantics, holds, .. } = *original;
            let evidence = read::evidence(&model, entry, formula, semantics, holds).unwrap();
            assert_eq!(without_reasons(&evidence), without_reasons(original), "{}", result.property.text);
            let replayed_again = replay(&model, &evidence).unwrap();
            let counts = |replayed: &Replayed| (replayed.nodes, replayed.steps);
            assert_eq!(counts(&replayed_again), counts(replayed), "{}", result.property.text);
            assert_eq!(replayed_again.is_proof(), replayed.is_proof(), "{}", result.property.text);
            trees += usize::from(matches!(original.shown, Shown::Tree(_)));
            claims += replayed.claims.len();
        }
    }
    assert!(trees > 20 && claims > 20 && certificates > 5, "{trees} {claims} {certificates}");
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
    let wrong = r#"{"schema": "savoir/evidence/2", "file": "m", "formulas": [{"index": 1}]}"#;
    let schema = schema("evidence-2.json");
    assert!(follows(&serde_json::from_str(wrong).unwrap(), &schema).is_err());
    let problem = |text: &str| read::document(text).unwrap_err();
    assert!(problem("{").starts_with("it is not JSON"));
    assert!(problem("[]").contains("no field `schema`"));
    assert!(problem(r#"{"schema": "savoir/result/1"}"#).contains("`savoir/result/1`"));
    assert!(problem(wrong).contains("missing field"));
    assert!(problem(r#"{"schema": "savoir/evidence/1"}"#).contains("make it again"));
    // What stands there twice, or is not known, is not overlooked.
    let sum = r#""model": {"sha256": ""}"#;
    let entry = r#"{"index": 1, "name": null, "text": "p", "verdict": "true"}"#;
    let with = |entry: &str| format!(r#"{{"schema": "savoir/evidence/2", "file": "m", {sum}, "formulas": [{entry}]}}"#);
    assert!(read::document(&with(entry)).is_ok());
    assert!(problem(&with(&entry.replace("}", r#", "verdict": "false"}"#))).contains("duplicate field `verdict`"));
    assert!(problem(&with(&entry.replace("}", r#", "verdicts": "false"}"#))).contains("unknown field `verdicts`"));
    assert!(problem(&with(&entry.replace(r#""true""#, r#""maybe""#))).contains("unknown variant"));
    let tree = |states: &str, nodes: &str| {
        let tree = format!(r#", "tree": {{"states": [{states}], "nodes": [{nodes}]}}}}"#);
        with(&entry.replace('}', &tree))
    };
    assert!(read::document(&tree(r#"{"A": {"x": 1}}"#, "")).is_ok());
    assert!(problem(&tree(r#"{"A": {"x": 1, "x": 2}}"#, "")).contains("duplicate field `x`"));
    assert!(problem(&tree(r#"{"A": {"x": 1}, "A": {"x": 2}}"#, "")).contains("duplicate field `A`"));
    let node = r#"{"state": 0, "formula": "p", "holds": true, "reason": {"kind": "parts", "nodes": []}}"#;
    assert!(read::document(&tree("", node)).is_ok());
    let twice = node.replace(r#""kind": "parts""#, r#""kind": "parts", "kind": "claim""#);
    assert!(problem(&tree("", &twice)).contains("duplicate field"));
    assert!(problem(&tree("", &node.replace("[]", "[], \"nodes\": [0]"))).contains("duplicate field `nodes`"));
    assert!(problem(&tree("", &node.replace(r#""state": 0"#, r#""state": -1"#))).contains("invalid value"));
    let deep = format!(r#"{{"A": {{"x": {}{}}}}}"#, "[".repeat(1_000), "]".repeat(1_000));
    assert!(problem(&tree(&deep, "")).contains("recursion limit"));
    assert!(problem(&" ".repeat(read::MOST_BYTES as usize + 1)).contains("too large"));
}

#[test]
fn the_reading_of_strategies_stands_in_their_evidence() {
    let mut strategic = 0;
    for (loaded, results) in examples() {
        let mut document = Document::new(&loaded.source);
        results.iter().for_each(|result| document.add(result, Origin::Model));
        let value: serde_json::Value = serde_json::from_str(&document.render()).unwrap();
        for (number, result) in results.iter().enumerate() {
            let reading = &value["formulas"][number]["semantics"];
            assert_eq!(reading["atl"] == "perfect-information", result.reading.strategies.is_some());
            strategic += usize::from(result.reading.strategies.is_some());
        }
    }
    assert!(strategic > 0);
}
