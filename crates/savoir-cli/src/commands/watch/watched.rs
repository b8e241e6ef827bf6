//! Noticing that a file was saved, by looking at it again and again.

use crate::interrupt;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// Time between two looks.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// A file that is missing for so many looks is gone; editors that save by renaming leave a shorter gap.
const PATIENCE: u32 = 10;

/// What changes when a file is saved: a new time, another size, or another file in its place. Times are compared for being the
/// same only: clocks go back now and then. That of the last change of anything cannot be set by a program, so it is new even
/// if the other one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    changed: (i64, i64),
    bytes: u64,
    file: u64,
}

/// What a look showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Nothing,
    Changed,
    Gone,
}

/// A file that is being watched.
#[derive(Debug)]
pub(super) struct Watched {
    path: PathBuf,
    /// As it was when it was last said to have changed.
    reported: Option<Stamp>,
    /// As it was at the last look: a file that is still being written changes from look to look.
    seen: Option<Stamp>,
    missing: u32,
}

impl Watched {
    pub(super) fn new(path: &Path) -> Watched {
        let stamp = stamp(path);
        Watched { path: path.to_owned(), reported: stamp, seen: stamp, missing: 0 }
    }

    /// Looks at the file. A change is reported once it is the same for two looks.
    pub(super) fn look(&mut self) -> Event {
        let now = stamp(&self.path);
        let still = now == self.seen;
        self.seen = now;
        match now {
            None => {
                self.missing = self.missing.saturating_add(1);
                if self.missing == PATIENCE { Event::Gone } else { Event::Nothing }
            }
            Some(_) if still && now != self.reported => {
                self.missing = 0;
                self.reported = now;
                Event::Changed
            }
            Some(_) => {
                // A file that is back as it was, after its absence was told, is news.
                if std::mem::take(&mut self.missing) >= PATIENCE {
                    self.reported = None;
                }
                Event::Nothing
            }
        }
    }

    /// Does some work; sets the flag when the file changes meanwhile, or when Ctrl-C is pressed.
    pub(super) fn meanwhile<T>(&self, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let now = stamp(&self.path);
                    if interrupt::happened() || now.is_some() && now != self.reported {
                        stop.store(true, Ordering::Relaxed);
                    }
                    std::thread::park_timeout(TICK);
                }
            });
            let done = work();
            over.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            done
        })
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).ok()?;
    let (file, changed) = (identity(&metadata), change(&metadata));
    Some(Stamp { modified: metadata.modified().ok(), changed, bytes: metadata.len(), file })
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> u64 {
    0
}

/// The time of the last change, in seconds and parts of a second.
#[cfg(unix)]
fn change(metadata: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn change(_: &Metadata) -> (i64, i64) {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn saving_renaming_and_removing_are_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("model");
        fs::write(&path, "one").unwrap();
        let mut watched = Watched::new(&path);
        assert_eq!(watched.look(), Event::Nothing);
        fs::write(&path, "four").unwrap();
        assert_eq!([watched.look(), watched.look(), watched.look()], [Event::Nothing, Event::Changed, Event::Nothing]);
        // As editors do that save by renaming.
        fs::write(directory.path().join("new"), "five").unwrap();
        fs::rename(directory.path().join("new"), &path).unwrap();
        assert_eq!([watched.look(), watched.look(), watched.look()], [Event::Nothing, Event::Changed, Event::Nothing]);
        fs::remove_file(&path).unwrap();
        let looks: Vec<Event> = (0..2 * PATIENCE).map(|_| watched.look()).collect();
        assert_eq!(looks.iter().filter(|event| **event == Event::Gone).count(), 1);
        fs::write(&path, "six").unwrap();
        assert_eq!([watched.look(), watched.look(), watched.look()], [Event::Nothing, Event::Changed, Event::Nothing]);
    }
}
