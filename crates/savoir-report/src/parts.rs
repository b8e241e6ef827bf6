//! What checking in parts took, for people.

use crate::plan::grouped;
use crate::style::{BOLD, DIM, paint};
use savoir::{PartitionRecord, SeatRecord};
use std::fmt::Write;

/// The parts of a model, who worked on them, and how the work would be shared by more workers.
#[must_use]
pub(crate) fn render(record: &PartitionRecord) -> String {
    let PartitionRecord { algorithm, sizes, listed, is_apart, seats, together } = record;
    let mut out = format!("\n  {}  {}\n", paint(BOLD, "parts"), algorithm.name());
    let by = match listed {
        Some(listed) if *listed == sizes.len() => "as the model lists them".to_owned(),
        Some(listed) => format!("from the {listed} that the model lists"),
        None => "by the bits that balance best".to_owned(),
    };
    let meet = if *is_apart { "their states never meet" } else { "their states may meet" };
    let _ = writeln!(out, "       the initial states in {} {by}; {meet}", counted(sizes.len(), "part"));
    let _ = writeln!(
        out,
        "       {}",
        paint(DIM, "parts         reach work  merge work  check work       nodes  bytes told")
    );
    for seat in seats {
        let reach: u64 = seat.reach.iter().sum();
        let SeatRecord { merge, check, nodes, bytes, .. } = seat;
        let _ =
            writeln!(out, "       {:<12}{reach:>12}{merge:>12}{check:>12}{nodes:>12}{bytes:>12}", numbers(&seat.parts));
    }
    if *together > 0 {
        let _ = writeln!(out, "       all states in one place: {} steps of work", grouped_steps(*together));
    }
    let workers =
        [2, 4, 8, 16, 32, 64].map(|workers| format!("{workers}: {}", times(record.work(), record.longest(workers))));
    let _ = writeln!(out, "       {}", paint(DIM, &format!("shared by so many workers: {}", workers.join(", "))));
    out
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{} {what}s", grouped(count)) }
}

fn grouped_steps(steps: u64) -> String {
    usize::try_from(steps).map_or_else(|_| steps.to_string(), grouped)
}

/// The work of all beside that of the slowest.
fn times(all: u64, longest: u64) -> String {
    if longest == 0 { "1.0×".to_owned() } else { format!("{:.1}×", all as f64 / longest as f64) }
}

/// Numbers from 1; runs of them in short.
fn numbers(parts: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &part in parts {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == part => *last = part,
            _ => runs.push((part, part)),
        }
    }
    let run = |(first, last): &(usize, usize)| match last - first {
        0 => format!("{}", first + 1),
        _ => format!("{}–{}", first + 1, last + 1),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_parts_are_short() {
        assert_eq!(numbers(&[0, 1, 2, 5, 8, 9]), "1–3 6 9–10");
        assert_eq!(numbers(&[3]), "4");
    }
}
