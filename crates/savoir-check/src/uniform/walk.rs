//! The plays of one strategy: where they come to, and where they go round for ever although they must not.

use super::arena::{Arena, Move, MoveEnd, Place};
use super::lookup::Lookup;
use crate::Stop;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// All places that the plays of a strategy come to.
pub(super) struct Walk {
    pub(super) places: Vec<Place>,
    /// By place: what the strategy does there.
    pub(super) moves: Vec<Move>,
    /// By place: the places that come next.
    successors: Vec<Vec<usize>>,
    /// Whether some play is lost after one of its moves.
    pub(super) is_lost: bool,
}

/// A closed walk of plays that must not go on for ever: its steps, each from a place to one that comes next.
pub(super) type Round = Vec<(usize, usize)>;

impl Walk {
    /// Follows all plays from some places; the strategy says what is done in a place, `None` if nothing can be.
    pub(super) fn follow<'a, L: Lookup + 'a, P>(
        play: &mut P,
        arena: impl Fn(&mut P) -> &mut Arena<'a, L>,
        start: &[Place],
        mut choose: impl FnMut(&mut P, Place) -> Result<Option<Move>, Stop>,
    ) -> Result<Walk, Stop> {
        let mut walk = Walk { places: Vec::new(), moves: Vec::new(), successors: Vec::new(), is_lost: false };
        let mut numbers: FxHashMap<Place, usize> = FxHashMap::default();
        let mut open: VecDeque<Place> = VecDeque::new();
        for &place in start {
            walk.number(&mut numbers, &mut open, place);
        }
        while let Some(place) = open.pop_front() {
            let chosen = choose(play, place)?;
            let end = match &chosen {
                Some(chosen) => arena(play).end(place, chosen)?,
                None => MoveEnd::Lost,
            };
            walk.moves.push(chosen.unwrap_or_default());
            let next = match end {
                MoveEnd::Lost => {
                    walk.is_lost = true;
                    Vec::new()
                }
                MoveEnd::Open(places) => {
                    places.into_iter().map(|next| walk.number(&mut numbers, &mut open, next)).collect()
                }
            };
            walk.successors.push(next);
        }
        Ok(walk)
    }

    fn number(&mut self, numbers: &mut FxHashMap<Place, usize>, open: &mut VecDeque<Place>, place: Place) -> usize {
        *numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            open.push_back(place);
            self.places.len() - 1
        })
    }

    /// Rounds of doomed plays, one for each part of the walk that has one; none if the strategy wins.
    pub(super) fn doomed_rounds<L: Lookup>(&self, arena: &Arena<'_, L>) -> Result<Vec<Round>, Stop> {
        let mut rounds = Vec::new();
        if !arena.goal.has_doomed() {
            return Ok(rounds);
        }
        let components = self.components(|place| arena.goal.is_doomed(self.places[place].mode));
        let mut part = vec![usize::MAX; self.places.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|&place| part[place] = number);
        }
        for (number, component) in components.iter().enumerate() {
            let is_inside = |place: usize| part[place] == number;
            if !component.iter().any(|&place| self.successors[place].iter().any(|&next| is_inside(next))) {
                continue;
            }
            let mut stops = Vec::new();
            for constraint in arena.goal.constraints() {
                let mut found = None;
                for &place in component {
                    if arena.lookup.is_in(constraint, arena.codes(self.places[place].state))? {
                        found = Some(place);
                        break;
                    }
                }
                match found {
                    Some(place) => stops.push(place),
                    None => break,
                }
            }
            if stops.len() < arena.goal.constraints().len() {
                continue;
            }
            if stops.is_empty() {
                stops.extend(component.first());
            }
            rounds.push(self.round(&stops, &is_inside));
        }
        Ok(rounds)
    }

    /// The steps of a closed walk through some places of a component.
    fn round(&self, stops: &[usize], is_inside: &impl Fn(usize) -> bool) -> Round {
        let mut steps = Vec::new();
        for (place, &from) in stops.iter().enumerate() {
            let to = stops[(place + 1) % stops.len()];
            self.path(from, to, is_inside, &mut steps);
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Adds the steps of a shortest path, with at least one step, between two places of a component.
    fn path(&self, from: usize, to: usize, is_inside: &impl Fn(usize) -> bool, steps: &mut Round) {
        let mut came_from: FxHashMap<usize, usize> = FxHashMap::default();
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            for &next in self.successors[place].iter().filter(|next| is_inside(**next)) {
                if came_from.contains_key(&next) {
                    continue;
                }
                came_from.insert(next, place);
                if next == to {
                    let mut end = to;
                    loop {
                        let before = came_from[&end];
                        steps.push((before, end));
                        end = before;
                        if end == from {
                            return;
                        }
                    }
                }
                open.push_back(next);
            }
        }
    }

    /// The strongly connected components of the places that count, by Tarjan's algorithm with a stack of its own.
    fn components(&self, counts: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        const NEW: usize = usize::MAX;
        let count = self.places.len();
        let (mut index, mut low, mut is_open) = (vec![NEW; count], vec![0; count], vec![false; count]);
        let (mut found, mut open, mut next_index) = (Vec::new(), Vec::new(), 0);
        for root in (0..count).filter(|&place| counts(place)) {
            if index[root] != NEW {
                continue;
            }
            let mut calls: Vec<(usize, usize)> = vec![(root, 0)];
            while let Some((place, step)) = calls.pop() {
                if step == 0 {
                    (index[place], low[place], is_open[place]) = (next_index, next_index, true);
                    next_index += 1;
                    open.push(place);
                } else {
                    low[place] = low[place].min(low[self.successors[place][step - 1]]);
                }
                let mut at = step;
                let descend = loop {
                    let Some(&next) = self.successors[place].get(at) else { break None };
                    at += 1;
                    if !counts(next) {
                        continue;
                    }
                    if index[next] == NEW {
                        break Some(next);
                    }
                    if is_open[next] {
                        low[place] = low[place].min(index[next]);
                    }
                };
                if let Some(next) = descend {
                    calls.push((place, at));
                    calls.push((next, 0));
                } else if low[place] == index[place] {
                    let start = open.iter().rposition(|&other| other == place).unwrap_or(0);
                    let component = open.split_off(start);
                    component.iter().for_each(|&place| is_open[place] = false);
                    found.push(component);
                }
            }
        }
        found
    }
}
