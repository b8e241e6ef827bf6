//! What a picture says about its formula, before anything is drawn.

use crate::drawing::{Drawing, Judgement};
use savoir::{FormulaResult, StrategyReading, Verdict};

/// A picture without states: the formula, its verdict, what was expected, and how the formula is read.
pub(super) fn empty(result: &FormulaResult) -> Drawing {
    let judgement = match result.as_expected() {
        Some(true) => Judgement::Expected,
        Some(false) => Judgement::Unexpected,
        None => Judgement::Undecided,
    };
    let expectation = match (judgement, result.property.expected) {
        (Judgement::Expected, Some(_)) => Some("as expected".to_owned()),
        (Judgement::Unexpected, Some(expected)) => Some(format!("expected {expected}")),
        (Judgement::Unexpected, None) => Some("does not hold".to_owned()),
        (Judgement::Undecided, Some(expected)) => Some(format!("expected {expected}")),
        (Judgement::Expected | Judgement::Undecided | Judgement::None, None) | (Judgement::None, Some(_)) => None,
    };
    Drawing {
        key: format!("f{}", result.index),
        title: result.property.text.clone(),
        name: result.property.name.clone(),
        verdict: Some(match result.verdict {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Unknown(_) => "unknown",
        }),
        judgement,
        expectation,
        reading: reading(result),
        ..Drawing::default()
    }
}

/// What another reader might understand differently.
fn reading(result: &FormulaResult) -> Vec<String> {
    let reading = &result.reading;
    let mut parts = Vec::new();
    if reading.knows {
        parts.push("observational knowledge".to_owned());
    }
    parts.extend(reading.strategies.as_ref().map(StrategyReading::brief));
    parts.push(match reading.fairness_constraints {
        0 => "all paths".to_owned(),
        1 => "fair paths (1 constraint)".to_owned(),
        number => format!("fair paths ({number} constraints)"),
    });
    parts
}
