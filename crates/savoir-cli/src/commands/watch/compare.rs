//! What changed between two checks of a file.

use savoir::{Diagnostic, FormulaResult, Verdict};

/// What a check found out.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshot {
    diagnostics: Vec<(&'static str, String)>,
    pub(super) verdicts: Vec<Entry>,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The name of the formula, or its text.
    pub(super) name: String,
    pub(super) verdict: String,
    /// The name of the reading of strategies, if it makes a difference.
    pub(super) reading: Option<String>,
    /// Whether the verdict is the expected one, if there is one.
    pub(super) as_expected: Option<bool>,
}

/// A difference. Results are named by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Verdict { at: usize, was: String },
    Added { at: usize },
    Removed { name: String, verdict: String },
}

impl Snapshot {
    pub(super) fn add_diagnostics(&mut self, found: &[Diagnostic]) {
        self.diagnostics.extend(found.iter().map(|found| (found.code.as_str(), found.message.clone())));
    }

    pub(super) fn add_results(&mut self, results: &[FormulaResult]) {
        self.verdicts.extend(results.iter().map(|result| {
            Entry {
                name: result.property.name.clone().unwrap_or_else(|| result.property.text.clone()),
                verdict: match result.verdict {
                    Verdict::True => "true",
                    Verdict::False => "false",
                    Verdict::Unknown(_) => "unknown",
                }
                .to_owned(),
                reading: result.reading.strategies.as_ref().map(|reading| reading.name.clone()),
                as_expected: result.as_expected(),
            }
        }));
    }

    /// Whether the same was found here, wherever in the text.
    pub(super) fn has(&self, found: &Diagnostic) -> bool {
        self.diagnostics.iter().any(|(code, message)| *code == found.code.as_str() && *message == found.message)
    }
}

/// The differences, in the order of the new formulas; removed ones come last. A formula is the same if its name is, or
/// its text where it has no name; of several with one name, the first belongs to the first.
pub(super) fn changes(before: &Snapshot, now: &Snapshot) -> Vec<Change> {
    let mut left: Vec<Option<&Entry>> = before.verdicts.iter().map(Some).collect();
    let mut changes = Vec::new();
    for (at, entry) in now.verdicts.iter().enumerate() {
        let same = left.iter_mut().find(|old| old.is_some_and(|old| old.name == entry.name));
        match same.and_then(Option::take) {
            None => changes.push(Change::Added { at }),
            Some(old) if old == entry => {}
            Some(old) if old.reading != entry.reading => {
                changes.push(Change::Verdict { at, was: format!("{}, with another reading", old.verdict) });
            }
            Some(old) if old.verdict == entry.verdict => {
                changes.push(Change::Verdict { at, was: format!("{}, with another expectation", old.verdict) });
            }
            Some(old) => changes.push(Change::Verdict { at, was: old.verdict.clone() }),
        }
    }
    let removed = left.into_iter().flatten();
    changes.extend(removed.map(|old| Change::Removed { name: old.name.clone(), verdict: old.verdict.clone() }));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(entries: &[(&str, &str)]) -> Snapshot {
        let entry = |(name, verdict): &(&str, &str)| Entry {
            name: (*name).to_owned(),
            verdict: (*verdict).to_owned(),
            reading: None,
            as_expected: Some(*verdict == "true"),
        };
        Snapshot { diagnostics: Vec::new(), verdicts: entries.iter().map(entry).collect() }
    }

    #[test]
    fn verdicts_that_change_formulas_that_come_and_go() {
        let before = snapshot(&[("p", "true"), ("q", "false"), ("gone", "true")]);
        let now = snapshot(&[("new", "true"), ("q", "true"), ("p", "true")]);
        assert_eq!(
            changes(&before, &now),
            [
                Change::Added { at: 0 },
                Change::Verdict { at: 1, was: "false".to_owned() },
                Change::Removed { name: "gone".to_owned(), verdict: "true".to_owned() },
            ]
        );
        assert_eq!(changes(&before, &before), []);
    }

    #[test]
    fn a_verdict_with_another_reading_is_another_one() {
        let before = snapshot(&[("p", "true")]);
        let mut now = before.clone();
        now.verdicts[0].reading = Some("uniform:everyone".to_owned());
        assert_eq!(changes(&before, &now), [Change::Verdict { at: 0, was: "true, with another reading".to_owned() }]);
    }

    #[test]
    fn formulas_with_one_name_are_told_apart_by_their_order() {
        let before = snapshot(&[("p", "true"), ("p", "false")]);
        assert_eq!(changes(&before, &before), []);
        let now = snapshot(&[("p", "true")]);
        assert_eq!(changes(&before, &now), [Change::Removed { name: "p".to_owned(), verdict: "false".to_owned() }]);
    }
}
