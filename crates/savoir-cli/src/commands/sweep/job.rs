//! One job: `savoir check` in a process of its own.

use super::FOR_EVER;
use super::plan::{self, Task};
use crate::orphan;
use crate::process::{self, Bounds, End as Ended};
use savoir_report::evidence::fingerprint;
use savoir_report::sweep::{End, Inputs, Record, SCHEMA};
use serde_json::Value;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A job stops by itself at its limits; if it does not, it is killed a little later.
const GRACE: Duration = Duration::from_secs(2);
/// As much more memory than allowed makes the sweep kill a job: this part of the limit, and this many bytes.
const SLACK: (u64, u64) = (4, 64 << 20);
/// The most that is kept of what a job says about its failure.
const MESSAGE: usize = 2000;
/// A disk that does not take so many bytes may have lost a part of what a job said.
const ROOM: usize = 1 << 14;

/// The limits of each job.
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<u64>,
}

/// Does a job; nothing if Ctrl-C was pressed.
///
/// # Errors
/// If no process can be started, or there is no room for its output.
pub(super) fn run(task: &Task, limits: &Limits) -> Result<Option<Record>, String> {
    let broken = |cause: std::io::Error| format!("cannot start a job: {cause}");
    let (mut out, mut err) = (tempfile::tempfile().map_err(broken)?, tempfile::tempfile().map_err(broken)?);
    let mut command = command(task, limits).map_err(broken)?;
    command.stdin(Stdio::null());
    command.stdout(out.try_clone().map_err(broken)?).stderr(err.try_clone().map_err(broken)?);
    let time = limits.time.map_or(FOR_EVER, |time| time + time / 10 + GRACE);
    let memory = limits.memory.map(|memory| memory + memory / SLACK.0 + SLACK.1);
    // Should the model change from now on, the result does not stand when the sweep is resumed.
    let inputs = inputs(task, limits);
    let measured = process::run(command, Bounds { wall: time, cpu: None, memory }).map_err(broken)?;
    let report: Value = serde_json::from_str(&text(&mut out)).unwrap_or(Value::Null);
    if report.is_null() {
        // What could not be written is no result of the model.
        has_room(&mut out)
            .map_err(|cause| format!("cannot keep what a job says in the temporary directory: {cause}"))?;
    }
    let (end, exit) = match measured.end {
        Ended::Interrupted => return Ok(None),
        Ended::TimedOut => (End::Time, None),
        Ended::OutOfMemory => (End::Memory, None),
        Ended::Exited(status) => match status.code() {
            Some(130) => return Ok(None),
            Some(code @ (0 | 1 | 3)) if !report.is_null() => (End::Done, Some(code)),
            Some(2) => (End::Error, Some(2)),
            other => (End::Crash, other),
        },
    };
    let message = (end != End::Done).then(|| last(&text(&mut err))).filter(|message| !message.is_empty());
    Ok(Some(Record {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        job: task.job.clone(),
        inputs: Some(inputs),
        end,
        exit,
        seconds: (measured.wall.as_secs_f64() * 1000.0).round() / 1000.0,
        memory: measured.peak,
        report,
        message,
    }))
}

/// What the result of a job is about, as things stand.
pub(super) fn inputs(task: &Task, limits: &Limits) -> Inputs {
    let sum = |path: &Path| std::fs::read(path).ok().map(|bytes| fingerprint::sum(&bytes));
    Inputs {
        model: sum(&task.file),
        order: plan::loaded_order(&task.job.options).and_then(|path| sum(&path)),
        timeout: limits.time.map(|time| time.as_secs_f64()),
        memory: limits.memory,
    }
}

fn command(task: &Task, limits: &Limits) -> std::io::Result<Command> {
    let job = &task.job;
    let mut command = Command::new(std::env::current_exe()?);
    orphan::bind(&mut command);
    command.args(["check", "--format", "jsonl", "--color", "never"]);
    let options = plan::words(&job.options);
    if !options.iter().any(|word| word.starts_with("--threads")) {
        command.args(["--threads", "1"]);
    }
    command.args(options);
    if let Some(time) = limits.time {
        command.args(["--timeout", &format!("{}ms", time.as_millis())]);
    }
    if let Some(memory) = limits.memory {
        command.args(["--memory", &memory.to_string()]);
    }
    if let Some(only) = job.only {
        command.args(["--only", &only.to_string()]);
    }
    command.args(&task.evidence);
    if let Some(formula) = &job.formula {
        command.arg(format!("--formula={formula}"));
    }
    command.arg("--").arg(&task.file);
    Ok(command)
}

/// Whether a file can take more.
fn has_room(file: &mut File) -> std::io::Result<()> {
    file.seek(SeekFrom::End(0))?;
    file.write_all(&[b'\n'; ROOM])
}

/// All that was written to a file.
fn text(file: &mut File) -> String {
    let mut bytes = Vec::new();
    // What cannot be read is as good as nothing: the job counts as crashed then.
    let _ = file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The end of a text, from the start of a character.
fn last(text: &str) -> String {
    let text = text.trim();
    let start = text.len().saturating_sub(MESSAGE);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    text[start..].to_owned()
}
