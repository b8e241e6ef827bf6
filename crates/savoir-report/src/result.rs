//! Reading back what `savoir check --format json` wrote, or what MCMAS printed: verdicts and numbers.
//!
//! Fields that are missing are `None`: other versions may write fewer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a run says about one model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The engine that answered.
    pub engine: Option<String>,
    /// Reachable states, in decimal digits.
    pub states: Option<String>,
    /// Boolean variables of the encoding.
    pub variables: Option<u64>,
    /// Most diagram nodes alive at one time.
    pub nodes: Option<u64>,
    /// Seconds of each phase.
    pub phases: Phases,
    /// A verdict for each formula, in order.
    pub verdicts: Vec<Verdict>,
    /// The first error, if the model could not be checked.
    pub error: Option<String>,
}

/// The verdict about one formula.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The verdict; `None` if the formula is undecided.
    pub holds: Option<bool>,
    /// Why it is undecided.
    pub reason: Option<String>,
    /// Whether the verdict is not the expected one.
    pub unexpected: bool,
}

/// Seconds of the phases of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Phases {
    /// Reading the model.
    pub load: Option<f64>,
    /// Building the system.
    pub encode: Option<f64>,
    /// Finding the reachable states.
    pub reach: Option<f64>,
    /// Deciding the formulas.
    pub check: Option<f64>,
}

impl Phases {
    /// Names and seconds, in the order in which they happen.
    #[must_use]
    pub fn in_order(self) -> [(&'static str, Option<f64>); 4] {
        [("load", self.load), ("encode", self.encode), ("reach", self.reach), ("check", self.check)]
    }
}

/// Reads the JSON object of a run over one file.
#[must_use]
pub fn from_json(text: &str) -> Option<Answer> {
    let report: Value = serde_json::from_str(text).ok()?;
    let string = |value: &Value| value.as_str().map(str::to_owned);
    let statistics = &report["statistics"];
    let verdict = |formula: &Value| {
        let holds = match formula["verdict"].as_str() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        };
        let expected = formula["expected"].as_str() != Some("false");
        Verdict { holds, reason: string(&formula["reason"]), unexpected: holds.is_some_and(|holds| holds != expected) }
    };
    let is_error = |found: &&Value| found["severity"] == "error";
    let errors = report["diagnostics"].as_array().and_then(|found| found.iter().find(is_error));
    Some(Answer {
        engine: string(&statistics["engine"]).or_else(|| string(&report["engine"])),
        states: string(&report["states"]),
        variables: statistics["variables"].as_u64(),
        nodes: statistics["nodes"].as_u64(),
        phases: serde_json::from_value(statistics["seconds"].clone()).unwrap_or_default(),
        verdicts: report["formulas"].as_array()?.iter().map(verdict).collect(),
        error: errors.and_then(|found| string(&found["message"])),
    })
}

/// The verdicts in what MCMAS prints; none if it is something else.
#[must_use]
pub fn from_mcmas(text: &str) -> Vec<Option<bool>> {
    let verdict = |line: &str| {
        let line = line.trim().strip_prefix("Formula number ")?;
        match line.rsplit_once(", is ")?.1 {
            "TRUE in the model" => Some(Some(true)),
            "FALSE in the model" => Some(Some(false)),
            _ => Some(None),
        }
    };
    text.lines().filter_map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_with_and_without_statistics_is_read() {
        let text = r#"{"engine": "explicit", "states": "12", "formulas": [
            {"verdict": "true", "expected": null}, {"verdict": "false", "expected": "false"},
            {"verdict": "false", "expected": null},
            {"verdict": "unknown", "reason": "time limit reached", "expected": "true"}], "diagnostics": []}"#;
        let answer = from_json(text).unwrap();
        assert_eq!((answer.states.as_deref(), answer.engine.as_deref()), (Some("12"), Some("explicit")));
        let unexpected: Vec<bool> = answer.verdicts.iter().map(|verdict| verdict.unexpected).collect();
        assert_eq!(unexpected, [false, false, true, false]);
        assert_eq!((answer.nodes, answer.phases), (None, Phases::default()));
        let more = text.replace(
            "\"states\"",
            r#""statistics": {"engine": "symbolic", "variables": 9, "nodes": 70, "seconds": {"load": 0.5, "check": 2}},
            "states""#,
        );
        let answer = from_json(&more).unwrap();
        assert_eq!((answer.variables, answer.nodes, answer.engine.as_deref()), (Some(9), Some(70), Some("symbolic")));
        assert_eq!(answer.phases, Phases { load: Some(0.5), check: Some(2.0), ..Phases::default() });
        assert_eq!(from_json("no json"), None);
    }

    #[test]
    fn verdicts_of_mcmas_are_read() {
        let text = "Verifying properties...\n  Formula number 1: (EF p), is TRUE in the model\n\
                    \x20 Formula number 2: (AG (p -> q)), is FALSE in the model\ndone, 2 formulae\n";
        assert_eq!(from_mcmas(text), [Some(true), Some(false)]);
        assert!(from_mcmas("nothing").is_empty());
    }
}
