//! The reports of a run as one JSON value, or each on a line of its own.

use super::FileReport;
use crate::escape;
use serde::Serialize;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/result/2";
/// The name of the first schema.
const FIRST_SCHEMA: &str = "savoir/result/1";

/// Which schema is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Edition {
    /// `savoir/result/1`: one file is an object, several are a list in one.
    First,
    /// `savoir/result/2`: one shape for any number of files.
    #[default]
    Second,
}

/// What every document has.
#[derive(Serialize)]
struct Document<'r> {
    schema: &'static str,
    /// That of the program.
    version: &'static str,
    /// Whether all is as it should be.
    ok: bool,
    files: &'r [FileReport],
}

/// The same in the first edition.
#[derive(Serialize)]
struct FirstDocument {
    schema: &'static str,
    files: Vec<FileReport>,
}

/// One report on a line of its own.
#[must_use]
pub fn line(report: &FileReport, edition: Edition) -> String {
    match edition {
        Edition::First => escape::json::line(&first_report(report, Some(FIRST_SCHEMA))),
        Edition::Second => escape::json::line(&document(std::slice::from_ref(report), report.ok.unwrap_or_default())),
    }
}

/// The reports of a run as one JSON value; `ok` if all is as it should be.
#[must_use]
pub fn render(reports: &[FileReport], ok: bool, edition: Edition) -> String {
    match (edition, reports) {
        (Edition::Second, reports) => escape::json::pretty(&document(reports, ok)),
        (Edition::First, [report]) => escape::json::pretty(&first_report(report, Some(FIRST_SCHEMA))),
        (Edition::First, reports) => {
            let files = reports.iter().map(|report| first_report(report, None)).collect();
            escape::json::pretty(&FirstDocument { schema: FIRST_SCHEMA, files })
        }
    }
}

fn document(files: &[FileReport], ok: bool) -> Document<'_> {
    Document { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), ok, files }
}

/// A report with nothing that the first edition does not have.
fn first_report(report: &FileReport, schema: Option<&'static str>) -> FileReport {
    let mut first = report.clone();
    first.schema = schema;
    first.ok = None;
    first.formulas.iter_mut().for_each(|formula| formula.evidence = None);
    first
}
