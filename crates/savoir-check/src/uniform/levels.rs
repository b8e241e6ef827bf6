//! Plays that have to be decided within a number of steps.
//!
//! For each place and number of steps there is a variable: plays that come to the place must be decided within so many
//! steps. Then every place that a chosen move leads to has one step less. Fewer steps than perfect information needs are
//! impossible, which rules out most moves early; and no play goes round.

use super::arena::Place;
use super::ranks::Preferences;
use super::solver::ClauseSolver;
use crate::{Budget, Stop};
use batsat::Lit;
use rustc_hash::FxHashMap;

/// A move that the solver knows, and the places it may lead to.
struct LeveledMove {
    place: Place,
    chosen: Vec<Lit>,
    next: Vec<Place>,
}

/// The variables and clauses of all levels so far.
#[derive(Default)]
pub(super) struct Levels {
    /// The largest number of steps so far; 0 if there are no levels yet.
    top: usize,
    /// By place, from the fewest steps that are possible on.
    lits: FxHashMap<Place, Vec<Lit>>,
    moves: Vec<LeveledMove>,
}

impl Levels {
    /// The literal that says that plays that come to a place must be decided within so many steps; `None` if that is
    /// impossible.
    pub(super) fn lit(
        &mut self,
        place: Place,
        steps: usize,
        ranks: &Preferences,
        solver: &mut ClauseSolver,
    ) -> Option<Lit> {
        let least = ranks.rank_of(place).max(1);
        let at = steps.checked_sub(least)?;
        let lits = self.lits.entry(place).or_default();
        while lits.len() <= at {
            let lit = solver.implied();
            // What must be decided within fewer steps must be within more.
            if let Some(fewer) = lits.last() {
                solver.add(&[!*fewer, lit]);
            }
            lits.push(lit);
        }
        Some(lits[at])
    }

    /// Adds a move.
    pub(super) fn learn(
        &mut self,
        place: Place,
        chosen: &[Lit],
        next: Vec<Place>,
        ranks: &Preferences,
        solver: &mut ClauseSolver,
    ) {
        let added = LeveledMove { place, chosen: chosen.to_vec(), next };
        self.constrain(&added, 1, self.top, ranks, solver);
        self.moves.push(added);
    }

    /// Adds levels up to a number of steps.
    pub(super) fn raise(
        &mut self,
        steps: usize,
        ranks: &Preferences,
        solver: &mut ClauseSolver,
        budget: &Budget,
    ) -> Result<(), Stop> {
        if steps <= self.top {
            return Ok(());
        }
        let moves = std::mem::take(&mut self.moves);
        for (number, known) in moves.iter().enumerate() {
            if number.is_multiple_of(1024) {
                budget.check_memory(0)?;
            }
            self.constrain(known, self.top + 1, steps, ranks, solver);
        }
        self.moves = moves;
        self.top = steps;
        Ok(())
    }

    /// The clauses of a move for some numbers of steps.
    fn constrain(
        &mut self,
        known: &LeveledMove,
        from: usize,
        to: usize,
        ranks: &Preferences,
        solver: &mut ClauseSolver,
    ) {
        for steps in from..=to {
            let Some(here) = self.lit(known.place, steps, ranks, solver) else { continue };
            let mut clause: Vec<Lit> = std::iter::once(!here).chain(known.chosen.iter().map(|lit| !*lit)).collect();
            for &next in &known.next {
                let next = self.lit(next, steps - 1, ranks, solver);
                let is_impossible = next.is_none();
                clause.extend(next);
                solver.add(&clause);
                if is_impossible {
                    break;
                }
                clause.pop();
            }
        }
    }
}
