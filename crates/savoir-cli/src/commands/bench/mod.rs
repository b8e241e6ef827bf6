//! `savoir bench`: measure how long families of models take.

mod aamas12;
mod contestant;
mod ecai10;
mod regret;
mod suite;

use super::overwriting;
use crate::args::{BenchArguments, Suite};
use crate::exit::Exit;
use crate::write::{Kind, Target};
use crate::{interrupt, output, write};
use contestant::{Contestant, engine_name};
use savoir_report::bench::{self, Comparison, End, Report, Row, Run};
use std::path::{Path, PathBuf};
use suite::{Item, Source};
use tempfile::TempDir;

pub(crate) fn run(arguments: &BenchArguments) -> Exit {
    // From here on Ctrl-C stops the run under way and keeps what is there.
    interrupt::flag();
    if arguments.regret {
        return regret::run(arguments).unwrap_or_else(|message| {
            output::error(&message);
            Exit::Usage
        });
    }
    prepare(arguments).and_then(|bench| bench.run(arguments)).unwrap_or_else(|message| {
        output::error(&message);
        Exit::Usage
    })
}

/// A run under way.
struct Bench {
    items: Vec<Item>,
    /// Ours first.
    contestants: Vec<Contestant>,
    report: Report,
    baseline: Option<Report>,
    directory: TempDir,
}

/// Everything that can be wrong is found before the first measurement.
fn prepare(arguments: &BenchArguments) -> Result<Bench, String> {
    let items = suite::plan(arguments)?;
    if !arguments.against.is_empty() && items.iter().any(|item| item.sought.is_some()) {
        return Err(
            "`--suite aamas12` compares with the numbers of the paper, not `--against` other programs".to_owned()
        );
    }
    let compares_parts = arguments.parts || arguments.suite == Some(Suite::Ecai10);
    if compares_parts && arguments.engine.is_some() {
        return Err("`--suite ecai10` is about the symbolic engine".to_owned());
    }
    let mut contestants =
        if compares_parts { ecai10::contestants(arguments)? } else { vec![Contestant::ours(arguments)?] };
    for command in &arguments.against {
        contestants.push(Contestant::other(command, arguments.timeout)?);
    }
    let baseline = arguments.baseline.as_deref().map(read_baseline).transpose()?;
    let written = [
        target(arguments, arguments.markdown.as_deref(), Kind::Markdown),
        target(arguments, arguments.json.as_deref(), Kind::Measurements),
        target(arguments, arguments.svg.as_deref(), Kind::Svg),
    ];
    overwriting::refuse(written.into_iter().flatten(), &arguments.models)?;
    let against: Vec<String> = contestants[1..].iter().map(Contestant::name).collect();
    let planned = |item: &Item| Row {
        family: item.name.clone(),
        size: item.size,
        formula: item.sought.as_ref().map(|sought| sought.formula.to_owned()),
        published: item.sought.as_ref().and_then(|sought| sought.published.clone()),
        run: Run::ended(End::Skipped),
        against: vec![Run::ended(End::Skipped); against.len()],
    };
    let report = Report {
        schema: bench::SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        engine: engine_name(arguments),
        limit_seconds: arguments.timeout.as_secs_f64(),
        limit_bytes: arguments.memory,
        repeat: usize::from(arguments.repeat.unwrap_or(1)),
        rows: items.iter().map(planned).collect(),
        against,
        workers: compares_parts.then(ecai10::workers),
    };
    let directory = tempfile::tempdir().map_err(|cause| format!("cannot make a temporary directory: {cause}"))?;
    Ok(Bench { items, contestants, report, baseline, directory })
}

fn read_baseline(file: &Path) -> Result<Report, String> {
    let text = std::fs::read_to_string(file).map_err(|cause| format!("cannot read `{}`: {cause}", file.display()))?;
    bench::read(&text).map_err(|problem| format!("`{}` has no measurements: {problem}", file.display()))
}

impl Bench {
    fn run(mut self, arguments: &BenchArguments) -> Result<Exit, String> {
        let baseline = self.baseline.take();
        let baseline = baseline.as_ref().map(|old| Comparison { old });
        output::out(&bench::heading(&self.report, baseline.is_some()));
        let mut exit = Exit::Met;
        // For each contestant, the size of the present series at which it reached a limit.
        let mut limits: Vec<Option<usize>> = vec![None; self.contestants.len()];
        let mut done = 0;
        for index in 0..self.items.len() {
            if index > 0 && self.report.rows[index - 1].series() != self.report.rows[index].series() {
                limits.fill(None);
            }
            let skipped_before = limits.iter().all(Option::is_some);
            if !skipped_before {
                self.measure(index, &limits)?;
                let row = &self.report.rows[index];
                output::out(&bench::row(&self.report, row, baseline.as_ref()));
                output::out(&bench::disagreement(&self.report, row));
                exit = exit.and(judge(row));
                self.note_limits(index, &mut limits);
            }
            done = index + 1;
            if interrupt::happened() {
                exit = Exit::Interrupted;
                break;
            }
        }
        self.report.rows.truncate(done);
        output::out(&bench::summary(&self.report, baseline.as_ref()));
        if arguments.fit {
            output::out(&bench::fit_lines(&self.report));
        }
        self.write_files(arguments, baseline.as_ref())?;
        Ok(exit)
    }

    /// Runs the contestants that have not reached a limit in turn, as often as asked for, and keeps the medians.
    fn measure(&mut self, index: usize, limits: &[Option<usize>]) -> Result<(), String> {
        let item = &self.items[index];
        let model = self.model(item)?;
        let mut runs: Vec<Vec<Run>> = vec![Vec::new(); self.contestants.len()];
        for _ in 0..self.report.repeat {
            for (place, contestant) in self.contestants.iter().enumerate() {
                // A limit that was reached once will be reached again.
                let goes_on = runs[place].last().is_none_or(|run| run.end == End::Finished);
                if limits[place].is_none() && goes_on && !interrupt::happened() {
                    runs[place].push(contestant.run(&model, item.sought.as_ref(), self.directory.path())?);
                }
            }
        }
        let row = &mut self.report.rows[index];
        for (place, runs) in runs.into_iter().enumerate() {
            if let Some(run) = median(runs) {
                *if place == 0 { &mut row.run } else { &mut row.against[place - 1] } = run;
            }
        }
        Ok(())
    }

    /// The file with the model.
    fn model(&self, item: &Item) -> Result<PathBuf, String> {
        match (&item.source, item.size) {
            (Source::Family(family), Some(size)) => {
                let text = family.generate(size).map_err(|error| error.to_string())?;
                let file = self.directory.path().join("model.ispl");
                std::fs::write(&file, text).map_err(|cause| format!("cannot write a temporary file: {cause}"))?;
                Ok(file)
            }
            (Source::Family(_), None) => Err(format!("`{}` needs a size", item.name)),
            (Source::File(path), _) => Ok(path.clone()),
        }
    }

    /// Remembers who reached a limit, and says what follows from it.
    fn note_limits(&self, index: usize, limits: &mut [Option<usize>]) {
        let row = &self.report.rows[index];
        let larger = self.report.rows.get(index + 1).is_some_and(|next| next.series() == row.series());
        let Some(size) = row.size else { return };
        for (place, run) in [&row.run].into_iter().chain(&row.against).enumerate() {
            if matches!(run.end, End::Timeout | End::Memory) {
                limits[place] = Some(size);
                if larger {
                    let name = self.contestants[place].name();
                    output::line(&format!(
                        "  {}: {name} reached a limit at {size}; larger sizes are skipped",
                        row.series()
                    ));
                }
            }
        }
    }

    fn write_files(&self, arguments: &BenchArguments, baseline: Option<&Comparison<'_>>) -> Result<(), String> {
        let write =
            |file: &Option<PathBuf>, kind, text: &dyn Fn() -> String| match target(arguments, file.as_deref(), kind) {
                None => Ok(()),
                Some(target) => write::write(&target, text().as_bytes()).map_err(|problem| problem.to_string()),
            };
        let fit = || if arguments.fit { bench::fit_markdown(&self.report) } else { String::new() };
        write(&arguments.markdown, Kind::Markdown, &|| bench::markdown(&self.report, baseline) + &fit())?;
        write(&arguments.json, Kind::Measurements, &|| bench::write(&self.report))?;
        write(&arguments.svg, Kind::Svg, &|| bench::svg(&self.report))
    }
}

/// Where a part of the results goes, if it is wanted.
fn target<'p>(arguments: &BenchArguments, path: Option<&'p Path>, kind: Kind) -> Option<Target<'p>> {
    Some(Target { path: path?, kind, overwrite: arguments.force.overwrite() })
}

/// The run with the median time; one that did not finish stands for all.
fn median(mut runs: Vec<Run>) -> Option<Run> {
    if let Some(place) = runs.iter().position(|run| run.end != End::Finished) {
        return Some(runs.swap_remove(place));
    }
    runs.sort_by(|a, b| a.seconds.partial_cmp(&b.seconds).unwrap_or(std::cmp::Ordering::Equal));
    let middle = runs.len().checked_sub(1)? / 2;
    Some(runs.swap_remove(middle))
}

/// A limit is a result; a wrong verdict or no answer is not as it should be.
fn judge(row: &Row) -> Exit {
    if row.run.end == End::Failed || !row.run.unexpected.is_empty() || row.disagreement().is_some() {
        Exit::NotMet
    } else {
        Exit::Met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_kept() {
        let run = |seconds| Run { seconds: Some(seconds), ..Run::ended(End::Finished) };
        assert_eq!(median(vec![run(3.0), run(1.0), run(2.0)]).unwrap().seconds, Some(2.0));
        assert_eq!(median(vec![run(3.0), run(1.0)]).unwrap().seconds, Some(1.0));
        assert_eq!(median(vec![run(3.0), Run::ended(End::Timeout)]).unwrap().end, End::Timeout);
        assert!(median(Vec::new()).is_none());
    }
}
