//! What a coalition may choose, and what may come of it.
//!
//! A *choice* of coalition `g` in state `s` takes one action of `P_i(s)` for each member `i`. The *outcomes* of a choice
//! are the successors of all joint actions of `s` that agree with it: the other agents and the choices of evolutions are
//! not up to the coalition. A choice without outcomes is no *move*: it does not exist.

use crate::expr::{JointAction, State};
use crate::step::{may_perform, successors_within};
use savoir_model::{ActionId, AgentId, Model};
use std::collections::BTreeMap;

/// There is more to look at than the caller wants to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// All ways to take one element of each list, the last one changing fastest.
#[derive(Clone, Debug)]
pub struct Choices {
    lists: Vec<Vec<Option<ActionId>>>,
    /// Which elements are taken next; `None` after the last way.
    places: Option<Vec<usize>>,
}

impl Choices {
    fn new(lists: Vec<Vec<Option<ActionId>>>) -> Choices {
        let places = lists.iter().all(|list| !list.is_empty()).then(|| vec![0; lists.len()]);
        Choices { lists, places }
    }
}

impl Iterator for Choices {
    type Item = JointAction;

    fn next(&mut self) -> Option<JointAction> {
        let places = self.places.as_mut()?;
        let taken = self.lists.iter().zip(places.iter()).map(|(list, place)| list[*place]).collect();
        match (0..places.len()).rfind(|&list| places[list] + 1 < self.lists[list].len()) {
            None => self.places = None,
            Some(list) => {
                places[list] += 1;
                places[list + 1..].fill(0);
            }
        }
        Some(taken)
    }
}

/// The choices of a coalition in a state, in the order of the declarations; the others do nothing in them.
#[must_use]
pub fn choices(model: &Model, members: &[AgentId], state: &[u64]) -> Choices {
    let of = |agent: AgentId| if members.contains(&agent) { may_perform(model, agent, state) } else { vec![None] };
    Choices::new(model.agent_ids().map(of).collect())
}

/// So many lines of evolutions are looked at for one joint action at the price of one successor.
const LINES_PER_LOOK: u64 = 32;
/// Or so many expressions, where conditions are long.
const EXPRESSIONS_PER_LOOK: u64 = 1024;

/// The outcomes of a choice, each with the first joint action that may lead there.
///
/// # Errors
/// If there are more joint actions and successors than are `left` to be looked at; otherwise that becomes less. A joint
/// action of a large model counts for several. Joint actions are counted before they are looked at, so that many of them
/// are refused at once.
pub fn outcomes(
    model: &Model,
    members: &[AgentId],
    state: &[u64],
    choice: &JointAction,
    left: &mut u64,
) -> Result<BTreeMap<State, JointAction>, TooMany> {
    let of = |agent: AgentId| {
        if members.contains(&agent) { vec![choice[agent.index()]] } else { may_perform(model, agent, state) }
    };
    let lists: Vec<Vec<Option<ActionId>>> = model.agent_ids().map(of).collect();
    let lines: u64 = model.agents.iter().map(|agent| agent.evolution.len() as u64).sum();
    let looks = 1 + (lines / LINES_PER_LOOK).max(model.exprs.len() as u64 / EXPRESSIONS_PER_LOOK);
    let all = lists.iter().try_fold(looks, |all, list| all.checked_mul(list.len() as u64)).ok_or(TooMany);
    // Where somebody may do nothing at all, there is nothing to look at; but there may be very many choices like this one.
    let nothing = lists.iter().any(Vec::is_empty);
    if nothing {
        *left = left.checked_sub(1).ok_or(TooMany)?;
    } else if all? > *left {
        return Err(TooMany);
    }
    let mut found = BTreeMap::new();
    for joint in Choices::new(lists) {
        let next = successors_within(model, state, &joint, *left).ok_or(TooMany)?;
        *left = left.checked_sub(next.len() as u64 + looks).ok_or(TooMany)?;
        for state in next {
            found.entry(state).or_insert_with(|| joint.clone());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_count_like_a_clock() {
        let action = |number: usize| Some(ActionId::from(number));
        let lists = vec![vec![action(0), action(1)], vec![None], vec![action(0), action(2)]];
        let all: Vec<JointAction> = Choices::new(lists).collect();
        let expected = [(0, 0), (0, 2), (1, 0), (1, 2)].map(|(a, b)| vec![action(a), None, action(b)]);
        assert_eq!(all, expected);
        assert_eq!(Choices::new(vec![vec![None], vec![]]).count(), 0);
        assert_eq!(Choices::new(Vec::new()).count(), 1);
    }
}
