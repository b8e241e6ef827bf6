//! Evidence inside of other documents: what `savoir/evidence/2` says about one formula.

use super::entries::TreeEntry;
use super::json::{Entry, Origin, ReplayEntry, entry};
use savoir::FormulaResult;
use serde::Serialize;

/// What an entry says about the evidence alone.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Embedded {
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<ReplayEntry>,
}

/// The evidence for a formula, as a document has it.
pub(crate) fn embedded(result: &FormulaResult) -> Embedded {
    let Entry { sentence, tree, replay, .. } = entry(result, Origin::Model);
    Embedded { sentence, tree, replay }
}
