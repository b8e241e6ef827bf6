//! Running the program as several processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const SAVOIR: &str = env!("CARGO_BIN_EXE_savoir");

/// The exit code, standard output and standard error of a run.
pub(crate) type Ran = (i32, String, String);

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// An empty directory for one test.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mpi").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// A directory with a model that takes minutes.
pub(crate) fn with_large_model(name: &str) -> PathBuf {
    let dir = fresh(name);
    assert_eq!(savoir(&dir, &["generate", "cards-k", "16", "-o", "m.ispl"]).0, 0);
    dir
}

fn ran(done: std::process::Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

/// Runs the program as it is.
pub(crate) fn savoir(dir: &Path, arguments: &[&str]) -> Ran {
    ran(Command::new(SAVOIR).args(arguments).current_dir(dir).stdin(Stdio::null()).output().unwrap())
}

pub(crate) fn mpirun(processes: usize) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "-n", &processes.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program as several processes.
pub(crate) fn together(processes: usize, dir: &Path, arguments: &[&str]) -> Ran {
    ran(mpirun(processes).arg(SAVOIR).args(arguments).current_dir(dir).output().unwrap())
}

/// Several processes in the middle of their work.
pub(crate) struct AtWork {
    launcher: Child,
    /// By rank.
    pub(crate) processes: Vec<u32>,
}

impl AtWork {
    /// Starts them on a model that takes long, with these words for the launcher.
    pub(crate) fn start(processes: usize, dir: &Path, words: &[&str], arguments: &[&str]) -> AtWork {
        let mut command = mpirun(processes);
        let launcher = command.args(words).arg(SAVOIR).args(arguments).current_dir(dir).spawn().unwrap();
        let mut work = AtWork { launcher, processes: Vec::new() };
        let start = Instant::now();
        while work.processes.len() < processes {
            assert!(start.elapsed() < Duration::from_secs(30), "they do not start");
            std::thread::sleep(Duration::from_millis(50));
            work.processes = (0..processes).filter_map(|rank| child(work.launcher.id(), rank)).collect();
        }
        // They have to find each other, and to begin.
        std::thread::sleep(Duration::from_secs(2));
        work
    }

    /// Sends a signal to a process of this rank, or to the launcher.
    pub(crate) fn signal(&self, signal: &str, rank: Option<usize>) {
        let process = rank.map_or(self.launcher.id(), |rank| self.processes[rank]);
        assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
    }

    /// What they say in the end, and how long that took from now on. None of them is left.
    pub(crate) fn end(self) -> (Ran, Duration) {
        let start = Instant::now();
        let ran = ran(self.launcher.wait_with_output().unwrap());
        let took = start.elapsed();
        let is_left = |process: &&u32| {
            let words = fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
            words.contains("savoir")
        };
        while self.processes.iter().any(|process| is_left(&process)) {
            assert!(start.elapsed() - took < Duration::from_secs(10), "some are left: {ran:?}");
            std::thread::sleep(Duration::from_millis(100));
        }
        (ran, took)
    }
}

/// The process of a rank that a launcher has started.
fn child(launcher: u32, rank: usize) -> Option<u32> {
    let numbers = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut children = numbers.filter(|process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // After the name, which may contain anything: the state, then the parent.
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
        parent == Some(launcher)
    });
    children.find(|process| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == format!("OMPI_COMM_WORLD_RANK={rank}").as_bytes())
    })
}
