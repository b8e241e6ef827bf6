//! Measurements: the values, and a renderer for each form.

mod cells;
mod chart;
mod compare;
mod fit;
mod json;
mod markdown;
mod svg;
mod table;

pub(crate) use cells::{count, seconds};
pub use compare::{Comparison, geometric_mean};
pub use fit::{Fit, Growth, fit_lines, fit_markdown, fits};
pub use json::{SCHEMA, read, write};
pub use markdown::markdown;
pub use svg::svg;
pub use table::{disagreement, heading, row, summary};

use crate::result::{Groups, Parts, Phases};
use serde::{Deserialize, Serialize};

/// A whole run of measurements. It says nothing about the machine but the number of its cores.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The name of the schema.
    pub schema: String,
    /// The version of the program.
    pub version: String,
    /// Cores of the machine.
    pub cores: usize,
    /// The engine asked for; none if the program chose.
    pub engine: Option<String>,
    /// The limit on the time of one run.
    pub limit_seconds: f64,
    /// The limit on the memory of one run.
    pub limit_bytes: Option<u64>,
    /// How many times each row was run; the median is kept.
    pub repeat: usize,
    /// The programs compared with, in order.
    pub against: Vec<String>,
    /// How many workers share the parts of models, if these are compared with whole ones.
    #[serde(default)]
    pub workers: Option<usize>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// One model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The family, or the name of the file.
    pub family: String,
    /// The size within the family.
    pub size: Option<usize>,
    /// The formula whose groups were found; none if the formulas of the model were checked.
    pub formula: Option<String>,
    /// What a paper says about the row, if one does.
    pub published: Option<Published>,
    /// Our run.
    pub run: Run,
    /// The runs of the programs compared with, in order.
    pub against: Vec<Run>,
}

/// What a paper prints for a row, measured on a machine of its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// How the run ended.
    pub end: End,
    /// Its seconds, if it finished.
    pub seconds: Option<f64>,
    /// How many choices of groups satisfy the formula there, in decimal digits.
    pub satisfying: Option<String>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// With all verdicts.
    Finished,
    /// The time was over.
    Timeout,
    /// The memory was used up.
    Memory,
    /// Without an answer.
    Failed,
    /// Not started: a smaller model of the family had reached a limit.
    Skipped,
    /// The user stopped it.
    Interrupted,
}

/// One run of one program on one model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Seconds by the clock.
    pub seconds: Option<f64>,
    /// Seconds of processor time.
    pub cpu_seconds: Option<f64>,
    /// The most memory it had at one time.
    pub peak_bytes: Option<u64>,
    /// The engine that answered.
    pub engine: Option<String>,
    /// Reachable states, in decimal digits.
    pub states: Option<String>,
    /// Boolean variables.
    pub variables: Option<u64>,
    /// Most diagram nodes alive at one time.
    pub nodes: Option<u64>,
    /// Elementary steps of the engine, if they were counted.
    #[serde(default)]
    pub work: Option<u64>,
    /// What happened in parts, if it was checked so.
    #[serde(default)]
    pub parts: Option<Parts>,
    /// Seconds of the phases.
    pub phases: Phases,
    /// A letter for each formula: `T`, `F`, or `?` if undecided. Where groups were sought, `T` says that there are some.
    pub verdicts: String,
    /// How many groups there are, if they were sought.
    pub groups: Option<Groups>,
    /// The numbers of the formulas whose verdict is not the expected one.
    pub unexpected: Vec<usize>,
}

impl Run {
    /// A run about which nothing else is known.
    #[must_use]
    pub fn ended(end: End) -> Run {
        Run {
            end,
            seconds: None,
            cpu_seconds: None,
            peak_bytes: None,
            engine: None,
            states: None,
            variables: None,
            nodes: None,
            work: None,
            parts: None,
            phases: Phases::default(),
            verdicts: String::new(),
            groups: None,
            unexpected: Vec::new(),
        }
    }

    /// Elementary steps of all parts and of what came after them; and of the longest chain of them, if so many workers share
    /// the parts.
    #[must_use]
    pub fn parts_work(&self, workers: usize) -> Option<(u64, u64)> {
        let parts = self.parts.as_ref()?;
        let after = self.work.unwrap_or(0);
        Some((parts.seats.iter().sum::<u64>() + after, savoir::schedule(&parts.seats, workers) + after))
    }

    /// The time of a run that has all verdicts.
    #[must_use]
    pub fn finished_seconds(&self) -> Option<f64> {
        self.seconds.filter(|_| self.end == End::Finished)
    }
}

impl Row {
    /// What the row is about, for people.
    #[must_use]
    pub fn name(&self) -> String {
        let words = [Some(self.family.clone()), self.size.map(|size| size.to_string()), self.formula.clone()];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// What rows that differ only in their size have in common.
    #[must_use]
    pub fn series(&self) -> String {
        [Some(self.family.as_str()), self.formula.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The number of the first formula on which two programs have opposite verdicts, with the index of the other one.
    #[must_use]
    pub fn disagreement(&self) -> Option<(usize, usize)> {
        self.against.iter().enumerate().find_map(|(other, run)| {
            let mut pairs = self.run.verdicts.chars().zip(run.verdicts.chars());
            let formula = pairs.position(|pair| matches!(pair, ('T', 'F') | ('F', 'T')))?;
            Some((other, formula + 1))
        })
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    pub(crate) fn run(end: End, seconds: f64, verdicts: &str) -> Run {
        Run {
            seconds: Some(seconds),
            cpu_seconds: Some(seconds),
            peak_bytes: Some(20 << 20),
            states: Some("22020075".to_owned()),
            verdicts: verdicts.to_owned(),
            ..Run::ended(end)
        }
    }

    /// Two families, one of which reaches a limit, and another program.
    pub(crate) fn report() -> Report {
        let row = |family: &str, size: usize, ours: Run, theirs: Run| Row {
            family: family.to_owned(),
            size: Some(size),
            formula: None,
            published: None,
            run: ours,
            against: vec![theirs],
        };
        Report {
            schema: SCHEMA.to_owned(),
            version: "0.0.0".to_owned(),
            cores: 2,
            engine: None,
            limit_seconds: 60.0,
            limit_bytes: None,
            repeat: 1,
            against: vec!["other <&> {}".to_owned()],
            workers: None,
            rows: vec![
                row("dining", 10, run(End::Finished, 0.5, "T"), run(End::Finished, 1.0, "T")),
                row("dining", 20, run(End::Finished, 0.25, "T"), run(End::Finished, 2.0, "F")),
                row("dining", 200, run(End::Finished, 10.0, "T"), run(End::Timeout, 60.0, "")),
                row("muddy", 5, run(End::Finished, 0.001, "TF"), run(End::Failed, 0.1, "")),
                row("muddy", 80, run(End::Timeout, 60.0, "??"), Run::ended(End::Skipped)),
            ],
        }
    }
    /// One row about groups, as a paper has it too.
    pub(crate) fn groups() -> Report {
        let groups = Groups { possible: "68718952449".to_owned(), satisfying: Some("65535".to_owned()) };
        let printed = Published { end: End::Finished, seconds: Some(651.206), satisfying: Some("65535".to_owned()) };
        let row = Row {
            family: "dining-group".to_owned(),
            size: Some(18),
            formula: Some("dc2".to_owned()),
            published: Some(printed),
            run: Run { groups: Some(groups), ..run(End::Finished, 0.05, "T") },
            against: Vec::new(),
        };
        Report { against: Vec::new(), rows: vec![row], ..report() }
    }
}
