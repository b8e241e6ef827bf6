//! Reading models, and the limits of a run.

use crate::args::Limits;
use crate::{interrupt, progress};
use savoir::{Budget, LoadError, Loaded};
use std::io::Read;
use std::path::Path;

/// Whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input for `-`.
pub(crate) fn load(path: &Path) -> Result<Loaded, LoadError> {
    if is_stdin(path) { Loaded::from_bytes("standard input", standard_input()?) } else { Loaded::from_file(path) }
}

/// Reads a text that is no model, or standard input for `-`. What is not UTF-8 is left for the reader to complain about.
pub(crate) fn text(path: &Path) -> Result<String, LoadError> {
    let unreadable = |cause| LoadError::Unreadable { path: path.display().to_string(), cause };
    let bytes = if is_stdin(path) { standard_input()? } else { bytes(path).map_err(unreadable)? };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
    std::io::stdin()
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|cause| LoadError::Unreadable { path: "standard input".to_owned(), cause })?;
    Ok(bytes)
}

impl Limits {
    /// A budget that starts now; progress is shown from now on.
    pub(crate) fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().with_cancel(interrupt::flag());
        if let Some(limit) = self.timeout {
            budget = budget.with_time(limit);
        }
        if let Some(limit) = self.memory {
            budget = budget.with_memory(limit).with_usage(progress::memory);
        }
        match progress::begin() {
            Some(sink) => budget.with_progress(sink),
            None => budget,
        }
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}
