//! Comparing measurements: with other programs, and with earlier ones.

use super::{Report, Row};

/// The geometric mean; none without values.
#[must_use]
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (logarithms / values.len() as f64).exp())
}

/// Earlier measurements.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The report of then.
    pub old: &'a Report,
}

impl Comparison<'_> {
    /// The same row then.
    #[must_use]
    pub fn before(&self, row: &Row) -> Option<&Row> {
        self.old.rows.iter().find(|old| old.series() == row.series() && old.size == row.size)
    }

    fn finished_before(&self, row: &Row) -> Option<f64> {
        self.before(row)?.run.finished_seconds()
    }

    /// New time over old time of the rows that finished both times.
    #[must_use]
    pub fn ratios(&self, new: &Report) -> Vec<f64> {
        let ratio = |row: &Row| Some(row.run.finished_seconds()? / self.finished_before(row)?.max(f64::MIN_POSITIVE));
        new.rows.iter().filter_map(ratio).collect()
    }

    /// The rows that finish now and did not then.
    #[must_use]
    pub fn gained<'n>(&self, new: &'n Report) -> Vec<&'n Row> {
        let gained = |row: &&Row| row.run.finished_seconds().is_some() && self.finished_before(row).is_none();
        new.rows.iter().filter(gained).collect()
    }

    /// The rows that finished then and do not now.
    #[must_use]
    pub fn lost<'n>(&self, new: &'n Report) -> Vec<&'n Row> {
        let lost = |row: &&Row| row.run.finished_seconds().is_none() && self.finished_before(row).is_some();
        new.rows.iter().filter(lost).collect()
    }
}

/// Another program's time over ours, for the rows that both finished.
pub(crate) fn speedups(report: &Report, other: usize) -> Vec<f64> {
    let speedup = |row: &Row| {
        let ours = row.run.finished_seconds()?.max(f64::MIN_POSITIVE);
        Some(row.against.get(other)?.finished_seconds()? / ours)
    };
    report.rows.iter().filter_map(speedup).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{End, samples};

    #[test]
    fn means_are_geometric() {
        assert!(geometric_mean(&[]).is_none());
        assert!((geometric_mean(&[2.0, 8.0]).unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(speedups(&samples::report(), 0), [2.0, 8.0]);
    }

    #[test]
    fn rows_are_lost_and_gained() {
        let old = samples::report();
        let mut new = samples::report();
        new.rows[0].run.seconds = Some(0.25);
        new.rows[1].run.end = End::Timeout;
        new.rows[4].run.end = End::Finished;
        let comparison = Comparison { old: &old };
        assert_eq!(comparison.ratios(&new), [0.5, 1.0, 1.0]);
        assert_eq!(comparison.lost(&new)[0].name(), "dining 20");
        assert_eq!(comparison.gained(&new)[0].name(), "muddy 80");
    }
}
