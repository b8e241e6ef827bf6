//! A terminal that goes away. The library that reads the keyboard waits for ever for keys of a terminal that is closed, so
//! this is noticed on a thread of its own.

use crate::interrupt;
use std::time::{Duration, Instant};

/// Time between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// So long the screen has to end by itself after an interrupt.
const GRACE: Duration = Duration::from_millis(500);

/// Ends the program when the terminal is closed, or when an interrupt has no effect.
pub(super) fn watch() {
    // Without this thread the simulation works as well, as long as the terminal is there.
    let _ = std::thread::Builder::new().name("terminal".to_owned()).spawn(|| {
        let mut interrupted: Option<Instant> = None;
        loop {
            std::thread::sleep(POLL_INTERVAL);
            if interrupt::happened() {
                interrupted.get_or_insert_with(Instant::now);
            }
            if is_closed() {
                std::process::exit(130);
            }
            if interrupted.is_some_and(|since| since.elapsed() > GRACE) {
                ratatui::restore();
                std::process::exit(130);
            }
        }
    });
}

/// Whether the terminal has been closed.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let input = std::io::stdin();
    let mut asked = [PollFd::new(&input, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut asked, Some(&at_once)).is_ok() && asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}

/// Elsewhere the system ends the programs of a terminal that is closed.
#[cfg(not(unix))]
fn is_closed() -> bool {
    false
}
