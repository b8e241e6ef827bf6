//! Help, completions, manual pages and explanations.

use savoir::Code;
use std::path::Path;
use std::process::{Command, Stdio};

fn savoir(words: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    let done = command.args(words).current_dir(root).stdin(Stdio::null()).env_remove("COLUMNS").output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The names of the commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = savoir(&["-h"]);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn the_help_of_every_command_fits_a_screen_and_has_an_example() {
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for name in commands {
        let help = if name == "mcmas" { savoir(&["help", "mcmas"]) } else { savoir(&[&name, "-h"]) };
        let lines = help.lines().count();
        assert!(lines <= 40, "{name}: {lines} lines");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{name}: {help}");
        let example = format!("\n  savoir {name}");
        assert!(help.contains("Examples:\n") && help.contains(&example), "{name}: {help}");
    }
    assert!(savoir(&["-h"]).lines().count() <= 40);
}

/// Runs a script with a shell, if there is one.
fn load(shell: &str, arguments: &[&str], script: &str) -> Option<bool> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("completions.{shell}"));
    std::fs::write(&path, script).unwrap();
    let mut command = Command::new(shell);
    let done = command.args(arguments).arg(&path).stdin(Stdio::null()).output().ok()?;
    assert!(done.status.success(), "{shell}: {}", String::from_utf8_lossy(&done.stderr));
    Some(true)
}

#[test]
fn completions_load_in_the_shells_that_are_here() {
    for (shell, arguments) in [("bash", &["--norc"][..]), ("zsh", &["-f", "-n"]), ("fish", &["--no-config"])] {
        let script = savoir(&["completions", shell]);
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        load(shell, arguments, &script);
    }
    // Bash completes a command and an option.
    let script = savoir(&["completions", "bash"]);
    let ask = |words: &[&str]| {
        let (all, last) = (words.join(" "), words.len() - 1);
        let call = format!("_savoir savoir '{}' '{}'", words[last], words[last - 1]);
        format!("COMP_WORDS=({all}); COMP_CWORD={last}; {call}; echo \"${{COMPREPLY[@]}}\"\n")
    };
    let asked = format!("{script}\n{}{}", ask(&["savoir", "ch"]), ask(&["savoir", "check", "--evi"]));
    let mut command = Command::new("bash");
    if let Ok(done) = command.args(["--norc", "-c", &asked]).output() {
        assert_eq!(String::from_utf8_lossy(&done.stdout), "check\n--evidence\n");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let page = savoir(&["man"]);
    assert!(page.contains(".TH savoir 1") && page.contains(".SH NAME"), "{page}");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    savoir(&["man", "--directory", dir.to_str().unwrap()]);
    for name in commands() {
        let page = savoir(&["man", &name]);
        assert!(page.contains(&format!(".TH savoir-{name} 1")) && page.contains("Examples:"), "{name}: {page}");
        assert_eq!(std::fs::read_to_string(dir.join(format!("savoir-{name}.1"))).unwrap(), page);
    }
}

#[test]
fn every_code_is_explained() {
    let list = savoir(&["explain", "--list"]);
    for code in Code::ALL {
        assert!(list.contains(&format!("{code}  {}\n", code.title())));
        let text = savoir(&["explain", &code.as_str().to_lowercase()]);
        assert!(text.starts_with(&format!("{code}: {}\n\n", code.title())), "{text}");
        assert!(text.contains("\nCorrected:\n\n    "), "{text}");
    }
}

#[test]
fn a_formula_is_explained() {
    let formula = "AG (left_inside -> K(Left, !right_inside) or <{Left, Right}>F left_waits)";
    let text = savoir(&["explain", "--formula", formula, "examples/two-doors.ispl"]);
    for part in [
        "(AG (left_inside -> (K(Left, (! right_inside)) or (<{Left, Right}>F left_waits))))",
        "  on every path, now and at every later moment:\n    if:\n      `left_inside` holds\n    then:\n      at least one",
        "        Left knows:\n          `right_inside` does not hold\n",
        "{Left, Right} can see to it, whatever the others do, that now or at some later moment:",
        "each of the 4 fairness constraints holds again and again",
        "Knowledge is observational",
        "strategies with perfect information, without memory, judged by their fair outcomes",
        "\nPropositions\n  left_",
        " if Left.",
        "\nWhat the agents observe\n  Left: ",
    ] {
        assert!(text.contains(part), "{part}\n in \n{text}");
    }
    let text = savoir(&["explain", "--formula", "EF left_inside", "examples/two-doors.ispl"]);
    assert!(!text.contains("observe") && !text.contains("Knowledge"), "{text}");
}
