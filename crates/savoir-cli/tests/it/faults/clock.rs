//! Clocks that jump. Limits and measurements go by a clock that cannot be set; the time of day is asked nowhere, and the times
//! of files are only compared for being the same.

use super::{MODEL, SAVOIR, directory, start, wait_until};
use crate::common::root;
use rustix::process::Signal;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// Where the time of files is looked at.
const MAY_ASK: &[&str] = &["crates/savoir-cli/src/commands/watch/watched.rs"];

/// Source files below a directory that speak of the time of day.
fn ask_the_time(dir: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            ask_the_time(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&entry).unwrap();
            if ["SystemTime", "UNIX_EPOCH", "clock_gettime", "CLOCK_REALTIME"].iter().any(|word| text.contains(word)) {
                found.push(entry.strip_prefix(root()).unwrap().display().to_string());
            }
        }
    }
}

#[test]
fn nothing_depends_on_the_time_of_day() {
    let mut found = Vec::new();
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    crates.for_each(|source| ask_the_time(&source, &mut found));
    assert_eq!(found, MAY_ASK, "limits and times need `Instant`, which no change of the clock reaches");
}

/// Files from the future, from long ago and from before all time.
#[test]
fn times_of_files_do_not_matter() {
    let dir = directory("times");
    for time in [
        SystemTime::UNIX_EPOCH,
        SystemTime::UNIX_EPOCH - Duration::from_secs(1_000_000_000),
        SystemTime::now() + Duration::from_secs(5_000_000_000),
    ] {
        fs::write(dir.join("m.ispl"), MODEL).unwrap();
        File::options().write(true).open(dir.join("m.ispl")).unwrap().set_modified(time).unwrap();
        for words in [&["check", "m.ispl"][..], &["sweep", "m.ispl", "-o", "r.jsonl", "--resume"], &["fmt", "m.ispl"]] {
            let done = Command::new(SAVOIR).args(words).current_dir(&dir).output().unwrap();
            assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        }
    }
}

/// Somebody who saves while the clock goes back, or with a time that is the same as before, is noticed.
#[test]
fn a_save_is_noticed_whatever_its_time_is() {
    let dir = directory("watch");
    let future = SystemTime::now() + Duration::from_secs(5_000_000_000);
    let save = |text: &str, time: SystemTime| {
        // In place, as an editor does that keeps the file.
        fs::write(dir.join("m.ispl"), text).unwrap();
        File::options().write(true).open(dir.join("m.ispl")).unwrap().set_modified(time).unwrap();
    };
    save(MODEL, future);
    let mut running = start(&dir, "check --watch m.ispl");
    let printed = Arc::new(Mutex::new(String::new()));
    let (sink, mut stream) = (printed.clone(), running.0.stdout.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            sink.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..count]));
        }
    });
    let shows = |text: &str, times: usize| printed.lock().unwrap().matches(text).count() == times;
    wait_until("the first check", || shows("watching m.ispl", 1));
    save(&MODEL.replace("EF top", "AG top"), SystemTime::UNIX_EPOCH);
    wait_until("a save long ago", || shows("AG top  (does not hold)  [new]", 1));
    // Of the same length, and with the same time.
    save(&MODEL.replace("EF top", "EG top"), SystemTime::UNIX_EPOCH);
    wait_until("a save at the same time", || shows("EG top  (does not hold)  [new]", 1));
    running.send(Signal::INT);
    assert_eq!(running.end().code, Some(130));
    reader.join().unwrap();
}
