//! Notes on verdicts and models.

use crate::notes::{Extent, line_of, model_sentence, sentence};
use savoir::{EndingPaths, FormulaNote, FormulaResult, ModelNote, OperandAnswer, Outcome, SourceFile};
use serde::Serialize;

/// A note: its kind, a sentence, and the numbers and names in it.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct NoteReport {
    kind: &'static str,
    text: String,
    /// How many states it is about, and of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    /// Which paths end.
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<&'static str>,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variables: Vec<String>,
    /// What never holds, or always does.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operands: Vec<OperandEntry>,
}

#[derive(Clone, Debug, Serialize)]
struct OperandEntry {
    operand: String,
    /// Null if it was not looked at.
    matters: Option<bool>,
    /// With these constants in its place the verdict is the same, or with this one it is another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constants: Vec<bool>,
}

/// The notes on a verdict.
pub(super) fn on_formula(result: &FormulaResult) -> Vec<NoteReport> {
    let report = |note: &FormulaNote| {
        let report = NoteReport { text: sentence(result.verdict, note), ..NoteReport::default() };
        match note {
            FormulaNote::InitialStates { failing, all } => NoteReport {
                kind: "initial-states",
                states: Some(failing.to_string()),
                of: Some(all.to_string()),
                ..report
            },
            FormulaNote::EndedPaths { every_path } => {
                NoteReport { kind: "ended-paths", paths: Some(if *every_path { "all" } else { "some" }), ..report }
            }
            FormulaNote::Vacuous(vacuity) => {
                let entry = |operand: &String| OperandEntry {
                    operand: operand.clone(),
                    matters: Some(false),
                    constants: Vec::new(),
                };
                let operands = vacuity.operands.iter().map(entry).collect();
                NoteReport { kind: "vacuous", cause: Some(vacuity.cause.clone()), operands, ..report }
            }
            FormulaNote::Operands(found) => {
                let operands = found.operands.iter().map(|(operand, answer)| entry(operand, answer)).collect();
                NoteReport { kind: "operands", operands, ..report }
            }
        }
    };
    result.notes.iter().map(report).collect()
}

fn entry(operand: &str, answer: &OperandAnswer) -> OperandEntry {
    let (matters, constants) = match answer {
        OperandAnswer::DoesNotMatter { constants } => (Some(false), constants.to_vec()),
        OperandAnswer::Matters { constant, .. } => (Some(true), vec![*constant]),
        OperandAnswer::NotLookedAt(_) => (None, Vec::new()),
    };
    OperandEntry { operand: operand.to_owned(), matters, constants }
}

/// The notes on a model.
pub(super) fn on_model(source: &SourceFile, outcome: &Outcome) -> Vec<NoteReport> {
    let report = |note: &ModelNote| {
        let text = model_sentence(note, outcome, source, Extent::All);
        let report = NoteReport { text, ..NoteReport::default() };
        let counted = |kind, states: &savoir::BigUint, all: &savoir::BigUint| NoteReport {
            kind,
            states: Some(states.to_string()),
            of: Some(all.to_string()),
            ..report.clone()
        };
        match note {
            ModelNote::Deadlocks { states, all, paths } => {
                NoteReport { paths: ending(paths), ..counted("deadlocks", states, all) }
            }
            ModelNote::Overflow(overflow) => NoteReport {
                line: Some(line_of(overflow, source)),
                variables: overflow.variables.clone(),
                ..counted("overflow", &overflow.states, &overflow.all)
            },
            ModelNote::FreeVariables(names) => {
                NoteReport { kind: "free-variables", variables: names.clone(), ..report.clone() }
            }
            ModelNote::UnfairInitialStates { states, all } => counted("unfair-initial-states", states, all),
        }
    };
    outcome.notes.iter().map(report).collect()
}

/// Which paths end.
fn ending(paths: &EndingPaths) -> Option<&'static str> {
    match paths {
        EndingPaths::Unknown => None,
        EndingPaths::SomeEnd => Some("some"),
        EndingPaths::AllEndFrom { .. } => Some("all-from-some-initial-states"),
        EndingPaths::AllEnd => Some("all"),
    }
}
