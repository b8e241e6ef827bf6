//! Verdicts for programs: the schema `savoir/result/1`.

use crate::consistency;
use crate::evidence::json::{StateEntry, joint_entry, state_entry};
use crate::evidence::ordered::Ordered;
use savoir::{
    Cause, ConsistencyAnswer, ConsistencyResult, Diagnostic, FormulaResult, LineIndex, Model, Outcome, Severity,
    SourceFile, Trouble, Verdict,
};
use serde::Serialize;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/result/1";

/// Everything about one file.
#[derive(Clone, Debug, Serialize)]
pub struct FileReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    file: String,
    engine: Option<String>,
    semantics: Option<SemanticsReport>,
    /// A decimal string: counts may exceed 64 bits. Absent if not all states were found.
    states: Option<String>,
    /// Variables that were left out, which no formula depends on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<CheckReport>,
    formulas: Vec<FormulaReport>,
    statistics: Option<StatisticsReport>,
    diagnostics: Vec<DiagnosticReport>,
}

#[derive(Clone, Debug, Serialize)]
struct SemanticsReport {
    knowledge: &'static str,
    atl: &'static str,
    fairness: usize,
}

/// What the run took.
#[derive(Clone, Debug, Serialize)]
struct StatisticsReport {
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

#[derive(Clone, Debug, Serialize)]
struct FormulaReport {
    index: usize,
    name: Option<String>,
    text: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// A verdict word, or null without expectation.
    expected: Option<String>,
    seconds: f64,
}

/// A check of the model as a whole.
#[derive(Clone, Debug, Serialize)]
struct CheckReport {
    /// `deadlock` or `overflow`.
    check: &'static str,
    /// `true` if there is none.
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<TroubleReport>,
    seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
struct TroubleReport {
    /// From an initial state to the one in trouble.
    path: Vec<StateEntry>,
    /// The joint actions between them.
    actions: Vec<Ordered<String>>,
    /// Agents that may perform no action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    idle: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overflow: Option<OverflowReport>,
}

#[derive(Clone, Debug, Serialize)]
struct OverflowReport {
    joint_action: Ordered<String>,
    agent: String,
    variable: String,
    value: String,
    line: usize,
    text: String,
}

/// A place in a source, from 1.
#[derive(Clone, Debug, Serialize)]
struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
}

#[derive(Clone, Debug, Serialize)]
struct DiagnosticReport {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: String,
    primary: Option<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    secondary: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
}

impl FileReport {
    /// A report without verdicts.
    #[must_use]
    pub fn new(file: &str) -> FileReport {
        FileReport {
            schema: None,
            file: file.to_owned(),
            engine: None,
            semantics: None,
            states: None,
            left_out: Vec::new(),
            checks: Vec::new(),
            formulas: Vec::new(),
            statistics: None,
            diagnostics: Vec::new(),
        }
    }

    /// Adds what a run found.
    pub fn add_outcome(&mut self, source: &SourceFile, outcome: &Outcome) {
        self.checks = outcome.consistency.iter().map(|result| check(source, result)).collect();
        self.engine = Some(outcome.engine.to_string());
        self.left_out.clone_from(&outcome.left_out);
        self.states = outcome.explored.then(|| outcome.states.to_string());
        self.semantics = Some(SemanticsReport {
            knowledge: "observational",
            atl: "perfect-information",
            fairness: outcome.semantics.fairness_constraints,
        });
        self.formulas = outcome.results.iter().map(formula).collect();
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
        self.diagnostics.extend(diagnostics.iter().map(|found| diagnostic(source, &lines, found)));
    }

    /// Adds an error that has no place in a text.
    pub fn add_error(&mut self, message: &str) {
        self.diagnostics.push(DiagnosticReport {
            code: "io",
            severity: "error",
            message: message.to_owned(),
            file: self.file.clone(),
            primary: None,
            secondary: Vec::new(),
            help: Vec::new(),
        });
    }
}

fn word(verdict: Verdict) -> (&'static str, Option<String>) {
    match verdict {
        Verdict::True => ("true", None),
        Verdict::False => ("false", None),
        Verdict::Unknown(stop) => ("unknown", Some(stop.to_string())),
    }
}

fn check(source: &SourceFile, result: &ConsistencyResult) -> CheckReport {
    let (verdict, reason) = word(result.verdict());
    let trouble = match &result.answer {
        ConsistencyAnswer::Trouble(trouble) | ConsistencyAnswer::Refuted(trouble, _) => Some(trouble),
        ConsistencyAnswer::Free | ConsistencyAnswer::Stopped(_) => None,
    };
    CheckReport {
        check: consistency::name(result.check),
        verdict,
        reason,
        trouble: trouble.map(|trouble| trouble_report(source, &result.model, trouble)),
        seconds: rounded(result.seconds),
    }
}

fn trouble_report(source: &SourceFile, model: &Model, trouble: &Trouble) -> TroubleReport {
    let (idle, overflow) = match &trouble.cause {
        Cause::NoAction(agents) => (agents.iter().map(|agent| model.agent(*agent).name.clone()).collect(), None),
        Cause::NoSuccessor(overflow) | Cause::Overflow(overflow) => (Vec::new(), Some(overflow)),
    };
    TroubleReport {
        path: trouble.path.states.iter().map(|state| state_entry(model, state)).collect(),
        actions: trouble.path.actions.iter().map(|joint| joint_entry(model, joint)).collect(),
        idle,
        overflow: overflow.map(|overflow| OverflowReport {
            joint_action: joint_entry(model, &overflow.joint),
            agent: model.agent(overflow.agent).name.clone(),
            variable: model.variable(overflow.variable).name.clone(),
            value: overflow.value.to_string(),
            line: consistency::line_number(source, model, overflow),
            text: consistency::line_text(source, model, overflow),
        }),
    }
}

fn formula(result: &FormulaResult) -> FormulaReport {
    let (verdict, reason) = word(result.verdict);
    FormulaReport {
        index: result.index,
        name: result.property.name.clone(),
        text: result.property.text.clone(),
        verdict,
        reason,
        expected: result.property.expected.map(|expected| expected.to_string()),
        seconds: rounded(result.seconds),
    }
}

/// To microseconds.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

fn diagnostic(source: &SourceFile, lines: &LineIndex, found: &Diagnostic) -> DiagnosticReport {
    let place = |label: &savoir::Label| {
        let start = lines.line_column(&source.text, label.span.start);
        let end = lines.line_column(&source.text, label.span.end);
        Place {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            label: label.message.clone(),
        }
    };
    DiagnosticReport {
        code: found.code.as_str(),
        severity: match found.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: found.message.clone(),
        file: source.name.clone(),
        primary: Some(place(&found.primary)),
        secondary: found.secondary.iter().map(place).collect(),
        help: found.help.clone(),
    }
}

/// The reports of a run as one JSON value: the report itself for one file, a list for several.
#[must_use]
pub fn render(mut reports: Vec<FileReport>) -> String {
    #[derive(Serialize)]
    struct Files {
        schema: &'static str,
        files: Vec<FileReport>,
    }
    let text = if reports.len() == 1 {
        reports[0].schema = Some(SCHEMA);
        serde_json::to_string_pretty(&reports[0])
    } else {
        serde_json::to_string_pretty(&Files { schema: SCHEMA, files: reports })
    };
    // These types have only string keys and finite numbers, so they can always be written.
    text.unwrap_or_default() + "\n"
}
