//! What happens when the world does not play along: full disks, folders that cannot be written, readers that go away,
//! signals, clocks that jump, and two processes that want the same file.

mod clock;
mod disk;
mod pipes;
mod results;
mod signals;

use super::common::{counting_or_waiting, fresh};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program under test.
const SAVOIR: &str = env!("CARGO_BIN_EXE_savoir");

/// Long enough for a busy machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// A small model whose layout is not the standard one.
const MODEL: &str = counting_or_waiting!(
    "Evaluation top if M.x = 3; end Evaluation InitStates M.x = 0; end InitStates
Groups g = {M}; end Groups
Formulae EF top; <g>F top; end Formulae
"
);

/// A model that takes longer than any test: somebody counts very far.
const LONG: &str = "Agent M
  Vars: x : 0..1000000000; y : boolean; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 1000000000 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 1000000000; end Evaluation
InitStates M.x = 0 and M.y = true; end InitStates
Groups g = {M}; end Groups
Formulae EF top; AG !top; <?Y>F top; end Formulae
";

/// An empty directory with the models in it, and evidence and a script for one of them.
fn directory(name: &str) -> PathBuf {
    let dir = fresh("faults", name);
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    fs::write(dir.join("long.ispl"), LONG).unwrap();
    fs::write(dir.join("groups.ispl"), MODEL.replace("<g>", "<?Y>")).unwrap();
    fs::write(dir.join("script.txt"), "start 1\nrandom 2\n").unwrap();
    fs::create_dir(dir.join("temporary")).unwrap();
    dir
}

/// The names of unfinished files in a directory.
fn unfinished(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(".savoir")).collect()
}

/// A process that does not outlive its test.
struct Running(Child);

/// How a process ended and what it printed.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Starts the program with words that are separated by spaces, and with a temporary directory of its own.
fn start(dir: &Path, words: &str) -> Running {
    let mut command = Command::new(SAVOIR);
    command.args(words.split_whitespace()).current_dir(dir).stdin(Stdio::null()).env("TMPDIR", dir.join("temporary"));
    Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

impl Running {
    fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends a signal, unless it is too late.
    fn send(&self, signal: Signal) {
        let _ = kill_process(Pid::from_child(&self.0), signal);
    }

    /// Whether it handles a signal by itself. Until then it would simply be killed.
    fn handles(&self, signal: Signal) -> bool {
        let Ok(status) = fs::read_to_string(format!("/proc/{}/status", self.id())) else { return false };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim().to_owned();
        u64::from_str_radix(&caught, 16).unwrap() & (1 << (signal.as_raw() - 1)) != 0
    }

    /// Waits for its end. What it says on standard error must fit into a pipe.
    fn end(mut self) -> Ended {
        let text = |stream: Option<&mut dyn Read>| {
            let mut bytes = Vec::new();
            stream.map(|stream| stream.read_to_end(&mut bytes).unwrap());
            String::from_utf8(bytes).unwrap()
        };
        let out = text(self.0.stdout.as_mut().map(|stream| stream as &mut dyn Read));
        let err = text(self.0.stderr.as_mut().map(|stream| stream as &mut dyn Read));
        Ended { code: self.0.wait().unwrap().code(), out, err }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something is so.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < DEADLINE, "{what}: not in time");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The processes that were started for another one and are still there.
fn workers_of(parent: u32) -> Vec<String> {
    let mark = format!("SAVOIR_PARENT={parent}");
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let works = |process: &String| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
    };
    processes.filter(|name| name.parse::<u32>().is_ok()).filter(works).collect()
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
