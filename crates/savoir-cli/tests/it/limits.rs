//! Hostile sizes: every command gives an answer, or says which limit it met.

use crate::common::{fresh, savoir};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Far more than anything here takes; without a limit a test that fails would not end.
const PATIENCE: [&str; 2] = ["--timeout", "60s"];

/// Two initial states among four billion.
const HUGE_RANGE: &str = "Agent M
  Vars: x : 0..2000000000; b : boolean; end Vars
  Actions = {go, stay};
  Protocol: Other : {go, stay}; end Protocol
  Evolution: b = true if Action = go; end Evolution
end Agent
Evaluation done if M.b = true; end Evaluation
InitStates (M.x = 7 or M.x = 1999999999) and M.b = false; end InitStates
Formulae EF done; end Formulae
";

/// `x = y + 1999999999` over large ranges: finding the initial states takes ever larger tables.
const LARGE_TABLES: &str = "Agent M
  Vars: x : 0..2000000000; y : 0..2000000000; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = y if Action = go; end Evolution
end Agent
Evaluation same if M.x = M.y; end Evaluation
InitStates M.x = M.y + 1999999999; end InitStates
Formulae AX same; end Formulae
";

/// Forty agents with two actions each; `line` says what becomes of their variables.
fn forty_agents(line: &str) -> String {
    let mut text = String::new();
    for agent in 0..40 {
        let _ = write!(
            text,
            "Agent A{agent}\n Vars: x : 0..1; end Vars\n Actions = {{u, d}};\n Protocol: Other : {{u, d}}; end Protocol\n \
             Evolution: {line} end Evolution\nend Agent\n"
        );
    }
    let initial: Vec<String> = (0..40).map(|agent| format!("A{agent}.x = 0")).collect();
    let _ = write!(
        text,
        "Evaluation up if A0.x = 1; end Evaluation\nInitStates {}; end InitStates\nGroups g = {{A0}}; end Groups\n\
         Formulae <g>X up; <g>G !up; AG !up; end Formulae\n",
        initial.join(" and ")
    );
    text
}

/// A directory of a test's own, with a model.
fn with_model(name: &str, text: &str) -> PathBuf {
    let dir = fresh("limits", name);
    fs::write(dir.join("m.ispl"), text).unwrap();
    dir
}

#[test]
fn few_initial_states_among_very_many_are_found() {
    let dir = with_model("few-initial", HUGE_RANGE);
    fs::write(dir.join("walk.txt"), "initial\nstart M.x = 1999999999\nexpect M.x > 7\ngoal done\n").unwrap();
    let script = [&["simulate", "m.ispl", "--script", "walk.txt"], &PATIENCE[..]].concat();
    let (exit, out, err) = savoir(&dir, &script);
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("1999999999"), "{out}");
    let (exit, out, err) = savoir(&dir, &[&["graph", "m.ispl", "--format", "json"], &PATIENCE[..]].concat());
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    let graph: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(graph["states"].as_array().map(Vec::len), Some(4), "{out}");
}

#[test]
fn few_initial_states_are_found_though_the_reachable_ones_are_too_many() {
    let counting = HUGE_RANGE.replace("b = true if Action = go;", "x = x + 1 if Action = go and x < 2000000000;");
    let dir = with_model("far-to-go", &counting);
    let (exit, out, err) = savoir(&dir, &[&["simulate", "m.ispl", "--steps", "2"], &PATIENCE[..]].concat());
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    let (exit, out, err) = savoir(&dir, &[&["graph", "m.ispl"], &PATIENCE[..]].concat());
    assert_eq!((exit, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("too much for a picture"), "{err}");
}

#[test]
fn a_graph_with_very_many_joint_actions_is_said_to_be_too_large() {
    let dir = with_model("many-actions", &forty_agents("x = 1 if Action = u; x = 0 if Action = d;"));
    let (exit, out, err) = savoir(&dir, &[&["graph", "m.ispl"], &PATIENCE[..]].concat());
    assert_eq!((exit, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("too much for a picture"), "{err}");
}

#[test]
fn evidence_about_very_many_joint_actions_is_left_out_at_once() {
    let dir = with_model("evidence", &forty_agents("x = 1 if Action = u; x = 0 if Action = d;"));
    let (exit, out, err) = savoir(&dir, &["check", "m.ispl", "--evidence", "--timeout", "10s"]);
    assert_eq!((exit, err.as_str()), (1, ""), "{out}");
    assert!(!out.contains("time limit"), "{out}");
}

#[test]
fn a_step_is_found_though_nearly_all_joint_actions_lead_nowhere() {
    // Only if everybody does `u` there is a successor.
    let dir = with_model("needle", &forty_agents("x = 0 if Action = u; x = 2 - x if Action = d;"));
    let (exit, out, err) = savoir(&dir, &[&["simulate", "m.ispl", "--steps", "1"], &PATIENCE[..]].concat());
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("A39=u"), "{out}");
}

#[cfg(target_os = "linux")]
mod of_the_system {
    use super::*;
    use std::process::{Command, Stdio};

    /// Exit code and both streams of a run that may have so many kilobytes of addresses.
    fn within(dir: &std::path::Path, kilobytes: u64, arguments: &[&str]) -> (Option<i32>, String) {
        let program = env!("CARGO_BIN_EXE_savoir");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\""), program]);
        let done = command.args(arguments).current_dir(dir).stdin(Stdio::null()).output().unwrap();
        let text = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (done.status.code(), text)
    }

    #[test]
    fn few_addresses_end_in_an_answer_or_a_message() {
        let dir = with_model("addresses", &forty_agents("x = 1 if Action = u; x = 0 if Action = d;"));
        let commands: [&[&str]; 6] = [
            &["check", "m.ispl", "--engine", "symbolic"],
            &["check", "m.ispl", "--engine", "explicit"],
            &["check", "m.ispl", "--evidence"],
            &["synth", "m.ispl", "-f", "<?Y>F up"],
            &["simulate", "m.ispl", "--steps", "2"],
            &["graph", "m.ispl"],
        ];
        for megabytes in [40, 100, 200, 500, 1 << 10, 4 << 10, 16 << 10] {
            for command in commands {
                if megabytes > 500 && command.contains(&"explicit") {
                    continue; // It would use them.
                }
                let (exit, text) = within(&dir, megabytes << 10, command);
                let ended = matches!(exit, Some(0..=2)) || exit == Some(3) && text.contains("memory");
                assert!(ended, "{megabytes} MB, {command:?}: {exit:?}\n{text}");
                // Room for diagrams is reserved as there is room.
                assert!(
                    megabytes < 1 << 10 || command.contains(&"explicit") || exit != Some(3),
                    "{megabytes} MB\n{text}"
                );
            }
        }
    }

    /// Most megabytes that a run used. What the system says at its end would include this program, which started it.
    fn peak(dir: &std::path::Path, arguments: &[&str]) -> u64 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(arguments).current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut most = 0;
        loop {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            most = most.max(kilobytes.unwrap_or(0));
            if let Some(ended) = child.try_wait().unwrap() {
                assert_eq!(ended.code(), Some(3), "{arguments:?}");
                return most >> 10;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[test]
    fn a_limit_on_memory_is_kept() {
        let dir = with_model("memory", &forty_agents("x = 1 if Action = u; x = 0 if Action = d;"));
        fs::write(dir.join("tables.ispl"), LARGE_TABLES).unwrap();
        for (engine, model) in [("explicit", "m.ispl"), ("symbolic", "tables.ispl")] {
            for limit in [50, 100] {
                let used = peak(&dir, &["check", model, "--engine", engine, "--memory", &format!("{limit}M")]);
                assert!(used <= limit + limit / 10 + 10, "{engine}: {used} MB of {limit}");
            }
        }
    }
}
