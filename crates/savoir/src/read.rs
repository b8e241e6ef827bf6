//! Reading bytes: from files, devices and pipes that may have no end, or no beginning.

use crate::load::{LoadError, MAX_FILE_BYTES, SMALL};
use savoir_check::Budget;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// What standard input is called in messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// So much is read between two looks at the limits, at once if the source has it.
const CHUNK: usize = SMALL;

/// While nothing comes, the limits are looked at as often as this.
const PATIENCE: Duration = Duration::from_millis(20);

/// The bytes of a file. Other things than regular files may have no end, and a pipe may have nobody who writes to it.
pub(crate) fn file(path: &Path, budget: &Budget) -> Result<Vec<u8>, LoadError> {
    let name = path.display().to_string();
    let unreadable = |cause| LoadError::Unreadable { path: path.display().to_string(), cause };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(LoadError::Directory { path: name });
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(LoadError::TooLarge { path: name, bytes: metadata.len() });
    }
    if !metadata.is_file() {
        let path = path.to_owned();
        return patiently(&name, budget, move || File::open(path));
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // Small files are read whatever the limits are.
    while add_chunk(&mut file, &mut bytes).map_err(unreadable)? == CHUNK {
        if is_enough(&name, &bytes, budget)? {
            break;
        }
    }
    Ok(bytes)
}

/// The bytes of standard input.
pub(crate) fn standard_input(budget: &Budget) -> Result<Vec<u8>, LoadError> {
    patiently(STANDARD_INPUT, budget, || Ok(std::io::stdin()))
}

/// Reads what may keep us waiting, on a thread of its own. If a limit is met first, the thread is left behind.
fn patiently<R: Read>(
    name: &str,
    budget: &Budget,
    open: impl FnOnce() -> std::io::Result<R> + Send + 'static,
) -> Result<Vec<u8>, LoadError> {
    let (told, chunks) = sync_channel(1);
    std::thread::spawn(move || tell_chunks(open, &told));
    let mut bytes = Vec::new();
    loop {
        match chunks.recv_timeout(PATIENCE) {
            Ok(Ok(chunk)) => bytes.extend::<Vec<u8>>(chunk),
            Ok(Err(cause)) => return Err(LoadError::Unreadable { path: name.to_owned(), cause }),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
        if is_enough(name, &bytes, budget)? {
            return Ok(bytes);
        }
    }
}

/// Reads until the end, an error, or nobody listens.
fn tell_chunks<R: Read>(open: impl FnOnce() -> std::io::Result<R>, told: &SyncSender<std::io::Result<Vec<u8>>>) {
    let mut source = match open() {
        Ok(source) => source,
        Err(cause) => return drop(told.send(Err(cause))),
    };
    loop {
        let mut chunk = Vec::new();
        let told = match add_chunk(&mut source, &mut chunk) {
            Ok(0) => return,
            Ok(_) => told.send(Ok(chunk)),
            Err(cause) => return drop(told.send(Err(cause))),
        };
        if told.is_err() {
            return;
        }
    }
}

fn add_chunk(source: &mut impl Read, bytes: &mut Vec<u8>) -> std::io::Result<usize> {
    source.take(CHUNK as u64).read_to_end(bytes)
}

/// Whether what was read can no longer become a model.
fn is_enough(name: &str, bytes: &[u8], budget: &Budget) -> Result<bool, LoadError> {
    let stopped = |stop| LoadError::Stopped { path: name.to_owned(), stop };
    budget.check_memory(bytes.len() as u64).map_err(stopped)?;
    let last = &bytes[bytes.len().saturating_sub(2 * CHUNK)..];
    Ok(bytes.len() as u64 > MAX_FILE_BYTES || last.contains(&0))
}
