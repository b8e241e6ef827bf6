//! Certificates in JSON: each state and each list of numbers on one line.

use super::json::state_values;
use savoir::{Certificate, CertificateLabel, Labelled, Model, Ranks, Recurrence};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::to_raw_value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CertificateEntry {
    /// What the values of the states belong to.
    pub(super) variables: Vec<String>,
    pub(super) states: Vec<Line<Vec<Value>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fair: Option<Line<Vec<RecurrenceEntry>>>,
    pub(super) labels: Vec<LabelEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelEntry {
    pub(super) formula: String,
    /// For a path formula: whether it is about all paths or about some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) paths: Option<PathsEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reach: Option<Line<Ranks>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) leave: Option<Line<Ranks>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) recur: Option<Line<Vec<RecurrenceEntry>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PathsEntry {
    All,
    Some,
}

/// A list of ranks; or the stage and the constraint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RecurrenceEntry {
    Meets(Vec<u32>),
    Misses(u32, u32),
}

/// Something that is written on one line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line<T>(pub(super) T);

impl<T: Serialize> Serialize for Line<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        to_raw_value(&self.0).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Line<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Line<T>, D::Error> {
        T::deserialize(deserializer).map(Line)
    }
}

/// What a certificate looks like in JSON.
pub(super) fn entry(model: &Model, certificate: &Certificate) -> CertificateEntry {
    let label = |(about, label): (&Labelled, &CertificateLabel)| LabelEntry {
        formula: model.formula_brief(about.formula()),
        paths: match about {
            Labelled::State(_) => None,
            Labelled::AllPaths(_) => Some(PathsEntry::All),
            Labelled::SomePath(_) => Some(PathsEntry::Some),
        },
        reach: label.reach.clone().map(Line),
        leave: label.leave.clone().map(Line),
        recur: label.recur.as_ref().map(|found| Line(recurrences(found))),
    };
    CertificateEntry {
        variables: model.variable_ids().map(|id| model.variable_text(id)).collect(),
        states: certificate.states.iter().map(|state| Line(state_values(model, state))).collect(),
        fair: certificate.fair.as_ref().map(|found| Line(recurrences(found))),
        labels: certificate.labels.iter().map(label).collect(),
    }
}

fn recurrences(found: &[Recurrence]) -> Vec<RecurrenceEntry> {
    let one = |one: &Recurrence| match one {
        Recurrence::Meets(ranks) => RecurrenceEntry::Meets(ranks.clone()),
        Recurrence::Misses { stage, constraint } => RecurrenceEntry::Misses(*stage, *constraint),
    };
    found.iter().map(one).collect()
}

/// The same the other way round.
pub(super) fn recurrence(entries: &[RecurrenceEntry]) -> Vec<Recurrence> {
    let one = |entry: &RecurrenceEntry| match entry {
        RecurrenceEntry::Meets(ranks) => Recurrence::Meets(ranks.clone()),
        RecurrenceEntry::Misses(stage, constraint) => Recurrence::Misses { stage: *stage, constraint: *constraint },
    };
    entries.iter().map(one).collect()
}
