//! What goes to which stream, and which exit code a run ends with.

use crate::common::{counting, fresh, savoir};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MODEL: &str = counting!(
    "Formulae EF top; end Formulae
"
);

/// A directory with a model in `good.ispl`.
struct Bench(PathBuf);

struct Run {
    out: String,
    err: String,
    exit: i32,
}

impl Bench {
    fn new(name: &str) -> Bench {
        let bench = Bench(fresh("command-line", name));
        bench.file("good.ispl", MODEL);
        bench
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let (exit, out, err) = savoir(&self.0, arguments);
        Run { out, err, exit }
    }
}

#[test]
fn every_wrong_formula_is_reported_for_every_file() {
    let bench = Bench::new("formulas");
    bench.file("other.ispl", MODEL);
    let wrong = ["-f", "top && top", "-f", "top", "-f", "bottom"];
    let run = bench.run(&[&["check", "good.ispl"], &wrong[..]].concat());
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("formula 1:1:5") && run.err.contains("formula 3:1:1"), "{}", run.err);
    let run = bench.run(&[&["check", "good.ispl", "other.ispl"], &wrong[..]].concat());
    for place in ["formula 1 for good.ispl", "formula 3 for good.ispl", "formula 1 for other.ispl"] {
        assert!(run.err.contains(place), "{place} in {}", run.err);
    }
}

#[test]
fn standard_input_is_read_once() {
    for command in ["check", "lint", "fmt"] {
        let run = Bench::new(command).run(&[command, "-", "good.ispl", "-"]);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{command}");
        assert!(run.err.contains("`-` is given more than once"), "{}", run.err);
    }
}

#[test]
fn without_results_there_is_no_heading() {
    let bench = Bench::new("heading");
    bench.file("contradiction.ispl", MODEL.replace("M.x = 0", "M.x = 0 and M.x = 1"));
    let run = bench.run(&["check", "contradiction.ispl"]);
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("E0401"));
}

#[test]
fn a_group_to_be_found_does_not_keep_other_formulas_from_being_checked() {
    let bench = Bench::new("group");
    bench.file("group.ispl", MODEL.replace("EF top;", "<?Y>F top; EF top;"));
    let run = bench.run(&["check", "group.ispl", "--format", "json"]);
    assert!(run.exit == 0 && run.out.contains("\"sought\": [\n        1\n      ]"), "{}", run.out);
    assert_eq!(bench.run(&["lint", "group.ispl"]).exit, 0);
    let run = bench.run(&["check", "group.ispl"]);
    assert!(run.out.contains("✓   2  true     EF top") && run.out.contains("1 true, all as expected"), "{}", run.out);
    assert!(run.out.contains("formula 1 has a group variable: `savoir synth` finds its groups"), "{}", run.out);
    // To ask for it is an error.
    for asked in [["--only", "1"], ["--formula", "<?Y>F top"]] {
        let run = bench.run(&["check", "group.ispl", asked[0], asked[1]]);
        assert!(run.exit == 2 && run.err.contains("E0304") && run.err.contains("savoir synth"), "{}", run.err);
    }
    bench.file("fair.ispl", MODEL.replace("Formulae EF", "Fairness GK(?Y, top); end Fairness Formulae EF"));
    let run = bench.run(&["check", "fair.ispl"]);
    assert!(run.exit == 2 && run.err.contains("E0304"), "{}", run.err);
}

#[test]
fn bytes_that_are_no_utf_8_are_fine_in_comments_but_not_rewritten() {
    let bench = Bench::new("latin");
    let text = [b"-- caf\xe9\n", MODEL.as_bytes()].concat();
    bench.file("latin.ispl", &text);
    assert_eq!(bench.run(&["check", "latin.ispl"]).exit, 0);
    let run = bench.run(&["fmt", "latin.ispl"]);
    assert!(run.exit == 2 && run.err.contains("`latin.ispl` is not UTF-8 text"), "{}", run.err);
    assert_eq!(fs::read(bench.0.join("latin.ispl")).unwrap(), text);
    bench.file("zero.ispl", b"Agent\0");
    assert!(bench.run(&["check", "zero.ispl"]).err.contains("`zero.ispl` is a binary file"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_gives_what_is_known() {
    let bench = Bench::new("interrupted");
    assert_eq!(bench.run(&["generate", "muddy", "120", "--output", "large.ispl"]).exit, 0);
    let mut child = Command::new(env!("CARGO_BIN_EXE_savoir"))
        .args(["check", "good.ispl", "large.ispl"])
        .current_dir(&bench.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // When the small model is done, the large one takes a while.
    let mut before = String::new();
    while !before.contains("reachable states") {
        before += &lines.next().unwrap();
    }
    // It has to begin with it, or there is nothing that is unknown.
    std::thread::sleep(Duration::from_millis(100));
    let pressed = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let after: String = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(pressed.elapsed() < Duration::from_secs(5), "{:?}", pressed.elapsed());
    assert!(before.contains("true") && after.contains("large.ispl") && after.contains("unknown"), "{before}{after}");
}

#[test]
fn the_shortcuts_that_decided_are_named_on_request() {
    let bench = Bench::new("stats");
    let formulas = ["-f", "AG (top -> AF top)", "-f", "top or !top", "-f", "EF top"];
    let run = bench.run(&[&["check", "good.ispl", "--stats"], &formulas[..]].concat());
    for line in ["shortcuts: reachable-states, condition, no-infinite-path", "decided by definition"] {
        assert!(run.out.contains(line), "{line} in {}", run.out);
    }
    let run = bench.run(&[&["check", "good.ispl"], &formulas[..]].concat());
    assert!(!run.out.contains("shortcut") && !run.out.contains("by definition"), "{}", run.out);
    let run = bench.run(&[&["check", "good.ispl", "--stats", "--format", "json"], &formulas[..]].concat());
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["files"][0]["formulas"][0]["shortcuts"][2], "no-infinite-path", "{}", run.out);
    assert_eq!(report["files"][0]["formulas"][1]["shortcuts"], serde_json::json!([]), "{}", run.out);
    let run = bench.run(&[&["check", "good.ispl", "--format", "json"], &formulas[..]].concat());
    assert!(!run.out.contains("shortcuts"), "{}", run.out);
    // Where time is over, nothing was decided.
    let run = bench.run(&["check", "good.ispl", "--stats", "--timeout", "0s"]);
    assert!(!run.out.contains("by definition"), "{}", run.out);
}

#[test]
fn a_model_without_a_command_is_told_about_check() {
    let bench = Bench::new("no-command");
    for word in ["good.ispl", "missing.ispl", "./"] {
        let run = bench.run(&[word]);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{word}");
        let expected = format!("`{word}` is no command; to check the model, run `savoir check {word}`");
        assert!(run.err.contains(&expected), "{}", run.err);
    }
    let run = bench.run(&["chekc"]);
    assert!(run.exit == 2 && run.err.contains("unrecognized subcommand 'chekc'"), "{}", run.err);
}

#[test]
fn a_format_of_evidence_without_its_sign_is_explained() {
    let bench = Bench::new("format");
    for word in ["svg:picture.svg", "html", "json:x"] {
        let run = bench.run(&["check", "good.ispl", "--evidence", word]);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{word}");
        assert!(run.err.contains(&format!("stands behind `=`: `--evidence={word}`")), "{}", run.err);
    }
    // A file of that name is a file.
    bench.file("json", MODEL);
    assert_eq!(bench.run(&["check", "good.ispl", "--evidence", "json"]).exit, 0);
    assert_eq!(bench.run(&["check", "json"]).exit, 0);
}

#[test]
fn lists_of_errors_close_with_their_number_and_where_to_read_more() {
    let bench = Bench::new("closing");
    bench.file("one.ispl", MODEL.replace("EF top", "EF tip"));
    let run = bench.run(&["check", "one.ispl"]);
    assert!(run.err.ends_with("\n\n1 error; `savoir explain E0105` says more\n"), "{}", run.err);
    bench.file("two.ispl", MODEL.replace("EF top", "EF tip; EF Z.y = 1; EF 1 = 1"));
    let run = bench.run(&["check", "two.ispl"]);
    assert!(run.err.ends_with("\n\n2 errors, 1 warning; `savoir explain E0105` says more\n"), "{}", run.err);
    bench.file("warned.ispl", MODEL.replace("EF top", "EF 1 = 1"));
    let run = bench.run(&["check", "warned.ispl"]);
    assert!(run.err.contains("W0009") && !run.err.contains("savoir explain"), "{}", run.err);
}

#[test]
fn files_of_the_current_directory_have_no_dot_in_front() {
    let bench = Bench::new("dots");
    for directory in [".", "./", "./."] {
        let run = bench.run(&["check", directory]);
        assert!(run.exit == 0 && run.out.starts_with("good.ispl\n"), "{directory}: {}", run.out);
    }
}

#[test]
fn manual_pages_go_into_a_directory_that_is_made() {
    let bench = Bench::new("man");
    let run = bench.run(&["man", "--directory", "new/pages"]);
    assert_eq!((run.exit, run.err.as_str()), (0, ""));
    assert!(bench.0.join("new/pages/savoir-check.1").is_file());
}

/// The lines that programs read which run MCMAS.
#[test]
fn mcmas_says_how_long_it_took() {
    let bench = Bench::new("mcmas-times");
    for (level, expected) in [("1", false), ("2", true), ("3", true)] {
        let run = bench.run(&["mcmas", "-v", level, "good.ispl"]);
        let lines: Vec<&str> = run.out.lines().filter(|line| line.starts_with("It took ")).collect();
        let ends = ["seconds to encode transition relation.", "seconds to generate state space."];
        let good = lines.len() == 2 && lines.iter().zip(ends).all(|(line, end)| line.ends_with(end));
        assert_eq!(good, expected, "{}", run.out);
        let number = |line: &&str| line.split(' ').nth(2).and_then(|word| word.parse::<f64>().ok());
        assert!(lines.iter().all(|line| number(line).is_some()), "{lines:?}");
        let place = |text: &str| run.out.find(text);
        assert!(!expected || place("state space.\n") < place("Checking formulae..."), "{}", run.out);
    }
    assert!(!bench.run(&["mcmas", "-q", "-v", "3", "good.ispl"]).out.contains("It took"));
}
