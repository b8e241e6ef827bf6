//! One line on the terminal that says how far a run is. It appears only when the run takes a while and standard error
//! is a terminal, and it is gone before anything else is printed.

use crate::{interrupt, memory};
use savoir::{Phase, Progress, ProgressSink, SearchProgress};
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_millis(400);
/// Time between two looks.
const TICK: Duration = Duration::from_millis(100);

/// After Ctrl-C, should a step take a while that cannot be left.
const STOPPING: &str = "stopping · Ctrl-C again ends at once";

/// What there is to show.
#[derive(Default)]
struct Line {
    start: Option<Instant>,
    last: Option<Progress>,
    /// Whether the line is on the screen.
    shown: bool,
}

fn line() -> MutexGuard<'static, Line> {
    static LINE: OnceLock<Mutex<Line>> = OnceLock::new();
    // A panic while drawing leaves nothing that could be wrong.
    LINE.get_or_init(Mutex::default).lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Begins to show progress, if somebody is watching; the sink is where the run reports it.
pub(crate) fn begin() -> Option<ProgressSink> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    *line() = Line { start: Some(Instant::now()), ..Line::default() };
    static TICKER: OnceLock<()> = OnceLock::new();
    TICKER.get_or_init(|| {
        // Without a thread there is no line, which is no harm.
        let _ = std::thread::Builder::new().spawn(|| {
            loop {
                std::thread::sleep(TICK);
                line().draw();
            }
        });
    });
    Some(Arc::new(|progress: &Progress| line().last = Some(progress.clone())))
}

/// Shows nothing more until the next run.
pub(crate) fn end() {
    let mut line = line();
    line.erase();
    line.start = None;
}

/// Takes the line off the screen, so that something can be printed; it comes back by itself.
pub(crate) fn make_way() {
    line().erase();
}

impl Line {
    fn draw(&mut self) {
        if let (Some(start), Some(progress)) = (self.start, &self.last)
            && start.elapsed() > PATIENCE
        {
            let text = if interrupt::happened() { STOPPING.to_owned() } else { text(progress, start.elapsed()) };
            let mut stderr = std::io::stderr().lock();
            let _ = write!(stderr, "\r\x1b[K{text}").and_then(|()| stderr.flush());
            self.shown = true;
        }
    }

    fn erase(&mut self) {
        if std::mem::take(&mut self.shown) {
            let mut stderr = std::io::stderr().lock();
            let _ = write!(stderr, "\r\x1b[K").and_then(|()| stderr.flush());
        }
    }
}

/// How far a run is, in a few words.
pub(crate) fn text(progress: &Progress, elapsed: Duration) -> String {
    let phase = match progress.phase {
        Phase::Initial => "preparing",
        Phase::Explore => "finding states",
        Phase::Connect => "connecting states",
        Phase::Evaluate => "deciding formulas",
        Phase::Strategies => "looking for strategies",
        Phase::Groups => "trying groups",
    };
    let mut parts = vec![phase.to_owned()];
    let all = u64::try_from(&progress.states).unwrap_or(u64::MAX);
    if progress.phase == Phase::Connect && all > 0 {
        // Here it is known how many steps there are: one for each state.
        parts.push(format!(
            "{} {} %",
            bar(progress.iteration, all),
            100 * u128::from(progress.iteration) / u128::from(all)
        ));
    } else if progress.iteration > 0 {
        let what = if progress.phase == Phase::Strategies { "round" } else { "step" };
        parts.push(format!("{what} {}", progress.iteration));
    }
    let states = progress.states.to_string();
    if states != "0" {
        parts.push(format!("{} states", short(&states)));
    }
    if let Some(nodes) = progress.nodes {
        parts.push(format!("{} nodes", short(&nodes.to_string())));
    }
    if let Some(SearchProgress { decided, won, conflicts }) = progress.search {
        if conflicts > 0 {
            parts.push(format!("{conflicts} conflicts"));
        }
        if decided > 0 {
            parts.push(format!("won from {won} of {decided} start sets"));
        }
    }
    if let Some(used) = memory::used() {
        parts.push(format!("{} MB", used.resident >> 20));
    }
    parts.push(format!("{:.1} s", elapsed.as_secs_f64()));
    parts.join(" · ")
}

/// Cells of a bar.
const CELLS: u64 = 12;

/// How much of a known amount is done.
pub(crate) fn bar(done: u64, all: u64) -> String {
    let full = (u128::from(done.min(all)) * u128::from(CELLS) / u128::from(all.max(1))) as usize;
    "█".repeat(full) + &"░".repeat(CELLS as usize - full)
}

/// A number that fits: `1234567` stays, longer ones are rounded to `1.2e20`.
fn short(digits: &str) -> String {
    if digits.len() <= 9 {
        return digits.to_owned();
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..2], digits.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_phase_step_states_and_nodes() {
        let progress = Progress { nodes: Some(300_000), ..Progress::at(Phase::Explore, 26, 123_456_789_012) };
        let line = text(&progress, Duration::from_millis(85_250));
        assert!(line.starts_with("finding states · step 26 · 1.2e11 states · 300000 nodes · "), "{line}");
        assert!(line.ends_with(" · 85.2 s"), "{line}");
    }

    #[test]
    fn a_search_for_strategies_says_what_it_has_found() {
        let search = Some(SearchProgress { decided: 5, won: 2, conflicts: 120 });
        let line = text(&Progress { search, ..Progress::at(Phase::Strategies, 7, 1000) }, Duration::ZERO);
        let expected = "looking for strategies · round 7 · 1000 states · 120 conflicts · won from 2 of 5 start sets · ";
        assert!(line.starts_with(expected), "{line}");
    }

    #[test]
    fn a_bar_shows_how_much_of_a_known_amount_is_done() {
        assert_eq!([bar(0, 7), bar(7, 7), bar(9, 7), bar(0, 0)].map(|bar| bar.matches('█').count()), [0, 12, 12, 0]);
        assert_eq!(bar(5, 10), "██████░░░░░░");
        let line = text(&Progress::at(Phase::Connect, 250, 1000), Duration::ZERO);
        assert!(line.starts_with("connecting states · ███░░░░░░░░░ 25 % · 1000 states"), "{line}");
    }
}
