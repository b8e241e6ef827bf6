//! What is known about the formulas of one version of a text, as clients are told.

use crate::documents::{Revision, Snapshot, Text};
use lsp_types::Range;
use savoir::{BigUint, Diagnostic, LineCount, Model, PropertyId, Span, Stop, Verdict};
use savoir_ide::{Expectation, FormulaProgress, Verdicts};
use serde::Serialize;
use std::sync::Arc;

/// What is said about a formula that a check has nothing to decide about.
const SOUGHT: &str = "`savoir synth` finds the groups that make it true";

/// How far a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// It goes on.
    Checking,
    /// Every formula that was to be checked has a verdict.
    Done,
    /// Somebody did not want it any more.
    Cancelled,
    /// A limit was met first.
    Stopped,
    /// There is nothing to check: the text has errors, or the check failed.
    Broken,
}

/// What is known about the formulas of one version.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) version: i32,
    revision: Revision,
    pub(crate) state: State,
    pub(crate) message: Option<String>,
    /// How many states there are, once that is known.
    pub(crate) states: Option<BigUint>,
    pub(crate) engine: Option<String>,
    pub(crate) formulas: Vec<FormulaRecord>,
    /// What the check says about the model as a whole.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// In how many states lines of protocols apply, once that was counted.
    pub(crate) lines: Option<Vec<LineCount>>,
    text: Arc<Text>,
}

/// A formula and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct FormulaRecord {
    pub(crate) index: usize,
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) expected: Option<bool>,
    pub(crate) answer: Option<FormulaAnswer>,
    /// Whether it has a group variable, so that a check has nothing to decide.
    is_sought: bool,
}

/// The answer to a formula.
#[derive(Clone, Debug)]
pub(crate) struct FormulaAnswer {
    pub(crate) index: usize,
    pub(crate) verdict: Verdict,
    pub(crate) met: Option<bool>,
    pub(crate) seconds: f64,
    pub(crate) notes: Vec<String>,
    pub(crate) reading: Vec<String>,
}

impl Record {
    /// Before anything is known. What can be read of a text with errors is listed.
    pub(crate) fn new(snapshot: &Snapshot, state: State, message: Option<String>) -> Record {
        let formulas = match snapshot.model() {
            Some(model) => records(model, (0..model.properties.len()).map(PropertyId::from)),
            None => {
                let partial = snapshot.read.partial();
                records(&partial.model, partial.whole_properties())
            }
        };
        Record {
            version: snapshot.version,
            revision: snapshot.revision,
            state,
            message,
            states: None,
            engine: None,
            formulas,
            diagnostics: Vec::new(),
            lines: None,
            text: snapshot.text.clone(),
        }
    }

    /// Whether it is about this text. Versions are what clients say; they may say the same twice.
    pub(crate) fn is_about(&self, snapshot: &Snapshot) -> bool {
        self.revision == snapshot.revision
    }

    /// Which text it is about.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Takes an answer in.
    pub(crate) fn answer(&mut self, answer: FormulaAnswer) {
        if let Some(formula) = self.formulas.iter_mut().find(|formula| formula.index == answer.index) {
            formula.answer = Some(answer);
        }
    }

    /// The numbers of those formulas of a list, or of all if it is empty, that have no answer.
    pub(crate) fn open(&self, only: &[usize]) -> Vec<usize> {
        let is_open = |formula: &&FormulaRecord| {
            formula.answer.is_none() && !formula.is_sought && (only.is_empty() || only.contains(&formula.index))
        };
        self.formulas.iter().filter(is_open).map(|formula| formula.index).collect()
    }

    /// Forgets the answers to those formulas of a list, or to all if it is empty.
    pub(crate) fn forget(&mut self, only: &[usize]) {
        let asked = |formula: &&mut FormulaRecord| only.is_empty() || only.contains(&formula.index);
        self.formulas.iter_mut().filter(asked).for_each(|formula| formula.answer = None);
    }

    /// As features of the text show it.
    pub(crate) fn verdicts(&self) -> Verdicts {
        let mut formulas = Vec::new();
        for formula in &self.formulas {
            formulas.resize(formula.index, FormulaProgress::Pending);
            formulas[formula.index - 1] = match &formula.answer {
                Some(answer) => FormulaProgress::Answered {
                    verdict: answer.verdict,
                    seconds: answer.seconds,
                    expectation: match (formula.expected, answer.met) {
                        (None, _) | (_, None) => Expectation::NotStated,
                        (Some(_), Some(true)) => Expectation::Met,
                        (Some(_), Some(false)) => Expectation::NotMet,
                    },
                },
                None if self.state == State::Checking && !formula.is_sought => FormulaProgress::Running,
                None => FormulaProgress::Pending,
            };
        }
        let lines = self.lines.iter().flatten().map(|(agent, line, count)| ((*agent, *line), count.clone()));
        Verdicts { states: self.states.clone(), formulas, protocol_lines: lines.collect() }
    }

    /// As a client is told.
    pub(crate) fn told(&self, uri: &str) -> Told {
        Told {
            uri: uri.to_owned(),
            version: self.version,
            state: self.state,
            message: self.message.clone(),
            states: self.states.as_ref().map(ToString::to_string),
            engine: self.engine.clone(),
            formulas: self.formulas.iter().map(|formula| self.formula(formula)).collect(),
        }
    }

    fn formula(&self, formula: &FormulaRecord) -> ToldFormula {
        let answer = formula.answer.as_ref();
        ToldFormula {
            index: formula.index,
            name: formula.name.clone(),
            text: formula.text.clone(),
            range: self.text.range(formula.span),
            verdict: answer.map(|answer| word(answer.verdict)),
            expected: formula.expected,
            met: answer.and_then(|answer| answer.met),
            seconds: answer.map(|answer| answer.seconds),
            notes: match answer {
                Some(answer) => answer.notes.clone(),
                None if formula.is_sought => vec![SOUGHT.to_owned()],
                None => Vec::new(),
            },
            reading: answer.map_or_else(Vec::new, |answer| answer.reading.clone()),
        }
    }
}

fn records(model: &Model, properties: impl Iterator<Item = PropertyId>) -> Vec<FormulaRecord> {
    let record = |id: PropertyId| {
        let property = &model.properties[id.index()];
        FormulaRecord {
            index: id.index() + 1,
            name: property.name.clone(),
            text: property.text.clone(),
            span: property.span,
            expected: property.expected,
            answer: None,
            is_sought: model.formulas.group_variable(property.formula).is_some(),
        }
    };
    properties.map(record).collect()
}

/// The word for a verdict.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Whether an answer only says that nobody wanted it.
pub(crate) fn is_cancelled(verdict: Verdict) -> bool {
    verdict == Verdict::Unknown(Stop::Cancelled)
}

/// The parameters of `savoir/verdicts`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Told {
    uri: String,
    version: i32,
    state: State,
    message: Option<String>,
    /// A decimal string: counts may exceed 64 bits.
    states: Option<String>,
    engine: Option<String>,
    formulas: Vec<ToldFormula>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToldFormula {
    index: usize,
    name: Option<String>,
    text: String,
    range: Range,
    verdict: Option<&'static str>,
    expected: Option<bool>,
    met: Option<bool>,
    seconds: Option<f64>,
    notes: Vec<String>,
    reading: Vec<String>,
}
