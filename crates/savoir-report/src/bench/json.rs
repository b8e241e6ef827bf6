//! Measurements for programs: the schema `savoir/bench/1`.

use super::Report;
use crate::escape;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/bench/1";

/// The report as JSON, with the fields of each object in alphabetical order.
#[must_use]
pub fn write(report: &Report) -> String {
    // These types have only string keys and finite numbers, so they can always be written.
    let value = serde_json::to_value(report).unwrap_or_default();
    escape::json::pretty(&value)
}

/// Reads a report.
///
/// # Errors
/// If the text is not one, with what is wrong.
pub fn read(text: &str) -> Result<Report, String> {
    let report: Report = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if report.schema == SCHEMA { Ok(report) } else { Err(format!("its schema is `{}`, not `{SCHEMA}`", report.schema)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    #[test]
    fn what_is_written_can_be_read() {
        for report in [samples::report(), samples::groups()] {
            let text = write(&report);
            assert_eq!(write(&read(&text).unwrap()), text);
        }
        let text = write(&samples::report());
        assert!(text.find("\"against\"") < text.find("\"cores\""));
        // As it was written before groups were measured.
        let fewer: Vec<&str> = text.lines().filter(|line| !line.contains("\"published\"")).collect();
        assert!(fewer.len() < text.lines().count() && read(&fewer.join("\n")).is_ok());
        assert!(read("{}").is_err());
        assert!(read(&text.replace("bench/1", "bench/9")).unwrap_err().contains("savoir/bench/9"));
    }
}
