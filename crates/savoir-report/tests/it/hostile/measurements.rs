//! Measurements: Markdown, SVG, JSON, text.

use super::{HARMLESS, assert_visible, shape};
use savoir_report::bench::{self, End, Report, Row, Run};
use savoir_testkit::hostile;

#[test]
fn measurements_stay_in_their_cells() {
    let measured = |name: &str| {
        let run = || Run { seconds: Some(1.0), verdicts: "T".to_owned(), ..Run::ended(End::Finished) };
        let row = |size| Row {
            family: name.to_owned(),
            size: Some(size),
            formula: None,
            published: None,
            run: run(),
            against: vec![run()],
        };
        Report {
            schema: bench::SCHEMA.to_owned(),
            version: "0".to_owned(),
            cores: 1,
            engine: None,
            limit_seconds: 1.0,
            limit_bytes: None,
            repeat: 1,
            workers: None,
            against: vec![name.to_owned()],
            rows: vec![row(1), row(2)],
        }
    };
    let cells = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
    let table = |name: &str| {
        let text = bench::markdown(&measured(name), None);
        assert_visible(&text);
        let rows: String = text.lines().take(4).collect();
        assert!(!rows.contains("<script") && !rows.contains("<img"), "{text}");
        text.lines().take(4).map(cells).chain([text.lines().count()]).collect::<Vec<_>>()
    };
    let (expected, elements) = (table(HARMLESS), shape(&bench::svg(&measured(HARMLESS))));
    for name in hostile::all() {
        let report = measured(name);
        assert_eq!(table(name), expected);
        assert_eq!(shape(&bench::svg(&report)), elements);
        assert_eq!(bench::read(&bench::write(&report)).unwrap().against, [name]);
        assert_visible(&bench::write(&report));
        let text = bench::heading(&report, false) + &bench::row(&report, &report.rows[0], None);
        let text = anstream::adapter::strip_str(&(text + &bench::summary(&report, None))).to_string();
        assert_visible(&text);
        assert_eq!(text.lines().count(), 5, "{text}");
    }
}
