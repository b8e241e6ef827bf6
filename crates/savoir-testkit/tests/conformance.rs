//! The reference itself, on the conformance models of the specification.

use savoir_testkit::{Reference, fixtures};

#[test]
fn conformance_models_get_their_expected_answers() {
    for case in fixtures::conformance() {
        let model = fixtures::load(&case.text);
        let reference = Reference::build(&model, 10_000).unwrap();
        let verdicts: Vec<bool> =
            model.properties.iter().map(|property| reference.verdict(property.formula).unwrap()).collect();
        assert_eq!((verdicts, reference.states()), (case.verdicts, case.states), "{}", case.path.display());
    }
}
