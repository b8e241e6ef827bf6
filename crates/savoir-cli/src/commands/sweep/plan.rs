//! Which jobs a sweep has: always the same for the same command line and files.

use super::super::{directories, names};
use crate::args::{Arguments, Command, EvidenceArguments, EvidenceOutput, SweepArguments};
use crate::input;
use crate::write::Overwrite;
use clap::Parser;
use savoir::Loaded;
use savoir_report::sweep::Job;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A job with the file that it is about, whose name need not be text.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) job: Job,
    pub(super) file: PathBuf,
    /// The option that asks for evidence, if that is wanted.
    pub(super) evidence: Option<OsString>,
}

/// The jobs of this part of the sweep, in order, each once.
pub(super) fn tasks(arguments: &SweepArguments) -> Result<Vec<Task>, String> {
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
    let mut tasks: Vec<Task> = Vec::new();
    let mut known = BTreeSet::new();
    for (file, name) in files.iter().zip(names::of(&files)) {
        for (number, question) in questions(arguments, file).into_iter().enumerate() {
            for (variant, options) in variants.iter().enumerate() {
                let options = words(options).join(" ");
                let job = Job { options, ..question.clone() };
                if known.insert(job.clone()) {
                    let formula = if job.only.is_some() || job.formula.is_some() { Some(number) } else { None };
                    let variant = if variants.len() > 1 { Some(variant) } else { None };
                    let (evidence, place) = evidence(arguments, &name, [("formula", formula), ("variant", variant)]);
                    tasks.push(Task { job: Job { evidence: place, ..job }, file: file.clone(), evidence });
                }
            }
        }
    }
    let mine = |(number, task): (usize, Task)| arguments.shard.is_none_or(|shard| shard.has(number)).then_some(task);
    Ok(tasks.into_iter().enumerate().filter_map(mine).collect())
}

/// The option of a job that asks for evidence, and where it goes, in words.
fn evidence(
    arguments: &SweepArguments,
    name: &str,
    parts: [(&str, Option<usize>); 2],
) -> (Option<OsString>, Option<String>) {
    let Some(EvidenceOutput { format, file }) = &arguments.evidence else { return (None, None) };
    let Some(directory) = file else { return (Some("--evidence".into()), Some("report".to_owned())) };
    let part = |(word, number): (&str, Option<usize>)| number.map(|number| format!("-{word}{}", number + 1));
    let name: String = std::iter::once(name.to_owned()).chain(parts.into_iter().filter_map(part)).collect();
    let dot = if format.needs_directory() { "" } else { "." };
    let path = directory.join(format!("{name}{dot}{}", format.extension()));
    let mut option = OsString::from(format!("--evidence={}:", format.name()));
    option.push(&path);
    (Some(option), Some(path.display().to_string()))
}

/// What is asked about a file: jobs whose options are still open.
fn questions(arguments: &SweepArguments, file: &Path) -> Vec<Job> {
    let open = Job::about(file);
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

/// The order of variables that a set of options names.
pub(super) fn loaded_order(options: &str) -> Option<PathBuf> {
    let command_line = ["savoir", "check"].into_iter().chain(words(options)).chain(["--", "model.ispl"]);
    match Arguments::try_parse_from(command_line).ok()?.command {
        Command::Check(check) => check.symbolic.load_order,
        _ => None,
    }
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
    let EvidenceArguments { evidence, strategy, .. } = &check.evidence;
    let taken = [
        (check.files != [PathBuf::from("model.ispl")], "a file"),
        (!check.formulas.is_empty(), "--formula"),
        (!check.only.is_empty(), "--only"),
        (check.limits.timeout.is_some(), "--timeout"),
        (check.limits.memory.is_some(), "--memory"),
        (words(options).iter().any(|word| word.starts_with("--format")), "--format"),
        // All jobs would write to one file, or change the models that others read, or never end.
        (evidence.is_some(), "--evidence"),
        (strategy.is_some(), "--strategy"),
        (check.symbolic.save_order.is_some(), "--save-order"),
        (!check.outputs.output.is_empty(), "--output"),
        (check.outputs.force.overwrite() == Overwrite::Anything, "--force"),
        (check.fix, "--fix"),
        (check.watch, "--watch"),
    ];
    match taken.iter().find(|(given, _)| *given) {
        Some((_, what)) => Err(format!("`--with '{options}'`: {what} cannot be part of a variant")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Options that say how a job is done or what it shows.
    const VARIANTS: [&str; 32] = [
        "deadlock",
        "overflow",
        "cone",
        "init",
        "atl",
        "uniform_by",
        "engine",
        "parallel",
        "partitions",
        "explain_plan",
        "stats",
        "exit_zero",
        "allow",
        "warn",
        "deny",
        "full",
        "agents",
        "show_propositions",
        "width",
        "layout",
        "notes",
        "vacuity",
        "permissive",
        "nested",
        "threads",
        "order",
        "group",
        "reorder",
        "reach",
        "leave_out",
        "load_order",
        "color",
    ];
    /// Options that the sweep itself decides, or that would make jobs get into each other's way.
    const REFUSED: [&str; 15] = [
        "output",
        "force",
        "files",
        "formulas",
        "only",
        "format",
        "watch",
        "fix",
        "evidence",
        "strategy",
        "timeout",
        "memory",
        "save_order",
        "help",
        "version",
    ];

    #[test]
    fn every_option_of_check_is_either_a_variant_or_refused() {
        let mut program = Arguments::command();
        program.build();
        let check = program.find_subcommand("check").unwrap();
        let known: BTreeSet<&str> = VARIANTS.into_iter().chain(REFUSED).collect();
        let found: BTreeSet<&str> = check.get_arguments().map(|option| option.get_id().as_str()).collect();
        // `--version` is one of the program only.
        let found: BTreeSet<&str> = found.into_iter().chain(["version"]).collect();
        assert_eq!(found, known, "decide whether `--with` may have the new option");
        for options in [
            "--formula=EF",
            "--only 1",
            "--format json",
            "--watch",
            "--fix",
            "--evidence",
            "--strategy=json:F",
            "--timeout 1s",
            "--memory 1G",
            "--save-order F",
            "--output json:F",
            "--force",
            "--help",
            "--version",
            "other.ispl",
        ] {
            assert!(usable(options).is_err(), "{options}");
        }
        assert!(usable("--engine explicit --stats --threads 2").is_ok());
    }
}
