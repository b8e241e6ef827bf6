//! Running another program: with a limit on its time, killed on Ctrl-C, and measured.
//!
//! The caller decides where its output goes; a file needs no reader.

use crate::{interrupt, memory};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How often the guard looks whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(50);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself.
    Exited(ExitStatus),
    /// Killed when its time was over.
    TimedOut,
    /// Killed because it had too much memory.
    OutOfMemory,
    /// Killed on Ctrl-C.
    Interrupted,
}

/// What a program used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// How it ended.
    pub(crate) end: End,
    /// Time by the clock.
    pub(crate) wall: Duration,
    /// Processor time.
    pub(crate) cpu: Duration,
    /// The most memory it had at one time, in bytes.
    pub(crate) peak: u64,
}

/// What a program may use. Where the system does not say how much that is, only the clock counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Time by the clock.
    pub(crate) wall: Duration,
    /// Processor time.
    pub(crate) cpu: Option<Duration>,
    /// Memory in bytes.
    pub(crate) memory: Option<u64>,
}

/// Starts the program and waits for its end.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn run(mut command: Command, bounds: Bounds) -> std::io::Result<Measured> {
    own_group(&mut command);
    let start = Instant::now();
    let mut child = command.spawn()?;
    let victim = Victim::new(&child);
    let (ended, news) = channel::<()>();
    let id = child.id();
    let guard = std::thread::spawn(move || guard(&victim, id, bounds, &news));
    let exited = wait_without_reaping(&mut child);
    let wall = start.elapsed();
    // The guard must be gone before the number of the process is given back to the system.
    drop(ended);
    let killed = guard.join().unwrap_or(None);
    exited?;
    let used = child.wait4()?;
    Ok(Measured {
        end: killed.unwrap_or(End::Exited(used.status)),
        wall,
        cpu: used.rusage.utime + used.rusage.stime,
        peak: used.rusage.maxrss,
    })
}

/// Kills the program when its time is over, its memory is beyond the limit, or Ctrl-C is pressed.
fn guard(victim: &Victim, id: u32, bounds: Bounds, news: &Receiver<()>) -> Option<End> {
    let start = Instant::now();
    loop {
        let left = bounds.wall.saturating_sub(start.elapsed());
        match news.recv_timeout(left.min(GLANCE)) {
            Err(RecvTimeoutError::Timeout) => {}
            _ => return None,
        }
        let end = if interrupt::happened() {
            End::Interrupted
        } else if start.elapsed() >= bounds.wall
            || bounds.cpu.is_some_and(|most| cpu_time(id).is_some_and(|used| used > most))
        {
            End::TimedOut
        } else if bounds.memory.is_some_and(|most| memory::used_by_process(id).is_some_and(|bytes| bytes > most)) {
            End::OutOfMemory
        } else {
            continue;
        };
        victim.kill();
        return Some(end);
    }
}

/// The processor time that a process has had, where the system says so.
fn cpu_time(process: u32) -> Option<Duration> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may contain anything.
    let mut fields = line.rsplit_once(')')?.1.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    let ticks = fields.next()? + fields.next()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// Ticks of processor time in a second: what Linux tells programs, whatever it counts inside.
const TICKS: u64 = 100;

#[cfg(unix)]
mod system {
    use super::{Child, Command};
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;

    /// The group of processes to kill.
    pub(super) struct Victim(Pid);

    impl Victim {
        pub(super) fn new(child: &Child) -> Victim {
            Victim(Pid::from_child(child))
        }

        pub(super) fn kill(&self) {
            // If it is gone already, all the better.
            let _ = kill_process_group(self.0, Signal::KILL);
        }
    }

    /// A group of its own, so that what a script starts is killed with it.
    pub(super) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Waits, and leaves the process to be measured: until then no other process can have its number.
    pub(super) fn wait_without_reaping(child: &mut Child) -> std::io::Result<()> {
        let id = WaitId::Pid(Pid::from_child(child));
        loop {
            match waitid(id.clone(), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
                Err(rustix::io::Errno::INTR) => {}
                other => return other.map(|_| ()).map_err(Into::into),
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Child, Command};

    /// Without process groups, a program runs until it ends by itself.
    pub(super) struct Victim;

    impl Victim {
        pub(super) fn new(_: &Child) -> Victim {
            Victim
        }

        pub(super) fn kill(&self) {}
    }

    pub(super) fn own_group(_: &mut Command) {}

    pub(super) fn wait_without_reaping(_: &mut Child) -> std::io::Result<()> {
        Ok(())
    }
}

use system::{Victim, own_group, wait_without_reaping};

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn clock(milliseconds: u64) -> Bounds {
        Bounds { wall: Duration::from_millis(milliseconds), cpu: None, memory: None }
    }

    #[test]
    fn a_program_is_measured() {
        let measured = run(shell("exit 3"), clock(60_000)).unwrap();
        assert!(matches!(measured.end, End::Exited(status) if status.code() == Some(3)));
        assert!(measured.peak > 10_000 && measured.cpu <= measured.wall * 8);
        assert!(run(Command::new("no-such-program-here"), clock(1000)).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_with_too_much_memory_is_killed() {
        let within = |memory| Bounds { memory: Some(memory), ..clock(60_000) };
        let measured = run(shell("sleep 60; true"), within(1)).unwrap();
        assert_eq!(measured.end, End::OutOfMemory);
        let measured = run(shell("exit 0"), within(1 << 40)).unwrap();
        assert!(matches!(measured.end, End::Exited(status) if status.success()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_processor_time_counts_if_that_is_wished() {
        let within = |cpu| Bounds { cpu: Some(Duration::from_millis(cpu)), ..clock(60_000) };
        let measured = run(shell("while true; do :; done"), within(100)).unwrap();
        assert_eq!(measured.end, End::TimedOut);
        assert!(measured.cpu > Duration::from_millis(90));
        let measured = run(shell("sleep 0.3"), within(100)).unwrap();
        assert!(matches!(measured.end, End::Exited(status) if status.success()));
    }

    #[test]
    fn a_program_and_what_it_started_are_killed_in_time() {
        let start = Instant::now();
        let measured = run(shell("sleep 60; true"), clock(100)).unwrap();
        assert_eq!(measured.end, End::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
