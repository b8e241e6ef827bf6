//! The programs that are measured: this one, and others given as commands.

use super::suite::Sought;
use crate::args::BenchArguments;
use crate::process::{self, Bounds, End as ProcessEnd, Measured};
use crate::{orphan, output};
use savoir_report::bench::{End, Run};
use savoir_report::result::{Answer, Verdict, from_json, from_mcmas};
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Our program stops by itself when its time is over; it is killed if it has not done so after this time.
const GRACE: Duration = Duration::from_secs(2);

/// Lines shown of what a failed program says.
const MAX_COMPLAINT: usize = 5;

/// A program to be measured.
#[derive(Debug)]
pub(super) enum Contestant {
    /// `savoir check` or `savoir synth`, in a process of its own.
    Ours { name: String, program: PathBuf, options: Vec<OsString>, timeout: Duration },
    /// Another program; `{}` in its words stands for the model.
    Other { words: Vec<String>, timeout: Duration },
}

impl Contestant {
    /// This program, with the options of the command line.
    pub(super) fn ours(arguments: &BenchArguments) -> Result<Contestant, String> {
        Contestant::ours_for(arguments, arguments.timeout)
    }

    /// This program with another limit of time by the clock.
    pub(super) fn ours_for(arguments: &BenchArguments, timeout: Duration) -> Result<Contestant, String> {
        let program = std::env::current_exe().map_err(|cause| format!("cannot find this program: {cause}"))?;
        let mut options: Vec<OsString> = ["--format", "json", "--timeout"].map(OsString::from).to_vec();
        options.push(format!("{}ms", timeout.as_millis()).into());
        if let Some(bytes) = arguments.memory {
            options.extend(["--memory".into(), bytes.to_string().into()]);
        }
        if let Some(engine) = engine_name(arguments) {
            options.extend(["--engine".into(), engine.into()]);
        }
        Ok(Contestant::Ours { name: "savoir".to_owned(), program, options, timeout })
    }

    /// This program with more options, under another name.
    pub(super) fn ours_with(arguments: &BenchArguments, name: &str, more: &[&str]) -> Result<Contestant, String> {
        Ok(Contestant::ours(arguments)?.with(name, more))
    }

    /// The same with more options, under another name, if it is this program.
    pub(super) fn with(mut self, name: &str, more: &[&str]) -> Contestant {
        if let Contestant::Ours { name: known, options, .. } = &mut self {
            name.clone_into(known);
            options.extend(more.iter().map(OsString::from));
        }
        self
    }

    /// Another program.
    pub(super) fn other(command: &str, timeout: Duration) -> Result<Contestant, String> {
        let mut words = words(command);
        if words.is_empty() {
            return Err("--against needs a command, such as 'mcmas {}'".to_owned());
        }
        if !words.iter().any(|word| word.contains("{}")) {
            words.push("{}".to_owned());
        }
        Ok(Contestant::Other { words, timeout })
    }

    /// What it is called in reports: the command without directories, which say nothing to others.
    pub(super) fn name(&self) -> String {
        match self {
            Contestant::Ours { name, .. } => name.clone(),
            Contestant::Other { words, .. } => {
                let plain = |word: &String| word.rsplit('/').next().unwrap_or(word).to_owned();
                words.iter().filter(|word| *word != "{}").map(plain).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Runs it on a model, for one formula with group variables or all without; its output goes to files in `directory`.
    ///
    /// # Errors
    /// If it cannot be run at all, with what to say about it.
    pub(super) fn run(&self, model: &Path, sought: Option<&Sought>, directory: &Path) -> Result<Run, String> {
        self.run_for(model, sought, directory, None)
    }

    /// The same, with a limit on processor time.
    pub(super) fn run_for(
        &self,
        model: &Path,
        sought: Option<&Sought>,
        directory: &Path,
        cpu: Option<Duration>,
    ) -> Result<Run, String> {
        let failed = |cause: std::io::Error| format!("cannot run `{}`: {cause}", self.name());
        let (answer, errors) = (directory.join("output"), directory.join("errors"));
        let (mut command, limit) = self.command(model, sought);
        command.stdin(Stdio::null());
        command.stdout(File::create(&answer).map_err(failed)?);
        command.stderr(File::create(&errors).map_err(failed)?);
        let bounds = Bounds { wall: limit, cpu, memory: None };
        let measured = process::run(command, bounds).map_err(failed)?;
        let text = std::fs::read(&answer).map_err(failed)?;
        let text = String::from_utf8_lossy(&text);
        let run = match self {
            Contestant::Ours { .. } => our_run(&measured, from_json(&text), sought),
            Contestant::Other { .. } => their_run(&measured, &text),
        };
        if run.end == End::Failed {
            let errors = std::fs::read(&errors).map_err(failed)?;
            complaint(&self.name(), &String::from_utf8_lossy(&errors)).iter().for_each(|line| output::note(line));
        }
        Ok(run)
    }

    fn command(&self, model: &Path, sought: Option<&Sought>) -> (Command, Duration) {
        match self {
            Contestant::Ours { program, options, timeout, .. } => {
                let mut command = Command::new(program);
                orphan::bind(&mut command);
                match sought {
                    Some(sought) => command.args(["synth", "--only", sought.formula]),
                    None => command.arg("check"),
                };
                // The model may begin with a hyphen.
                command.args(options).arg("--").arg(model);
                (command, *timeout + GRACE)
            }
            Contestant::Other { words, timeout } => {
                let mut words = words.iter().map(|word| with_model(word, model));
                let mut command = Command::new(words.next().unwrap_or_default());
                command.args(words);
                (command, *timeout)
            }
        }
    }
}

/// A word of a command with the model in it, whose name need not be text.
fn with_model(word: &str, model: &Path) -> OsString {
    let mut parts = word.split("{}");
    let mut text = OsString::from(parts.next().unwrap_or_default());
    for part in parts {
        text.push(model);
        text.push(part);
    }
    text
}

/// The engine asked for.
pub(super) fn engine_name(arguments: &BenchArguments) -> Option<String> {
    Some(arguments.engine?.to_string())
}

/// What a program that failed said about it, shortened.
fn complaint(name: &str, errors: &str) -> Vec<String> {
    let mut lines: Vec<&str> = errors.lines().filter(|line| !line.trim().is_empty()).take(MAX_COMPLAINT).collect();
    if lines.is_empty() {
        lines.push("no verdicts and no message");
    }
    lines.iter().map(|line| format!("  {name}: {line}")).collect()
}

fn measured_run(measured: &Measured, end: End) -> Run {
    Run {
        seconds: Some(rounded(measured.wall)),
        cpu_seconds: Some(rounded(measured.cpu)),
        peak_bytes: Some(measured.peak),
        ..Run::ended(end)
    }
}

fn our_run(measured: &Measured, answer: Option<Answer>, sought: Option<&Sought>) -> Run {
    let end = match (measured.end, &answer) {
        (ProcessEnd::Interrupted, _) => End::Interrupted,
        (ProcessEnd::TimedOut, _) => End::Timeout,
        (ProcessEnd::OutOfMemory, _) => End::Memory,
        (ProcessEnd::Exited(_), None) => End::Failed,
        (ProcessEnd::Exited(_), Some(answer)) if answer.error.is_some() => End::Failed,
        (ProcessEnd::Exited(_), Some(answer)) => end_of(&answer.verdicts),
    };
    let Some(answer) = answer else { return measured_run(measured, end) };
    let unexpected = |(_, verdict): &(usize, &Verdict)| verdict.unexpected || !as_many(verdict, sought);
    let unexpected = answer.verdicts.iter().enumerate().filter(unexpected);
    Run {
        unexpected: unexpected.map(|(index, _)| index + 1).collect(),
        verdicts: letters(answer.verdicts.iter().map(|verdict| verdict.holds)),
        groups: answer.verdicts.first().and_then(|verdict| verdict.groups.clone()),
        engine: answer.engine,
        states: answer.states,
        variables: answer.variables,
        nodes: answer.nodes,
        work: answer.work,
        parts: answer.parts,
        phases: answer.phases,
        ..measured_run(measured, end)
    }
}

/// Whether there are as many groups as is known, as far as it was found out.
fn as_many(verdict: &Verdict, sought: Option<&Sought>) -> bool {
    let found = verdict.groups.as_ref().and_then(|groups| groups.satisfying.as_deref());
    found.zip(sought).is_none_or(|(found, sought)| found == sought.satisfying)
}

/// Why not all formulas are decided, if so.
fn end_of(verdicts: &[Verdict]) -> End {
    let Some(open) = verdicts.iter().find(|verdict| verdict.holds.is_none()) else { return End::Finished };
    match open.reason.as_deref().unwrap_or_default() {
        memory if memory.contains("memory") => End::Memory,
        time if time.contains("time") => End::Timeout,
        _ => End::Failed,
    }
}

fn their_run(measured: &Measured, output: &str) -> Run {
    let verdicts = match from_json(output) {
        Some(answer) => answer.verdicts.iter().map(|verdict| verdict.holds).collect(),
        None => from_mcmas(output),
    };
    // MCMAS crashes on some models after its last verdict; that is an answer nevertheless.
    let answered = !verdicts.is_empty() && verdicts.iter().all(Option::is_some);
    let end = match measured.end {
        ProcessEnd::Interrupted => End::Interrupted,
        ProcessEnd::TimedOut => End::Timeout,
        ProcessEnd::OutOfMemory => End::Memory,
        ProcessEnd::Exited(status) if answered || status.success() => End::Finished,
        ProcessEnd::Exited(_) => End::Failed,
    };
    Run { verdicts: letters(verdicts.into_iter()), ..measured_run(measured, end) }
}

fn letters(verdicts: impl Iterator<Item = Option<bool>>) -> String {
    verdicts.map(|holds| holds.map_or('?', |holds| if holds { 'T' } else { 'F' })).collect()
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// The words of a command; quotes keep spaces together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (Some(end), character) if character == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, character) if character.is_whitespace() => words.extend(word.take()),
            (_, character) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        assert_eq!(words("  a 'b c' \"d\"e  ''"), ["a", "b c", "de", ""]);
        let other = |command: &str| Contestant::other(command, Duration::from_secs(1));
        assert_eq!(other("/opt/bin/mcmas -o 1 {}").unwrap().name(), "mcmas -o 1");
        assert!(other(" ").is_err());
        assert!(matches!(other("mcmas").unwrap(), Contestant::Other { words, .. } if words == ["mcmas", "{}"]));
    }
}
