//! What a tree of evidence looks like in JSON.

use super::ordered::Ordered;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeEntry {
    pub(super) states: Vec<StateEntry>,
    pub(super) nodes: Vec<NodeEntry>,
    /// The numbers of nodes about other initial states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) others: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fair: Option<PathEntry>,
}

/// By agent, by variable: the value.
pub(crate) type StateEntry = Ordered<Ordered<Value>>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodeEntry {
    pub(super) state: usize,
    pub(super) formula: String,
    pub(super) holds: bool,
    pub(super) reason: ReasonEntry,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum ReasonEntry {
    Parts {
        nodes: Vec<u32>,
    },
    Path {
        path: PathEntry,
        marks: Vec<MarkEntry>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fair: Option<PathEntry>,
    },
    #[serde(rename = "doubt")]
    PossibleState {
        links: Vec<LinkEntry>,
        node: u32,
    },
    Strategy {
        rows: Vec<RowEntry>,
        ends: Vec<usize>,
        marks: Vec<u32>,
        coverage: CoverageEntry,
        /// Where strategies are uniform.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start_set: Option<Vec<LinkEntry>>,
    },
    Conflict {
        start_set: Vec<LinkEntry>,
        coverage: CoverageEntry,
        confusions: Vec<ConfusionEntry>,
    },
    Claim {
        sentence: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowEntry {
    pub(super) state: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rank: Option<u32>,
    pub(super) choices: Vec<ChoiceEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChoiceEntry {
    /// By member of the coalition: its action.
    pub(super) own: Ordered<String>,
    pub(super) answers: Vec<AnswerEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerEntry {
    /// By agent: its action.
    pub(super) action: Ordered<String>,
    pub(super) state: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CoverageEntry {
    Whole,
    Cut,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PathEntry {
    pub(super) states: Vec<usize>,
    /// By agent: its action; agents without actions are left out.
    pub(super) actions: Vec<Ordered<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) back: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkEntry {
    pub(super) position: usize,
    pub(super) node: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkEntry {
    pub(super) observers: Vec<String>,
    pub(super) state: usize,
    pub(super) access: PathEntry,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fair: Option<PathEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfusionEntry {
    pub(super) agent: String,
    pub(super) states: Vec<ConfusedEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfusedEntry {
    pub(super) access: PathEntry,
    pub(super) action: String,
}
