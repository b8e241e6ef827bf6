//! Uniform strategies by SAT, with the game beside the solver.
//!
//! While the solver chooses one action after the other, the rest of the game is solved with perfect information: what is
//! chosen is chosen, everything else may still depend on the whole state. If that does not win from the start set any more,
//! the places that are not won are a *trap*: every move that leads out of it needs an action that is ruled out by a choice.
//! So one of these actions has to be chosen, and that is a clause. A trap says more than a strategy that fails, or a round
//! of its plays; and where all actions are chosen, what is won is won by the strategy.
//!
//! All moves have to be listed for this, so it is for games that are not large.

use super::arena::{Arena, MoveEnd, Place, SlotNumber};
use super::lookup::Lookup;
use super::ranks::Preferences;
use super::solver::{ClauseSolver, Solved};
use crate::{Budget, Progress, Stop};
use batsat::{Lit, Theory, TheoryArg, lbool};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// A move, with what it needs and where it may lead.
struct ListedMove {
    place: usize,
    /// The literals that say that its actions are chosen.
    needs: Box<[Lit]>,
    next: Box<[usize]>,
}

/// The game as far as plays may come.
#[derive(Default)]
struct Game {
    numbers: FxHashMap<Place, usize>,
    places: Vec<Place>,
    moves: Vec<ListedMove>,
    /// By place: its moves.
    moves_of: Vec<Vec<usize>>,
    /// By place: the moves that may lead to it.
    leading: Vec<Vec<usize>>,
}

impl Game {
    fn number(&mut self, place: Place) -> usize {
        *self.numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            self.moves_of.push(Vec::new());
            self.leading.push(Vec::new());
            self.places.len() - 1
        })
    }
}

/// The game and its solver, for one start set after the other.
pub(super) struct Traps {
    solver: ClauseSolver,
    /// By slot and action.
    choices: Vec<Vec<Lit>>,
    game: Game,
    /// Places whose moves are listed.
    listed: usize,
    looks_for_a_clause: u64,
}

impl Traps {
    pub(super) fn new(budget: Budget, looks_for_a_clause: u64) -> Traps {
        let solver = ClauseSolver::new(budget);
        Traps { solver, choices: Vec::new(), game: Game::default(), listed: 0, looks_for_a_clause }
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }

    /// A literal to assume, for a start set.
    pub(super) fn assumption(&mut self) -> Lit {
        self.solver.decided(Some(true))
    }

    /// Nothing more is asked about a start set.
    pub(super) fn forget(&mut self, assumed: Lit) {
        self.solver.add(&[!assumed]);
    }

    /// Looks for a strategy that wins from some places, and at no more than about so many moves for that.
    pub(super) fn solve<L: Lookup>(
        &mut self,
        arena: &mut Arena<'_, L>,
        preferences: &Preferences,
        (first, assumed): (&[Place], Lit),
        looks: u64,
        progress: Progress,
    ) -> Result<Solved, Stop> {
        let start: Vec<usize> = first.iter().map(|place| self.game.number(*place)).collect();
        self.list(arena, preferences)?;
        self.solver.report(progress);
        let is_over = self.solver.may_stop();
        let limits = Looks { left: looks, for_a_clause: self.looks_for_a_clause, is_over };
        let mut trap = Trap::new(&self.game, (&start, assumed), self.solver.variables(), limits);
        self.solver.solve_in(&mut trap, &[assumed], u64::MAX)
    }

    /// The action of a slot in the strategy that was found.
    pub(super) fn chosen(&self, slot: SlotNumber) -> Option<u32> {
        let lits = self.choices.get(slot as usize)?;
        lits.iter().position(|lit| self.solver.is_true(*lit)).map(|place| place as u32)
    }

    /// Lists the moves of all places that plays may come to.
    fn list<L: Lookup>(&mut self, arena: &mut Arena<'_, L>, preferences: &Preferences) -> Result<(), Stop> {
        while let Some(&place) = self.game.places.get(self.listed) {
            let slots = arena.slots_of(place.state)?;
            for choice in arena.moves(place.state)? {
                let MoveEnd::Open(places) = arena.end(place, &choice)? else { continue };
                self.add_slots(arena, preferences);
                let next: Box<[usize]> = places.into_iter().map(|next| self.game.number(next)).collect();
                let lits = slots.iter().zip(&choice);
                let needs = lits.map(|(slot, action)| self.choices[*slot as usize][*action as usize]).collect();
                let number = self.game.moves.len();
                next.iter().for_each(|next| self.game.leading[*next].push(number));
                self.game.moves_of[self.listed].push(number);
                self.game.moves.push(ListedMove { place: self.listed, needs, next });
            }
            self.listed += 1;
        }
        Ok(())
    }

    /// Variables for slots that were met since the last time.
    fn add_slots<L: Lookup>(&mut self, arena: &Arena<'_, L>, preferences: &Preferences) {
        while let Some(slot) = arena.slots().get(self.choices.len()) {
            let preferred = preferences.of(self.choices.len() as SlotNumber) as usize;
            self.choices.push(self.solver.one_of(slot.actions.len(), preferred));
        }
    }
}

/// What is known about the places that are won, while the solver chooses.
struct Trap<'g> {
    game: &'g Game,
    start: &'g [usize],
    /// The clauses are about this start set.
    assumed: Lit,
    levels: usize,
    won: Vec<bool>,
    /// By move: places that it may lead to and that are not won; one more if it is ruled out.
    waiting: Vec<usize>,
    /// By place: whether it is in the trap.
    trapped: Vec<bool>,
    /// By variable: whether it is marked.
    out: Vec<bool>,
    looks: Looks,
}

/// Moves that may be looked at.
struct Looks {
    left: u64,
    for_a_clause: u64,
    /// Tells the solver that there are no more.
    is_over: Rc<Cell<bool>>,
}

impl Looks {
    fn take(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count as u64);
        if self.left == 0 {
            self.is_over.set(true);
        }
    }
}

impl<'g> Trap<'g> {
    fn new(game: &'g Game, (start, assumed): (&'g [usize], Lit), variables: usize, looks: Looks) -> Trap<'g> {
        Trap {
            game,
            looks,
            start,
            assumed,
            levels: 0,
            won: vec![false; game.places.len()],
            waiting: vec![0; game.moves.len()],
            trapped: vec![false; game.places.len()],
            out: vec![false; variables],
        }
    }

    /// Finds out where the game is won if actions that are not ruled out may depend on the whole state.
    fn solve(&mut self, is_out: impl Fn(Lit) -> bool) {
        let Trap { game, won, waiting, looks, .. } = self;
        looks.take(game.moves.len());
        won.fill(false);
        let mut open = Vec::new();
        for (number, listed) in game.moves.iter().enumerate() {
            waiting[number] = listed.next.len() + usize::from(listed.needs.iter().any(|lit| is_out(*lit)));
            if waiting[number] == 0 && !std::mem::replace(&mut won[listed.place], true) {
                open.push(listed.place);
            }
        }
        while let Some(place) = open.pop() {
            for &number in &game.leading[place] {
                waiting[number] -= 1;
                let to = game.moves[number].place;
                if waiting[number] == 0 && !std::mem::replace(&mut won[to], true) {
                    open.push(to);
                }
            }
        }
    }

    /// Actions, all ruled out, one of which must be chosen to get out of a trap around a place that is not won.
    fn way_out(&mut self, from: usize, is_out: impl Fn(Lit) -> bool) -> Vec<Lit> {
        let Trap { game, won, trapped, .. } = self;
        trapped.fill(false);
        trapped[from] = true;
        let mut inside = vec![from];
        let mut ruled_out = Vec::new();
        let mut at = 0;
        // First what follows without any choice.
        while let Some(&place) = inside.get(at) {
            at += 1;
            for &number in &game.moves_of[place] {
                let listed = &game.moves[number];
                if listed.next.iter().any(|next| trapped[*next]) {
                    continue;
                }
                if listed.needs.iter().any(|lit| is_out(*lit)) {
                    ruled_out.push(number);
                } else if let Some(&next) = listed.next.iter().find(|next| !won[**next]) {
                    trapped[next] = true;
                    inside.push(next);
                }
            }
        }
        let mut found: Vec<Lit> = Vec::new();
        for number in ruled_out {
            let listed = &game.moves[number];
            let stays = listed.next.iter().any(|next| trapped[*next]);
            if !stays && !listed.needs.iter().any(|lit| found.contains(lit)) {
                found.extend(listed.needs.iter().copied().find(|lit| is_out(*lit)));
            }
        }
        found
    }

    /// The same with fewer actions: those are left out without which there is still a trap, the last ones first. Looks at
    /// so many moves at most.
    fn smaller_way_out(&mut self, from: usize, mut found: Vec<Lit>) -> Vec<Lit> {
        let mut tries = self.looks.for_a_clause / self.game.moves.len().max(1) as u64;
        let mut needed = 0;
        while needed < found.len() && tries > 0 {
            tries -= 1;
            let left_out = found.remove(found.len() - 1);
            self.mark(&found);
            let out = std::mem::take(&mut self.out);
            let is_out = |lit: Lit| out[lit.var().idx() as usize];
            self.solve(is_out);
            if self.won[from] {
                found.insert(0, left_out);
                needed += 1;
            } else {
                let still = self.way_out(from, is_out);
                found.retain(|lit| still.contains(lit));
            }
            self.out = out;
        }
        found
    }

    /// Marks the variables of some literals.
    fn mark(&mut self, lits: &[Lit]) {
        self.out.fill(false);
        for lit in lits {
            self.out[lit.var().idx() as usize] = true;
        }
    }

    fn check(&mut self, acts: &mut TheoryArg<'_>) {
        let is_true = |lit: Lit| acts.value(lit.var()) == lbool::from(lit.sign());
        if !is_true(self.assumed) {
            return;
        }
        let is_out = |lit: Lit| acts.value(lit.var()) == lbool::from(!lit.sign());
        self.solve(is_out);
        let Some(&lost) = self.start.iter().find(|place| !self.won[**place]) else { return };
        let mut clause = self.way_out(lost, is_out);
        let when: FxHashMap<Lit, usize> = acts.model().iter().enumerate().map(|(at, lit)| (!*lit, at)).collect();
        clause.sort_unstable_by_key(|lit| when.get(lit));
        clause = self.smaller_way_out(lost, clause);
        clause.push(!self.assumed);
        acts.raise_conflict(&clause, true);
    }
}

impl Theory for Trap<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, count: usize) {
        self.levels -= count;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("nothing is propagated")
    }
}
