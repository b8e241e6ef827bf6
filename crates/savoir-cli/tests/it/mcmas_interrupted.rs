//! `savoir mcmas` and signals that ask it to end: the page is finished, with a line for each formula.

use super::common::fresh;
use super::mcmas_matrix::{flaw, verdicts};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Somebody who counts for longer than any test; what follows says from where.
const LONG: &str = "Agent M
  Vars: x : 0..1000000000; y : boolean; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 1000000000 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 1000000000; low if M.x = 0; end Evaluation
";

/// What is printed before states are searched, and with the first verdict.
const SEARCH: &str = "Building reachable state space...";
const FIRST: &str = "  Formula number 1:";

/// Runs until a line with this beginning is there and for some time after it, sends a signal, and gives the exit code, the
/// page and what was complained about.
fn interrupted(
    dir: &Path,
    words: &str,
    (until, after): (&str, Duration),
    signal: Signal,
) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.arg("mcmas").args(words.split_whitespace()).arg("m.ispl").current_dir(dir).stdin(Stdio::null());
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines();
    let mut page = String::new();
    for line in lines.by_ref().map(Result::unwrap) {
        page += &format!("{line}\n");
        if line.starts_with(until) {
            std::thread::sleep(after);
            kill_process(Pid::from_child(&running), signal).unwrap();
            break;
        }
    }
    page.extend(lines.map(|line| line.unwrap() + "\n"));
    let done = running.wait_with_output().unwrap();
    (done.status.code(), page, String::from_utf8(done.stderr).unwrap())
}

#[test]
fn before_the_states_are_found_every_formula_is_unknown() {
    let dir = fresh("mcmas-interrupted", "states");
    let model = format!(
        "{LONG}InitStates M.x = 0 and M.y = true; end InitStates Groups g = {{M}}; end Groups
         Formulae EF top; <?Y>F top; AG low; <g>F top; end Formulae"
    );
    fs::write(dir.join("m.ispl"), model).unwrap();
    let combinations =
        ["", "-c 1", "-c 3", "-q", "-q -c 1", "-k -a", "-k -a -c 1", "-v 5 -u -c 2", "-exportmodel -c 1"]
            .into_iter()
            .chain(["-atlk 2 -c 1", "-uniform -c 1", "-ufgroup g -c 1", "-e 1 -c 1", "-o 1 -d 0 -g 0 -c 1"]);
    for (words, signal) in combinations.zip([Signal::INT, Signal::TERM, Signal::HUP].into_iter().cycle()) {
        let (exit, page, complaints) = interrupted(&dir, words, (SEARCH, Duration::ZERO), signal);
        let about = format!("{words}: {exit:?}\n{page}{complaints}");
        assert_eq!((exit, verdicts(&page).as_str()), (Some(130), "????"), "{about}");
        assert_eq!(flaw(&page, words.contains("-q")), None, "{about}");
        assert!(page.contains("number of reachable states = unknown\n"), "{about}");
        assert!(!complaints.contains("panicked"), "{about}");
        assert!(fs::read_dir(&dir).unwrap().count() == 1, "{words}: something was written");
    }
}

#[test]
fn verdicts_that_are_known_stay_where_they_are() {
    let dir = fresh("mcmas-interrupted", "formulas");
    // All states are initial, so they are known at once, but the third formula takes a step for each of them.
    let model = format!(
        "{LONG}InitStates M.y = true or M.y = false; end InitStates Groups g = {{M}}; end Groups
         Formulae EX top; <?Y>F top; AG EF top; AG low; end Formulae"
    );
    fs::write(dir.join("m.ispl"), model).unwrap();
    for words in ["-o 1", "-c 1", "-c 3", "-v 2 -c 1"] {
        // With evidence, nothing is said before all is decided; so it is tried again if the first verdict was not there yet.
        let lines: &[_] =
            if words.contains("-c") { &[(SEARCH, 500), (SEARCH, 3000), (SEARCH, 20_000)] } else { &[(FIRST, 0)] };
        let mut tries = lines
            .iter()
            .map(|(line, after)| interrupted(&dir, words, (line, Duration::from_millis(*after)), Signal::INT));
        let is_early = |(_, page, _): &(Option<i32>, String, String)| verdicts(page).starts_with('?');
        let mut done = tries.next().unwrap();
        while is_early(&done)
            && let Some(next) = tries.next()
        {
            done = next;
        }
        let (exit, page, complaints) = done;
        let about = format!("{words}: {exit:?}\n{page}{complaints}");
        // The last one is quick, so it may be decided while the signal arrives.
        let found = verdicts(&page);
        assert!(exit == Some(130) && found.starts_with("F??") && found.len() == 4, "{about}");
        assert_eq!(flaw(&page, false), None, "{about}");
        assert!(page.contains("number of reachable states = 2000000002\n"), "{about}");
    }
}

/// Nobody types anything, so there is nothing to say.
#[test]
fn waiting_for_standard_input_ends_at_the_first_signal() {
    let dir = fresh("mcmas-interrupted", "waiting");
    let model = format!("{LONG}InitStates M.x = 0; end InitStates Formulae EF top; end Formulae");
    fs::write(dir.join("m.ispl"), model).unwrap();
    for words in ["simulate m.ispl --script -", "replay - m.ispl", "check -", "fmt -"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(words.split(' ')).current_dir(&dir).stdin(Stdio::piped());
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // It is kept open until the end.
        let stdin = running.stdin.take();
        std::thread::sleep(Duration::from_millis(700));
        kill_process(Pid::from_child(&running), Signal::INT).unwrap();
        let start = std::time::Instant::now();
        let code = loop {
            match running.try_wait().unwrap() {
                Some(code) => break code.code(),
                None if start.elapsed() > Duration::from_secs(20) => {
                    running.kill().unwrap();
                    panic!("{words}: it waits on");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        drop(stdin);
        assert!(code.is_none_or(|code| code == 130), "{words}: {code:?}");
    }
}

/// Who is asked for a number can type it or leave, so there is nothing to finish.
#[test]
fn a_dialogue_ends_at_the_first_signal() {
    let dir = fresh("mcmas-interrupted", "dialogue");
    fs::write(dir.join("m.ispl"), format!("{LONG}InitStates M.x = 0; end InitStates Formulae EF top; end Formulae"))
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.args(["mcmas", "-s", "m.ispl"]).current_dir(&dir).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines();
    assert!(lines.by_ref().map(Result::unwrap).any(|line| line.starts_with("--------- Initial state")));
    // Waiting for a program closes its standard input, which is another reason to end, and may come first.
    let stdin = running.stdin.take();
    kill_process(Pid::from_child(&running), Signal::INT).unwrap();
    let code = running.wait().unwrap();
    drop(stdin);
    assert!(code.code().is_none_or(|code| code == 130), "{code:?}");
}
