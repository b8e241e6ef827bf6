//! Signals that ask the program to end, and the one that does not ask.

use super::{DEADLINE, Dice, Ended, LONG, MODEL, SAVOIR, directory, start, unfinished, wait_until, workers_of};
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// Commands that take longer than any test.
const LONG_RUNS: &[&str] = &[
    "check long.ispl",
    "check long.ispl --format json",
    "check long.ispl --evidence=json:e.json --strategy=python:p.py",
    "check long.ispl --deadlock --overflow --engine explicit",
    "check long.ispl --engine symbolic --save-order o.txt",
    "synth long.ispl --engine symbolic",
    "stats long.ispl",
    "lint long.ispl",
    "check --watch long.ispl",
    "mcmas -c 3 long.ispl",
    "bench --models long.ispl --json b.json",
    "sweep long.ispl m.ispl -o r.jsonl --jobs 1",
];

#[test]
fn every_signal_that_asks_is_heard_by_every_command() {
    let dir = directory("asked");
    for (words, signal) in LONG_RUNS.iter().zip([Signal::TERM, Signal::INT, Signal::HUP].into_iter().cycle()) {
        let running = start(&dir, words);
        let process = running.id();
        wait_until(words, || running.handles(signal));
        // So that the search is under way.
        std::thread::sleep(Duration::from_millis(100));
        running.send(signal);
        let asked = Instant::now();
        let Ended { code, out, err } = running.end();
        assert_eq!(code, Some(130), "{words}: {out}{err}");
        assert!(asked.elapsed() < DEADLINE && !err.contains("panicked"), "{words}: {err}");
        assert_eq!((unfinished(&dir), workers_of(process)), (vec![], vec![]), "{words}");
        assert_eq!(fs::read_dir(dir.join("temporary")).unwrap().count(), 0, "{words}");
        match words.split_whitespace().next() {
            Some("check") if words.contains("--format json") => {
                let report: Value = serde_json::from_str(&out).unwrap();
                assert_eq!(report["files"][0]["formulas"][0]["verdict"], "unknown", "{out}");
            }
            Some("check") if !words.contains("--watch") => {
                assert!(out.contains("unknown") && out.contains("interrupted"), "{words}: {out}");
            }
            _ => {}
        }
    }
    // What was written is whole, also if it says little.
    let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
    for name in ["e.json", "b.json"] {
        assert!(serde_json::from_str::<Value>(&read(name)).is_ok(), "{name}: {}", read(name));
    }
    assert!(read("p.py").starts_with('"') || read("p.py").starts_with('#'), "{}", read("p.py"));
    assert!(read("r.jsonl").is_empty(), "{}", read("r.jsonl"));
}

/// A program that is asked twice does not wait for what it is doing.
#[test]
fn the_second_signal_ends_at_once() {
    let dir = directory("twice");
    let running = start(&dir, "check long.ispl");
    wait_until("a handler", || running.handles(Signal::TERM));
    running.send(Signal::TERM);
    running.send(Signal::TERM);
    assert_eq!(running.end().code, Some(130));
}

/// The jobs of a sweep that is killed end with it, and with `--resume` it goes on.
#[test]
fn a_sweep_that_is_killed_takes_its_jobs_along() {
    let dir = directory("killed");
    fs::write(dir.join("n.ispl"), MODEL.replace("EF top", "AG EF top")).unwrap();
    let running = start(&dir, "sweep m.ispl n.ispl long.ispl -o r.jsonl --jobs 1 --split");
    // Four results, and the next job under way.
    let lines = || fs::read_to_string(dir.join("r.jsonl")).map_or(0, |text| text.lines().count());
    wait_until("four results", || lines() == 4 && !workers_of(running.id()).is_empty());
    let process = running.id();
    running.send(Signal::KILL);
    running.end();
    wait_until("the end of the job", || workers_of(process).is_empty());
    let before = fs::read_to_string(dir.join("r.jsonl")).unwrap();
    fs::write(dir.join("long.ispl"), LONG.replace("1000000000", "10")).unwrap();
    let done = Command::new(SAVOIR)
        .args(["sweep", "m.ispl", "n.ispl", "long.ispl", "-o", "r.jsonl", "--split", "--resume"])
        .current_dir(&dir)
        .output()
        .unwrap();
    let after = fs::read_to_string(dir.join("r.jsonl")).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == 7, "{after}");
    assert!(done.status.code().is_some_and(|code| code < 4), "{}", String::from_utf8_lossy(&done.stderr));
}

/// So does a run that is measured.
#[test]
fn a_measurement_that_is_killed_takes_its_run_along() {
    let dir = directory("measured");
    let running = start(&dir, "bench --models long.ispl");
    let process = running.id();
    wait_until("a run", || !workers_of(process).is_empty());
    running.send(Signal::KILL);
    running.end();
    wait_until("its end", || workers_of(process).is_empty());
}

/// Whenever it is killed, there is the old file or the new one.
#[test]
fn a_file_is_old_or_new_whenever_its_writer_is_killed() {
    let dir = directory("torn");
    let new = {
        let done = Command::new(SAVOIR).args(["fmt", "m.ispl"]).current_dir(&dir).status().unwrap();
        assert!(done.success());
        fs::read_to_string(dir.join("m.ispl")).unwrap()
    };
    let (mut dice, mut replaced) = (Dice(11), 0);
    for round in 0..60 {
        fs::write(dir.join("m.ispl"), MODEL).unwrap();
        let running = start(&dir, "fmt m.ispl");
        std::thread::sleep(Duration::from_micros(dice.below(12_000)));
        // The one that asks must leave nothing behind.
        let signal = if round % 2 == 0 { Signal::KILL } else { Signal::TERM };
        let before = unfinished(&dir).len();
        running.send(signal);
        running.end();
        let now = fs::read_to_string(dir.join("m.ispl")).unwrap();
        assert!(now == MODEL || now == new, "round {round}: {now}");
        replaced += usize::from(now == new);
        if signal == Signal::TERM {
            assert!(unfinished(&dir).len() <= before, "round {round}: {:?}", unfinished(&dir));
        }
    }
    eprintln!("{replaced} of 60 were replaced before the end");
}
