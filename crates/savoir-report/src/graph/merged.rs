//! Many joint actions in few lines: those that differ in the action of one agent only become one.

use crate::drawing::Performed;

/// Joint actions that together say the same. What is left of several may depend on the order, which is that of the model.
pub(super) fn merged(mut joint_actions: Vec<Vec<Performed>>) -> Vec<Vec<Performed>> {
    // Without the agents that are not shown, some may be equal.
    let mut distinct: Vec<Vec<Performed>> = Vec::with_capacity(joint_actions.len());
    joint_actions.drain(..).for_each(|joint| {
        if !distinct.contains(&joint) {
            distinct.push(joint);
        }
    });
    let agents = distinct.first().map_or(0, Vec::len);
    for agent in (0..agents).rev() {
        let mut kept: Vec<Vec<Performed>> = Vec::new();
        for joint in distinct {
            match kept.iter_mut().find(|known| differ_at_most_in(known, &joint, agent)) {
                Some(known) => {
                    for action in &joint[agent].actions {
                        if !known[agent].actions.contains(action) {
                            known[agent].actions.push(action.clone());
                        }
                    }
                }
                None => kept.push(joint),
            }
        }
        distinct = kept;
    }
    distinct
}

fn differ_at_most_in(a: &[Performed], b: &[Performed], agent: usize) -> bool {
    a.len() == b.len() && a.iter().zip(b).enumerate().all(|(index, (a, b))| index == agent || a == b)
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
