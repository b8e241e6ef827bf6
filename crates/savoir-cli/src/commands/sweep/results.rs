//! The file with the results. A record is one write of a whole line at the end of the file, and it is on the disk before
//! the next one: whenever the sweep is killed, every line but the last is whole.

use savoir_report::sweep::Record;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The results so far, and the file that takes more.
pub(super) struct Results {
    path: PathBuf,
    end: Mutex<End>,
    /// What was there at the start.
    pub(super) known: Vec<Record>,
    /// The length of a last line that was cut short, and is gone now.
    pub(super) repaired: Option<usize>,
}

/// What becomes of results that are in the file already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Earlier {
    /// They are kept, and their jobs are not run again.
    Kept,
    /// There must be none.
    Refused,
}

/// Time between two tries to lock a file, and how many there are: a sweep that was killed may have left a process that holds the
/// file for a moment, until it becomes another program.
const LOCK_INTERVAL: Duration = Duration::from_millis(20);
const LOCK_TRIES: u32 = 50;

/// Locks a file; whether nobody else has it.
fn lock(file: &File) -> bool {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_INTERVAL),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
    false
}

impl Results {
    /// Opens the file; without `resume` it must be new or empty.
    ///
    /// # Errors
    /// If it cannot be used.
    pub(super) fn open(path: &Path, found: Earlier) -> Result<Results, String> {
        let name = path.display().to_string();
        let unwritable = |cause: std::io::Error| format!("cannot write `{name}`: {cause}");
        let mut file = File::options().create(true).append(true).read(true).open(path).map_err(unwritable)?;
        // Devices may have no end, and pipes cannot be repaired or read again.
        if !file.metadata().map_err(unwritable)?.is_file() {
            return Err(format!("`{name}` is not a file, so it cannot keep results"));
        }
        if !lock(&file) {
            return Err(format!("another sweep is writing to `{name}`"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|cause| format!("cannot read `{name}`: {cause}"))?;
        if !bytes.is_empty() && found == Earlier::Refused {
            return Err(format!("`{name}` has results already; go on with --resume, or name another file"));
        }
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut known = Vec::new();
        for (number, line) in bytes[..whole].split(|byte| *byte == b'\n').enumerate() {
            let text = String::from_utf8_lossy(line);
            if !text.trim().is_empty() {
                let record = Record::read(&text)
                    .map_err(|problem| format!("`{name}`, line {}, is no result of a sweep: {problem}", number + 1))?;
                known.push(record);
            }
        }
        let torn = bytes.len() - whole;
        if !may_begin_a_record(&bytes[whole..]) {
            return Err(format!("the last line of `{name}` is no result of a sweep"));
        }
        if torn > 0 {
            file.set_len(whole as u64).map_err(unwritable)?;
        }
        let end = Mutex::new(End { file, length: Some(whole as u64) });
        Ok(Results { path: path.to_owned(), end, known, repaired: (torn > 0).then_some(torn) })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be kept. What was written of it is taken back, and nothing more is added: a part of a line can only be at
    /// the end of the file, where the next sweep repairs it.
    pub(super) fn append(&self, record: &Record) -> Result<(), String> {
        let mut end = self.end.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        end.append(record.line().as_bytes()).map_err(|cause| format!("cannot write `{}`: {cause}", self.path.display()))
    }
}

/// How every record begins.
const BEGINNING: &[u8] = b"{\"schema\"";

/// Whether a line without end may be a record that was cut short. Anything else is not ours to repair.
fn may_begin_a_record(line: &[u8]) -> bool {
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

/// The end of the file.
struct End {
    file: File,
    /// How long the file is; nothing if it may end with a part of a line.
    length: Option<u64>,
}

impl End {
    fn append(&mut self, line: &[u8]) -> std::io::Result<()> {
        let Some(before) = self.length else { return Err(no_room()) };
        let written = self.file.write(line).and_then(|length| match length == line.len() {
            true => self.file.sync_data(),
            false => Err(no_room()),
        });
        match written {
            Ok(()) => self.length = Some(before + line.len() as u64),
            // The other records are safe as long as this one does not stand before them.
            Err(_) => {
                let _ = self.file.set_len(before);
                self.length = None;
            }
        }
        written
    }
}

fn no_room() -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::WriteZero, "there is no room left")
}
