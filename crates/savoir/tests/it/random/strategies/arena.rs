//! The game of a coalition against the others, from the transitions of the reference.

use savoir_model::AgentId;
use savoir_reference::JointAction;
use savoir_testkit::Reference;
use std::collections::{BTreeMap, BTreeSet};

/// By state, by what the members do: where that may lead.
pub(super) struct Arena {
    pub(super) moves: Vec<BTreeMap<JointAction, BTreeSet<usize>>>,
}

impl Arena {
    pub(super) fn new(reference: &Reference<'_>, members: &[AgentId]) -> Arena {
        let graph = reference.graph();
        let mut moves = vec![BTreeMap::new(); graph.states.len()];
        for step in &graph.transitions {
            let own: JointAction = (step.action.iter().enumerate())
                .map(|(agent, action)| if members.contains(&AgentId::from(agent)) { *action } else { None })
                .collect();
            moves[step.from].entry(own).or_insert_with(BTreeSet::new).insert(step.to);
        }
        Arena { moves }
    }

    /// The fewest steps in which the coalition can force to come from `through` to `target`, whatever happens.
    pub(super) fn steps_to_force(&self, through: &[bool], target: &[bool]) -> Vec<Option<u32>> {
        self.steps_to(target, |state, known| {
            through[state] && self.moves[state].values().any(|ends| ends.iter().all(|end| known[*end].is_some()))
        })
    }

    /// The fewest steps in which the others can force to come to `target`, or to where there is no move.
    pub(super) fn steps_to_spoil(&self, target: &[bool]) -> Vec<Option<u32>> {
        self.steps_to(target, |state, known| {
            self.moves[state].values().all(|ends| ends.iter().any(|end| known[*end].is_some()))
        })
    }

    /// Round by round, the states from which a step `leads` to those known before.
    fn steps_to(&self, target: &[bool], leads: impl Fn(usize, &[Option<u32>]) -> bool) -> Vec<Option<u32>> {
        let mut steps: Vec<Option<u32>> = target.iter().map(|inside| inside.then_some(0)).collect();
        for round in 1.. {
            let new: Vec<usize> =
                (0..steps.len()).filter(|&state| steps[state].is_none() && leads(state, &steps)).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|state| steps[state] = Some(round));
        }
        steps
    }
}

/// Whether all plays come to the target, and are in `through` before.
pub(super) fn comes_to(
    next: &BTreeMap<usize, BTreeSet<usize>>,
    start: usize,
    through: &[bool],
    target: &[bool],
) -> Result<(), String> {
    // States from which all plays were found to come to the target.
    let mut safe = target.to_vec();
    loop {
        let new: Vec<usize> = next
            .iter()
            .filter(|(state, ends)| {
                !safe[**state] && through[**state] && !ends.is_empty() && ends.iter().all(|end| safe[*end])
            })
            .map(|(state, _)| *state)
            .collect();
        if new.is_empty() {
            return if safe[start] { Ok(()) } else { Err("a play may miss the goal".to_owned()) };
        }
        new.into_iter().for_each(|state| safe[state] = true);
    }
}

/// Whether all plays stay within a set, in rows, for ever or until they escape.
pub(super) fn stays(
    next: &BTreeMap<usize, BTreeSet<usize>>,
    start: usize,
    within: &[bool],
    escape: &[bool],
) -> Result<(), String> {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if escape[state] {
            continue;
        }
        if !within[state] {
            return Err("a play may leave the set".to_owned());
        }
        let ends = next.get(&state).ok_or("a play may come to a state without row")?;
        open.extend(ends.iter().filter(|end| seen.insert(**end)));
    }
    Ok(())
}
