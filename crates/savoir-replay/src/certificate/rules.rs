//! What must hold in each state so that a label is right.

use super::{CertificateProblem, Moves, Ranks, Recurrence};
use savoir_model::FormulaId;

/// A state whose label is wrong, if there is one.
type Wrong = Option<usize>;

/// Somebody who chooses moves comes to the target through states to go through exactly where there is a rank.
///
/// A state with rank 0 is in the target; one with rank `r` has a move all of whose outcomes have lower ranks; and where
/// there is no rank, the target is not here and every move may lead to another state without rank.
pub(super) fn reach(ranks: &Ranks, moves: &[Moves], through: &[bool], target: &[bool]) -> Wrong {
    let lower = |rank: u32, next: &usize| ranks[*next].is_some_and(|next| next < rank);
    (0..ranks.len()).find(|&state| {
        let right = match ranks[state] {
            Some(0) => target[state],
            Some(rank) => {
                let wins = |ends: &Vec<usize>| !ends.is_empty() && ends.iter().all(|next| lower(rank, next));
                through[state] && moves[state].iter().any(wins)
            }
            None => {
                let may_fail = |ends: &Vec<usize>| ends.is_empty() || ends.iter().any(|next| ranks[*next].is_none());
                !target[state] && (!through[state] || moves[state].iter().all(may_fail))
            }
        };
        !right
    })
}

/// Whoever chooses moves cannot stay inside exactly where there is a rank.
///
/// A state with rank 0 is outside; of one with rank `r`, every move may lead to a lower rank; and where there is no rank,
/// the state is inside and has a move that leads to no rank in any case.
pub(super) fn leave(ranks: &Ranks, moves: &[Moves], inside: &[bool]) -> Wrong {
    let lower = |rank: u32, next: &usize| ranks[*next].is_some_and(|next| next < rank);
    (0..ranks.len()).find(|&state| {
        let right = match ranks[state] {
            Some(0) => !inside[state],
            Some(rank) => moves[state].iter().all(|ends| ends.iter().any(|next| lower(rank, next))),
            None => {
                let stays = |ends: &Vec<usize>| !ends.is_empty() && ends.iter().all(|next| ranks[*next].is_none());
                inside[state] && moves[state].iter().any(stays)
            }
        };
        !right
    })
}

/// Fair paths that stay inside start exactly where all constraints are met.
///
/// From a state that meets them, one can go on in such states to each constraint in turn, for ever. A path of states that
/// miss one never comes to a later stage; so from some time on it has one stage and one constraint, and meets that
/// constraint only where the stage would have to become an earlier one.
pub(super) fn recur(
    found: &[Recurrence],
    successors: &[Vec<usize>],
    inside: &[bool],
    constraints: &[Vec<bool>],
) -> Wrong {
    let rank = |state: usize, constraint: usize| match &found[state] {
        Recurrence::Meets(ranks) => ranks.get(constraint).copied(),
        Recurrence::Misses { .. } => None,
    };
    let meets = |next: &usize| matches!(found[*next], Recurrence::Meets(_));
    (0..found.len()).find(|&state| {
        let next = &successors[state];
        let right = match &found[state] {
            Recurrence::Meets(ranks) => {
                let goes_on = |(constraint, own): (usize, &u32)| match own {
                    0 => constraints[constraint][state],
                    own => next.iter().any(|next| rank(*next, constraint).is_some_and(|rank| rank < *own)),
                };
                let leads_on = next.iter().any(meets);
                inside[state] && ranks.len() == constraints.len() && leads_on && ranks.iter().enumerate().all(goes_on)
            }
            Recurrence::Misses { .. } if !inside[state] => true,
            Recurrence::Misses { stage, constraint } => {
                let Some(holds) = constraints.get(*constraint as usize) else { return true };
                let falls = |next: &usize| match &found[*next] {
                    Recurrence::Meets(_) => false,
                    Recurrence::Misses { .. } if !inside[*next] => true,
                    Recurrence::Misses { stage: later, constraint: other } => {
                        later < stage || later == stage && other == constraint && !holds[state]
                    }
                };
                next.iter().all(falls)
            }
        };
        !right
    })
}

/// Whether a label has an entry for each state, and is right.
pub(super) fn checked<T>(
    label: Vec<T>,
    states: usize,
    about: Option<FormulaId>,
    wrong: impl FnOnce(&Vec<T>) -> Wrong,
) -> Result<Vec<T>, CertificateProblem> {
    if label.len() != states {
        return Err(CertificateProblem::WrongLength(about));
    }
    match wrong(&label) {
        Some(state) => Err(CertificateProblem::WrongLabel(about, state)),
        None => Ok(label),
    }
}
