//! Certificates against the definitions, on random models.

use super::*;
use savoir_model::{FormulaId, Shape};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Options, RandomModel, Reference};

/// Whether certificates speak about all operators in a formula.
fn is_certifiable(model: &Model, formula: FormulaId) -> bool {
    model.formulas.closure(formula).into_iter().all(|part| match model.formulas.get(part).shape() {
        Shape::Strategic(..) => model.fairness.is_empty(),
        Shape::Quantified(..) | Shape::Path(_) => false,
        Shape::Constant(_) | Shape::Atom(_) | Shape::Connective(_) | Shape::Modality(_) | Shape::Ctl(..) => true,
    })
}

/// Every verdict of a certificate is that of the definitions, and there is one wherever there should be.
fn agrees(fairness: FairnessRate, least: usize) {
    let (mut right, mut of_paths) = (0, 0);
    for seed in 0..400 {
        let text = RandomModel::generate(seed, &Options { fairness, ..Options::default() }).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let formulas: Vec<_> = model.properties.iter().map(|one| (one.formula, Semantics::default())).collect();
        let found = certify(&model, &formulas, CertificateLimits::default());
        let verdicts = found.as_ref().map_or_else(|| vec![None; formulas.len()], |found| found.verdicts.clone());
        let facts = |formula: &FormulaId| savoir_replay::EvidenceKinds::new(&model, *formula).is_fact(*formula);
        for (property, verdict) in model.properties.iter().zip(verdicts) {
            let place = format!("seed {seed}, {}\n{text}", property.text);
            match verdict {
                Some(holds) => {
                    assert_eq!(reference.verdict(property.formula), Ok(holds), "{place}");
                    right += 1;
                    of_paths += usize::from(!is_certifiable(&model, property.formula));
                }
                None if model.fairness.iter().all(facts) => {
                    assert!(!is_certifiable(&model, property.formula), "no certificate: {place}");
                }
                None => {}
            }
        }
        // What was made is what is read: the same verdicts follow from the certificate alone.
        if let Some(CertifiedFormulas { certificate, verdicts }) = found {
            let mut read = Certified::read(&model, &certificate, Limits::default()).ok().unwrap();
            let again: Vec<Option<bool>> =
                formulas.iter().map(|(formula, semantics)| read.decide(*formula, *semantics).ok()).collect();
            assert_eq!(again, verdicts, "seed {seed}\n{text}");
        }
    }
    assert!(right > least && of_paths > 10, "{right} certified, {of_paths} of them about path formulas");
}

#[test]
fn certificates_agree_with_the_definitions() {
    agrees(FairnessRate::Never, 400);
}

#[test]
fn certificates_agree_with_the_definitions_under_fairness() {
    agrees(FairnessRate::Always, 200);
}

#[test]
fn certificates_have_a_limit() {
    let text = "Agent M\n Vars:\n n : 0..99;\n end Vars\n Actions = {up};\n Protocol:\n Other : {up};\n end Protocol\n \
                Evolution:\n n = n + 1 if Action = up and n < 99;\n end Evolution\nend Agent\nEvaluation\n p if M.n >= \
                0;\nend Evaluation\nInitStates\n M.n = 0;\nend InitStates\nFormulae\n AG p;\n LTL G F p;\nend Formulae\n";
    let model = load(text);
    let formulas: Vec<_> = model.properties.iter().map(|one| (one.formula, Semantics::default())).collect();
    let all = CertificateLimits::default();
    let found = |limits| certify(&model, &formulas, limits).map(|found| found.verdicts);
    assert_eq!(found(all), Some(vec![Some(true), Some(true)]));
    assert_eq!(found(CertificateLimits { states: 99, ..all }), None);
    assert_eq!(found(CertificateLimits { values: 99, ..all }), None);
    assert_eq!(found(CertificateLimits { steps: 99, ..all }), None);
    assert_eq!(found(CertificateLimits { numbers: 100, ..all }), Some(vec![Some(true), None]));
}
