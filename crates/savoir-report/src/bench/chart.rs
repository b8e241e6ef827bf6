//! What a chart shows: curves of seconds over N for each family, and scales for them.

use super::{End, Report, Run};

/// One family, or one formula of it.
pub(crate) struct Panel {
    /// The family, with the formula if there are several.
    pub(crate) series: String,
    /// All sizes, ascending.
    pub(crate) sizes: Vec<usize>,
    /// Our curve first, then those of the programs compared with.
    pub(crate) curves: Vec<Curve>,
}

/// One program on one family.
#[derive(Default)]
pub(crate) struct Curve {
    /// Sizes and seconds of the runs that finished.
    pub(crate) points: Vec<(usize, f64)>,
    /// The size at which a limit was reached.
    pub(crate) limit_at: Option<usize>,
}

/// The families of a report that have sizes, in its order.
pub(crate) fn panels(report: &Report) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let sized = report.rows.iter().filter_map(|row| Some((row, row.size?)));
    for (row, size) in sized {
        let at = panels.iter().position(|panel| panel.series == row.series()).unwrap_or_else(|| {
            let curves = (0..=report.against.len()).map(|_| Curve::default()).collect();
            panels.push(Panel { series: row.series(), sizes: Vec::new(), curves });
            panels.len() - 1
        });
        panels[at].sizes.push(size);
        for (curve, run) in panels[at].curves.iter_mut().zip([&row.run].into_iter().chain(&row.against)) {
            curve.add(size, run);
        }
    }
    for panel in &mut panels {
        panel.sizes.sort_unstable();
        panel.sizes.dedup();
        panel.curves.iter_mut().for_each(|curve| curve.points.sort_by_key(|point| point.0));
    }
    panels
}

impl Curve {
    fn add(&mut self, size: usize, run: &Run) {
        match (run.end, run.seconds) {
            (End::Finished, Some(seconds)) => self.points.push((size, seconds)),
            (End::Timeout | End::Memory, _) => {
                self.limit_at = Some(self.limit_at.map_or(size, |smaller| smaller.min(size)));
            }
            _ => {}
        }
    }
}

/// Maps values to lengths, evenly or by their logarithm.
pub(crate) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    from: f64,
    to: f64,
}

impl Scale {
    /// The scale for the sizes of a panel: logarithmic if they differ a lot.
    pub(crate) fn of_sizes(sizes: &[usize], from: f64, to: f64) -> Scale {
        let low = sizes.first().copied().unwrap_or(1).max(1) as f64;
        let high = sizes.last().copied().unwrap_or(1).max(1) as f64;
        Scale::new(low, high, high >= 8.0 * low, from, to)
    }

    /// The scale for seconds, common to all panels: whole decades around all that is shown.
    pub(crate) fn of_seconds(panels: &[Panel], limit: f64, from: f64, to: f64) -> Scale {
        let curves = || panels.iter().flat_map(|panel| &panel.curves);
        let limits = curves().filter(|curve| curve.limit_at.is_some()).map(|_| limit);
        let seconds = curves().flat_map(|curve| &curve.points).map(|point| point.1).chain(limits);
        let (low, high) = seconds.fold((0.1, 0.1), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
        let low = 10f64.powf(low.max(FASTEST).log10().floor());
        let high = 10f64.powf(high.log10().ceil()).max(low * 10.0);
        Scale::new(low, high, true, from, to)
    }

    fn new(low: f64, high: f64, logarithmic: bool, from: f64, to: f64) -> Scale {
        Scale { low, high, logarithmic, from, to }
    }

    /// The place of a value.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let part = match self.logarithmic {
            _ if self.high <= self.low => 0.5,
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        self.from + part * (self.to - self.from)
    }

    /// The powers of ten within the scale, as exponents.
    pub(crate) fn decades(&self) -> std::ops::RangeInclusive<i32> {
        (self.low.log10().round() as i32)..=(self.high.log10().round() as i32)
    }
}

/// Shorter times are noise.
const FASTEST: f64 = 0.001;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    #[test]
    fn curves_have_the_finished_points_and_the_limit() {
        let report = samples::report();
        let panels = panels(&report);
        assert_eq!(panels[0].sizes, [10, 20, 200]);
        assert_eq!(panels[0].curves[0].points.len(), 3);
        assert_eq!(panels[0].curves[1].limit_at, Some(200));
        assert_eq!(panels[1].curves[0].limit_at, Some(80));
    }

    #[test]
    fn scales_cover_their_values() {
        let report = samples::report();
        let seconds = Scale::of_seconds(&panels(&report), 60.0, 100.0, 0.0);
        assert_eq!(seconds.decades(), -3..=2);
        assert!((seconds.at(0.001) - 100.0).abs() < 1e-6 && seconds.at(100.0).abs() < 1e-6);
        let sizes = Scale::of_sizes(&[10, 30], 0.0, 100.0);
        assert!((sizes.at(20.0) - 50.0).abs() < 1e-6);
        assert!((Scale::of_sizes(&[5], 0.0, 100.0).at(5.0) - 50.0).abs() < 1e-6);
    }
}
