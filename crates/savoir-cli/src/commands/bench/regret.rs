//! `savoir bench --regret`: what `savoir check` does by itself beside everything that can be forced.

use super::contestant::Contestant;
use super::suite::{self, Item, Source};
use super::target;
use crate::args::{BenchArguments, HalfName};
use crate::commands::overwriting;
use crate::exit::Exit;
use crate::write::Kind;
use crate::{interrupt, output, write};
use savoir_corpus::{Entry, Half, corpus};
use savoir_report::bench::{End, Run};
use savoir_report::regret::{self, Choice, Report, Row, processor_time};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// What can be forced, with its options, and whether it counts the states of the whole model.
const CHOICES: &[(&str, &[&str], bool)] = &[
    ("auto", &[], true),
    ("explicit", &["--engine", "explicit"], true),
    ("symbolic", &["--engine", "symbolic"], true),
    ("order 1", &["--engine", "symbolic", "--order", "1"], true),
    ("order 2", &["--engine", "symbolic", "--order", "2"], true),
    ("order 3", &["--engine", "symbolic", "--order", "3"], true),
    ("order 4", &["--engine", "symbolic", "--order", "4"], true),
    ("bfs", &["--engine", "symbolic", "--reach", "bfs"], true),
    ("layers", &["--engine", "symbolic", "--reach", "layers"], true),
    ("frontier", &["--engine", "symbolic", "--reach", "frontier"], true),
    ("chaining", &["--engine", "symbolic", "--reach", "chaining"], true),
    ("leave out", &["--engine", "symbolic", "--leave-out", "always"], true),
    ("reorder", &["--engine", "symbolic", "--reorder", "always"], true),
    ("cone", &["--cone"], false),
];

/// Processor time counts the work of all threads, and what is made ahead of time is not the measure.
const THREADS: &[&str] = &["--threads", "1"];

/// A choice is stopped when it has taken so many times the best time so far.
const HOPELESS: f64 = 1.5;

/// It is not stopped before this time: less than the guard sees would be noise.
const AT_LEAST: Duration = Duration::from_millis(100);

/// Choices within this factor of the best one are run again.
const CLOSE: f64 = 1.3;

/// So many of them.
const MOST_CLOSE: usize = 3;

/// Runs that take longer are not noise.
const LONG: f64 = 5.0;

/// Time by the clock, as a multiple of the limit on processor time: on a busy machine a run gets a small part of it.
const CLOCK: u32 = 20;

/// How often a row of choices that are close is run.
const REPEAT: u16 = 3;

/// A model to be measured.
struct Model {
    name: String,
    source: ModelSource,
}

enum ModelSource {
    Text(Box<dyn Fn() -> String>),
    File(PathBuf),
}

pub(super) fn run(arguments: &BenchArguments) -> Result<Exit, String> {
    let models = models(arguments)?;
    match &arguments.write {
        Some(directory) => write_models(&models, directory, arguments),
        None => Bench::prepare(arguments, models)?.run(arguments),
    }
}

fn models(arguments: &BenchArguments) -> Result<Vec<Model>, String> {
    if !arguments.families.is_empty() || !arguments.models.is_empty() {
        return Ok(suite::plan(arguments)?.into_iter().map(named).collect());
    }
    let half = arguments.half.map(|half| match half {
        HalfName::Tuning => Half::Tuning,
        HalfName::HeldOut => Half::HeldOut,
    });
    let wanted = |entry: &Entry| {
        half.is_none_or(|half| entry.half() == half)
            && (!arguments.quick || entry.quick)
            && (arguments.rows.is_empty() || arguments.rows.iter().any(|part| entry.name.contains(part.as_str())))
    };
    let model =
        |entry: Entry| Model { name: entry.name.clone(), source: ModelSource::Text(Box::new(move || entry.text())) };
    let models: Vec<Model> = corpus().into_iter().filter(wanted).map(model).collect();
    if models.is_empty() { Err("no row of the corpus is called so".to_owned()) } else { Ok(models) }
}

fn named(item: Item) -> Model {
    match (item.source, item.size) {
        (Source::Family(family), Some(size)) => Model {
            name: format!("{} {size}", item.name),
            // The size exists: the plan has seen to it.
            source: ModelSource::Text(Box::new(move || family.generate(size).unwrap_or_default())),
        },
        (Source::File(path), _) => Model { name: item.name, source: ModelSource::File(path) },
        (Source::Family(_), None) => Model { name: item.name, source: ModelSource::Text(Box::new(String::new)) },
    }
}

/// Each model in a file of its own.
fn write_models(models: &[Model], directory: &Path, arguments: &BenchArguments) -> Result<Exit, String> {
    std::fs::create_dir_all(directory).map_err(|cause| format!("cannot make `{}`: {cause}", directory.display()))?;
    for model in models {
        let ModelSource::Text(text) = &model.source else { continue };
        let path = directory.join(format!("{}.ispl", model.name.replace([' ', ','], "-")));
        let target = write::Target { path: &path, kind: Kind::Model, overwrite: arguments.force.overwrite() };
        write::write(&target, text().as_bytes()).map_err(|problem| problem.to_string())?;
    }
    Ok(Exit::Met)
}

struct Bench {
    models: Vec<Model>,
    contestants: Vec<Contestant>,
    report: Report,
    limit: Duration,
    directory: TempDir,
}

impl Bench {
    fn prepare(arguments: &BenchArguments, models: Vec<Model>) -> Result<Bench, String> {
        let written = [
            target(arguments, arguments.markdown.as_deref(), Kind::Markdown),
            target(arguments, arguments.json.as_deref(), Kind::Measurements),
        ];
        overwriting::refuse(written.into_iter().flatten(), &arguments.models)?;
        let mut contestants = Vec::new();
        for (name, options, _) in CHOICES {
            let ours = Contestant::ours_for(arguments, arguments.timeout * CLOCK)?;
            contestants.push(ours.with(name, &[THREADS, options].concat()));
        }
        let choice = |(name, options, counts_states): &(&str, &[&str], bool)| Choice {
            name: (*name).to_owned(),
            options: options.iter().map(ToString::to_string).collect(),
            counts_states: *counts_states,
        };
        let half = arguments.half.map(|half| match half {
            HalfName::Tuning => "tuning".to_owned(),
            HalfName::HeldOut => "held-out".to_owned(),
        });
        let report = Report {
            schema: regret::SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            half,
            limit_seconds: arguments.timeout.as_secs_f64(),
            limit_bytes: arguments.memory,
            repeat: usize::from(arguments.repeat.unwrap_or(REPEAT)),
            choices: CHOICES.iter().map(choice).collect(),
            rows: Vec::new(),
        };
        let directory = tempfile::tempdir().map_err(|cause| format!("cannot make a temporary directory: {cause}"))?;
        Ok(Bench { models, contestants, report, limit: arguments.timeout, directory })
    }

    fn run(mut self, arguments: &BenchArguments) -> Result<Exit, String> {
        output::out(&regret::heading());
        let mut exit = Exit::Met;
        for model in std::mem::take(&mut self.models) {
            let row = self.measure(&model)?;
            if interrupt::happened() {
                exit = Exit::Interrupted;
                break;
            }
            output::out(&regret::row(&self.report, &row));
            output::out(&regret::notes(&self.report, &row));
            if row.is_wrong(&self.report.choices) {
                exit = exit.and(Exit::NotMet);
            }
            self.report.rows.push(row);
        }
        output::out(&regret::summary(&self.report));
        let write =
            |file: &Option<PathBuf>, kind, text: &dyn Fn() -> String| match target(arguments, file.as_deref(), kind) {
                None => Ok(()),
                Some(target) => write::write(&target, text().as_bytes()).map_err(|problem| problem.to_string()),
            };
        write(&arguments.markdown, Kind::Markdown, &|| regret::markdown(&self.report))?;
        write(&arguments.json, Kind::Measurements, &|| regret::write(&self.report))?;
        Ok(exit)
    }

    /// Every choice once, then those that are close again.
    fn measure(&self, model: &Model) -> Result<Row, String> {
        let file = match &model.source {
            ModelSource::File(path) => path.clone(),
            ModelSource::Text(text) => {
                let file = self.directory.path().join("model.ispl");
                std::fs::write(&file, text()).map_err(|cause| format!("cannot write a temporary file: {cause}"))?;
                file
            }
        };
        let mut runs: Vec<Vec<Run>> = Vec::new();
        let mut best: Option<f64> = None;
        for contestant in &self.contestants {
            let run = if interrupt::happened() {
                Run::ended(End::Interrupted)
            } else {
                contestant.run_for(&file, None, self.directory.path(), Some(self.allowance(best)))?
            };
            best = [best, processor_time(&run)].into_iter().flatten().reduce(f64::min);
            runs.push(vec![run]);
        }
        if let Some(best) = best.filter(|best| *best < LONG) {
            let again = self.close(&runs, best);
            for _ in 1..self.report.repeat {
                for &index in again.iter().filter(|_| !interrupt::happened()) {
                    let run = self.contestants[index].run_for(&file, None, self.directory.path(), Some(self.limit))?;
                    runs[index].push(run);
                }
            }
        }
        Ok(Row { name: model.name.clone(), runs: runs.into_iter().filter_map(median).collect() })
    }

    /// How much processor time a choice gets when the best one so far took this.
    fn allowance(&self, best: Option<f64>) -> Duration {
        let enough = best.map(|best| Duration::from_secs_f64(best * HOPELESS).max(AT_LEAST));
        enough.map_or(self.limit, |enough| enough.min(self.limit))
    }

    /// The first choice, unless it takes long, and the best ones.
    fn close(&self, runs: &[Vec<Run>], best: f64) -> Vec<usize> {
        let time = |index: usize| processor_time(&runs[index][0]);
        let mut close: Vec<usize> = (1..runs.len())
            .filter(|&index| time(index).is_some_and(|time| time <= best * CLOSE + regret::START))
            .collect();
        close.sort_by(|&a, &b| time(a).partial_cmp(&time(b)).unwrap_or(std::cmp::Ordering::Equal));
        close.truncate(MOST_CLOSE);
        let first = time(0).is_some_and(|time| time < LONG).then_some(0);
        first.into_iter().chain(close).collect()
    }
}

/// The run with the median processor time; one that did not finish stands for all.
fn median(mut runs: Vec<Run>) -> Option<Run> {
    if let Some(place) = runs.iter().position(|run| run.end != End::Finished) {
        return Some(runs.swap_remove(place));
    }
    runs.sort_by(|a, b| a.cpu_seconds.partial_cmp(&b.cpu_seconds).unwrap_or(std::cmp::Ordering::Equal));
    let middle = runs.len().checked_sub(1)? / 2;
    Some(runs.swap_remove(middle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(seconds: f64) -> Run {
        Run { cpu_seconds: Some(seconds), ..Run::ended(End::Finished) }
    }

    #[test]
    fn the_median_of_processor_time_is_kept() {
        assert_eq!(median(vec![ran(3.0), ran(1.0), ran(2.0)]).unwrap().cpu_seconds, Some(2.0));
        assert_eq!(median(vec![ran(3.0), Run::ended(End::Memory)]).unwrap().end, End::Memory);
        assert!(median(Vec::new()).is_none());
    }

    #[test]
    fn choices_have_names_of_their_own_and_auto_is_the_first() {
        let names: std::collections::BTreeSet<&str> = CHOICES.iter().map(|choice| choice.0).collect();
        assert_eq!((names.len(), CHOICES[0]), (CHOICES.len(), ("auto", &[][..], true)));
    }
}
