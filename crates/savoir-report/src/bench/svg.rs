//! Scaling curves as SVG: a panel for each family, seconds on a logarithmic axis over N. Our curves are solid, those of
//! other programs dashed; a triangle marks the size at which a limit was reached.

use super::Report;
use super::chart::{Curve, Panel, Scale, panels};
use crate::escape::xml::escape;
use std::fmt::Write;

const COLUMNS: usize = 3;
const PANEL_WIDTH: f64 = 380.0;
const PANEL_HEIGHT: f64 = 270.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;
/// Room above the panels, for the legend.
const LEGEND: f64 = 52.0;
/// The width of a letter, about; labels closer than that would overlap.
const LETTER: f64 = 7.0;

/// Ours first. They differ in lightness too, for printers and for those who see colours differently.
const COLOURS: [&str; 5] = ["#0b5394", "#d9730d", "#3d8f3d", "#9b59b6", "#7f6000"];

/// The chart.
#[must_use]
pub fn svg(report: &Report) -> String {
    let panels = panels(report);
    let columns = panels.len().clamp(1, COLUMNS);
    let rows = panels.len().div_ceil(columns).max(1);
    let names: Vec<&str> = ["savoir"].into_iter().chain(report.against.iter().map(String::as_str)).collect();
    let width = (columns as f64 * PANEL_WIDTH).max(legend_width(&names));
    let height = LEGEND + rows as f64 * PANEL_HEIGHT;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\" data-generator=\"savoir\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    legend(&mut out, &names);
    let seconds = Scale::of_seconds(&panels, report.limit_seconds, PANEL_HEIGHT - BOTTOM, TOP);
    for (index, panel) in panels.iter().enumerate() {
        let (x, y) = ((index % columns) as f64 * PANEL_WIDTH, LEGEND + (index / columns) as f64 * PANEL_HEIGHT);
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
        draw(&mut out, panel, &seconds, report.limit_seconds);
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn stroke(program: usize) -> String {
    let colour = COLOURS[program % COLOURS.len()];
    let dashes = if program == 0 { "" } else { " stroke-dasharray=\"6 4\"" };
    format!("stroke=\"{colour}\" stroke-width=\"2\"{dashes}")
}

fn legend_entry_width(name: &str) -> f64 {
    60.0 + LETTER * name.chars().count() as f64
}

fn legend_width(names: &[&str]) -> f64 {
    LEFT + names.iter().map(|name| legend_entry_width(name)).sum::<f64>() + 200.0
}

fn legend(out: &mut String, names: &[&str]) {
    let mut x = LEFT;
    let y = 24.0;
    for (program, name) in names.iter().enumerate() {
        let _ = writeln!(out, "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" {}/>", x + 34.0, stroke(program));
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{}</text>", x + 42.0, y + 4.0, escape(name));
        x += legend_entry_width(name);
    }
    let _ = writeln!(out, "<path d=\"{}\" fill=\"#666\"/>", triangle(x + 10.0, y));
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">limit reached</text>", x + 22.0, y + 4.0);
}

fn draw(out: &mut String, panel: &Panel, seconds: &Scale, limit: f64) {
    let (right, bottom) = (PANEL_WIDTH - RIGHT, PANEL_HEIGHT - BOTTOM);
    let sizes = Scale::of_sizes(&panel.sizes, LEFT + 10.0, right - 10.0);
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{}\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        TOP - 12.0,
        escape(&panel.series)
    );
    for decade in seconds.decades() {
        let value = 10f64.powi(decade);
        let y = seconds.at(value);
        let _ = writeln!(out, "<path d=\"M{LEFT:.1} {y:.1}H{right:.1}\" stroke=\"#e4e4e4\"/>");
        let _ =
            writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value} s</text>", LEFT - 6.0, y + 4.0);
    }
    let _ = writeln!(out, "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#888\"/>");
    size_labels(out, &panel.sizes, &sizes, bottom);
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666\">N</text>",
        f64::midpoint(LEFT, right),
        bottom + 36.0
    );
    // Ours is drawn last, on top.
    for (program, curve) in panel.curves.iter().enumerate().rev() {
        draw_curve(out, program, curve, &sizes, seconds);
        let Some(size) = curve.limit_at else { continue };
        let same = panel.curves[..program].iter().filter(|other| other.limit_at == Some(size)).count();
        let place = (sizes.at(size as f64), seconds.at(limit));
        draw_limit(
            out,
            program,
            curve.points.last().map(|&(n, time)| (sizes.at(n as f64), seconds.at(time))),
            place,
            same,
        );
    }
}

/// A tick for every size, and a number where it does not touch the one before. The last number is the most important.
fn size_labels(out: &mut String, all: &[usize], sizes: &Scale, bottom: f64) {
    let mut free_until = f64::INFINITY;
    for &size in all.iter().rev() {
        let x = sizes.at(size as f64);
        let _ = writeln!(out, "<path d=\"M{x:.1} {bottom:.1}v4\" stroke=\"#888\"/>");
        let half = LETTER * size.to_string().len() as f64 / 2.0;
        if x + half + LETTER / 2.0 <= free_until {
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}</text>", bottom + 18.0);
            free_until = x - half;
        }
    }
}

fn draw_curve(out: &mut String, program: usize, curve: &Curve, sizes: &Scale, seconds: &Scale) {
    let place = |&(size, time): &(usize, f64)| (sizes.at(size as f64), seconds.at(time));
    let points: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    if line.len() > 1 {
        let _ = writeln!(out, "<polyline points=\"{}\" fill=\"none\" {}/>", line.join(" "), stroke(program));
    }
    let colour = COLOURS[program % COLOURS.len()];
    for (x, y) in &points {
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
}

/// The limit a program reached, next to those of others at the same place, and the way there from its last point.
fn draw_limit(out: &mut String, program: usize, last: Option<(f64, f64)>, (x, y): (f64, f64), same: usize) {
    let colour = COLOURS[program % COLOURS.len()];
    if let Some((last_x, last_y)) = last.filter(|(last_x, _)| *last_x < x) {
        // The way to the limit is not measured, so it is thin.
        let _ = writeln!(
            out,
            "<path d=\"M{last_x:.1} {last_y:.1}L{x:.1} {y:.1}\" stroke=\"{colour}\" stroke-dasharray=\"1 3\"/>"
        );
    }
    let _ = writeln!(out, "<path d=\"{}\" fill=\"{colour}\"/>", triangle(x + 9.0 * same as f64, y));
}

fn triangle(x: f64, y: f64) -> String {
    format!("M{:.1} {:.1}h12l-6 -11z", x - 6.0, y + 5.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    /// Every tag is closed by its own name, in the right order, and no `&` or `<` stands for itself.
    fn assert_well_formed(svg: &str) {
        let mut open = Vec::new();
        for (index, part) in svg.split('<').enumerate() {
            if index == 0 {
                assert!(part.is_empty(), "text before the first tag");
                continue;
            }
            let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("no end of the tag <{part}"));
            assert!(!text.contains('>'), "{part}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            for entity in text.split('&').skip(1).chain(tag.split('&').skip(1)) {
                assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)), "{part}");
            }
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn charts_are_well_formed() {
        let mut report = samples::report();
        let svg = svg(&report);
        assert_well_formed(&svg);
        assert!(svg.contains("other &lt;&amp;&gt; {}") && svg.contains("stroke-dasharray"));
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        report.rows.clear();
        assert_well_formed(&super::svg(&report));
    }
}
