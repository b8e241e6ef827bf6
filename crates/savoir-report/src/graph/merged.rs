//! Many joint actions in few lines: those that differ in the action of one agent only become one.

use crate::drawing::Performed;
use std::collections::BTreeMap;

/// Joint actions that together say the same. What is left of several may depend on the order, which is that of the model.
pub(super) fn merged(joint_actions: Vec<Vec<Performed>>) -> Vec<Vec<Performed>> {
    let agents = joint_actions.first().map_or(0, Vec::len);
    // Without the agents that are not shown, some may be equal; with none at all, all of them are.
    let mut left = joint_actions;
    if agents == 0 {
        left.truncate(1);
    }
    for agent in (0..agents).rev() {
        // By what all others do.
        let mut places: BTreeMap<Vec<Performed>, usize> = BTreeMap::new();
        let mut kept: Vec<Vec<Performed>> = Vec::new();
        for joint in left {
            let mut others = joint.clone();
            others[agent].actions.clear();
            let place = *places.entry(others).or_insert(kept.len());
            match kept.get_mut(place) {
                None => kept.push(joint),
                Some(known) => {
                    for action in &joint[agent].actions {
                        if !known[agent].actions.contains(action) {
                            known[agent].actions.push(action.clone());
                        }
                    }
                }
            }
        }
        left = kept;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(actions: &[&str]) -> Vec<Performed> {
        let performed =
            |(agent, action): (usize, &&str)| Performed { agent, actions: vec![(*action).to_owned()], only_one: false };
        actions.iter().enumerate().map(performed).collect()
    }

    #[test]
    fn a_product_becomes_one_line() {
        let all = [["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"]].map(|actions| joint(&actions)).to_vec();
        let found = merged(all);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0][0].actions, ["a", "b"]);
        assert_eq!(found[0][1].actions, ["x", "y"]);
    }

    #[test]
    fn what_is_no_product_stays_apart() {
        let found = merged([["a", "x"], ["b", "y"]].map(|actions| joint(&actions)).to_vec());
        assert_eq!(found.len(), 2);
        assert_eq!(merged(vec![joint(&["a"]), joint(&["a"])]).len(), 1);
    }
}
