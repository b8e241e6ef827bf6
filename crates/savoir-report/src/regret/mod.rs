//! Regret: how much longer the choice that the program makes by itself takes than the best one that a user can force.
//!
//! Times are processor time, since runs share a machine with others. On both sides [`START`] is added, about what it takes to
//! start a process, so that milliseconds, which are noise, are no regret.

mod json;
mod markdown;
mod table;

pub use json::{SCHEMA, write};
pub use markdown::markdown;
pub use table::{heading, notes, row, summary};

use crate::bench::{End, Run, geometric_mean};
use serde::Serialize;

/// Seconds added to both sides of a ratio.
pub const START: f64 = 0.01;

/// A whole run of measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the schema.
    pub schema: &'static str,
    /// The version of the program.
    pub version: String,
    /// Cores of the machine.
    pub cores: usize,
    /// Which half of the corpus, if one was asked for.
    pub half: Option<String>,
    /// The limit on the processor time of one run.
    pub limit_seconds: f64,
    /// The limit on the memory of one run.
    pub limit_bytes: Option<u64>,
    /// How many times close choices were run; the median is kept.
    pub repeat: usize,
    /// What is compared; the first is what the program does by itself.
    pub choices: Vec<Choice>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A choice that can be forced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its name in tables.
    pub name: String,
    /// Its options for `savoir check`.
    pub options: Vec<String>,
    /// Whether it counts the states of the whole model.
    pub counts_states: bool,
}

/// One model.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The model.
    pub name: String,
    /// A run for each choice, in their order.
    pub runs: Vec<Run>,
}

/// How much longer the first choice takes than the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regret {
    /// The ratio, at least 1.
    pub ratio: f64,
    /// The index of the best choice.
    pub best: usize,
    /// Whether the first choice did not finish, so that the ratio is what its limit says.
    pub at_least: bool,
}

/// Two choices that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// Opposite verdicts about a formula, by its number.
    Verdict {
        /// The formula.
        formula: usize,
        /// Who says that it is true.
        holds: usize,
        /// Who says that it is false.
        fails: usize,
    },
    /// Different numbers of states.
    States {
        /// A choice.
        one: usize,
        /// Another choice.
        other: usize,
    },
}

impl Row {
    /// The regret; none if no choice finished.
    #[must_use]
    pub fn regret(&self, limit: f64) -> Option<Regret> {
        self.regret_among(limit, |_| true)
    }

    /// The same beside some of the choices only, by their indices.
    fn regret_among(&self, limit: f64, is_one: impl Fn(usize) -> bool) -> Option<Regret> {
        let time = |(index, run)| if is_one(index) { processor_time(run) } else { None };
        let times = || self.runs.iter().enumerate().map(time);
        let better = |best: Option<(usize, f64)>, (index, time): (usize, Option<f64>)| match (best, time) {
            (Some((_, least)), Some(time)) if time >= least => best,
            (_, Some(time)) => Some((index, time)),
            (_, None) => best,
        };
        let (best, least) = times().enumerate().fold(None, better)?;
        let first = times().next()?;
        let ratio = (first.unwrap_or(limit) + START) / (least + START);
        Some(Regret { ratio, best, at_least: first.is_none() })
    }

    /// All contradictions between the choices that came to an end, each formula once.
    #[must_use]
    pub fn contradictions(&self, choices: &[Choice]) -> Vec<Contradiction> {
        let formulas = self.runs.iter().map(|run| run.verdicts.len()).max().unwrap_or(0);
        let says = |formula: usize, letter: u8| {
            self.runs.iter().position(|run| run.verdicts.as_bytes().get(formula) == Some(&letter))
        };
        let verdicts = (0..formulas).filter_map(|formula| {
            let (holds, fails) = (says(formula, b'T')?, says(formula, b'F')?);
            Some(Contradiction::Verdict { formula: formula + 1, holds, fails })
        });
        let counts = || {
            let counts = self.runs.iter().zip(choices).enumerate().filter(|(_, (_, choice))| choice.counts_states);
            counts
                .filter(|(_, (run, _))| run.end == End::Finished)
                .filter_map(|(at, (run, _))| Some((at, run.states.as_ref()?)))
        };
        let states = counts().next().and_then(|(one, first)| {
            let (other, _) = counts().find(|(_, states)| *states != first)?;
            Some(Contradiction::States { one, other })
        });
        verdicts.chain(states).collect()
    }

    /// Whether a verdict is not the expected one, or a choice gave no answer at all.
    #[must_use]
    pub fn is_wrong(&self, choices: &[Choice]) -> bool {
        let wrong = |run: &Run| run.end == End::Failed || !run.unexpected.is_empty();
        self.runs.iter().any(wrong) || !self.contradictions(choices).is_empty()
    }
}

impl Report {
    /// The regret of all rows that have one.
    fn regrets(&self) -> impl Iterator<Item = (&Row, Regret)> {
        self.rows.iter().filter_map(|row| Some((row, row.regret(self.limit_seconds)?)))
    }

    /// The same beside choices that answer as much: those that count the states of the whole model.
    fn whole_regrets(&self) -> impl Iterator<Item = (&Row, Regret)> {
        let counts = |index: usize| self.choices.get(index).is_some_and(|choice| choice.counts_states);
        self.rows.iter().filter_map(move |row| Some((row, row.regret_among(self.limit_seconds, counts)?)))
    }

    /// The geometric mean of all rows.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        mean_of(self.regrets())
    }

    /// The same beside choices that count the states of the whole model.
    #[must_use]
    pub fn whole_mean(&self) -> Option<f64> {
        mean_of(self.whole_regrets())
    }

    /// How many rows lose more than this.
    fn above(&self, ratio: f64) -> usize {
        self.regrets().filter(|(_, regret)| regret.ratio > ratio).count()
    }
}

fn mean_of<'r>(regrets: impl Iterator<Item = (&'r Row, Regret)>) -> Option<f64> {
    geometric_mean(&regrets.map(|(_, regret)| regret.ratio).collect::<Vec<_>>())
}

/// The row that loses most.
fn worst_of<'r>(regrets: impl Iterator<Item = (&'r Row, Regret)>) -> Option<(&'r Row, Regret)> {
    regrets.max_by(|(_, a), (_, b)| a.ratio.total_cmp(&b.ratio))
}

/// The processor time of a run that has all verdicts.
#[must_use]
pub fn processor_time(run: &Run) -> Option<f64> {
    run.cpu_seconds.filter(|_| run.end == End::Finished)
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::bench::samples::run;

    /// Three choices: a row that loses nothing, one that loses much, one that only another choice finishes, one nobody does.
    pub(crate) fn report() -> Report {
        let choice = |name: &str, options: &[&str], counts_states| Choice {
            name: name.to_owned(),
            options: options.iter().map(ToString::to_string).collect(),
            counts_states,
        };
        let row = |name: &str, runs: [Run; 3]| Row { name: name.to_owned(), runs: runs.to_vec() };
        let stopped = || Run { states: None, ..run(End::Timeout, 1.5, "??") };
        Report {
            schema: SCHEMA,
            version: "0.0.0".to_owned(),
            cores: 2,
            half: Some("tuning".to_owned()),
            limit_seconds: 60.0,
            limit_bytes: None,
            repeat: 3,
            choices: vec![
                choice("auto", &[], true),
                choice("explicit", &["--engine", "explicit"], true),
                choice("cone", &["--cone"], false),
            ],
            rows: vec![
                row("even", [run(End::Finished, 0.5, "TF"), stopped(), run(End::Finished, 0.6, "TF")]),
                row("lost <&>", [run(End::Finished, 2.99, "TF"), run(End::Finished, 0.29, "TF"), stopped()]),
                row("limit", [run(End::Timeout, 60.0, "??"), stopped(), run(End::Finished, 1.99, "TT")]),
                row("hard", [run(End::Timeout, 60.0, "??"), stopped(), stopped()]),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regret_is_a_ratio_to_the_best_that_finished() {
        let report = samples::report();
        let regrets: Vec<_> = report.rows.iter().map(|row| row.regret(60.0)).collect();
        assert_eq!(regrets[0], Some(Regret { ratio: 1.0, best: 0, at_least: false }));
        let lost = regrets[1].unwrap();
        assert!((lost.ratio - 10.0).abs() < 1e-9 && lost.best == 1 && !lost.at_least);
        let limit = regrets[2].unwrap();
        assert!((limit.ratio - 60.01 / 2.0).abs() < 1e-9 && limit.best == 2 && limit.at_least);
        assert_eq!(regrets[3], None);
        assert!((report.mean().unwrap() - (10.0f64 * 30.005).cbrt()).abs() < 1e-9);
        assert_eq!((worst_of(report.regrets()).unwrap().0.name.as_str(), report.above(1.5)), ("limit", 2));
    }

    #[test]
    fn opposite_verdicts_and_other_numbers_of_states_are_contradictions() {
        let mut report = samples::report();
        assert!(report.rows.iter().all(|row| !row.is_wrong(&report.choices)));
        report.rows[1].runs[1].verdicts = "FF".to_owned();
        report.rows[0].runs[2].states = Some("7".to_owned());
        let found = report.rows[1].contradictions(&report.choices);
        assert_eq!(found, [Contradiction::Verdict { formula: 1, holds: 0, fails: 1 }]);
        // A model without what does not matter has other states.
        assert!(!report.rows[0].is_wrong(&report.choices) && report.rows[1].is_wrong(&report.choices));
        report.rows[1].runs[1].verdicts = "TF".to_owned();
        report.rows[1].runs[1].states = Some("7".to_owned());
        let found = report.rows[1].contradictions(&report.choices);
        assert_eq!(found, [Contradiction::States { one: 0, other: 1 }]);
    }
}
