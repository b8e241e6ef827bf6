//! Texts for people: every command, with hostile names in each of its places.

use super::{Place, assert_visible, model, unstyled};
use crate::common::{fresh, root};
use crate::watch::Watch;
use savoir_report::escape::visible;
use savoir_testkit::hostile;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Command lines by command, where `FILE` stands for a file with the model, `BAD` for one with an error on a line with
/// `NAME`, `EVIDENCE` for evidence about it, and `NAME` for the name.
const COMMAND_LINES: [&[&str]; 56] = [
    &["bench", "--models", "FILE", "--timeout", "20s", "--against", "false NAME {}", "--markdown", "t.md"],
    &["bench", "--models", "NAME", "--timeout", "20s"],
    &["check", "FILE", "--evidence", "--stats", "--explain-plan", "--deadlock", "--overflow"],
    &["check", "FILE", "--evidence", "--full", "--engine", "symbolic"],
    &["check", "BAD"],
    &["check", "FILE", "BAD", "NAME"],
    &["check", ".", "--only", "NAME"],
    &["check", "FILE", "--formula", "EF top -- name: NAME"],
    &["check", "FILE", "--formula", "EF NAME top"],
    &["check", "FILE", "--init", "NAME"],
    &["check", "FILE", "--only", "NAME"],
    &["check", "FILE", "--agents", "NAME", "--evidence"],
    &["check", "FILE", "--order", "NAME", "--engine", "symbolic"],
    &["check", "FILE", "--save-order", "NAME/NAME", "--engine", "symbolic"],
    &["check", "FILE", "--evidence=json:NAME/NAME"],
    &["check", "FILE", "--strategy=python:NAME/NAME"],
    &["check", "FILE", "--output", "json:NAME/NAME"],
    &["check", "FILE", "--output", "NAME:x"],
    &["check", "FILE", "--output", "html:NAME.html", "--only", "NAME"],
    &["lint", "FILE", "--output", "junit:NAME/NAME"],
    &["check", "FILE", "--timeout", "NAME"],
    &["check", "FILE", "--NAME"],
    &["completions", "NAME"],
    &["explain", "NAME"],
    &["explain", "FILE", "EF top -- NAME"],
    &["explain", "FILE", "NAME top"],
    &["fmt", "--check", "FILE"],
    &["fmt", "BAD"],
    &["fmt", "NAME"],
    &["generate", "NAME", "3"],
    &["generate", "muddy", "3", "--set", "NAME=3"],
    &["graph", "FILE", "--output", "NAME/NAME"],
    &["graph", "BAD"],
    &["lint", "FILE"],
    &["lint", "BAD"],
    &["lsp", "--jobs", "NAME"],
    &["man", "NAME"],
    &["mcmas", "FILE"],
    &["mcmas", "-v", "5", "-c", "1", "FILE"],
    &["mcmas", "BAD"],
    &["mcmas", "-NAME", "FILE"],
    &["mcmas", "NAME"],
    &["replay", "EVIDENCE", "FILE"],
    &["replay", "FORGED", "FILE"],
    &["replay", "NAME", "FILE"],
    &["simulate", "FILE", "--steps", "3"],
    &["simulate", "FILE", "--script", "SCRIPT"],
    &["stats", "FILE"],
    &["studio", "FILE", "--no-open"],
    &["studio", "FILE", "NAME"],
    &["studio", "--no-open", "--allow-origin", "NAME"],
    &["sweep", "FILE", "BAD", "-o", "NEW", "--with", "--engine NAME"],
    &["synth", "FILE"],
    &["synth", "FILE", "--list", "--formula", "<?Y>F top -- name: NAME"],
    &["synth", "FILE", "--require", "NAME"],
    &["NAME"],
];

#[test]
fn no_command_prints_what_a_terminal_would_obey() {
    let mut shown = 0;
    for (number, name) in hostile::NAMES.iter().enumerate() {
        let place = Place::new(number, name);
        for line in COMMAND_LINES {
            let words = place.words(line);
            for colour in ["never", "always"] {
                let _ = fs::remove_file(place.file("NEW"));
                let (exit, out, err) = place.run(&[&["--color".into(), colour.into()], &words[..]].concat());
                assert!(exit.is_some_and(|exit| exit != 101), "{line:?}: {exit:?} {err}");
                for printed in [&out, &err] {
                    assert_visible(printed, &(line, &place.name));
                    assert!(colour == "always" || !printed.contains('\u{1b}'), "{line:?}");
                    shown += usize::from(printed.contains(&*visible(name)));
                }
            }
        }
        // What is written has no line breaks of the name's either.
        let table = fs::read_to_string(place.root.join("t.md")).unwrap();
        assert_visible(&table, &"Markdown");
    }
    // Nearly every command names its file or quotes its argument.
    assert!(shown > 20 * COMMAND_LINES.len(), "{shown}");
}

#[test]
fn every_command_is_among_them() {
    let help = Command::new(env!("CARGO_BIN_EXE_savoir")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = commands.lines().filter_map(|line| line.split_whitespace().next());
    let known: BTreeSet<&str> = COMMAND_LINES.iter().map(|line| line[0]).collect();
    for name in names.filter(|name| *name != "help") {
        assert!(known.contains(name), "`savoir {name}` is not tried with hostile names");
    }
}

/// The annotation of the issue: it went back to the beginning of the line, erased it and wrote another verdict.
#[test]
fn an_annotation_cannot_rewrite_its_verdict() {
    let trick = "p\r\u{1b}[2K  \u{1b}[1m\u{1b}[32m✓\u{1b}[0m   2  \u{1b}[32mtrue\u{1b}[0m     safe";
    let dir = fresh("hostile", "verdict");
    fs::write(dir.join("m.ispl"), model(trick)).unwrap();
    for colour in ["never", "always"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        let done =
            command.args(["--color", colour, "check", "m.ispl", "--only", "2"]).current_dir(&dir).output().unwrap();
        assert_eq!(done.status.code(), Some(1));
        for bytes in [&done.stdout, &done.stderr] {
            assert!(!bytes.contains(&b'\r') && !bytes.windows(4).any(|four| four == b"\x1b[2K"), "{bytes:?}");
        }
        let out = unstyled(&String::from_utf8(done.stdout).unwrap());
        let line = format!("  ✗   2  false    {}  (does not hold)", visible(trick));
        assert!(out.lines().any(|found| found == line), "{line}\nin\n{out}");
    }
}

/// While a file is watched, it changes: formulas go, and errors come.
#[test]
fn watching_prints_nothing_that_a_terminal_would_obey() {
    let name = hostile::NAMES[2];
    let mut watch = Watch::start_with("hostile", &format!("{name}.ispl"), &model(name));
    watch.wait("Ctrl-C ends");
    watch.save(&model(name).replace("  AG !top;", "  -- gone"));
    watch.wait("removed");
    watch.save(&model(name).replace("M.x = 2", "M.y = 2"));
    watch.wait("has errors");
    let (out, err) = watch.printed();
    assert!(out.contains(&*visible(name)) && err.contains(&*visible(name)), "{out}{err}");
    assert_visible(&out, &"watch");
    assert_visible(&err, &"watch");
}

/// What has one line is written as such, so that nobody need think of the line breaks in a name. The texts of MCMAS have several
/// lines with a name in them, and spell it.
#[test]
fn only_rendered_texts_are_printed_as_they_are() {
    let mut directories = vec![root().join("crates/savoir-cli/src")];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let is = |name: &str| path.ends_with(name);
            let writes = ["stdout().lock()", "stderr().lock()", "print!(", "println!("];
            let written = writes.iter().find(|writes| text.contains(**writes));
            assert!(
                written.is_none() || ["src/output.rs", "src/progress.rs", "src/memory.rs"].into_iter().any(is),
                "{}: {written:?}",
                path.display()
            );
            let formatted = ["output::out(&format!", "output::err(&format!"];
            let formatted = formatted.iter().find(|formatted| text.contains(**formatted));
            let of_mcmas = path.components().any(|part| part.as_os_str() == "mcmas");
            assert!(formatted.is_none() || of_mcmas, "{}: {formatted:?}: use `line` or `note`", path.display());
        }
    }
}
