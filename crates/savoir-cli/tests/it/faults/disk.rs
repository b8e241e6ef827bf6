//! Full disks, limits on the size of files, and folders that cannot be written.

use super::{MODEL, SAVOIR, directory};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Every command that writes a file, with what it must leave alone if it cannot. `old` is there before, and so are the model
/// and a script.
const WRITERS: &[&str] = &[
    "fmt m.ispl",
    "check m.ispl --evidence=json:old --force",
    "check m.ispl --evidence=text:old --force",
    "check m.ispl --evidence=html:old --force",
    "check m.ispl --evidence=mcmas:.",
    "check m.ispl --evidence=itf:.",
    "check m.ispl --strategy=python:old --force",
    "check m.ispl --engine symbolic --save-order old --force",
    "graph m.ispl -o old --force",
    "synth groups.ispl --evidence=json:old --force",
    "generate muddy 3 -o old --force",
    "man --directory .",
    "simulate m.ispl --script save.txt",
    "bench --models m.ispl --json old --force",
    "bench --models m.ispl --markdown old --svg new --force",
    "check m.ispl --output junit:old --force",
    "check m.ispl --output html:.",
    "lint m.ispl --output sarif:old --force",
];

/// Runs a script in a folder that is a small disk of its own, with `$SAVOIR` as the program. `None`, after a message, where
/// that is not allowed. The disk is gone at the end.
fn on_a_disk(dir: &Path, kilobytes: u32, script: &str) -> Option<Output> {
    let script = format!(
        "mkdir disk && mount -t tmpfs -o size={kilobytes}k tmpfs disk || exit 77
        run() {{ \"$@\"; }}
        cp m.ispl groups.ispl disk; cd disk; echo '-- a session of savoir simulate' > old; printf 'start 1\\nsave old\\n' > save.txt
        {script}"
    );
    // The manager of the system needs no other rights; who else may have them in a world of their own.
    for rights in [&["--mount"][..], &["--map-root-user", "--mount"]] {
        let mut command = Command::new("unshare");
        command.args(rights).args(["sh", "-c", &script]).env("SAVOIR", SAVOIR).current_dir(dir).stdin(Stdio::null());
        match command.output() {
            Ok(done) if !matches!(done.status.code(), Some(1 | 77)) => return Some(done),
            _ => {
                let _ = std::fs::remove_dir(dir.join("disk"));
            }
        }
    }
    eprintln!("skipped: no small disk can be mounted here");
    None
}

/// One line for each command: its exit code, then what went wrong with it, then its complaints.
const REPORT: &str = "
    cp m.ispl ../before.ispl
    printf '%s\\n' \"$COMMANDS\" | while read -r words; do
        complaints=$(run \"$SAVOIR\" $words 2>&1 >/dev/null); code=$?
        flaw=
        cmp -s m.ispl ../before.ispl || flaw=\"$flaw the model is another one;\"
        [ \"$(cat old)\" = '-- a session of savoir simulate' ] || flaw=\"$flaw the old file is another one;\"
        for left in .savoir* new formula* *.1 *.html; do [ -e \"$left\" ] && flaw=\"$flaw $left is there;\"; done
        echo \"$code|$flaw|$words|$complaints\" | tr '\\n' ' '; echo
    done; exit 0";

/// Runs all commands that write on a disk after some preparation. Each must end with code 2 and these words, and leave
/// everything as it was.
fn nothing_is_lost(name: &str, prepare: &str, words: &str) {
    let dir = directory(name);
    let Some(done) = on_a_disk(&dir, 64, &format!("COMMANDS='{}'\n{prepare}\n{REPORT}", WRITERS.join("\n"))) else {
        return;
    };
    let report = String::from_utf8(done.stdout).unwrap();
    assert_eq!(report.lines().count(), WRITERS.len(), "{report}{}", String::from_utf8_lossy(&done.stderr));
    for line in report.lines() {
        let fields: Vec<&str> = line.splitn(4, '|').collect();
        assert_eq!((fields[0], fields[1]), ("2", ""), "{line}");
        assert!(fields[3].contains("cannot write `") && fields[3].contains(words), "{line}");
        assert!(!fields[3].contains("panicked"), "{line}");
    }
}

#[test]
fn a_full_disk_leaves_every_file_as_it_was() {
    nothing_is_lost("full", "cat /dev/zero > filler 2>/dev/null", "No space left on device");
}

#[test]
fn a_folder_that_cannot_be_written_stays_as_it_is() {
    nothing_is_lost("read-only", "mount -o remount,ro . || exit 77", "Read-only file system");
}

/// A limit on the size of files is an error of writing, not the end of the program.
#[test]
fn a_limit_on_the_size_of_files_leaves_every_file_as_it_was() {
    nothing_is_lost("limit", "run() { (ulimit -f 0; exec \"$@\"); }", "File too large");
}

/// What cannot be written does not end a run of `savoir mcmas`, but it is said.
#[test]
fn the_drop_in_says_what_it_cannot_write() {
    let dir = directory("drop-in");
    let script = "cat /dev/zero > filler 2>/dev/null
        $SAVOIR mcmas -c 2 -exportmodel m.ispl; code=$?; ls -A; exit $((code + 40))";
    let Some(done) = on_a_disk(&dir, 64, script) else { return };
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert_eq!(done.status.code(), Some(40), "{out}{err}");
    assert!(out.contains("Formula number 2: (<g>F top), is TRUE in the model\n"), "{out}");
    for name in ["formula1.dot", "formula2.info", "model.dot"] {
        assert!(err.contains(&format!("cannot write `{name}`: No space left")) && !out.contains(name), "{out}{err}");
    }
    assert!(!out.contains(".savoir"), "{out}");
}

/// A sweep with less and less room: the results that are there are whole, and with more room it goes on.
#[test]
fn a_sweep_on_a_full_disk_keeps_what_it_has() {
    let dir = directory("sweep");
    for pages in 0..2 {
        // The results of eight jobs take more than a page.
        let script = format!(
            "cat /dev/zero > filler 2>/dev/null; truncate -s -{}k filler; : > r.jsonl
            \"$SAVOIR\" sweep m.ispl -o r.jsonl --resume --split --jobs 2 --with '' --with --stats --with --explain-plan \
                --with '--stats --explain-plan' > /dev/null 2> ../complaints; echo $? > ../code
            cp r.jsonl ../part.jsonl; rm filler
            \"$SAVOIR\" sweep m.ispl -o r.jsonl --resume --split --jobs 2 --with '' --with --stats --with --explain-plan \
                --with '--stats --explain-plan' > /dev/null; echo $? >> ../code; cp r.jsonl ../whole.jsonl; exit 0",
            4 * pages
        );
        let Some(done) = on_a_disk(&dir, 64, &script) else { return };
        assert!(done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
        let read = |name: &str| std::fs::read_to_string(dir.join(name)).unwrap();
        let complaints = read("complaints");
        assert_eq!(read("code"), "2\n0\n", "{pages}: {complaints}");
        assert!(complaints.contains("cannot write `r.jsonl`"), "{complaints}");
        let (part, whole) = (records(&read("part.jsonl")), records(&read("whole.jsonl")));
        assert!(part.len() < 8 && whole.len() == 8 && whole.starts_with(&part), "{pages}: {} of 8", part.len());
        std::fs::remove_dir(dir.join("disk")).unwrap();
    }
}

/// The results of a file, all of which must be whole and good.
fn records(text: &str) -> Vec<Value> {
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.iter().all(|record| record["end"] == "done"), "{text}");
    records
}

/// Jobs write to the temporary directory; if that is full, the sweep ends, and no job is said to have failed.
#[test]
fn a_full_temporary_directory_is_no_result() {
    let dir = directory("temporary");
    let script = "cat /dev/zero > filler 2>/dev/null
        TMPDIR=$PWD $SAVOIR sweep ../m.ispl -o ../r.jsonl; echo $?; cat ../r.jsonl; exit 0";
    let Some(done) = on_a_disk(&dir, 64, script) else { return };
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert_eq!(out, "2\n", "{err}");
    assert!(err.contains("in the temporary directory: No space left on device"), "{err}");
}

/// Without the rights of the manager, permissions count: a file or a folder that may not be written stays as it is.
#[test]
fn permissions_are_obeyed() {
    let dir = directory("permissions");
    let script = "chmod 444 m.ispl; mkdir closed && cp m.ispl closed/c.ispl && chmod 644 closed/c.ispl && chmod 555 closed
        if [ $(id -u) = 0 ]; then set -- setpriv --bounding-set -all --inh-caps -all; else set --; fi
        \"$@\" sh -c ': >> m.ispl' 2>/dev/null && exit 77
        for words in 'fmt m.ispl' 'check groups.ispl --evidence=json:m.ispl --force' 'generate muddy 3 -o m.ispl --force' 'fmt closed/c.ispl' \
            'generate muddy 3 -o closed/new' 'mcmas -c 2 -p closed m.ispl'; do
            \"$@\" \"$SAVOIR\" $words > /dev/null 2> complaints; echo \"$? $words: $(head -1 complaints)\"
        done
        cat m.ispl; ls -A closed; exit 0";
    let script = format!("cd {}; {script}", dir.display());
    let done = Command::new("sh").args(["-c", &script]).env("SAVOIR", SAVOIR).output().unwrap();
    if done.status.code() == Some(77) {
        eprintln!("skipped: permissions cannot be had here");
        return;
    }
    let out = String::from_utf8(done.stdout).unwrap();
    let lines: Vec<&str> = out.lines().take(6).collect();
    for line in &lines {
        let code = if line.contains("mcmas") { "0" } else { "2" };
        assert!(line.starts_with(code) && line.contains("cannot write") && line.contains("Permission denied"), "{out}");
    }
    assert!(out.ends_with(&format!("{MODEL}c.ispl\n")), "{out}");
    Command::new("chmod").args(["-R", "u+w", "."]).current_dir(&dir).status().unwrap();
}

/// A name below something that is no folder.
#[test]
fn a_folder_that_is_none_is_said_to_be_none() {
    let dir = directory("no-folder");
    for words in [
        "check m.ispl --evidence=json:m.ispl/x",
        "check m.ispl --evidence=mcmas:m.ispl",
        "generate muddy 3 -o m.ispl/x",
    ] {
        let done = Command::new(SAVOIR).args(words.split_whitespace()).current_dir(&dir).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{words}");
        assert!(String::from_utf8_lossy(&done.stderr).starts_with("error: cannot "), "{words}");
        assert_eq!(std::fs::read_to_string(dir.join("m.ispl")).unwrap(), MODEL);
    }
}

/// Every command whose results go to standard output: if they get lost, it says so and fails.
#[test]
fn results_that_get_lost_are_an_error() {
    let dir = directory("lost");
    let evidence = Command::new(SAVOIR).args(["check", "m.ispl", "--evidence=json:e.json"]).current_dir(&dir).output();
    assert!(evidence.unwrap().status.success());
    for (words, exit) in [
        ("check m.ispl", 2),
        ("check m.ispl --evidence", 2),
        ("check m.ispl --evidence=json", 2),
        ("check m.ispl --format json", 2),
        ("check m.ispl --format jsonl", 2),
        ("check m.ispl --format junit", 2),
        ("check m.ispl --format sarif", 2),
        ("lint m.ispl", 2),
        ("fmt --check m.ispl", 2),
        ("fmt --diff m.ispl", 2),
        ("stats m.ispl", 2),
        ("graph m.ispl", 2),
        ("synth groups.ispl", 2),
        ("simulate m.ispl --script script.txt", 2),
        ("replay e.json m.ispl", 2),
        ("generate muddy 3", 2),
        ("generate --list", 2),
        ("explain E0001", 2),
        ("man", 2),
        ("completions bash", 2),
        ("bench --models m.ispl", 2),
        ("sweep m.ispl -o r.jsonl", 2),
        ("mcmas m.ispl", 1),
        ("mcmas -h", 1),
        ("--help", 2),
        ("check --help", 2),
        ("--version", 2),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(SAVOIR);
        command.args(words.split_whitespace()).current_dir(&dir).stdin(Stdio::null()).stdout(full);
        let done = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let complaints = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(exit), "{words}: {complaints}");
        assert_eq!(complaints.matches("cannot write the results: No space left").count(), 1, "{words}: {complaints}");
    }
}
