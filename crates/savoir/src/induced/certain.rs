//! Steps and fixpoints that are certain, whatever is chosen, or possible; see [`super::bounds`].

use super::partial::{Options, PartialModel};
use super::system::Marks;
use savoir_check::{Budget, Stop};

/// Which bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// What is certain.
    Lower,
    /// What is possible.
    Upper,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// Whether a state has a successor in a set: after each move, or after some move.
    pub(super) fn can_step(self, partial: &PartialModel, state: usize, set: &Marks) -> bool {
        let is_in = |after: &[u32]| after.iter().any(|state| set[*state as usize]);
        match self {
            Side::Lower => {
                !partial.is_lumped(state) && partial.moves(state).all(|number| is_in(partial.after_move(number)))
            }
            Side::Upper => is_in(partial.after(state)),
        }
    }

    /// Whether a coalition can see to it that the next state is in a set: after each move, or after some move.
    pub(super) fn can_force(self, partial: &PartialModel, options: &Options, state: usize, set: &Marks) -> bool {
        let is_forced = |after: &[u32]| !after.is_empty() && after.iter().all(|state| set[*state as usize]);
        let mut moves = partial.moves(state);
        match self {
            Side::Lower => !partial.is_lumped(state) && moves.all(|number| options.of(number).any(is_forced)),
            Side::Upper if partial.is_lumped(state) => Side::Upper.can_step(partial, state, set),
            Side::Upper => moves.any(|number| options.of(number).any(is_forced)),
        }
    }
}

/// The least set with the targets, and with those states of `through` that have a step into it.
pub(super) fn least(
    budget: &Budget,
    through: &Marks,
    targets: &Marks,
    step: impl Fn(usize, &Marks) -> bool,
) -> Result<Marks, Stop> {
    let mut found = targets.clone();
    loop {
        budget.check()?;
        let mut is_done = true;
        // Most steps lead to larger numbers.
        for state in (0..found.len()).rev() {
            if !found[state] && through[state] && step(state, &found) {
                found[state] = true;
                is_done = false;
            }
        }
        if is_done {
            return Ok(found);
        }
    }
}

/// The greatest part of a set whose states all have a step into it.
pub(super) fn greatest(budget: &Budget, mut found: Marks, step: impl Fn(usize, &Marks) -> bool) -> Result<Marks, Stop> {
    loop {
        budget.check()?;
        let mut is_done = true;
        for state in (0..found.len()).rev() {
            if found[state] && !step(state, &found) {
                found[state] = false;
                is_done = false;
            }
        }
        if is_done {
            return Ok(found);
        }
    }
}

/// The states that are reachable whatever is chosen: initial ones, and successors of such states by each of their moves.
pub(super) fn certainly_present(partial: &PartialModel) -> Marks {
    let mut present = vec![false; partial.len()];
    let mut open = partial.initial.clone();
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut present[state as usize], true) || partial.is_lumped(state as usize) {
            continue;
        }
        let mut moves = partial.moves(state as usize);
        let Some(first) = moves.next() else { continue };
        let rest: Vec<&[u32]> = moves.map(|number| partial.after_move(number)).collect();
        let by_each = |after: &&u32| rest.iter().all(|other| other.contains(after));
        open.extend(partial.after_move(first).iter().filter(by_each));
    }
    present
}
