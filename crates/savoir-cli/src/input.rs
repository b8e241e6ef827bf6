//! Reading models, and the limits of a run.

use crate::args::{Limits, ReplayLimits};
use crate::exit::Exit;
use crate::{interrupt, memory, progress};
use savoir::{Budget, LoadError, Loaded, Stop};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// Whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input for `-`, until Ctrl-C.
pub(crate) fn load(path: &Path) -> Result<Loaded, LoadError> {
    load_within(path, &Budget::unlimited().with_cancel(interrupt::flag()))
}

/// Reads a file, or standard input for `-`, within limits.
pub(crate) fn load_within(path: &Path, budget: &Budget) -> Result<Loaded, LoadError> {
    match is_stdin(path) {
        true => Loaded::from_standard_input_within(budget),
        false => Loaded::from_file_within(path, budget),
    }
}

/// How a run ends that could not read a file: a limit leaves everything open, anything else is an error.
pub(crate) fn exit(error: &LoadError) -> Exit {
    match error {
        LoadError::Stopped { stop: Stop::Cancelled, .. } => Exit::Interrupted,
        LoadError::Stopped { .. } => Exit::Undecided,
        _ => Exit::Usage,
    }
}

/// Reads a text that is no model, or standard input for `-`. What is not UTF-8 is left for the reader to complain about.
pub(crate) fn text(path: &Path) -> Result<String, LoadError> {
    let unreadable = |cause| LoadError::Unreadable { path: path.display().to_string(), cause };
    let bytes = if is_stdin(path) { standard_input()? } else { bytes(path).map_err(unreadable)? };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The same for a text from anybody.
/// `None` if it has more bytes than these.
pub(crate) fn text_within(path: &Path, most: u64) -> Result<Option<String>, LoadError> {
    let unreadable = |cause| LoadError::Unreadable { path: path.display().to_string(), cause };
    let read = |source: &mut dyn Read| -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = if is_stdin(path) {
        interrupt::while_waiting(|| read(&mut std::io::stdin()))
    } else {
        // A pipe may have nobody at its other end.
        interrupt::while_waiting(|| std::fs::File::open(path).and_then(|mut file| read(&mut file)))
    };
    let bytes = bytes.map_err(unreadable)?;
    Ok((bytes.len() as u64 <= most).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Reads a file; of devices, which may have no end, no more than of a model.
fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let most = if file.metadata()?.is_file() { u64::MAX } else { savoir::MAX_FILE_BYTES };
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn standard_input() -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let limit = savoir::MAX_FILE_BYTES + 1;
    interrupt::while_waiting(|| std::io::stdin().take(limit).read_to_end(&mut bytes))
        .map_err(|cause| LoadError::Unreadable { path: "standard input".to_owned(), cause })?;
    Ok(bytes)
}

impl ReplayLimits {
    /// A budget that starts now.
    pub(crate) fn budget(&self) -> Budget {
        Limits { timeout: self.timeout, memory: self.memory, threads: None }.budget()
    }
}

impl Limits {
    /// A budget that starts now; progress is shown from now on.
    pub(crate) fn budget(&self) -> Budget {
        self.budget_after(0.0)
    }

    /// A budget of which so many seconds are used up; progress is shown from now on.
    pub(crate) fn budget_after(&self, seconds: f64) -> Budget {
        let budget = self.quiet_budget(Duration::try_from_secs_f64(seconds).unwrap_or_default());
        match progress::begin() {
            Some(sink) => budget.with_progress(sink),
            None => budget,
        }
    }

    /// A budget for reading, which starts now.
    pub(crate) fn reading(&self) -> Budget {
        self.quiet_budget(Duration::ZERO)
    }

    /// A budget of which some time is used up, without progress.
    pub(crate) fn quiet_budget(&self, used: Duration) -> Budget {
        let mut budget = Budget::unlimited().with_cancel(interrupt::flag());
        if let Some(limit) = self.timeout {
            budget = budget.with_time(limit.saturating_sub(used));
        }
        memory::limited(budget, self.memory)
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}
