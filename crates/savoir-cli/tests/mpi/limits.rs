//! Limits, Ctrl-C, and what several processes are not for.

use crate::common::{AtWork, SAVOIR, fresh, mpirun, root, savoir, together, with_large_model};
use std::fs;
use std::time::Duration;

#[test]
fn limits_end_all_processes() {
    let dir = with_large_model("limits");
    for (option, value, reason) in [("--timeout", "2s", "time limit"), ("--memory", "50M", "memory limit")] {
        for algorithm in ["semi", "full"] {
            let arguments = ["check", "m.ispl", "--parallel", algorithm, "--threads", "1", option, value];
            let (exit, out, errors) = together(2, &dir, &arguments);
            assert_eq!(exit, 3, "{arguments:?}: {out}{errors}");
            assert!(out.contains("unknown") && out.contains(reason), "{arguments:?}: {out}{errors}");
        }
    }
    let distributed = ["check", "m.ispl", "--parallel", "distributed", "--timeout", "2s"];
    let (exit, out, errors) = together(3, &dir, &distributed);
    assert_eq!(exit, 3, "{out}{errors}");
    assert!(out.contains("unknown") && out.contains("time limit"), "{out}{errors}");
    // The next file is not disturbed by what is left of the one before.
    savoir(&dir, &["generate", "dining-ck", "5", "-o", "small.ispl"]);
    let files = ["check", "m.ispl", "small.ispl", "--parallel", "full", "--threads", "1", "--timeout", "2s"];
    let (exit, out, errors) = together(3, &dir, &files);
    assert_eq!(exit, 3, "{out}{errors}");
    let (_, alone, _) = savoir(&dir, &["check", "small.ispl", "--engine", "symbolic"]);
    assert!(out.contains(&alone), "{out}{errors}");
}

#[test]
fn ctrl_c_says_what_is_known() {
    let dir = with_large_model("ctrl-c");
    let work = AtWork::start(2, &dir, &[], &["check", "m.ispl", "--parallel", "simple", "--threads", "1"]);
    work.signal("-INT", None);
    let ((exit, out, errors), took) = work.end();
    assert_ne!(exit, 0, "{errors}");
    assert!(out.contains("unknown") && out.contains("interrupted"), "{out}{errors}");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

/// The lines of savoir among those of the launcher.
fn errors_of_savoir(errors: &str) -> Vec<&str> {
    errors.lines().filter(|line| line.starts_with("error")).collect()
}

#[test]
fn what_is_not_for_several_processes_is_refused_once() {
    let dir = root();
    let refused = |arguments: &[&str], reason: &str| {
        let (exit, out, errors) = together(2, &dir, arguments);
        assert_eq!((exit, out.as_str()), (2, ""), "{arguments:?}: {errors}");
        let said = errors_of_savoir(&errors);
        assert!(said.len() == 1 && said[0].contains(reason), "{arguments:?}: {errors}");
    };
    let file = "examples/muddy-children.ispl";
    refused(&["check", file], "2 processes were started, but `--parallel auto` is for one");
    refused(&["check", "-", "--parallel", "full"], "standard input reaches only one of several processes");
    refused(&["check", file, "--parallel", "full", "--fix"], "`--watch` and `--fix` are for one");
    refused(&["check", file, "--parallel", "full", "--evidence"], "evidence needs all states in one place");
    refused(&["check", "nowhere.ispl", "--parallel", "full"], "cannot read `nowhere.ispl`");
    refused(&["check", file, "--parallel", "fool"], "invalid value 'fool'");
    refused(&["stats", file], "2 processes were started for the work of one");
    // One process is no several.
    let (exit, out, _) = together(1, &dir, &["check", file]);
    assert_eq!((exit, out), (0, savoir(&dir, &["check", file]).1));
}

#[test]
fn processes_with_different_files_or_options_are_refused() {
    let dir = fresh("different");
    for (place, number) in [("a", "4"), ("b", "5")] {
        fs::create_dir(dir.join(place)).unwrap();
        savoir(&dir.join(place), &["generate", "dining-ck", number, "-o", "m.ispl"]);
    }
    fs::create_dir(dir.join("c")).unwrap();
    let run = |place: &str, option: &[&str]| {
        let check = [SAVOIR, "check", "m.ispl", "--parallel", "full"];
        let mut command = mpirun(1);
        command.arg("-wdir").arg(dir.join("a")).args(check).args([":", "-n", "1", "-wdir"]);
        let done = command.arg(dir.join(place)).args(check).args(option).output().unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0));
        String::from_utf8(done.stderr).unwrap()
    };
    let errors = run("b", &[]);
    assert_eq!(errors_of_savoir(&errors), ["error: rank 1 finds another text in `m.ispl` than rank 0"], "{errors}");
    let errors = run("c", &[]);
    assert!(errors.contains("error: rank 1 has a problem: cannot read `m.ispl`"), "{errors}");
    let errors = run("a", &["--formula", "AG true"]);
    assert_eq!(errors_of_savoir(&errors), ["error: rank 1 was started with other options than rank 0"], "{errors}");
}
