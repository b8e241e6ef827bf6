//! `savoir simulate` on a terminal, driven through tmux.

use crate::simulate::{directory, example, savoir};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Machines under load are slow, and a test that waits for a text ends when it is there.
const DEADLINE: Duration = Duration::from_secs(60);

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

/// Keys that are pressed one after the other, and what is on the screen then.
const TYPED: &[(&[&str], &[&str])] = &[
    // The first step: the environment turns, the others pause.
    (&["Enter"], &["step 1 of 1", "* looks = left  was right", "●   1 Environment=turn, Left=pause, Right=pause"]),
    (&["b"], &["step 0 of 1", "State 0, initial"]),
    (&["f"], &["step 1 of 1"]),
    (&["/"], &["filter:"]),
    (&["Left=ask", "Enter"], &["Steps: 4 of 8 joint actions, filter “Left=ask”"]),
    (&["c"], &["Steps: 8 of 8 joint actions ─"]),
    (&["r"], &["step 2 of 2"]),
    (&["R"], &["how many random steps:"]),
    (&["5", "Enter"], &["step 7 of 7", "5 steps"]),
    (&["k"], &["Knowledge", "states possible", "Environment   Left  Right", "left_waits  ", "16 reachable states"]),
    (&["Right", "Enter"], &["Left considers", "(Esc closes)", "Right.place="]),
    (&["Escape"], &["Knowledge (← → agent"]),
    (&["Left", "Enter"], &["Environment considers", "(Esc closes)", "Left.place="]),
    (&["v"], &["watch:"]),
    (&["AF left_inside", "Enter"], &["Watched", " AF left_inside", "Propositions"]),
    (&["g"], &["goal:"]),
    (&["left_inside and Left.GreenStates", "Enter"], &["left_inside and Left.GreenStates holds here"]),
    (&["e"], &["evaluate:"]),
    (&["K(Right, left_inside)", "Enter"], &["K(Right, left_inside) is true here"]),
    (&["j"], &["jump to step or condition:"]),
    (&["1", "Enter"], &["step 1 of"]),
    (&["s"], &["Set: 2 states", "set initial"]),
    (&["+"], &["Set: 8 states", "set initial; set step"]),
    (&["="], &["only states where:"]),
    (&["Left.place = waiting", "Enter"], &["Set: 4 states"]),
    (&["*"], &["knows true 2, false 2, neither 0"]),
    (&["-"], &["Set: 8 states"]),
    (&[":"], &[]),
    (&["goal left_insid", "Enter"], &["there is no proposition `left_insid`"]),
];

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
    for (keys, wanted) in TYPED {
        screen.press(keys);
        screen.wait(wanted);
    }
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
    assert!(
        script.starts_with("-- a session of savoir simulate\nstart 2\ndo Environment=turn, Left=pause, Right=pause\n"),
        "{script}"
    );
    assert!(script.ends_with("jump 1\nset initial\nset step\nwatch AF left_inside\n"), "{script}");
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

#[test]
fn a_hostile_name_does_not_reach_the_terminal() {
    let dir = directory("hostile");
    let name = "a\u{1b}[2K\rb\u{202e}c\nd\u{200b}.ispl";
    fs::copy(example("two-doors.ispl"), dir.join(name)).unwrap();
    // The shell finds the file by itself, so that no quoting is needed.
    let arguments = format!("{}/*.ispl", dir.display());
    let Some(screen) = Screen::open("hostile", 160, 40, &arguments) else { return };
    let title = r"a\u{1b}[2K\rb\u{202e}c\nd\u{200b}.ispl";
    screen.wait(&["Initial states", title]);
    screen.press(&["Enter"]);
    screen.wait(&["State 0, initial"]);
    // What is typed is shown while it is typed, and in the message about it.
    screen.press(&["e"]);
    screen.wait(&["evaluate:"]);
    screen.press(&["x\u{202e}y"]);
    screen.wait(&[r"evaluate: x\u{202e}y"]);
    screen.press(&["Enter"]);
    let text = screen.wait(&[r"invalid character `\u{202e}`"]);
    assert!(!text.contains('\u{202e}') && text.contains(title), "{text}");
}

#[test]
fn evidence_is_opened_and_walked_along() {
    let (dir, model) = (directory("walked"), example("two-doors.ispl"));
    let file = crate::simulate::evidence(&dir, &model);
    let arguments = format!("{} --evidence {}", model.display(), file.display());
    let Some(screen) = Screen::open("walked", 120, 40, &arguments) else { return };
    screen.wait(&["Evidence (Enter walks along a path)", "formula 3, left-always-comes-back, is false: a path of"]);
    screen.press(&["Enter"]);
    screen.wait(&["step 0 of 3", "State 0, initial"]);
    screen.press(&["f", "f"]);
    screen.wait(&["step 2 of 3"]);
    // Another step leaves the path, and opening it again comes back to it.
    screen.press(&["b", "Tab", "Tab", "Tab", "Down", "Down", "Down", "Enter"]);
    screen.wait(&["step 2 of 2"]);
    screen.press(&["p", "Enter"]);
    screen.wait(&["step 0 of 3"]);
    screen.press(&["o"]);
    screen.wait(&["open session or evidence in file:"]);
    screen.press(&[model.to_str().unwrap(), "Enter"]);
    screen.wait(&["there is no command"]);
    screen.press(&["q"]);
    screen.wait(&["EXIT 0"]);
}
