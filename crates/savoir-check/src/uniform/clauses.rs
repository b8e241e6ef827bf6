//! What the solver knows about a game: clauses for choices, for the places that plays come to, and for rounds.

use super::arena::{Arena, Move, MoveEnd, Place, SlotNumber};
use super::guide::Guide;
use super::levels::Levels;
use super::lookup::Lookup;
use super::ranks::Preferences;
use super::solver::ClauseSolver;
use super::tuning::UniformTuning;
use super::walk::{Round, Walk};
use crate::Stop;
use batsat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the solver knows about a place.
struct KnownPlace {
    /// Plays come to it.
    reached: Lit,
    moves: KnownMoves,
}

/// The moves of a place that the solver knows about.
enum KnownMoves {
    /// All of them.
    All,
    /// Those that were proposed.
    Some(FxHashSet<Move>),
}

/// A game with its clauses.
pub(super) struct Clauses<'a, L: Lookup> {
    pub(super) arena: Arena<'a, L>,
    pub(super) solver: ClauseSolver,
    /// By slot and action.
    choices: Vec<Vec<Lit>>,
    places: FxHashMap<Place, KnownPlace>,
    /// Moves that stand in clauses about rounds.
    moves: FxHashMap<(Vec<SlotNumber>, Move), Lit>,
    pub(super) preferences: Preferences,
    pub(super) guide: Guide<'a, L>,
    levels: Levels,
    tuning: UniformTuning,
}

impl<'a, L: Lookup> Clauses<'a, L> {
    pub(super) fn new(arena: Arena<'a, L>, guide: Guide<'a, L>, tuning: UniformTuning) -> Clauses<'a, L> {
        Clauses {
            solver: ClauseSolver::new(arena.lookup.budget().clone()),
            arena,
            choices: Vec::new(),
            places: FxHashMap::default(),
            moves: FxHashMap::default(),
            preferences: Preferences::default(),
            guide,
            levels: Levels::default(),
            tuning,
        }
    }

    /// How many slots the solver knows.
    pub(super) fn slot_count(&self) -> usize {
        self.choices.len()
    }

    /// Finds out which actions to try first from some places on.
    pub(super) fn rank(&mut self, first: &[Place]) -> Result<(), Stop> {
        self.preferences.rank(&mut self.arena, first, &self.tuning)
    }

    /// A literal to assume.
    pub(super) fn assumption(&mut self) -> Lit {
        self.solver.decided(Some(true))
    }

    /// Fewer steps than this do not lead to the goal from all of these places.
    pub(super) fn least_steps(&self, first: &[Place]) -> usize {
        first.iter().map(|place| self.preferences.rank_of(*place)).max().unwrap_or(0).max(1)
    }

    /// No play that wins takes more steps than this before it is decided.
    pub(super) fn most_steps(&self) -> usize {
        self.preferences.place_count().unwrap_or(usize::MAX - 1)
    }

    /// A literal to assume if plays from these places are to be decided within so many steps, given another assumption.
    pub(super) fn within(&mut self, first: &[Place], assumed: Lit, steps: usize) -> Result<Lit, Stop> {
        self.levels.raise(steps, &self.preferences, &mut self.solver, self.arena.lookup.budget())?;
        let within = self.assumption();
        for &place in first {
            let level = self.levels.lit(place, steps, &self.preferences, &mut self.solver);
            let clause: Vec<Lit> = [!assumed, !within].into_iter().chain(level).collect();
            self.solver.add(&clause);
        }
        Ok(within)
    }

    /// The move that the solver proposes, by the slots that it knew; what is preferred in the others. `None` if nothing can
    /// be done.
    pub(super) fn proposed(&mut self, place: Place, known: usize) -> Result<Option<Move>, Stop> {
        let slots = self.arena.slots_of(place.state)?;
        if self.preferences.is_over() && slots.iter().any(|slot| *slot as usize >= self.choices.len()) {
            self.guide.prefer(&mut self.arena, place, self.choices.len(), &mut self.preferences)?;
        }
        self.add_slots();
        if slots.iter().any(|slot| self.arena.slots()[*slot as usize].actions.is_empty()) {
            return Ok(None);
        }
        let action = |slot: &SlotNumber| {
            let number = *slot as usize;
            let chosen = || self.choices[number].iter().position(|lit| self.solver.is_true(*lit));
            let place = if number < known { chosen() } else { None };
            place.map_or_else(|| self.preferences.of(*slot), |place| place as u32)
        };
        Ok(Some(slots.iter().map(action).collect()))
    }

    /// Variables for slots that were met since the last time.
    fn add_slots(&mut self) {
        while let Some(slot) = self.arena.slots().get(self.choices.len()) {
            let preferred = self.preferences.of(self.choices.len() as SlotNumber) as usize;
            let lits = self.solver.one_of(slot.actions.len(), preferred);
            self.choices.push(lits);
        }
    }

    /// The literal that says that plays come to a place.
    pub(super) fn reached(&mut self, place: Place) -> Lit {
        if let Some(known) = self.places.get(&place) {
            return known.reached;
        }
        let reached = self.solver.implied();
        self.places.insert(place, KnownPlace { reached, moves: KnownMoves::Some(FxHashSet::default()) });
        reached
    }

    /// The literals that say that a move is chosen.
    fn chosen(&mut self, place: Place, choice: &[u32]) -> Result<Vec<Lit>, Stop> {
        let slots = self.arena.slots_of(place.state)?;
        self.add_slots();
        Ok(slots.iter().zip(choice).map(|(slot, action)| self.choices[*slot as usize][*action as usize]).collect())
    }

    /// Tells the solver about the moves of a place: all, or this one if there are very many; that plays must not come to it
    /// if there is none.
    pub(super) fn learn(&mut self, place: Place, proposed: Option<&Move>) -> Result<(), Stop> {
        let reached = self.reached(place);
        let Some(proposed) = proposed else {
            self.solver.add(&[!reached]);
            return Ok(());
        };
        match &self.places[&place].moves {
            KnownMoves::All => return Ok(()),
            KnownMoves::Some(moves) if moves.contains(proposed) => return Ok(()),
            KnownMoves::Some(_) => {}
        }
        if self.has_few_moves(place)? {
            for choice in self.arena.moves(place.state)? {
                self.learn_move(place, reached, &choice)?;
            }
            self.places.insert(place, KnownPlace { reached, moves: KnownMoves::All });
        } else {
            self.learn_move(place, reached, proposed)?;
            if let Some(KnownPlace { moves: KnownMoves::Some(moves), .. }) = self.places.get_mut(&place) {
                moves.insert(proposed.clone());
            }
        }
        Ok(())
    }

    fn has_few_moves(&mut self, place: Place) -> Result<bool, Stop> {
        Ok(self.arena.move_count(place.state)?.is_some_and(|count| count <= self.tuning.eager_moves))
    }

    fn learn_move(&mut self, place: Place, reached: Lit, choice: &Move) -> Result<(), Stop> {
        let end = self.arena.end(place, choice)?;
        let lits = self.chosen(place, choice)?;
        match end {
            MoveEnd::Lost => {
                let needed = self.needed_members(place, choice)?;
                let needed = lits.iter().zip(needed).filter(|(_, needed)| *needed).map(|(lit, _)| !*lit);
                let clause: Vec<Lit> = std::iter::once(!reached).chain(needed).collect();
                self.solver.add(&clause);
            }
            MoveEnd::Open(places) => {
                let mut clause: Vec<Lit> = std::iter::once(!reached).chain(lits.iter().map(|lit| !*lit)).collect();
                for &next in &places {
                    let next = self.reached(next);
                    clause.push(next);
                    self.solver.add(&clause);
                    clause.pop();
                }
                if self.arena.goal.is_reached_by_all_plays() {
                    self.levels.learn(place, &lits, places, &self.preferences, &mut self.solver);
                }
            }
        }
        Ok(())
    }

    /// Which members' choices make a move lost: whatever the others choose instead, it is lost as well. Only looked at
    /// where moves are not all known anyway.
    fn needed_members(&mut self, place: Place, choice: &Move) -> Result<Vec<bool>, Stop> {
        let mut needed = vec![true; choice.len()];
        if self.has_few_moves(place)? {
            return Ok(needed);
        }
        let slots = self.arena.slots_of(place.state)?;
        let size = |slot: SlotNumber, arena: &Arena<'_, L>| arena.slots()[slot as usize].actions.len();
        let mut free: Vec<usize> = Vec::new();
        for (member, needed) in needed.iter_mut().enumerate() {
            let tried: Vec<usize> = free.iter().copied().chain([member]).collect();
            let product =
                tried.iter().try_fold(1usize, |all, member| all.checked_mul(size(slots[*member], &self.arena)));
            if product.is_none_or(|product| product > self.tuning.tried_completions) {
                continue;
            }
            if self.all_lost(place, &slots, &tried, &mut choice.clone())? {
                *needed = false;
                free.push(member);
            }
        }
        Ok(needed)
    }

    /// Whether a move is lost whatever some members choose. As deep as there are members.
    fn all_lost(
        &mut self,
        place: Place,
        slots: &[SlotNumber],
        open: &[usize],
        choice: &mut Move,
    ) -> Result<bool, Stop> {
        let Some((&member, rest)) = open.split_first() else {
            return Ok(self.arena.end(place, choice)? == MoveEnd::Lost);
        };
        for action in 0..self.arena.slots()[slots[member] as usize].actions.len() {
            choice[member] = action as u32;
            if !self.all_lost(place, slots, rest, choice)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// If plays come to a round, somewhere on it a move must be chosen that leaves it: one that leads to none of its
    /// places, or under fairness, where other rounds among them may be harmless, not to the one that comes next.
    pub(super) fn rule_out(&mut self, walk: &Walk, round: &Round) -> Result<(), Stop> {
        let inside: FxHashSet<Place> = round.iter().map(|(from, _)| walk.places[*from]).collect();
        let is_fair = !self.arena.goal.constraints().is_empty();
        let mut leaving: Vec<Lit> = Vec::new();
        for &(from, to) in round {
            let place = walk.places[from];
            if !matches!(self.places.get(&place), Some(KnownPlace { moves: KnownMoves::All, .. })) {
                leaving.extend(self.chosen(place, &walk.moves[from])?.iter().map(|lit| !*lit));
                continue;
            }
            for choice in self.arena.moves(place.state)? {
                let MoveEnd::Open(places) = self.arena.end(place, &choice)? else { continue };
                let stays = |next: &Place| if is_fair { *next == walk.places[to] } else { inside.contains(next) };
                if !places.iter().any(stays) {
                    leaving.push(self.move_lit(place, &choice)?);
                }
            }
        }
        leaving.sort_unstable();
        leaving.dedup();
        let left = self.solver.implied();
        let clause: Vec<Lit> = std::iter::once(!left).chain(leaving).collect();
        self.solver.add(&clause);
        let mut places: Vec<Place> = inside.into_iter().collect();
        places.sort_unstable();
        for place in places {
            let reached = self.reached(place);
            self.solver.add(&[!reached, left]);
        }
        Ok(())
    }

    /// A literal that says that a move is chosen.
    fn move_lit(&mut self, place: Place, choice: &Move) -> Result<Lit, Stop> {
        let lits = self.chosen(place, choice)?;
        if let [only] = lits[..] {
            return Ok(only);
        }
        let key = (self.arena.slots_of(place.state)?.to_vec(), choice.clone());
        if let Some(known) = self.moves.get(&key) {
            return Ok(*known);
        }
        let all = self.solver.decided(None);
        for lit in &lits {
            self.solver.add(&[!all, *lit]);
        }
        let back: Vec<Lit> = lits.iter().map(|lit| !*lit).chain([all]).collect();
        self.solver.add(&back);
        self.moves.insert(key, all);
        Ok(all)
    }
}
