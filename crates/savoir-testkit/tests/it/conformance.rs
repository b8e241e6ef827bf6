//! The reference itself, on models with known answers: the conformance models of the specification, the examples of
//! this repository, and what MCMAS 1.3.0 answers on models of others.

use savoir_model::Model;
use savoir_testkit::{Reference, Refusal, fixtures};
use std::collections::BTreeMap;

fn verdicts(model: &Model) -> Result<(Vec<bool>, usize), Refusal> {
    let reference = Reference::build(model, 1_000)?;
    let verdicts = model.properties.iter().map(|property| reference.verdict(property.formula));
    Ok((verdicts.collect::<Result<_, _>>()?, reference.states()))
}

#[test]
fn conformance_models_get_their_expected_answers() {
    let cases = fixtures::conformance();
    assert!(cases.len() >= 40 || fixtures::shared_dir().is_none(), "only {} models", cases.len());
    for case in cases {
        let found = verdicts(&fixtures::load(&case.text));
        assert_eq!(found, Ok((case.verdicts, case.states)), "{}", case.path.display());
    }
}

#[test]
fn examples_keep_what_their_annotations_promise() {
    let dir = fixtures::workspace_root().join("examples");
    let mut checked = 0;
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let model = fixtures::load(&std::fs::read_to_string(&path).unwrap());
        let Ok((found, _)) = verdicts(&model) else { continue };
        for (property, found) in model.properties.iter().zip(found) {
            assert_eq!(found, property.expected.unwrap_or(found), "{}: {}", path.display(), property.text);
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} formulas");
}

#[test]
fn mcmas_answers_the_same() {
    let Some(dir) = fixtures::shared_dir().map(|shared| shared.join("models")) else { return };
    let table = std::fs::read_to_string(dir.join("VERDICTS.tsv")).unwrap();
    let mut expected: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        expected.entry(fields[0]).or_default().push(fields[2] == "TRUE");
    }
    let mut checked = 0;
    for (name, expected) in expected {
        let model = fixtures::load(&std::fs::read_to_string(dir.join(name)).unwrap());
        // Some are too large for the reference.
        let Ok((found, _)) = verdicts(&model) else { continue };
        assert_eq!(found, expected, "{name}");
        checked += expected.len();
    }
    assert!(checked > 200, "only {checked} formulas");
}
