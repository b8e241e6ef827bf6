//! What may come of a joint action, without repetitions: lines that do the same are one choice. So there are as many
//! combinations of choices as successors, and whoever counts them knows how many there are before listing them.

use savoir_model::{Model, VarId};
use savoir_reference::{Change, JointAction, alternatives};

/// What may become of the variables that are chosen for together, each possibility once, in the order of the lines.
pub(crate) fn distinct_choices(model: &Model, state: &[u64], joint: &JointAction) -> Vec<Vec<Change>> {
    let mut choices = alternatives(model, state, joint);
    for choice in &mut choices {
        if choice.len() > 1 {
            keep_distinct(choice, state);
        }
    }
    choices
}

/// Keeps the first of those changes that lead to the same values.
fn keep_distinct(choice: &mut Vec<Change>, state: &[u64]) {
    let effect = |change: &Change| -> Vec<(VarId, u64)> {
        let mut effect: Vec<_> =
            change.iter().filter(|(variable, code)| state[variable.index()] != *code).copied().collect();
        effect.sort_unstable();
        effect
    };
    let mut seen = std::collections::BTreeSet::new();
    choice.retain(|change| seen.insert(effect(change)));
}
