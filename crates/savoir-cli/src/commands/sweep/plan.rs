//! Which jobs a sweep has: always the same for the same command line and files.

use super::super::directories;
use crate::args::{Arguments, Command, SweepArguments};
use crate::input;
use clap::Parser;
use savoir::Loaded;
use savoir_report::sweep::Job;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The jobs of this part of the sweep, in order, each once.
pub(super) fn jobs(arguments: &SweepArguments) -> Result<Vec<Job>, String> {
    if arguments.files.iter().any(|file| input::is_stdin(file)) {
        return Err("a sweep needs files, because each job reads its own; `-` cannot be used".to_owned());
    }
    let files = directories::expand(&arguments.files).map_err(|problems| problems.join("; "))?;
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Err(format!("cannot read `{}`: there is no such file", missing.display()));
    }
    let none = [String::new()];
    let variants: &[String] = if arguments.with.is_empty() { &none } else { &arguments.with };
    variants.iter().try_for_each(|options| usable(options))?;
    let mut jobs: Vec<Job> = Vec::new();
    let mut known = BTreeSet::new();
    for file in &files {
        for question in questions(arguments, file) {
            for options in variants {
                let options = words(options).join(" ");
                let job = Job { file: file.display().to_string(), options, ..question.clone() };
                if known.insert(job.clone()) {
                    jobs.push(job);
                }
            }
        }
    }
    let mine = |(number, job): (usize, Job)| arguments.shard.is_none_or(|shard| shard.has(number)).then_some(job);
    Ok(jobs.into_iter().enumerate().filter_map(mine).collect())
}

/// What is asked about a file: jobs whose file and options are still open.
fn questions(arguments: &SweepArguments, file: &Path) -> Vec<Job> {
    let open = Job { file: String::new(), only: None, formula: None, options: String::new() };
    if !arguments.formulas.is_empty() {
        let ask = |formula: &String| Job { formula: Some(formula.clone()), ..open.clone() };
        return arguments.formulas.iter().map(ask).collect();
    }
    // A model with errors is one job, whose result is the error.
    let formulas = if arguments.split { number_of_formulas(file) } else { 0 };
    match formulas {
        0 => vec![open],
        number => (1..=number).map(|only| Job { only: Some(only), ..open.clone() }).collect(),
    }
}

fn number_of_formulas(file: &Path) -> usize {
    let model = Loaded::from_file(file).ok().and_then(|loaded| loaded.model);
    model.map_or(0, |model| model.properties.len())
}

/// The words of a set of options; there is no need for quotes in them.
pub(super) fn words(options: &str) -> Vec<&str> {
    options.split_whitespace().collect()
}

/// Whether `savoir check` takes these options, and they leave alone what the sweep itself decides.
fn usable(options: &str) -> Result<(), String> {
    let command_line = ["savoir", "check"].into_iter().chain(words(options)).chain(["--", "model.ispl"]);
    let parsed = Arguments::try_parse_from(command_line).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        format!("`--with '{options}'`: {first}")
    })?;
    let Command::Check(check) = parsed.command else { return Err(format!("`--with '{options}'` is not about check")) };
    let taken = [
        (check.files != [PathBuf::from("model.ispl")], "a file"),
        (!check.formulas.is_empty(), "--formula"),
        (!check.only.is_empty(), "--only"),
        (check.limits.timeout.is_some(), "--timeout"),
        (check.limits.memory.is_some(), "--memory"),
        (words(options).iter().any(|word| word.starts_with("--format")), "--format"),
        (check.evidence.evidence.is_some(), "--evidence"),
        (check.symbolic.save_order.is_some(), "--save-order"),
    ];
    match taken.iter().find(|(given, _)| *given) {
        Some((_, what)) => Err(format!("`--with '{options}'`: {what} cannot be part of a variant")),
        None => Ok(()),
    }
}
