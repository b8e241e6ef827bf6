//! How time grows with N: as a power of it, or exponentially, whichever is closer to what was measured.
//!
//! Both are straight lines if the time is taken by its logarithm, over the logarithm of N or over N itself. They are fitted by
//! least squares; the one that leaves less is the answer.

use super::{End, Report, Row};
use crate::escape::{markdown, visible};
use std::fmt::Write;

/// Shorter runs mostly start and end.
const SHORTEST: f64 = 0.02;

/// Two points are on any curve.
const FEWEST: usize = 3;

/// How the time of a family grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The family, with the formula if groups were sought.
    pub series: String,
    /// The sizes that count, in ascending order.
    pub sizes: Vec<usize>,
    /// Seconds of processor time at the largest of them.
    pub seconds: f64,
    /// How it grows.
    pub growth: Growth,
    /// How much of the variation of the logarithm the curve explains: 1 is all.
    pub explained: f64,
}

/// A law of growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// N to this power.
    Power(f64),
    /// This to the power of N.
    Exponential(f64),
}

impl Growth {
    /// The law as a formula.
    fn words(self) -> String {
        match self {
            Growth::Power(exponent) => format!("N^{exponent:.1}"),
            Growth::Exponential(base) => format!("{base:.2}^N"),
        }
    }
}

/// A curve for each family with enough sizes that take long enough.
#[must_use]
pub fn fits(report: &Report) -> Vec<Fit> {
    let mut series: Vec<String> = Vec::new();
    for row in &report.rows {
        if row.size.is_some() && !series.contains(&row.series()) {
            series.push(row.series());
        }
    }
    series.into_iter().filter_map(|series| fit(report, series)).collect()
}

fn fit(report: &Report, series: String) -> Option<Fit> {
    let point = |row: &Row| {
        let seconds = row.run.cpu_seconds.filter(|seconds| row.run.end == End::Finished && *seconds >= SHORTEST)?;
        Some((row.size?, seconds))
    };
    let mut points: Vec<(usize, f64)> =
        report.rows.iter().filter(|row| row.series() == series).filter_map(point).collect();
    points.sort_by_key(|point| point.0);
    points.dedup_by_key(|point| point.0);
    if points.len() < FEWEST {
        return None;
    }
    let line = |of: fn(f64) -> f64| {
        straight(&points.iter().map(|&(size, seconds)| (of(size as f64), seconds.ln())).collect::<Vec<_>>())
    };
    let (power, exponential) = (line(f64::ln), line(|size| size));
    let (growth, explained) = if power.1 >= exponential.1 {
        (Growth::Power(power.0), power.1)
    } else {
        (Growth::Exponential(exponential.0.exp()), exponential.1)
    };
    let seconds = points.last().map_or(0.0, |point| point.1);
    Some(Fit { series, sizes: points.into_iter().map(|point| point.0).collect(), seconds, growth, explained })
}

/// The slope of the line through points that is closest to them, and how much of their variation it explains.
fn straight(points: &[(f64, f64)]) -> (f64, f64) {
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let both = mean(&|point| (point.0 - x) * (point.1 - y));
    let (wide, high) = (mean(&|point| (point.0 - x).powi(2)), mean(&|point| (point.1 - y).powi(2)));
    (both / wide, if high > 0.0 { both * both / (wide * high) } else { 1.0 })
}

/// The curves for people.
#[must_use]
pub fn fit_lines(report: &Report) -> String {
    let mut out = String::from("\n  time over N, where it takes long enough:\n");
    for fit in fits(report) {
        let [series, sizes, law, explained, seconds] = cells(&fit);
        let _ = writeln!(
            out,
            "    {:<18}  {law:>8}  R² {explained}  sizes {sizes}, the largest {seconds} s",
            visible(&series)
        );
    }
    out
}

/// The curves as a Markdown table.
#[must_use]
pub fn fit_markdown(report: &Report) -> String {
    let mut out =
        String::from("\n| family | sizes | time | R² | s at the largest |\n| --- | --- | --- | ---: | ---: |\n");
    for fit in fits(report) {
        let cells = cells(&fit).map(|cell| markdown::cell(&cell));
        let [series, sizes, law, explained, seconds] = &cells;
        let _ = writeln!(out, "| {series} | {sizes} | {law} | {explained} | {seconds} |");
    }
    out
}

fn cells(fit: &Fit) -> [String; 5] {
    let sizes = fit.sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let seconds = super::seconds(fit.seconds);
    [fit.series.clone(), sizes, fit.growth.words(), format!("{:.3}", fit.explained), seconds]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    fn report(times: &[(usize, f64)]) -> Report {
        let mut report = samples::report();
        let row = report.rows[0].clone();
        report.rows = times
            .iter()
            .map(|&(size, seconds)| Row {
                size: Some(size),
                run: samples::run(End::Finished, seconds, "T"),
                ..row.clone()
            })
            .collect();
        report
    }

    #[test]
    fn powers_and_exponentials_are_told_apart() {
        let cubes: Vec<(usize, f64)> = [4, 8, 16, 40].map(|n| (n, 0.001 * (n as f64).powi(3))).to_vec();
        let fit = fits(&report(&cubes)).remove(0);
        assert!(matches!(fit.growth, Growth::Power(exponent) if (exponent - 3.0).abs() < 1e-9), "{fit:?}");
        assert!(fit.explained > 0.999_999 && fit.sizes == [4, 8, 16, 40]);
        let doubling: Vec<(usize, f64)> = [5, 6, 8, 12].map(|n| (n, 0.01 * 2f64.powi(n as i32))).to_vec();
        let fit = fits(&report(&doubling)).remove(0);
        assert!(matches!(fit.growth, Growth::Exponential(base) if (base - 2.0).abs() < 1e-9), "{fit:?}");
        assert!(
            fit_lines(&report(&doubling)).contains("2.00^N")
                && fit_markdown(&report(&cubes)).contains("| N^3.0 | 1.000 |")
        );
    }

    #[test]
    fn short_runs_and_few_sizes_give_no_curve() {
        assert!(fits(&report(&[(1, 0.001), (2, 0.5), (3, 1.0), (4, 0.019)])).is_empty());
        assert!(fits(&report(&[(2, 0.5), (2, 0.6), (3, 1.0)])).is_empty());
        assert_eq!(fits(&report(&[(1, 0.001), (2, 0.5), (3, 1.0), (4, 2.0)]))[0].sizes, [2, 3, 4]);
    }
}
