//! Readers that go away: after every byte, and before the first one.

use super::{SAVOIR, directory};
use rustix::param::page_size;
use std::collections::BTreeSet;
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Commands with something to print, each with an exit code of its own kind.
const PRINTERS: &[&str] = &[
    "check m.ispl",
    "check m.ispl --evidence",
    "check m.ispl --format jsonl",
    "check m.ispl --formula AG(top)",
    "fmt --diff m.ispl",
    "lint m.ispl",
    "stats m.ispl",
    "graph m.ispl",
    "synth groups.ispl",
    "simulate m.ispl --script script.txt",
    "mcmas -c 1 m.ispl",
    "mcmas -h",
    "explain E0001",
    "generate --list",
    "--help",
];

/// How many bytes of an output are tried one by one; behind them, the ends of lines are.
const EVERY_BYTE: usize = 120;

/// Runs a command whose reader goes away after so many bytes; gives its exit code and complaints.
fn read_only(dir: &Path, words: &str, bytes: usize) -> (Option<i32>, String) {
    let mut command = Command::new(SAVOIR);
    command.args(words.split_whitespace()).current_dir(dir).stdin(Stdio::null());
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = running.stdout.take().unwrap();
    reader.read_exact(&mut vec![0; bytes]).unwrap();
    drop(reader);
    let done = running.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn a_reader_may_leave_after_any_byte() {
    let dir = directory("pipes");
    for words in PRINTERS {
        let whole = Command::new(SAVOIR).args(words.split_whitespace()).current_dir(&dir).output().unwrap();
        assert!(!whole.stdout.is_empty(), "{words}");
        let ends = whole.stdout.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        let places: Vec<usize> = (0..whole.stdout.len().min(EVERY_BYTE)).chain(ends).collect();
        for bytes in places {
            // Times differ from run to run, so the output may be a little shorter.
            let (exit, complaints) = read_only(&dir, words, bytes.min(whole.stdout.len() * 9 / 10));
            assert_eq!(exit, whole.status.code(), "{words} after {bytes} bytes: {complaints}");
            assert_eq!(complaints, String::from_utf8_lossy(&whole.stderr), "{words} after {bytes} bytes");
        }
    }
}

/// A pipe that has room for so many bytes and no more.
fn narrow(room: usize) -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    // The least that a pipe holds is a page.
    let size = rustix::pipe::fcntl_setpipe_size(&writer, 1).unwrap();
    writer.write_all(&vec![b'.'; size - room]).unwrap();
    (reader, writer)
}

/// Somebody who reads nothing and leaves when the program waits for room: the next write finds nobody, after all that was
/// written before.
#[test]
fn a_reader_may_leave_in_the_middle_of_every_output() {
    let dir = directory("narrow");
    let mut broken = 0;
    for words in PRINTERS {
        let command = || {
            let mut command = Command::new(SAVOIR);
            command.args(words.split_whitespace()).current_dir(&dir).stdin(Stdio::null());
            command
        };
        let whole = command().output().unwrap();
        let ends = whole.stdout.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let rooms: BTreeSet<usize> =
            ends.flat_map(|end| [end - 1, end, end + 1]).filter(|room| *room < page_size()).collect();
        // A dozen places, spread over the whole output.
        for room in rooms.iter().step_by(rooms.len().div_ceil(12)) {
            let (reader, writer) = narrow(*room);
            let mut running = command().stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
            let (mut before, mut still) = (0, 0);
            while still < 5 && running.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(2));
                let now = rustix::io::ioctl_fionread(&reader).unwrap();
                still = if now == before && now > 0 { still + 1 } else { 0 };
                before = now;
            }
            broken += usize::from(running.try_wait().unwrap().is_none());
            drop(reader);
            let done = running.wait_with_output().unwrap();
            let complaints = String::from_utf8(done.stderr).unwrap();
            assert_eq!(done.status.code(), whole.status.code(), "{words}, room for {room}: {complaints}");
            assert_eq!(complaints, String::from_utf8_lossy(&whole.stderr), "{words}, room for {room}");
        }
    }
    assert!(broken > 50, "only {broken} were left in the middle");
}

/// Nobody is there from the beginning, on one stream or on both.
#[test]
fn nobody_may_be_there_at_all() {
    let dir = directory("nobody");
    let gone = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    for words in PRINTERS.iter().chain(&["check missing.ispl", "check m.ispl --engine none", "mcmas -zz m.ispl"]) {
        let command = || {
            let mut command = Command::new(SAVOIR);
            command.args(words.split_whitespace()).current_dir(&dir).stdin(Stdio::null());
            command
        };
        let expected = command().output().unwrap().status.code();
        let out = command().stdout(gone()).stderr(Stdio::null()).status().unwrap();
        let err = command().stdout(Stdio::null()).stderr(gone()).status().unwrap();
        let both = command().stdout(gone()).stderr(gone()).status().unwrap();
        assert_eq!([out.code(), err.code(), both.code()], [expected; 3], "{words}");
    }
}

/// Streams that are closed take nothing, and no file that is opened later is mistaken for them.
#[test]
fn streams_may_be_closed() {
    let dir = directory("closed");
    for streams in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let script = format!("'{SAVOIR}' check m.ispl --evidence=json:e.json {streams}; code=$?; exit $code");
        let done = Command::new("sh").args(["-c", &script]).current_dir(&dir).output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{streams}: {}", String::from_utf8_lossy(&done.stderr));
        let evidence = std::fs::read_to_string(dir.join("e.json")).unwrap();
        assert!(evidence.starts_with('{') && evidence.trim_end().ends_with('}'), "{streams}: {evidence}");
        assert!(serde_json::from_str::<serde_json::Value>(&evidence).is_ok(), "{streams}");
    }
}
