//! Reading back what `savoir check` or `savoir synth` wrote with `--format json`, or what MCMAS printed: verdicts and numbers.
//! All editions of the schema are read: what is said about a file stands in a list of files, or at the top.
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
    /// Elementary steps of the engine.
    pub work: Option<u64>,
    /// What happened in parts.
    pub parts: Option<Parts>,
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
    /// The verdict; `None` if the formula is undecided. Of a formula with group variables: whether some groups satisfy it.
    pub holds: Option<bool>,
    /// Why it is undecided.
    pub reason: Option<String>,
    /// Whether the verdict is not the expected one.
    pub unexpected: bool,
    /// How many groups there are, of a formula with group variables.
    pub groups: Option<Groups>,
}

/// What checking in parts took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// How many parts there are.
    pub parts: usize,
    /// Elementary steps of each seat.
    pub seats: Vec<u64>,
    /// Bytes that parts told each other.
    pub bytes: u64,
}

fn parts(report: &Value) -> Option<Parts> {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let work = |seat: &Value| {
        let reach: u64 = seat["reach_work"].as_array().into_iter().flatten().map(number).sum();
        reach + number(&seat["merge_work"]) + number(&seat["check_work"])
    };
    Some(Parts {
        parts: report["initial_states"].as_array()?.len(),
        seats: report["seats"].as_array()?.iter().map(work).collect(),
        bytes: number(&report["bytes"]),
    })
}

/// How many choices of groups satisfy a formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groups {
    /// How many come into question, in decimal digits.
    pub possible: String,
    /// How many satisfy the formula; none if that was not found out.
    pub satisfying: Option<String>,
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
    /// Deciding the formulas, or finding groups.
    #[serde(alias = "synthesis")]
    pub check: Option<f64>,
}

impl Phases {
    /// Names and seconds, in the order in which they happen.
    #[must_use]
    pub fn in_order(self) -> [(&'static str, Option<f64>); 4] {
        [("load", self.load), ("encode", self.encode), ("reach", self.reach), ("check", self.check)]
    }
}

/// Reads the JSON document of a run over one file.
#[must_use]
pub fn from_json(text: &str) -> Option<Answer> {
    let document: Value = serde_json::from_str(text).ok()?;
    let report = document["files"].get(0).unwrap_or(&document);
    let string = |value: &Value| value.as_str().map(str::to_owned);
    let statistics = &report["statistics"];
    let is_error = |found: &&Value| found["severity"] == "error";
    let errors = report["diagnostics"].as_array().and_then(|found| found.iter().find(is_error));
    Some(Answer {
        engine: string(&statistics["engine"]).or_else(|| string(&report["engine"])),
        states: string(&report["states"]),
        variables: statistics["variables"].as_u64(),
        nodes: statistics["nodes"].as_u64(),
        work: report["work"].as_u64(),
        parts: parts(&report["parts"]),
        phases: serde_json::from_value(statistics["seconds"].clone()).unwrap_or_default(),
        verdicts: report["formulas"].as_array()?.iter().map(verdict).collect(),
        error: errors.and_then(|found| string(&found["message"])),
    })
}

fn verdict(formula: &Value) -> Verdict {
    let string = |value: &Value| value.as_str().map(str::to_owned);
    let groups =
        string(&formula["possible"]).map(|possible| Groups { possible, satisfying: string(&formula["satisfying"]) });
    let holds = match (&groups, formula["verdict"].as_str()) {
        (Some(groups), _) => groups.satisfying.as_ref().map(|number| number != "0"),
        (None, Some("true")) => Some(true),
        (None, Some("false")) => Some(false),
        (None, _) => None,
    };
    let expected = formula["expected"] != "false" && formula["expected"] != false;
    Verdict {
        holds,
        reason: string(&formula["reason"]).or_else(|| string(&formula["undecided"]["reason"])),
        unexpected: holds.is_some_and(|holds| holds != expected),
        groups,
    }
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
        let second = format!(r#"{{"schema": "savoir/result/2", "version": "1", "ok": false, "files": [{more}]}}"#);
        assert_eq!(from_json(&second), Some(answer));
    }

    #[test]
    fn numbers_of_groups_are_read() {
        let text = r#"{"engine": "symbolic", "states": "9", "formulas": [
            {"possible": "63", "satisfying": "1", "expected": null},
            {"possible": "7", "satisfying": "0", "expected": null},
            {"possible": "7", "satisfying": null, "undecided": {"reason": "time limit reached"}, "expected": true}],
            "statistics": {"seconds": {"reach": 1, "synthesis": 2}}, "diagnostics": []}"#;
        let answer = from_json(text).unwrap();
        let holds: Vec<Option<bool>> = answer.verdicts.iter().map(|verdict| verdict.holds).collect();
        assert_eq!(holds, [Some(true), Some(false), None]);
        assert!(!answer.verdicts[0].unexpected && answer.verdicts[1].unexpected);
        assert_eq!(answer.verdicts[2].reason.as_deref(), Some("time limit reached"));
        let groups = Groups { possible: "63".to_owned(), satisfying: Some("1".to_owned()) };
        assert_eq!((answer.verdicts[0].groups.as_ref(), answer.phases.check), (Some(&groups), Some(2.0)));
    }

    #[test]
    fn verdicts_of_mcmas_are_read() {
        let text = "Verifying properties...\n  Formula number 1: (EF p), is TRUE in the model\n\
                    \x20 Formula number 2: (AG (p -> q)), is FALSE in the model\ndone, 2 formulae\n";
        assert_eq!(from_mcmas(text), [Some(true), Some(false)]);
        assert!(from_mcmas("nothing").is_empty());
    }
}
