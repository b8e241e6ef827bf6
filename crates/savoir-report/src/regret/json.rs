//! Regret for programs: the schema `savoir/bench/regret/1`.

use super::{Report, Row};
use crate::escape;
use serde_json::{Value, json};

/// The name of the schema.
pub const SCHEMA: &str = "savoir/bench/regret/1";

/// The report as JSON, with the fields of each object in alphabetical order, and what follows from the measurements.
#[must_use]
pub fn write(report: &Report) -> String {
    // These types have only string keys and finite numbers, so they can always be written.
    let mut value = serde_json::to_value(report).unwrap_or_default();
    value["rows"] = report.rows.iter().map(|row| with_regret(report, row)).collect();
    value["mean"] = json!(report.mean());
    value["whole_mean"] = json!(report.whole_mean());
    escape::json::pretty(&value)
}

fn with_regret(report: &Report, row: &Row) -> Value {
    let mut value = serde_json::to_value(row).unwrap_or_default();
    let regret = row.regret(report.limit_seconds);
    value["regret"] = json!(regret.map(|regret| regret.ratio));
    value["best"] = json!(regret.map(|regret| &report.choices[regret.best].name));
    value["at_least"] = json!(regret.is_some_and(|regret| regret.at_least));
    value["contradictions"] = json!(row.contradictions(&report.choices).len());
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regret::samples;

    #[test]
    fn rows_say_what_was_best() {
        let value: Value = serde_json::from_str(&write(&samples::report())).unwrap();
        assert_eq!((&value["schema"], &value["half"]), (&json!(SCHEMA), &json!("tuning")));
        assert_eq!((&value["rows"][1]["best"], &value["rows"][3]["best"]), (&json!("explicit"), &Value::Null));
        assert_eq!((&value["rows"][2]["at_least"], &value["rows"][2]["contradictions"]), (&json!(true), &json!(0)));
        assert_eq!(value["rows"][0]["runs"][1]["end"], "timeout");
        assert!(value["mean"].as_f64().unwrap() > 1.0);
        assert!(value["whole_mean"].as_f64().unwrap() < value["mean"].as_f64().unwrap());
    }
}
