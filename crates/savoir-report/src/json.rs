//! Verdicts for programs: the schema `savoir/result/2`, and `savoir/result/1` for those that still read it.

mod checks;
mod diagnostics;
mod document;
mod evidence;
mod notes;
mod parts;
mod plan;
mod ranks;
mod strategies;

pub(crate) use checks::CheckReport;
pub(crate) use diagnostics::{DiagnosticReport, EditReport, FixReport, Place};
pub use document::{Edition, SCHEMA, line, render};
use notes::NoteReport;
use parts::PartsReport;
pub(crate) use plan::{AttemptReport, attempts};
use ranks::RanksReport;

use crate::evidence::View;
use crate::explained::Explained;
use evidence::EvidenceReport;
use savoir::{Diagnostic, FormulaResult, LineIndex, Outcome, SourceFile, Verdict};
use serde::Serialize;
use strategies::{InducedReport, SearchReport};

/// Where the formulas of a run are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In the file of the model.
    InFile,
    /// Apart from it, for example on the command line.
    Apart,
}

/// Everything about one file.
#[derive(Clone, Debug, Serialize)]
pub struct FileReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    pub(crate) file: String,
    /// Whether all is as it should be; absent in the first edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    pub(crate) engine: Option<String>,
    pub(crate) semantics: Option<SemanticsReport>,
    /// A decimal string: counts may exceed 64 bits. Absent if not all states were found.
    pub(crate) states: Option<String>,
    /// Variables that were left out, which no formula depends on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    /// The numbers of formulas with group variables, which `synth` is for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sought: Vec<usize>,
    /// The attempts at finding the states, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<AttemptReport>>,
    /// Elementary steps of the engine, if that is asked for and they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<u64>,
    /// What happened in parts, if that is asked for and the model was divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<PartsReport>,
    /// What each rank did, if that is asked for and states were distributed.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<RanksReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) checks: Vec<CheckReport>,
    pub(crate) formulas: Vec<FormulaReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteReport>,
    pub(crate) statistics: Option<StatisticsReport>,
    pub(crate) diagnostics: Vec<DiagnosticReport>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct SemanticsReport {
    knowledge: &'static str,
    atl: String,
    fairness: usize,
}

/// The reading of one formula; null where it has no such operator.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReadingReport {
    knowledge: Option<&'static str>,
    atl: Option<String>,
    fairness: usize,
}

/// What the run took.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StatisticsReport {
    /// Boolean variables of the encoding.
    variables: Option<u32>,
    /// The most diagram nodes there were at once.
    nodes: Option<usize>,
    seconds: SecondsReport,
}

#[derive(Clone, Debug, Serialize)]
struct SecondsReport {
    load: f64,
    encode: f64,
    reach: f64,
    check: f64,
}

/// One formula with its verdict.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FormulaReport {
    pub(crate) index: usize,
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    /// Where it stands; null if it was given apart from the file.
    pub(crate) line: Option<usize>,
    pub(crate) verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// A verdict word, or null without expectation.
    pub(crate) expected: Option<String>,
    /// The shortcuts that decided it, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortcuts: Option<Vec<String>>,
    /// How uniform strategies were looked for, if that is asked for or the verdict is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    strategies: Option<Vec<SearchReport>>,
    /// The same for a formula about induced models.
    #[serde(skip_serializing_if = "Option::is_none")]
    induced: Option<InducedReport>,
    semantics: ReadingReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteReport>,
    pub(crate) seconds: f64,
    /// Why, if that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<EvidenceReport>,
    /// The same for formats that show it beside a complaint.
    #[serde(skip)]
    pub(crate) explained: Option<Explained>,
}

impl FormulaReport {
    /// Whether the verdict is the expected one; `None` if there is no verdict.
    pub(crate) fn as_expected(&self) -> Option<bool> {
        match self.verdict {
            "unknown" => None,
            verdict => Some(verdict == self.expected.as_deref().unwrap_or("true")),
        }
    }

    /// Its name, or its text.
    pub(crate) fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// What is not as it should be, in one sentence; `None` if the verdict is the expected one.
    pub(crate) fn complaint(&self) -> Option<String> {
        let expected = self.expected.as_deref().unwrap_or("true");
        match self.as_expected() {
            Some(true) => None,
            Some(false) => {
                Some(format!("formula {} is {}, expected {expected}: {}", self.index, self.verdict, self.text))
            }
            None => {
                let reason = self.reason.as_deref().unwrap_or("undecided");
                Some(format!("formula {} is unknown ({reason}): {}", self.index, self.text))
            }
        }
    }
}

impl FileReport {
    /// A report without verdicts.
    #[must_use]
    pub fn new(file: &str) -> FileReport {
        FileReport {
            schema: None,
            file: file.to_owned(),
            ok: None,
            engine: None,
            semantics: None,
            states: None,
            left_out: Vec::new(),
            sought: Vec::new(),
            plan: None,
            work: None,
            parts: None,
            ranks: None,
            checks: Vec::new(),
            formulas: Vec::new(),
            notes: Vec::new(),
            statistics: None,
            diagnostics: Vec::new(),
        }
    }

    /// Adds the attempts at finding the states, and at finding strategies.
    pub fn add_plan(&mut self, outcome: &Outcome) {
        self.plan = Some(attempts(&outcome.plan));
        self.work = outcome.effort.work;
        self.parts = outcome.plan.parts.as_deref().map(parts::report);
        self.ranks = outcome.plan.ranks.as_deref().map(ranks::report);
        for (report, result) in self.formulas.iter_mut().zip(&outcome.results) {
            report.strategies = Some(strategies::report(result));
            report.induced = result.induced.as_ref().map(strategies::induced);
        }
    }

    /// The file it is about.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Says whether all is as it should be.
    pub fn conclude(&mut self, ok: bool) {
        self.ok = Some(ok);
    }

    /// Adds why each verdict is as it is, for programs.
    pub fn add_evidence(&mut self, results: &[FormulaResult], view: &View) {
        for (report, result) in self.formulas.iter_mut().zip(results) {
            report.evidence = evidence::report(result, view);
        }
    }

    /// Adds why things are not as they should be, for formats that show it beside a complaint.
    pub fn explain(&mut self, source: &SourceFile, outcome: &Outcome, view: &View) {
        for (report, result) in self.formulas.iter_mut().zip(&outcome.results) {
            if report.as_expected() == Some(false) {
                report.explained = Explained::formula(result, view);
            }
        }
        for (report, result) in self.checks.iter_mut().zip(&outcome.consistency) {
            report.explained = Explained::check(result, source, view);
        }
    }

    /// Adds the shortcuts that decided the formulas.
    pub fn add_shortcuts(&mut self, results: &[FormulaResult]) {
        for (report, result) in self.formulas.iter_mut().zip(results) {
            report.shortcuts = Some(result.shortcuts.iter().map(ToString::to_string).collect());
        }
    }

    /// Adds what a run found about the model in `source`.
    pub fn add_outcome(&mut self, source: &SourceFile, written: Written, outcome: &Outcome) {
        let lines = LineIndex::new(&source.text);
        let line = |result: &FormulaResult| match written {
            Written::InFile => Some(lines.line(result.property.span.start) + 1),
            Written::Apart => None,
        };
        self.checks = outcome.consistency.iter().map(|result| checks::report(source, result)).collect();
        self.engine = Some(outcome.engine.to_string());
        self.left_out.clone_from(&outcome.left_out);
        self.sought.clone_from(&outcome.sought);
        self.states = outcome.explored.then(|| outcome.states.to_string());
        self.semantics = Some(SemanticsReport {
            knowledge: "observational",
            atl: outcome.strategies.name.clone(),
            fairness: outcome.fairness_constraints,
        });
        self.notes = notes::on_model(source, outcome);
        self.formulas = outcome.results.iter().map(|result| formula(result, line(result))).collect();
        let seconds = outcome.seconds;
        self.statistics = Some(StatisticsReport {
            variables: outcome.effort.variables,
            nodes: outcome.effort.nodes,
            seconds: SecondsReport {
                load: rounded(seconds.load),
                encode: rounded(seconds.encode),
                reach: rounded(seconds.reach),
                check: rounded(seconds.check),
            },
        });
    }

    /// Adds findings about a source.
    pub fn add_diagnostics(&mut self, source: &SourceFile, diagnostics: &[Diagnostic]) {
        let lines = LineIndex::new(&source.text);
        self.diagnostics.extend(diagnostics.iter().map(|found| DiagnosticReport::new(source, &lines, found)));
    }

    /// Adds an error that has no place in a text.
    pub fn add_error(&mut self, message: &str) {
        self.diagnostics.push(DiagnosticReport::unreadable(&self.file, message));
    }
}

/// The word for a verdict, and why it is unknown.
fn word(verdict: Verdict) -> (&'static str, Option<String>) {
    match verdict {
        Verdict::True => ("true", None),
        Verdict::False => ("false", None),
        Verdict::Unknown(stop) => ("unknown", Some(stop.to_string())),
    }
}

fn formula(result: &FormulaResult, line: Option<usize>) -> FormulaReport {
    let (verdict, reason) = word(result.verdict);
    FormulaReport {
        index: result.index,
        name: result.property.name.clone(),
        text: result.property.text.clone(),
        line,
        verdict,
        reason,
        expected: result.property.expected.map(|expected| expected.to_string()),
        shortcuts: None,
        strategies: (verdict == "unknown" && !result.searches.is_empty()).then(|| strategies::report(result)),
        induced: result.induced.as_ref().filter(|_| verdict == "unknown").map(strategies::induced),
        semantics: ReadingReport {
            knowledge: result.reading.knows.then_some("observational"),
            atl: result.reading.strategies.as_ref().map(|reading| reading.name.clone()),
            fairness: result.reading.fairness_constraints,
        },
        notes: notes::on_formula(result),
        seconds: rounded(result.seconds),
        evidence: None,
        explained: None,
    }
}

/// To microseconds.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
