//! The results of a sweep: one record a line, and a table about all of them.

mod table;

pub use table::table;

use crate::escape;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/sweep/2";
/// That of results that do not say what they are about.
const FIRST_SCHEMA: &str = "savoir/sweep/1";

/// What is to be done: a model, what to ask about it, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Job {
    /// The model, as it is shown.
    pub file: String,
    /// The bytes of its name in hexadecimal digits, if they are not UTF-8 text: different files may be shown alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// The number of the formula, if it is one of the model's.
    pub only: Option<usize>,
    /// The formula, if it is given apart.
    pub formula: Option<String>,
    /// Options of `savoir check`.
    pub options: String,
    /// Where evidence goes: into the report, or to a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

/// What a result is about, by its content, and how far the job could go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Inputs {
    /// The SHA-256 sum of the model; null if it cannot be read.
    pub model: Option<String>,
    /// That of the order of variables which the options name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The limit on time, in seconds.
    pub timeout: Option<f64>,
    /// The limit on memory, in bytes.
    pub memory: Option<u64>,
}

impl Inputs {
    /// Whether they have the same content.
    fn has_content_of(&self, other: &Inputs) -> bool {
        (&self.model, &self.order) == (&other.model, &other.order)
    }
}

impl Job {
    /// All that is asked about a model, without options.
    #[must_use]
    pub fn about(file: &Path) -> Job {
        let bytes = file.as_os_str().as_encoded_bytes();
        let digits = || bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Job {
            file: file.display().to_string(),
            file_bytes: file.to_str().is_none().then(digits),
            only: None,
            formula: None,
            options: String::new(),
            evidence: None,
        }
    }
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// With an answer, which may be `unknown`.
    Done,
    /// With an error in the model or the options.
    Error,
    /// Killed when its time was over.
    Time,
    /// Killed because of its memory.
    Memory,
    /// It crashed.
    Crash,
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the schema.
    pub schema: String,
    /// That of the program; absent in the first edition.
    #[serde(default)]
    pub version: String,
    /// What was done.
    pub job: Job,
    /// With what; absent in the first edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Inputs>,
    /// How it ended.
    pub end: End,
    /// The exit code; null if it was killed.
    pub exit: Option<i32>,
    /// Time by the clock, in seconds.
    pub seconds: f64,
    /// The most memory it had, in bytes.
    pub memory: u64,
    /// What `savoir check --format jsonl` said, or null.
    pub report: Value,
    /// The last lines on standard error, where there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Record {
    /// The record as a line.
    #[must_use]
    pub fn line(&self) -> String {
        escape::json::line(self)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// Why it is no record.
    pub fn read(line: &str) -> Result<Record, String> {
        let record: Record = serde_json::from_str(line).map_err(|problem| problem.to_string())?;
        match record.schema.as_str() {
            SCHEMA | FIRST_SCHEMA => Ok(record),
            other => Err(format!("its schema is `{other}`")),
        }
    }

    /// Whether the same would come of it now: it is about the same content, and the limits, if they made a difference, are the
    /// same.
    #[must_use]
    pub fn stands(&self, now: &Inputs) -> bool {
        let Some(then) = &self.inputs else { return false };
        let same_limits = (then.timeout, then.memory) == (now.timeout, now.memory);
        then.has_content_of(now) && (same_limits || self.is_decided() || self.end == End::Error)
    }

    /// Verdict and expected verdict of each formula.
    pub(crate) fn verdicts(&self) -> impl Iterator<Item = (&str, &str)> {
        let formulas = self.report["files"][0]["formulas"].as_array().into_iter().flatten();
        formulas.map(|formula| {
            (formula["verdict"].as_str().unwrap_or("unknown"), formula["expected"].as_str().unwrap_or("true"))
        })
    }

    /// Whether some verdict is not the expected one, or a check of the model found something.
    #[must_use]
    pub fn is_unexpected(&self) -> bool {
        let mut verdicts = self.verdicts().chain(self.checks());
        verdicts.any(|(verdict, expected)| verdict != "unknown" && verdict != expected)
    }

    /// Whether there is an answer to everything.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.end == End::Done && self.verdicts().chain(self.checks()).all(|(verdict, _)| verdict != "unknown")
    }

    /// The verdicts of checks of the model, which should all be true.
    fn checks(&self) -> impl Iterator<Item = (&str, &str)> {
        let checks = self.report["files"][0]["checks"].as_array().into_iter().flatten();
        checks.map(|check| (check["verdict"].as_str().unwrap_or("unknown"), "true"))
    }
}
