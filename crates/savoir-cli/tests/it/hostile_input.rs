//! Input of any size and kind within limits: what cannot be read in time or in memory is left, with a message and exit code 3.

use crate::common::fresh;
use std::fmt::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Far more than any of these runs should take, and far less than they took.
const PATIENCE: Duration = Duration::from_secs(15);

fn run(arguments: &[&str], input: Stdio) -> (Output, Duration) {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.args(arguments).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A pipe stays open as long as the run lasts.
    let pipe = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(pipe);
    (output, start.elapsed())
}

/// A file with this text.
fn written(test: &str, text: &str) -> String {
    let file = fresh("hostile_input", test).join("m.ispl");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

fn ends(arguments: &[&str], input: Stdio, code: i32, message: &str) {
    let (output, took) = run(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(message), "{arguments:?}: {said}");
    assert!(took < PATIENCE, "{arguments:?} took {took:?}");
}

#[test]
fn a_file_too_large_for_the_limits_is_left() {
    let file = written("large", &";".repeat(64 << 20));
    let file = file.as_str();
    let memory = "was not read: memory limit reached";
    ends(&["check", file, "--memory", "100M", "--timeout", "2s"], Stdio::null(), 3, memory);
    ends(&["lint", file, "--memory", "100M"], Stdio::null(), 3, memory);
    ends(&["stats", file, "--memory", "100M"], Stdio::null(), 3, memory);
    ends(&["check", file, "--timeout", "1s"], Stdio::null(), 3, "was not read: time limit reached");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_text_of_errors_says_that_the_rest_is_not_read() {
    let file = written("errors", &";".repeat(1 << 20));
    ends(&["check", &file], Stdio::null(), 2, "… and 961 more");
}

#[cfg(unix)]
#[test]
fn input_without_end_or_beginning_is_left() {
    let zeros = || Stdio::from(std::fs::File::open("/dev/zero").unwrap());
    ends(&["check", "-"], zeros(), 2, "is a binary file");
    ends(&["lint", "/dev/urandom"], Stdio::null(), 2, "is a binary file");
    // A pipe that nobody writes to.
    ends(&["check", "-", "--timeout", "1s"], Stdio::piped(), 3, "was not read: time limit reached");
}

#[test]
fn lints_stop_in_time_and_say_so() {
    let mut text = String::from("Agent M\n  Vars: x : boolean; y : 0..1000000; end Vars\n  Actions = {a0");
    (1..3000).for_each(|i| write!(text, ", a{i}").unwrap());
    text.push_str("};\n  Protocol:\n");
    (0..3000).for_each(|i| writeln!(text, "    y = {i} : {{a{i}}};").unwrap());
    text.push_str("  end Protocol\n  Evolution:\n");
    (0..3000).for_each(|i| writeln!(text, "    x = true if Action = a{i};").unwrap());
    text.push_str("  end Evolution\nend Agent\nEvaluation p if M.x; end Evaluation\nInitStates M.x; end InitStates\n");
    text.push_str("Formulae p; end Formulae\n");
    let file = written("lints", &text);
    let (output, took) = run(&["lint", &file, "--timeout", "200ms"], Stdio::null());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("was not looked at in full: time limit reached"), "{said}");
    assert!(matches!(output.status.code(), Some(1 | 3)) && took < PATIENCE, "{:?} {took:?}", output.status);
}
