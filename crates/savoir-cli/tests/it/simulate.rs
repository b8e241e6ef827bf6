//! `savoir simulate`: on a terminal, driven through tmux, and without one.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Machines under load are slow, and a test that waits for a text ends when it is there.
const DEADLINE: Duration = Duration::from_secs(60);

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).canonicalize().unwrap()
}

fn directory(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// A terminal of a given size with a simulation in it.
struct Screen {
    socket: String,
}

impl Screen {
    /// `None` where there is no tmux.
    fn open(name: &str, width: u16, height: u16, arguments: &str) -> Option<Screen> {
        if Command::new("tmux").arg("-V").stdout(Stdio::null()).status().is_err() {
            eprintln!("skipped: there is no tmux");
            return None;
        }
        let screen = Screen { socket: format!("savoir-test-{}-{name}", std::process::id()) };
        let command = format!("{} simulate {arguments}; echo EXIT $?; sleep 600", env!("CARGO_BIN_EXE_savoir"));
        let size = [width.to_string(), height.to_string()];
        screen.tmux(&["new-session", "-d", "-x", &size[0], "-y", &size[1], &command]);
        Some(screen)
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let done = Command::new("tmux").args(["-u", "-f", "/dev/null", "-L", &self.socket]).args(arguments).output();
        let done = done.unwrap();
        assert!(done.status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen shows all of these and is not being drawn any more; unless it is for ever.
    fn wait(&self, wanted: &[&str]) -> String {
        let start = Instant::now();
        let mut seen: Option<(Instant, String)> = None;
        loop {
            let text = self.text();
            if wanted.iter().all(|wanted| text.contains(wanted)) {
                match &mut seen {
                    Some((since, before)) if *before == text || since.elapsed() > Duration::from_secs(1) => {
                        return text;
                    }
                    Some((_, before)) => *before = text,
                    None => seen = Some((Instant::now(), text)),
                }
            } else {
                seen = None;
                assert!(start.elapsed() < DEADLINE, "{wanted:?} did not appear:\n{text}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn a_simulation_is_typed_through() {
    let dir = directory("typed");
    let saved = dir.join("session.txt");
    let model = example("two-doors.ispl");
    let Some(screen) = Screen::open("typed", 120, 40, model.to_str().unwrap()) else { return };
    screen.wait(&["Initial states", "1  Environment.looks=left", "2  Environment.looks=right"]);
    screen.press(&["Down", "Enter"]);
    let text = screen.wait(&["State 0, initial", "step 0 of 0", "Steps: 8 of 8 joint actions", "looks = right"]);
    assert!(text.contains("Environment  turn rest") && text.contains("Left         pause ask"), "{text}");
    // The first step: the environment turns, the others pause.
    screen.press(&["Enter"]);
    screen.wait(&["step 1 of 1", "* looks = left  was right", "●   1 Environment=turn, Left=pause, Right=pause"]);
    screen.press(&["b"]);
    screen.wait(&["step 0 of 1", "State 0, initial"]);
    screen.press(&["f"]);
    screen.wait(&["step 1 of 1"]);
    screen.press(&["/"]);
    screen.wait(&["filter:"]);
    screen.press(&["Left=ask", "Enter"]);
    screen.wait(&["Steps: 4 of 8 joint actions, filter “Left=ask”"]);
    screen.press(&["c"]);
    screen.wait(&["Steps: 8 of 8 joint actions ─"]);
    screen.press(&["r"]);
    screen.wait(&["step 2 of 2"]);
    screen.press(&["R"]);
    screen.wait(&["how many random steps:"]);
    screen.press(&["5", "Enter"]);
    screen.wait(&["step 7 of 7", "5 steps"]);
    screen.press(&["k"]);
    screen.wait(&["Knowledge", "Environment considers", "knows true", "knows false", "16 reachable states"]);
    screen.press(&["Enter"]);
    screen.wait(&["Environment considers", "(Esc closes)", "Left.place="]);
    screen.press(&["g"]);
    screen.wait(&["goal:"]);
    screen.press(&["left_inside and Left.GreenStates", "Enter"]);
    screen.wait(&["left_inside and Left.GreenStates holds here"]);
    screen.press(&["e"]);
    screen.wait(&["evaluate:"]);
    screen.press(&["K(Right, left_inside)", "Enter"]);
    screen.wait(&["K(Right, left_inside) is true here"]);
    screen.press(&["j"]);
    screen.wait(&["jump to step or condition:"]);
    screen.press(&["1", "Enter"]);
    screen.wait(&["step 1 of"]);
    screen.press(&["s"]);
    screen.wait(&["Set: 2 states", "set initial"]);
    screen.press(&["+"]);
    screen.wait(&["Set: 8 states", "set initial; set step"]);
    screen.press(&["="]);
    screen.wait(&["only states where:"]);
    screen.press(&["Left.place = waiting", "Enter"]);
    screen.wait(&["Set: 4 states"]);
    screen.press(&["*"]);
    screen.wait(&["knows true 2, false 2, neither 0"]);
    screen.press(&["-"]);
    screen.wait(&["Set: 8 states"]);
    screen.press(&[":"]);
    screen.press(&["goal left_insid", "Enter"]);
    screen.wait(&["there is no proposition `left_insid`"]);
    screen.press(&["w"]);
    screen.wait(&["write session to file:"]);
    screen.press(&[saved.to_str().unwrap(), "Enter"]);
    screen.wait(&["written to "]);
    screen.press(&["?"]);
    screen.wait(&["Keys", "take the selected step"]);
    screen.press(&["x"]);
    screen.wait(&["Steps: "]);
    screen.press(&["q"]);
    screen.wait(&["EXIT 0"]);
    let script = fs::read_to_string(&saved).unwrap();
    assert!(script.starts_with("start 2\ndo Environment=turn, Left=pause, Right=pause\n"), "{script}");
    assert!(script.ends_with("jump 1\nset initial\nset step\n"), "{script}");
    let run = savoir(&[model.to_str().unwrap(), "--script", saved.to_str().unwrap()], "");
    assert_eq!(run.exit, 0, "{}", run.err);
    assert!(run.out.contains("  8 states"), "{}", run.out);
}

#[test]
fn small_and_changing_terminals_are_no_problem() {
    let model = example("muddy-children.ispl");
    let Some(screen) = Screen::open("small", 40, 10, model.to_str().unwrap()) else { return };
    screen.wait(&["Initial states"]);
    screen.press(&["Enter"]);
    screen.wait(&["Steps: "]);
    for (width, height) in [("20", "5"), ("2", "2"), ("1", "1"), ("200", "50"), ("64", "16"), ("9", "40"), ("40", "10")]
    {
        screen.tmux(&["resize-window", "-x", width, "-y", height]);
        // Every panel, the help and a line that is too long.
        screen.press(&["Tab", "Tab", "Tab", "k", "Down", "End", "s", "h", "r", "?", "Down", "x", ":"]);
        screen.press(&[
            "is a condition that is longer than the line has room for",
            "Enter",
            "Right",
            "Left",
            "i",
            "Enter",
        ]);
    }
    screen.press(&["h"]);
    screen.wait(&["History", "step 0 of 0"]);
    // Ctrl-C leaves, and the terminal is as it was.
    screen.press(&["C-c"]);
    screen.wait(&["EXIT 130"]);
}

/// A closed terminal ends the simulation, which would otherwise wait for keys for ever.
#[test]
#[cfg(target_os = "linux")]
fn a_closed_terminal_ends_the_simulation() {
    let dir = directory("closed");
    let model = dir.join("model of a closed terminal.ispl");
    fs::copy(example("two-doors.ispl"), &model).unwrap();
    let running = || {
        let name = model.file_name().unwrap().to_str().unwrap().to_owned();
        let lines =
            fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        // The command line of a simulation; that of tmux and the shell are one word with the whole command in it.
        let simulates = |line: &Vec<u8>| line.split(|byte| *byte == 0).any(|word| word == b"simulate");
        lines.filter(|line| simulates(line) && String::from_utf8_lossy(line).contains(&name)).count()
    };
    let Some(screen) = Screen::open("closed", 100, 30, &format!("'{}'", model.display())) else { return };
    screen.wait(&["Initial states"]);
    assert_eq!(running(), 1);
    drop(screen);
    let start = Instant::now();
    while running() > 0 {
        assert!(start.elapsed() < Duration::from_secs(10), "the simulation goes on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_takes_long_can_be_interrupted() {
    let model = directory("long").join("long.ispl");
    let mut generate = Command::new(env!("CARGO_BIN_EXE_savoir"));
    assert!(generate.args(["generate", "nsl", "12", "-o"]).arg(&model).status().unwrap().success());
    let Some(screen) = Screen::open("long", 120, 40, model.to_str().unwrap()) else { return };
    screen.wait(&["Initial states"]);
    screen.press(&["Enter"]);
    let steps = |text: &str| text.lines().find_map(|line| line.split_once("Steps: ").map(|(_, rest)| rest.to_owned()));
    let before = steps(&screen.wait(&["Steps: "]));
    screen.press(&["k"]);
    screen.wait(&["finding out", "Esc interrupts"]);
    screen.press(&["Escape"]);
    let text = screen.wait(&["unknown: interrupted; k tries again"]);
    assert_eq!(steps(&text), before);
    // Everything else goes on.
    screen.press(&["r"]);
    screen.wait(&["step 1 of 1", "unknown: interrupted; k tries again"]);
    screen.press(&["q"]);
    screen.wait(&["EXIT 0"]);
}

struct Run {
    out: String,
    err: String,
    exit: i32,
}

fn savoir(arguments: &[&str], input: &str) -> Run {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    command.arg("simulate").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that does not read its input may end before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(done.stdout), err: text(done.stderr), exit: done.status.code().unwrap() }
}

#[test]
fn without_a_terminal_something_must_be_asked_for() {
    let model = example("two-doors.ispl");
    let model = model.to_str().unwrap();
    let run = savoir(&[model], "");
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("this is no terminal: give `--steps N` or `--script FILE`"), "{}", run.err);
    let run = savoir(&[model, "--format", "json"], "");
    assert!(run.exit == 2 && run.err.contains("`--format json` needs `--steps N` or `--script FILE`"), "{}", run.err);
    assert_eq!(savoir(&[model, "--steps", "3", "--script", "x"], "").exit, 2);
    assert_eq!(savoir(&["-", "--script", "-"], "").exit, 2);
    assert!(savoir(&[model, "--script", "no such file"], "").err.contains("cannot read `no such file`"));
    assert!(savoir(&["no such model", "--steps", "3"], "").err.contains("cannot read `no such model`"));
}

#[test]
fn files_that_are_no_scripts_are_refused() {
    let dir = directory("no-script");
    let model = example("two-doors.ispl");
    fs::write(dir.join("binary"), b"start\0\x1b[31m").unwrap();
    let run = savoir(&[model.to_str().unwrap(), "--script", dir.join("binary").to_str().unwrap()], "");
    assert!(run.exit == 2 && run.err.contains("is a binary file, not a script"), "{}", run.err);
    let run = savoir(&[model.to_str().unwrap(), "--script", "-"], "save /no/such/directory/file");
    assert!(run.exit == 2 && run.err.contains("cannot write `/no/such/directory/file`"), "{}", run.err);
}

#[test]
fn a_walk_ends_where_nothing_can_happen() {
    let dir = directory("stuck");
    let model = dir.join("stuck.ispl");
    let text = "Agent M Vars: x : 0..1; end Vars Actions = {go}; Protocol: x = 1 : {go}; end Protocol
        Evolution: x = 1 if Action = go; end Evolution end Agent Evaluation p if M.x = 1; end Evaluation
        InitStates M.x = 0; end InitStates Formulae p; end Formulae";
    fs::write(&model, text).unwrap();
    let run = savoir(&[model.to_str().unwrap(), "--script", "-"], "actions\nrandom 3\n");
    assert!(run.exit == 0 && run.out.contains("this state has no successor"), "{}", run.out);
    assert!(run.out.contains("M  nothing") && run.out.contains("0 joint actions allowed, 0 steps"), "{}", run.out);
    assert_eq!(savoir(&[model.to_str().unwrap(), "--script", "-"], "until p\n").exit, 1);
    fs::write(&model, text.replace("M.x = 0", "M.x = 0 and M.x = 1")).unwrap();
    let run = savoir(&[model.to_str().unwrap(), "--steps", "1"], "");
    assert!(run.exit == 2 && run.err.contains("E0401"), "{}", run.err);
}

#[test]
fn the_same_seed_gives_the_same_walk() {
    let model = example("tian-ji.ispl");
    let walk = |seed: &str| savoir(&[model.to_str().unwrap(), "--steps", "20", "--seed", seed], "").out;
    assert_eq!(walk("3"), walk("3"));
    assert!((0..10).any(|seed| walk(&seed.to_string()) != walk("3")), "no seed makes a difference");
}

#[test]
fn exit_codes_of_scripts() {
    let model = example("two-doors.ispl");
    let run = |script: &str| savoir(&[model.to_str().unwrap(), "--script", "-"], script);
    assert_eq!(run("# nothing\n\n").exit, 0);
    assert_eq!(run("expect left_out\nis left_inside\n").exit, 0);
    let failed = run("expect left_inside\nshow\n");
    assert!(failed.exit == 1 && failed.out.contains("is false, but should be true") && failed.out.contains("> show"));
    assert_eq!(run("goal left_inside and right_inside").exit, 1);
    let wrong = run("show\nrandon\nshow\n");
    assert!(wrong.exit == 2 && wrong.err.contains("standard input:2: there is no command `randon`"), "{}", wrong.err);
    assert_eq!(wrong.out.matches("> show").count(), 1);
    let wrong = run("is left_insid");
    assert!(wrong.exit == 2 && wrong.err.contains("standard input:1, condition:1:1"), "{}", wrong.err);
    let slow = savoir(&[model.to_str().unwrap(), "--script", "-", "--timeout", "0s"], "show\nknows\n");
    assert!(slow.exit == 3 && slow.out.contains("unknown: time limit reached"), "{}{}", slow.out, slow.err);
}

#[test]
fn json_is_one_document_also_with_errors() {
    let model = example("two-doors.ispl");
    let script = "initial\nstart 2\nactions\nrandom 3\nknows\npossible Left\nset step\nset knows\nhistory\nseed 4\nis left_out\nnonsense\n";
    let run = savoir(&[model.to_str().unwrap(), "--script", "-", "--format", "json"], script);
    assert_eq!(run.exit, 2);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["schema"], "savoir/simulation/1");
    let kinds: Vec<&str> =
        document["entries"].as_array().unwrap().iter().map(|entry| entry["reply"]["kind"].as_str().unwrap()).collect();
    let expected = [
        "initial",
        "here",
        "options",
        "walk",
        "knowledge",
        "possible",
        "set",
        "across",
        "history",
        "done",
        "truth",
        "error",
    ];
    assert_eq!(kinds, expected);
    let walk = &document["entries"][3]["reply"]["places"];
    assert_eq!(walk.as_array().unwrap().len(), 3);
    assert_eq!(walk[0]["state"]["Environment"]["room"], "free");
}
