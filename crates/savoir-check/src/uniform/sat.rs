//! Uniform strategies by SAT, with the places that plays come to inside the formula.
//!
//! There is one variable for each slot and action, and one for each place that says that plays come to it. If plays come to
//! a place and the members choose a move there, they come to every place that it may lead to; a move that is lost is not
//! chosen there. The solver proposes a strategy; its plays are followed, and what was not known of the places that they come
//! to is added. Plays that go round for ever where they must not are ruled out by a clause for each such round: somewhere
//! on it the members must choose a move that leaves it.
//!
//! Start sets are assumptions, so that everything learned is used for all of them.

use super::arena::{Arena, Move, MoveEnd, Place, SlotNumber, StateNumber};
use super::goal::Label;
use super::ranks::Preferences;
use super::strategy::{UniformChoice, UniformStrategy};
use super::tuning::UniformTuning;
use super::walk::{Round, Walk};
use crate::{Budget, Phase, Progress, Stop, System};
use batsat::{Callbacks, Lit, Solver, SolverInterface, lbool};
use rustc_hash::{FxHashMap, FxHashSet};

/// Stops the solver when the budget is used up.
struct Watch(Budget);

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        self.0.check_memory(0).is_err()
    }
}

/// What the search says about a start set.
pub(super) enum Found {
    /// This strategy wins, and plays come to these states while they are not decided.
    Won(UniformStrategy, Vec<StateNumber>),
    /// No strategy wins.
    Lost,
}

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

/// A search that goes on from start set to start set.
pub(super) struct SatSearch<'a, S: System> {
    pub(super) arena: Arena<'a, S>,
    solver: Solver<Watch>,
    /// By slot and action.
    choices: Vec<Vec<Lit>>,
    places: FxHashMap<Place, KnownPlace>,
    /// Moves that stand in clauses about rounds.
    moves: FxHashMap<(Vec<SlotNumber>, Move), Lit>,
    preferences: Preferences,
    tuning: UniformTuning,
    /// Strategies that were proposed.
    pub(super) rounds: u64,
}

impl<'a, S: System> SatSearch<'a, S> {
    pub(super) fn new(arena: Arena<'a, S>, tuning: UniformTuning) -> SatSearch<'a, S> {
        let watch = Watch(arena.system.budget().clone());
        SatSearch {
            arena,
            solver: Solver::new(batsat::SolverOpts::default(), watch),
            choices: Vec::new(),
            places: FxHashMap::default(),
            moves: FxHashMap::default(),
            preferences: Preferences::default(),
            tuning,
            rounds: 0,
        }
    }

    /// How often the solver had to revise what it assumed.
    pub(super) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Whether a strategy wins from all of these states.
    pub(super) fn solve(&mut self, start: &[Vec<u64>]) -> Result<Found, Stop> {
        let mut first = Vec::new();
        for codes in start {
            let state = self.arena.number(codes)?;
            match self.arena.first_label(state)? {
                Label::Won => {}
                Label::Lost => return Ok(Found::Lost),
                Label::Open(mode) => first.push(Place { state, mode }),
            }
        }
        self.preferences.rank(&mut self.arena, &first, self.tuning.ranked_moves)?;
        let assumed = Lit::new(self.solver.new_var(lbool::TRUE, true), true);
        for &place in &first {
            let reached = self.reached(place);
            self.add(&[!assumed, reached]);
        }
        let found = self.propose_and_refine(&first, assumed);
        // The next start set has an assumption of its own.
        self.add(&[!assumed]);
        found
    }

    fn propose_and_refine(&mut self, first: &[Place], assumed: Lit) -> Result<Found, Stop> {
        loop {
            let budget = self.arena.system.budget();
            budget.check_memory(0)?;
            budget.report(&Progress::at(Phase::Evaluate, self.rounds, self.arena.state_count()));
            let answer = self.solver.solve_limited(&[assumed]);
            if answer == lbool::FALSE {
                return Ok(Found::Lost);
            }
            if answer != lbool::TRUE {
                return Err(self.arena.system.budget().check_memory(0).err().unwrap_or(Stop::Cancelled));
            }
            self.rounds += 1;
            let known = self.choices.len();
            let walk = Walk::follow(
                self,
                |search| &mut search.arena,
                first,
                |search, place| {
                    let chosen = search.proposed(place, known)?;
                    if let Some(chosen) = &chosen {
                        search.learn(place, chosen)?;
                    } else {
                        let reached = search.reached(place);
                        search.add(&[!reached]);
                    }
                    Ok(chosen)
                },
            )?;
            if walk.is_lost {
                continue;
            }
            let rounds = walk.doomed_rounds(&self.arena)?;
            if rounds.is_empty() {
                return Ok(self.won(&walk));
            }
            for round in rounds {
                self.rule_out(&walk, &round)?;
            }
        }
    }

    /// The move that the solver proposes, by the slots that it knew; what is preferred in the others. `None` if nothing can
    /// be done.
    fn proposed(&mut self, place: Place, known: usize) -> Result<Option<Move>, Stop> {
        let slots = self.arena.slots_of(place.state)?;
        self.add_slots();
        if slots.iter().any(|slot| self.arena.slots()[*slot as usize].actions.is_empty()) {
            return Ok(None);
        }
        let action = |slot: &SlotNumber| {
            let number = *slot as usize;
            let chosen = || self.choices[number].iter().position(|lit| self.solver.value_lit(*lit) == lbool::TRUE);
            let place = if number < known { chosen() } else { None };
            place.map_or_else(|| self.preferences.of(*slot), |place| place as u16)
        };
        Ok(Some(slots.iter().map(action).collect()))
    }

    /// Variables for slots that were met since the last time.
    fn add_slots(&mut self) {
        while let Some(slot) = self.arena.slots().get(self.choices.len()) {
            let preferred = usize::from(self.preferences.of(self.choices.len() as SlotNumber));
            let count = slot.actions.len();
            let lits: Vec<Lit> = (0..count)
                .map(|action| {
                    let first = if action == preferred { lbool::TRUE } else { lbool::UNDEF };
                    Lit::new(self.solver.new_var(first, true), true)
                })
                .collect();
            if !lits.is_empty() {
                self.add(&lits);
            }
            for (place, a) in lits.iter().enumerate() {
                for b in &lits[..place] {
                    self.add(&[!*a, !*b]);
                }
            }
            self.choices.push(lits);
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// The literal that says that plays come to a place.
    fn reached(&mut self, place: Place) -> Lit {
        if let Some(known) = self.places.get(&place) {
            return known.reached;
        }
        // It follows from the choices, so there is nothing to decide.
        let reached = Lit::new(self.solver.new_var(lbool::FALSE, false), true);
        self.places.insert(place, KnownPlace { reached, moves: KnownMoves::Some(FxHashSet::default()) });
        reached
    }

    /// The literals that say that a move is chosen.
    fn chosen(&mut self, place: Place, choice: &[u16]) -> Result<Vec<Lit>, Stop> {
        let slots = self.arena.slots_of(place.state)?;
        self.add_slots();
        Ok(slots.iter().zip(choice).map(|(slot, action)| self.choices[*slot as usize][usize::from(*action)]).collect())
    }

    /// Tells the solver about the moves of a place: all, or this one if there are very many.
    fn learn(&mut self, place: Place, proposed: &Move) -> Result<(), Stop> {
        let reached = self.reached(place);
        match &self.places[&place].moves {
            KnownMoves::All => return Ok(()),
            KnownMoves::Some(moves) if moves.contains(proposed) => return Ok(()),
            KnownMoves::Some(_) => {}
        }
        let is_small = self.arena.move_count(place.state)?.is_some_and(|count| count <= self.tuning.eager_moves);
        if is_small {
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

    fn learn_move(&mut self, place: Place, reached: Lit, choice: &Move) -> Result<(), Stop> {
        let end = self.arena.end(place, choice)?;
        let lits = self.chosen(place, choice)?;
        let mut clause: Vec<Lit> = std::iter::once(!reached).chain(lits.iter().map(|lit| !*lit)).collect();
        match end {
            MoveEnd::Lost => {
                let needed = self.needed_members(place, choice)?;
                let mut number = 0;
                clause.retain(|_| {
                    number += 1;
                    number == 1 || needed[number - 2]
                });
                self.add(&clause);
            }
            MoveEnd::Open(places) => {
                for next in places {
                    let next = self.reached(next);
                    clause.push(next);
                    self.add(&clause);
                    clause.pop();
                }
            }
        }
        Ok(())
    }

    /// Which members' choices make a move lost: whatever the others choose instead, it is lost as well. Only looked at
    /// where moves are not all known anyway.
    fn needed_members(&mut self, place: Place, choice: &Move) -> Result<Vec<bool>, Stop> {
        let mut needed = vec![true; choice.len()];
        if self.arena.move_count(place.state)?.is_some_and(|count| count <= self.tuning.eager_moves) {
            return Ok(needed);
        }
        let slots = self.arena.slots_of(place.state)?;
        let size = |slot: SlotNumber, arena: &Arena<'_, S>| arena.slots()[slot as usize].actions.len();
        let mut free: Vec<usize> = Vec::new();
        for member in 0..choice.len() {
            let tried: Vec<usize> = free.iter().copied().chain([member]).collect();
            let product = tried.iter().try_fold(1usize, |all, member| all.checked_mul(size(slots[*member], &self.arena)));
            if product.is_none_or(|product| product > self.tuning.tried_completions) {
                continue;
            }
            let mut other = choice.clone();
            if self.all_lost(place, &slots, &tried, &mut other)? {
                needed[member] = false;
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
            choice[member] = action as u16;
            if !self.all_lost(place, slots, rest, choice)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// If plays come to a round, somewhere on it a move must be chosen that leaves it: one that leads to none of its
    /// places, or under fairness, where other rounds among them may be harmless, not to the one that comes next.
    fn rule_out(&mut self, walk: &Walk, round: &Round) -> Result<(), Stop> {
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
        let left = Lit::new(self.solver.new_var(lbool::UNDEF, false), true);
        let clause: Vec<Lit> = std::iter::once(!left).chain(leaving).collect();
        self.add(&clause);
        let mut places: Vec<Place> = inside.into_iter().collect();
        places.sort_unstable();
        for place in places {
            let reached = self.reached(place);
            self.add(&[!reached, left]);
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
        let all = Lit::new(self.solver.new_var(lbool::UNDEF, true), true);
        for lit in &lits {
            self.add(&[!all, *lit]);
        }
        let back: Vec<Lit> = lits.iter().map(|lit| !*lit).chain([all]).collect();
        self.add(&back);
        self.moves.insert(key, all);
        Ok(all)
    }

    fn won(&mut self, walk: &Walk) -> Found {
        let mut strategy = UniformStrategy::new();
        let mut states = Vec::new();
        for (place, choice) in walk.places.iter().zip(&walk.moves) {
            let Ok(slots) = self.arena.slots_of(place.state) else { continue };
            for (slot, action) in slots.iter().zip(choice) {
                let slot = &self.arena.slots()[*slot as usize];
                strategy.push(UniformChoice {
                    agent: slot.agent,
                    observation: slot.observation.to_vec(),
                    action: slot.actions[usize::from(*action)],
                });
            }
            if place.mode == self.arena.goal.start() {
                states.push(place.state);
            }
        }
        strategy.sort_unstable();
        strategy.dedup();
        Found::Won(strategy, states)
    }
}
