//! The shortest lasso, where few states are near enough to be on it.
//!
//! A lasso that was found leg by leg may be longer than necessary: the nearest loop need not be the shortest one. Where
//! nothing but staying inside a set is asked for, perhaps with fairness, and the states that are nearer than the end of
//! the lasso are few, all of them are looked at one by one.

use super::Lasso;
use crate::system::State;
use crate::{Checker, Stop, System};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The states around the beginning of a lasso, in the order of their distance from it, then of their codes.
struct Neighbourhood {
    states: Vec<State>,
    distance: Vec<usize>,
    successors: Vec<Vec<usize>>,
    /// The fairness constraints that are met, one bit for each.
    met: Vec<u32>,
}

impl<S: System> Checker<'_, S> {
    /// A shortest fair lasso from the same state that stays `within` the same set, if that can be found with little work;
    /// otherwise the same lasso.
    pub(crate) fn shortened(&self, lasso: Lasso, within: &S::Set) -> Result<Lasso, Stop> {
        let length = lasso.states.len();
        if self.fair().len() > self.lasso_tuning.near_constraints {
            return Ok(lasso);
        }
        let Some(near) = self.neighbourhood(&lasso.states[0], within, length.saturating_sub(1))? else {
            return Ok(lasso);
        };
        let mut best: Option<(usize, Vec<usize>)> = None;
        let mut shortest = length;
        for (place, &distance) in near.distance.iter().enumerate() {
            // A loop has at least one state.
            if distance + 1 >= shortest {
                break;
            }
            if let Some(round) = near.loop_through(place, shortest - 1 - distance, (1 << self.fair().len()) - 1) {
                shortest = distance + round.len();
                best = Some((place, round));
            }
        }
        let Some((place, round)) = best else { return Ok(lasso) };
        let stem = near.way_to(place);
        let states: Vec<State> = stem.iter().chain(&round).map(|&place| near.states[place].clone()).collect();
        Ok(Lasso { literals: vec![lasso.literals[0].clone(); states.len()], back: stem.len(), states })
    }

    /// What is fewer than so many steps away; `None` if that is too much to look at.
    fn neighbourhood(&self, start: &State, within: &S::Set, steps: usize) -> Result<Option<Neighbourhood>, Stop> {
        let mut near = Neighbourhood { states: vec![], distance: vec![], successors: vec![], met: vec![] };
        let mut known: BTreeMap<State, usize> = BTreeMap::new();
        let mut next_states: Vec<Vec<State>> = Vec::new();
        let mut layer = BTreeSet::from([start.clone()]);
        for distance in 0..steps {
            let mut next = BTreeSet::new();
            for state in std::mem::take(&mut layer) {
                self.system.budget().check()?;
                let Some(after) = self.few_successors(&state, within)? else { return Ok(None) };
                known.insert(state.clone(), near.states.len());
                near.met.push(self.met(&state)?);
                near.states.push(state);
                near.distance.push(distance);
                next.extend(after.iter().cloned());
                next_states.push(after);
            }
            layer = next.into_iter().filter(|state| !known.contains_key(state)).collect();
            if near.states.len() + layer.len() > self.lasso_tuning.near_states {
                return Ok(None);
            }
        }
        let places = |states: Vec<State>| states.iter().filter_map(|state| known.get(state).copied()).collect();
        near.successors = next_states.into_iter().map(places).collect();
        Ok(Some(near))
    }

    /// The fairness constraints that a state meets, one bit for each.
    fn met(&self, state: &State) -> Result<u32, Stop> {
        let mut met = 0;
        for (bit, constraint) in self.fair().iter().enumerate() {
            met |= u32::from(self.system.contains(constraint, state)?) << bit;
        }
        Ok(met)
    }

    /// The successors of a state inside a set; `None` if they are many.
    fn few_successors(&self, state: &State, within: &S::Set) -> Result<Option<Vec<State>>, Stop> {
        let system = self.system;
        let mut rest = system.intersection(&system.image(&system.singleton(state)?)?, within)?;
        if system.count(&rest)? > BigUint::from(self.lasso_tuning.near_states) {
            return Ok(None);
        }
        let mut found = Vec::new();
        while let Some(next) = system.pick(&rest)? {
            rest = system.difference(&rest, &system.singleton(&next)?)?;
            found.push(next);
        }
        Ok(Some(found))
    }
}

impl Neighbourhood {
    /// The places of a shortest way from the start to a place, without that place.
    fn way_to(&self, place: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = place;
        for distance in (0..self.distance[place]).rev() {
            let leads = |from: &usize| self.distance[*from] == distance && self.successors[*from].contains(&at);
            // There is one, because the place is one step further away than some other one.
            at = (0..self.states.len()).find(leads).unwrap_or(at);
            way.push(at);
        }
        way.reverse();
        way
    }

    /// The places of a shortest loop through a place, from there on, on which all fairness constraints are met; `None` if
    /// all have more than `most` states.
    fn loop_through(&self, place: usize, most: usize, all: u32) -> Option<Vec<usize>> {
        let (start, end) = ((place, self.met[place]), (place, all));
        // From where each place was reached first, with the constraints that were met on the way.
        let mut before: BTreeMap<(usize, u32), (usize, u32)> = BTreeMap::new();
        let mut layer = vec![start];
        for steps in 1..=most {
            let mut next = BTreeSet::new();
            for &from in &layer {
                for &to in &self.successors[from.0] {
                    before.entry((to, from.1 | self.met[to])).or_insert_with_key(|reached| {
                        next.insert(*reached);
                        from
                    });
                }
            }
            if next.contains(&end) {
                let mut round = Vec::with_capacity(steps);
                let mut at = end;
                for _ in 0..steps {
                    at = before[&at];
                    round.push(at.0);
                }
                round.reverse();
                return Some(round);
            }
            layer = next.into_iter().collect();
        }
        None
    }
}
