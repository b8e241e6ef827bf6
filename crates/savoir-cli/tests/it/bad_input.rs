//! Bad input: one clear message and the right exit code, never a panic.

use crate::common::{counting, fresh, savoir};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MODEL: &str = counting!(
    "Formulae
  -- name: possible
  EF top;
  AF top;
end Formulae
"
);

fn directory(name: &str) -> PathBuf {
    let dir = fresh("bad-input", name);
    fs::create_dir_all(dir.join("empty/below")).unwrap();
    fs::write(dir.join("good.ispl"), MODEL).unwrap();
    dir
}

/// Runs commands that must be refused with one message.
fn refused(dir: &Path, cases: &[(&[&str], &str)]) {
    for (words, part) in cases {
        let (exit, out, err) = savoir(dir, words);
        assert_eq!((exit, out.as_str()), (2, ""), "{words:?}: {err}");
        assert!(err.contains(part), "{words:?}: {part} in {err}");
        assert_eq!(err.lines().filter(|line| line.starts_with("error")).count(), 1, "{words:?}: {err}");
        assert!(!err.contains("panicked"), "{words:?}: {err}");
    }
}

#[test]
fn files_that_cannot_be_used() {
    let dir = directory("files");
    fs::write(dir.join("binary.ispl"), [0x7f, b'E', b'L', b'F', 0, 1, 2]).unwrap();
    fs::write(dir.join("utf16.ispl"), [0xff, 0xfe, b'A', 0]).unwrap();
    for command in ["check", "lint", "fmt", "stats"] {
        refused(
            &dir,
            &[
                (&[command, "missing.ispl"], "cannot read `missing.ispl`"),
                (&[command, "binary.ispl"], "`binary.ispl` is a binary file"),
                (&[command, "utf16.ispl"], "`utf16.ispl` is UTF-16 text"),
            ],
        );
    }
    for command in ["check", "lint", "fmt"] {
        refused(&dir, &[(&[command, "empty"], "`empty` has no models: no file in it ends in `.ispl`")]);
    }
    refused(
        &dir,
        &[
            (&["stats", "empty"], "`empty` is a directory"),
            (&["sweep", "empty", "-o", "r"], "`empty` has no models"),
            (&["sweep", "-", "-o", "r"], "`-` cannot be used"),
            (&["explain", "--formula", "EF top", "missing.ispl"], "cannot read `missing.ispl`"),
        ],
    );
    for empty in ["", " \n\n", "-- nothing but a comment"] {
        fs::write(dir.join("empty.ispl"), empty).unwrap();
        refused(&dir, &[(&["check", "empty.ispl"], "E0006")]);
    }
}

#[test]
fn a_file_of_fifty_megabytes_is_read_or_refused_in_time() {
    let dir = directory("large");
    // Comments without end: a legal model.
    let mut text = MODEL.to_owned();
    text += &"-- padding\n".repeat((50 << 20) / 11);
    fs::write(dir.join("comments.ispl"), &text).unwrap();
    assert_eq!(savoir(&dir, &["check", "comments.ispl"]).0, 0);
    // Nonsense without end.
    fs::write(dir.join("nonsense.ispl"), "Agent { ".repeat((10 << 20) / 8)).unwrap();
    let (exit, _, err) = savoir(&dir, &["check", "nonsense.ispl"]);
    assert!(exit == 2 && err.len() < 100_000 && err.contains("error[E0"), "{exit}");
    fs::remove_file(dir.join("comments.ispl")).unwrap();
    fs::remove_file(dir.join("nonsense.ispl")).unwrap();
}

#[test]
fn command_lines_that_mean_nothing() {
    let dir = directory("command-lines");
    fs::create_dir(dir.join("more")).unwrap();
    fs::write(dir.join("more/good.ispl"), MODEL).unwrap();
    refused(
        &dir,
        &[
            (&["check", "good.ispl", "--no-such-option"], "unexpected argument '--no-such-option'"),
            (&["check", "good.ispl", "--timeout"], "a value is required for '--timeout <TIME>'"),
            (&["check", "good.ispl", "--timeout", "soon"], "expected a time such as 30s"),
            (&["check", "good.ispl", "--memory", "much"], "expected a size such as 512M"),
            (&["check", "good.ispl", "--threads", "0"], "--threads"),
            (&["check", "good.ispl", "--format", "yaml"], "[possible values: text, json"),
            (&["check"], "<FILE>..."),
            (&["check", "good.ispl", "--only", "1", "--formula", "EF top"], "cannot be used with"),
            (&["check", "good.ispl", "--order", "1", "--load-order", "f"], "cannot be used with"),
            (&["check", "good.ispl", "--atl", "unform"], "did you mean `uniform`?"),
            (&["check", "good.ispl", "--only", "3"], "there is no formula 3: the model has 2 formulas"),
            (&["check", "good.ispl", "more", "--only", "posible"], "no file has a formula `posible`"),
            (&["check", "good.ispl", "--only", "posible"], "did you mean `possible`?"),
            (&["check", "good.ispl", "--init", "M.x = 7"], "E0202"),
            (&["check", "good.ispl", "--init", "M.x ="], "E0002"),
            (&["check", "good.ispl", "--init", "M.x = 1 and M.x = 2"], "E0401"),
            (&["check", "good.ispl", "--evidence=png"], "is no format of evidence"),
            (&["explain", "E9"], "there is no diagnostic `E9`"),
            (&["explain"], "<CODE|MODEL>"),
            (&["explain", "--formula", "EF bottom", "good.ispl"], "E0105"),
            (&["completions", "tcsh"], "[possible values: bash, zsh, fish]"),
            (&["man", "chek"], "did you mean `check`?"),
            (&["sweep", "good.ispl"], "--output <FILE>"),
            (&["bogus"], "unrecognized subcommand 'bogus'"),
        ],
    );
}

#[test]
fn what_cannot_be_written_is_said() {
    let dir = directory("unwritable");
    for words in [
        &["check", "good.ispl", "--evidence=json:nowhere/e.json"][..],
        &["check", "good.ispl", "--engine", "symbolic", "--save-order", "nowhere/order"],
        &["generate", "muddy", "3", "-o", "nowhere/m.ispl"],
        &["sweep", "good.ispl", "-o", "nowhere/r.jsonl"],
    ] {
        let (exit, _, err) = savoir(&dir, words);
        assert_eq!(exit, 2, "{words:?}: {err}");
        assert!(err.starts_with("error: cannot write `nowhere/") && err.lines().count() == 1, "{words:?}: {err}");
    }
    let (exit, _, err) = savoir(&dir, &["man", "--directory", "good.ispl/pages"]);
    assert_eq!(exit, 2, "{err}");
    assert!(err.starts_with("error: cannot make the directory `good.ispl/pages`") && err.lines().count() == 1, "{err}");
    #[cfg(target_os = "linux")]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(["check", "good.ispl"]).current_dir(&dir).stdin(Stdio::null()).stdout(full);
        let done = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(done.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&done.stderr).contains("cannot write the results"));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let dir = directory("closed");
    let many = vec!["good.ispl"; 200];
    for words in [[&["check"][..], &many].concat(), vec!["completions", "bash"], vec!["mcmas", "good.ispl"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(&words).current_dir(&dir).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Like `| head`: read a little, then close.
        let mut start = [0; 8];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut start).unwrap();
        drop(stdout);
        let done = child.wait_with_output().unwrap();
        assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(0), ""), "{words:?}");
    }
}

/// Devices without end are read only so far, and a search for models does not wait for a pipe.
#[test]
#[cfg(target_os = "linux")]
fn devices_and_pipes_are_no_trap() {
    let dir = directory("devices");
    refused(
        &dir,
        &[
            (&["check", "/dev/zero"], "`/dev/zero`"),
            (&["sweep", "good.ispl", "-o", "/dev/full"], "`/dev/full` is not a file, so it cannot keep results"),
        ],
    );
    assert!(Command::new("mkfifo").arg(dir.join("pipe.ispl")).status().unwrap().success());
    let (exit, out, err) = savoir(&dir, &["check", ".", "--only", "possible"]);
    assert_eq!(exit, 0, "{out}{err}");
    // Help that nobody gets is no success.
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_savoir")).args(["check", "--help"]).stdout(full).status().unwrap();
    assert_eq!(help.code(), Some(2));
}
