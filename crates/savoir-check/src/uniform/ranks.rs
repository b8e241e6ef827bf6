//! Which actions to try first: those by which a coalition that sees everything gets to its goal soonest.
//!
//! All moves of a part of the game are listed, if there are not too many; otherwise see [`super::guide`]. The rank of a
//! place is the number of steps to the goal with perfect information; a place votes for the actions of its moves that
//! lead to the lowest rank. Where there is no goal to get to, it votes for the moves that are not lost.

use super::arena::{Arena, Move, MoveEnd, Place, SlotNumber};
use super::lookup::Lookup;
use super::tuning::UniformTuning;
use crate::Stop;
use rustc_hash::FxHashMap;

/// The rank of places from which nothing leads to a goal.
const NO_RANK: u32 = u32::MAX;

/// The preferred action of each slot.
#[derive(Default)]
pub(super) struct Preferences {
    ranks: FxHashMap<Place, u32>,
    votes: FxHashMap<SlotNumber, Vec<u32>>,
    /// Moves that were listed.
    listed: usize,
    is_over: bool,
    /// What was being ranked when the search was interrupted.
    interrupted: Option<Part>,
}

/// A move of a place that is being ranked.
struct RankedMove {
    place: usize,
    choice: Move,
    /// Places that it may lead to and that have no rank.
    waiting: usize,
    rank: u32,
}

/// The part of the game that is being ranked.
#[derive(Default)]
struct Part {
    places: Vec<Place>,
    /// Places whose moves are listed.
    listed: usize,
    numbers: FxHashMap<Place, usize>,
    moves: Vec<RankedMove>,
    /// By place: the moves that may lead to it.
    leading: Vec<Vec<usize>>,
}

impl Preferences {
    /// The place of the action that is to be tried first.
    pub(super) fn of(&self, slot: SlotNumber) -> u32 {
        let Some(votes) = self.votes.get(&slot) else { return 0 };
        let best = votes.iter().max().copied().unwrap_or(0);
        votes.iter().position(|votes| *votes == best).unwrap_or(0) as u32
    }

    /// Whether the moves are too many to be listed.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// An action of a slot is to be tried first.
    pub(super) fn prefer(&mut self, slot: SlotNumber, action: u32, actions: usize) {
        let mut votes = vec![0; actions];
        if let Some(vote) = votes.get_mut(action as usize) {
            *vote = 1;
        }
        self.votes.insert(slot, votes);
    }

    /// Steps that a place is away from the goal with perfect information, as far as that is known: at least so many.
    pub(super) fn rank_of(&self, place: Place) -> usize {
        self.ranks.get(&place).map_or(1, |rank| *rank as usize)
    }

    /// How many places there are, if all that plays may come to were listed.
    pub(super) fn place_count(&self) -> Option<usize> {
        (!self.is_over).then_some(self.ranks.len())
    }

    /// Ranks what can be reached from some places, if it is not too much.
    pub(super) fn rank<L: Lookup>(
        &mut self,
        arena: &mut Arena<'_, L>,
        start: &[Place],
        tuning: &UniformTuning,
    ) -> Result<(), Stop> {
        if self.is_over {
            return Ok(());
        }
        let mut part = self.interrupted.take().unwrap_or_default();
        start.iter().filter(|place| !self.ranks.contains_key(place)).for_each(|place| {
            part.number(*place);
        });
        match self.list(arena, &mut part, tuning) {
            Ok(true) => {}
            Ok(false) => {
                self.is_over = true;
                return Ok(());
            }
            Err(stop) => {
                self.interrupted = Some(part);
                return Err(stop);
            }
        }
        let ranks = part.rank();
        for ranked in &part.moves {
            let place = part.places[ranked.place];
            let votes = match ranks[ranked.place] {
                Some(rank) if ranked.waiting == 0 && ranked.rank + 1 == rank => 1_000,
                // There is no goal, or no way to it with perfect information.
                None => 1,
                Some(_) => 0,
            };
            let slots = arena.slots_of(place.state)?;
            for (slot, action) in slots.iter().zip(&ranked.choice) {
                let count = arena.slots()[*slot as usize].actions.len();
                self.votes.entry(*slot).or_insert_with(|| vec![0; count])[*action as usize] += votes;
            }
        }
        for (place, rank) in part.places.iter().zip(ranks) {
            self.ranks.insert(*place, rank.unwrap_or(NO_RANK));
        }
        Ok(())
    }

    /// Lists the moves of all places that are not ranked; whether there are not too many. If it is interrupted, it can go on
    /// with the next place.
    fn list<L: Lookup>(
        &mut self,
        arena: &mut Arena<'_, L>,
        part: &mut Part,
        tuning: &UniformTuning,
    ) -> Result<bool, Stop> {
        while let Some(&place) = part.places.get(part.listed) {
            let count = arena.move_count(place.state)?.unwrap_or(usize::MAX);
            let all = self.listed.saturating_add(count);
            if all > tuning.ranked_moves || count > tuning.ranked_moves_of_a_state {
                return Ok(false);
            }
            let at = part.listed;
            let mut ends = Vec::with_capacity(count);
            for choice in arena.moves(place.state)? {
                let end = arena.end(place, &choice)?;
                ends.push((choice, end));
            }
            (self.listed, part.listed) = (all, at + 1);
            for (choice, end) in ends {
                let MoveEnd::Open(next) = end else { continue };
                let number = part.moves.len();
                let mut ranked = RankedMove { place: at, choice, waiting: 0, rank: 0 };
                for next in next {
                    match self.ranks.get(&next) {
                        // Nothing leads from there to a goal, so it waits for ever.
                        Some(&NO_RANK) => ranked.waiting += 1,
                        Some(rank) => ranked.rank = ranked.rank.max(*rank),
                        None => {
                            let next = part.number(next);
                            part.leading[next].push(number);
                            ranked.waiting += 1;
                        }
                    }
                }
                part.moves.push(ranked);
            }
        }
        Ok(true)
    }
}

impl Part {
    fn number(&mut self, place: Place) -> usize {
        *self.numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            self.leading.push(Vec::new());
            self.places.len() - 1
        })
    }

    /// The rank of each place, lowest first; `None` where perfect information does not get to the goal.
    fn rank(&mut self) -> Vec<Option<u32>> {
        let mut ranks: Vec<Option<u32>> = vec![None; self.places.len()];
        // By rank of the move.
        let mut ready: std::collections::BTreeMap<u32, Vec<usize>> = std::collections::BTreeMap::new();
        for (number, ranked) in self.moves.iter().enumerate() {
            if ranked.waiting == 0 && ranked.rank < u32::MAX {
                ready.entry(ranked.rank).or_default().push(number);
            }
        }
        while let Some((rank, moves)) = ready.pop_first() {
            for number in moves {
                let place = self.moves[number].place;
                if ranks[place].is_some() {
                    continue;
                }
                ranks[place] = Some(rank + 1);
                for &leading in &self.leading[place] {
                    let before = &mut self.moves[leading];
                    before.waiting -= 1;
                    before.rank = before.rank.max(rank + 1);
                    if before.waiting == 0 && before.rank < u32::MAX {
                        ready.entry(before.rank).or_default().push(leading);
                    }
                }
            }
        }
        ranks
    }
}
