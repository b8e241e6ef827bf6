//! The states of a certificate, and where each may lead.

use super::CertificateProblem;
use super::labelling::Undecided;
use crate::meter::{Limits, Meter};
use crate::replay::explored::{Explored, Most};
use crate::replay::steps::legal;
use savoir_model::{AgentId, Model};
use savoir_reference::{State, choices, outcomes};
use std::collections::{BTreeMap, BTreeSet};

/// What somebody may do in a state: for each move, the numbers of the states that it may lead to.
pub type Moves = Vec<Vec<usize>>;

/// The reachable states of a model, unless there are more than so many, or more steps.
#[must_use]
pub fn reachable_states(model: &Model, states: usize, steps: u64) -> Option<Vec<State>> {
    Explored::all(model, Most { states, steps }, &Meter::new(model, Limits::default())).map(|explored| explored.states)
}

/// States that are exactly the reachable ones.
pub(super) struct Space<'m> {
    pub(super) model: &'m Model,
    pub(super) states: Vec<State>,
    pub(super) numbers: BTreeMap<State, usize>,
    pub(super) initial: Vec<usize>,
    /// By state, sorted.
    pub(super) successors: Vec<Vec<usize>>,
}

impl<'m> Space<'m> {
    pub(super) fn new(model: &'m Model, states: Vec<State>, meter: &Meter<'_>) -> Result<Space<'m>, Undecided> {
        let mut numbers = BTreeMap::new();
        for (number, state) in states.iter().enumerate() {
            legal(model, state).map_err(|_| CertificateProblem::IllegalState(number))?;
            if numbers.insert(state.clone(), number).is_some() {
                return Err(CertificateProblem::RepeatedState(number).into());
            }
        }
        let initial = meter.initial_states(model).ok_or(Undecided::InitialStates)?;
        let number = |state: &State| numbers.get(state).copied().ok_or(CertificateProblem::MissingInitialState);
        let initial = initial.iter().map(number).collect::<Result<Vec<usize>, _>>()?;
        if initial.is_empty() {
            return Err(CertificateProblem::NoInitialState.into());
        }
        let mut space = Space { model, states, numbers, initial, successors: Vec::new() };
        for state in 0..space.states.len() {
            let next = space.outcomes(&[], state, &Vec::new(), meter)?;
            space.successors.push(next);
        }
        match space.unreachable() {
            Some(state) => Err(CertificateProblem::Unreachable(state).into()),
            None => Ok(space),
        }
    }

    /// A state that nothing leads to.
    fn unreachable(&self) -> Option<usize> {
        let mut reached = vec![false; self.states.len()];
        let mut open = self.initial.clone();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                open.extend(self.successors[state].iter().copied());
            }
        }
        reached.iter().position(|reached| !reached)
    }

    /// Where a choice of a coalition may lead, sorted.
    fn outcomes(
        &self,
        members: &[AgentId],
        state: usize,
        own: &savoir_reference::JointAction,
        meter: &Meter<'_>,
    ) -> Result<Vec<usize>, Undecided> {
        if !meter.go_on() {
            return Err(Undecided::TooMuchWork);
        }
        let found = meter.counted(|left| outcomes(self.model, members, &self.states[state], own, left));
        let found = found.map_err(|_| Undecided::TooMuchWork)?;
        let number = |next: &State| self.numbers.get(next).copied().ok_or(CertificateProblem::NotClosed(state));
        let found: BTreeSet<usize> = found.keys().map(number).collect::<Result<_, _>>()?;
        Ok(found.into_iter().collect())
    }

    /// What a coalition may do in each state, moves that lead to the same states once.
    pub(super) fn moves(&self, members: &[AgentId], meter: &Meter<'_>) -> Result<Vec<Moves>, Undecided> {
        let mut all = Vec::with_capacity(self.states.len());
        for number in 0..self.states.len() {
            let mut here = BTreeSet::new();
            for own in choices(self.model, members, &self.states[number]) {
                here.insert(self.outcomes(members, number, &own, meter)?);
            }
            // A choice that leads nowhere is no move.
            here.remove(&Vec::new());
            all.push(here.into_iter().collect());
        }
        Ok(all)
    }
}
