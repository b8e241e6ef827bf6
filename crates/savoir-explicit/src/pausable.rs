//! An exploration that goes on where it was: somebody else works in between, and it is never begun again.
//!
//! How far it goes is counted in steps, which stand for about the same time in every model, so that it is in the same place on
//! every machine. It works on one thread. It keeps no reference to the model, so that it can be handed from one to another.

use crate::explore::{Chunk, InPlace, Noticed, frontier};
use crate::halt::Halt;
use crate::initial;
use crate::limits::{ExplorationLimits, Explored, LimitMet};
use crate::program::Program;
use crate::store::{SHARDS, Store};
use crate::system::{ExplicitOptions, ExplicitSystem};
use crate::usage::Usage;
use savoir_check::{Budget, Stop};
use savoir_model::Model;

/// How far a pausable exploration is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Steps that it was granted and has used, or saved for something that needs more at once.
    pub steps: u64,
    /// States found so far, and levels explored.
    pub explored: Explored,
    /// Whether all initial states are known.
    pub knows_initial: bool,
    /// Looks at conditions for them so far.
    pub condition_checks: u64,
    /// States of the level that is being explored.
    pub level: usize,
    /// States of the level before it.
    pub last_level: usize,
    /// Whether these are all states, or why there will be no more.
    pub end: Option<End>,
}

impl Standing {
    /// What was found in the level before comes next; if that is nothing, these were all states.
    fn begin_level(&mut self, size: usize) {
        if size == 0 {
            self.end = Some(End::Complete);
            return;
        }
        self.steps += 1;
        self.explored.levels += usize::from(self.level > 0);
        (self.last_level, self.level) = (self.level, size);
    }
}

/// Why an exploration does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All states were found.
    Complete,
    /// It is given up.
    GivenUp(LimitMet),
}

/// A breadth-first exploration that can be paused.
pub struct PausableExploration {
    program: Program,
    store: Store,
    options: ExplicitOptions,
    /// By shard: how many initial states there are, when they are known.
    initial: Option<Vec<usize>>,
    /// By shard: how many states are or were in a level.
    done: Vec<usize>,
    /// What is left of the level.
    chunks: Vec<Chunk>,
    /// What needs more steps at once than it had: since when steps are saved for it, and how many were too few.
    saving: Option<Saving>,
    noticed: Noticed,
    /// States expanded since the budget was asked; levels may be small.
    since_poll: usize,
    standing: Standing,
}

#[derive(Clone, Copy)]
struct Saving {
    since: u64,
    too_few: u64,
}

impl PausableExploration {
    /// Before the first step.
    #[must_use]
    pub fn new(model: &Model, options: ExplicitOptions) -> PausableExploration {
        let program = Program::compile(model);
        PausableExploration {
            store: Store::new(program.layout.words),
            program,
            options,
            initial: None,
            done: vec![0; SHARDS],
            chunks: Vec::new(),
            saving: None,
            noticed: Noticed::default(),
            since_poll: 0,
            standing: Standing::default(),
        }
    }

    /// How far it is.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Goes on until so many steps were made in all, or until more than so many bytes are used, or there would be no room for as
    /// many again: then it is given up, since it would only need more. A little more may be done than allowed, the same in every
    /// run.
    ///
    /// # Errors
    /// A limit of the user, other than that of memory. It may go on after that.
    pub fn go_on(&mut self, model: &Model, until: u64, bytes: u64, budget: &Budget) -> Result<Standing, Stop> {
        match self.within(model, until, bytes, budget) {
            Ok(()) => {}
            Err(Halt::Limit(Stop::TooLarge)) => self.standing.end = Some(End::GivenUp(LimitMet::States)),
            // Others need room as well.
            Err(Halt::Limit(Stop::Memory)) => self.standing.end = Some(End::GivenUp(LimitMet::Bytes)),
            Err(Halt::Limit(stop)) => return Err(stop),
            Err(Halt::Allowance(met)) => self.standing.end = Some(End::GivenUp(met)),
        }
        if self.standing.end.is_some_and(|end| end != End::Complete) {
            // Nobody needs what it found.
            (self.store, self.chunks) = (Store::new(self.store.words), Vec::new());
        }
        Ok(self.standing)
    }

    fn within(&mut self, model: &Model, until: u64, bytes: u64, budget: &Budget) -> Result<(), Halt> {
        while self.standing.end.is_none() && self.standing.steps < until {
            if self.initial.is_none() {
                self.find_initial(model, until, bytes, budget)?;
            } else {
                self.explore_levels(until, bytes, budget)?;
            }
        }
        Ok(())
    }

    /// Steps that may be made at once now; none if it is known that they are too few. Then they are saved.
    fn at_once(&mut self, until: u64) -> Option<u64> {
        let since = self.saving.map_or(self.standing.steps, |saving| saving.since);
        let steps = until - since;
        if self.saving.is_some_and(|saving| steps < saving.too_few.saturating_mul(2)) {
            self.standing.steps = until;
            return None;
        }
        Some(steps)
    }

    fn save(&mut self, until: u64, too_few: u64) {
        let since = self.saving.map_or(self.standing.steps, |saving| saving.since);
        self.saving = Some(Saving { since, too_few });
        self.standing.steps = until;
    }

    fn find_initial(&mut self, model: &Model, until: u64, bytes: u64, budget: &Budget) -> Result<(), Halt> {
        let Some(steps) = self.at_once(until) else { return Ok(()) };
        let checks = steps.saturating_mul(self.options.tuning.checks_per_step);
        self.standing.condition_checks = self.standing.condition_checks.saturating_add(checks);
        let (store, explored) = (&mut self.store, &mut self.standing.explored);
        let mut count = 0u64;
        let found = initial::enumerate(model, &self.program.layout, checks, budget, &mut |state| {
            // Those that were found the last time are known.
            explored.states += usize::from(store.insert(state)?);
            count += 1;
            if count.is_multiple_of(4096) {
                budget.check_memory(store.bytes())?;
                if store.bytes() > bytes || !budget.has_room(store.bytes(), store.bytes()) {
                    return Err(Halt::Allowance(LimitMet::Bytes));
                }
            }
            if count > steps { Err(Halt::Allowance(LimitMet::InitialStates)) } else { Ok(()) }
        });
        match found {
            Ok(()) => {
                self.initial = Some(self.store.shards.iter().map(|shard| shard.len()).collect());
                self.standing.knows_initial = true;
                self.saving = None;
                self.standing.steps = (self.standing.steps + 1 + count).min(until);
                Ok(())
            }
            Err(Halt::Allowance(LimitMet::ConditionChecks | LimitMet::InitialStates)) => {
                self.save(until, steps);
                Ok(())
            }
            Err(halt) => Err(halt),
        }
    }

    /// Explores what is left of the level, and the levels after it.
    fn explore_levels(&mut self, until: u64, bytes: u64, budget: &Budget) -> Result<(), Halt> {
        let Some(steps) = self.at_once(until) else { return Ok(()) };
        let limits = ExplorationLimits::NONE;
        let words = steps.saturating_mul(self.options.tuning.words_per_step);
        let usage = Usage::new(budget, self.options.tuning, self.store.bytes()).with_words(words);
        let mut in_place = InPlace::new(&self.program, &self.store, &limits, &usage);
        let words = self.store.words;
        while self.standing.steps < until {
            let Some(chunk) = self.chunks.last_mut() else {
                let size = frontier(&self.store, &mut self.done, self.options.tuning.level_chunk, &mut self.chunks);
                // They are taken from the end.
                self.chunks.reverse();
                self.standing.begin_level(size);
                if size > 0 { continue } else { break }
            };
            let state = self.store.shards[chunk.shard].state(words, chunk.states.start);
            in_place.state.copy_from_slice(state);
            let before = self.standing.explored.steps;
            let found = in_place.explore_state(&mut self.store, &mut self.standing.explored);
            // Whatever comes of this one: it may be others that were explored before.
            self.noticed.overflow |= in_place.met_overflow();
            let found = match found {
                Err(Halt::Allowance(LimitMet::Successors)) => {
                    // It alone has too many: next time there are more steps for it.
                    self.save(until, steps);
                    return Ok(());
                }
                found => found?,
            };
            self.saving = None;
            self.noticed.stuck += usize::from(found == 0);
            self.standing.steps += self.standing.explored.steps - before;
            chunk.states.start += 1;
            if chunk.states.is_empty() {
                self.chunks.pop();
            }
            self.since_poll += 1;
            if self.since_poll >= self.options.tuning.level_chunk {
                self.since_poll = 0;
                let used = self.store.bytes();
                usage.set(used);
                usage.check()?;
                if used > bytes || !budget.has_room(used, used) {
                    return Err(Halt::Allowance(LimitMet::Bytes));
                }
            }
        }
        Ok(())
    }

    /// The system, if all states were found.
    ///
    /// # Errors
    /// When there are more states than can be numbered, or it is not complete.
    pub fn into_system(self, model: &Model, budget: Budget) -> Result<ExplicitSystem<'_>, Stop> {
        match (self.standing.end, self.initial) {
            (Some(End::Complete), Some(initial)) => {
                let found = (self.program, self.store, initial, self.noticed);
                ExplicitSystem::of(model, found, self.options, budget)
            }
            _ => Err(Stop::TooLarge),
        }
    }
}

#[cfg(test)]
#[path = "pausable_tests.rs"]
mod tests;
