//! The search for reachable states (Algorithm 10 of the STTT paper, and chaining), with bits left out that follow from
//! others.

mod beside_slices;
mod closure;
mod contest;
mod dependency;
mod doublings;
mod duel;
mod entrant;
mod repair;
mod simplify;
mod ways;

pub(crate) use beside_slices::BesideSlices;
pub(crate) use closure::{Closure, Direction};
pub(crate) use dependency::Dependencies;
pub(crate) use duel::Duel;

use crate::encode::{EncodedModel, Part};
use crate::meter::Ended;
use crate::options::{LeaveOut, Reach};
use contest::Contest;
use doublings::Doublings;
use entrant::Entrant;
use savoir_check::Stop;
use savoir_dd::{Bdd, Halt};

/// A search under way.
pub(crate) struct ReachabilitySearch<'e, 'm> {
    encoded: &'e mut EncodedModel<'m>,
    /// The relation before it was clustered, part by part.
    parts: Vec<Part>,
    leave_out: LeaveOut,
    /// What is known to be reachable.
    reachable: Bdd,
    /// What is explored next.
    start: Bdd,
    /// What was new after each step.
    layers: Vec<Bdd>,
    /// Bits that no set of states mentions, since they follow from others.
    dependencies: Dependencies,
    /// How many nodes the set of reachable states must have before dependent bits are looked for, unless always.
    look_at: usize,
    /// The polls before the search.
    begun: u64,
    /// Those for looking for dependent bits in vain.
    wasted: u64,
}

/// What a search has found.
pub(crate) struct Reached {
    /// All reachable states.
    pub(crate) reachable: Bdd,
    /// By number of steps: what is first reached after so many, if the search went step by step.
    pub(crate) layers: Option<Vec<Bdd>>,
    /// Bits that no set of states mentions.
    pub(crate) dependencies: Dependencies,
    pub(crate) steps: SearchSteps,
}

/// How many steps of each kind a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSteps {
    /// From the states that were new in the step before, or from the last successors.
    pub new: usize,
    /// From all states found so far.
    pub all: usize,
    /// Rounds of chaining.
    pub rounds: usize,
}

/// What each step of a search by layers starts from.
#[derive(Clone, Copy, PartialEq)]
enum From {
    /// All states found so far.
    All,
    /// The states that were new in the last step.
    New,
    /// All successors found in the last step, new or not.
    Image,
    /// The new states or all of them, whatever has the smaller diagram.
    Smaller,
}

impl<'e, 'm> ReachabilitySearch<'e, 'm> {
    pub(crate) fn new(
        encoded: &'e mut EncodedModel<'m>,
        parts: Vec<Part>,
        leave_out: LeaveOut,
    ) -> ReachabilitySearch<'e, 'm> {
        let initial = encoded.initial.clone();
        ReachabilitySearch {
            parts,
            leave_out,
            reachable: initial.clone(),
            start: initial.clone(),
            layers: vec![initial],
            dependencies: Dependencies::default(),
            look_at: encoded.tuning.dependencies.nodes,
            begun: encoded.meter.polls(),
            wasted: 0,
            encoded,
        }
    }

    /// Finds everything that is reachable.
    pub(crate) fn run(self, reach: Reach) -> Result<Reached, Halt> {
        match reach {
            Reach::Auto if self.encoded.slices.is_some() => self.compete(),
            Reach::Chaining => self.chain(),
            Reach::Auto => self.by_layers(From::Smaller),
            Reach::Frontier => self.by_layers(From::New),
            Reach::Layers => self.by_layers(From::Image),
            Reach::Bfs => self.by_layers(From::All),
        }
    }

    fn by_layers(mut self, from: From) -> Result<Reached, Halt> {
        // The work of the last image.
        let mut work = 0;
        let mut steps = SearchSteps::default();
        loop {
            self.repair_functions()?;
            let encoded = &*self.encoded;
            let diagrams = &encoded.diagrams;
            let is_all = from == From::Smaller && encoded.is_all_simpler(&self.reachable, &self.start, work)?;
            let before = encoded.work();
            let image = encoded.whole.image(diagrams, if is_all { &self.reachable } else { &self.start })?;
            work = encoded.work() - before;
            *if is_all || from == From::All { &mut steps.all } else { &mut steps.new } += 1;
            let new = diagrams.minus(&image, &self.reachable)?;
            if diagrams.is_false(&new) {
                let layers = Some(self.layers);
                let ReachabilitySearch { reachable, dependencies, .. } = self;
                return Ok(Reached { reachable, layers, dependencies, steps });
            }
            self.reachable = diagrams.or(&self.reachable, &new)?;
            self.start = match from {
                From::All => self.reachable.clone(),
                From::New | From::Smaller => new.clone(),
                From::Image => image,
            };
            self.layers.push(new);
            self.encoded.budget.passed(self.encoded.diagrams.nodes());
            report(self.encoded, self.layers.len(), &self.reachable, self.dependencies.count());
            self.encoded.tidy();
            self.simplify()?;
        }
    }

    fn chain(self) -> Result<Reached, Halt> {
        let encoded = &*self.encoded;
        let mut rounds = Entrant::rounds(encoded);
        while rounds.step(encoded)? {
            encoded.budget.passed(encoded.diagrams.nodes());
            rounds.report(encoded);
            encoded.tidy();
        }
        Ok(rounds.reached())
    }

    /// Rounds of chaining and layers beside each other, until one of them has found everything.
    fn compete(self) -> Result<Reached, Halt> {
        let encoded = &*self.encoded;
        let mut entrants = vec![Entrant::rounds(encoded), Entrant::layers(encoded)];
        let mut contest = Contest::new(entrants.len(), encoded.work(), encoded.tuning.contest);
        let mut doublings = Doublings::new(encoded)?;
        let mut is_alone = false;
        loop {
            let (place, most) = contest.next();
            let (entrant, before) = (&mut entrants[place], encoded.work());
            let step = encoded.within(most, || entrant.step(encoded));
            let work = encoded.work() - before;
            match step {
                Ok(Some(true)) => {
                    contest.moved(place, work);
                    let count = contest.counts(place).then(|| doublings.of(&entrant.found));
                    // If the budget is used up, the next step will say so.
                    if let Some(Ok(count)) = count {
                        contest.counted(place, count);
                    }
                    doublings.reached(contest.doublings());
                    if place == contest.leader() {
                        entrant.report(encoded);
                    }
                }
                Ok(Some(false)) => return Ok(entrants.swap_remove(place).reached()),
                Ok(None) => contest.stuck(place, work),
                Err(halt) if !is_alone && encoded.meter.ended_by(halt) == Ended::ByUser(Stop::Memory) => {
                    // Perhaps it would not have been too much without the others.
                    is_alone = true;
                    contest.keep_only(contest.leader());
                    for (_, other) in entrants.iter_mut().enumerate().filter(|(other, _)| *other != contest.leader()) {
                        *other = Entrant::rounds(encoded);
                    }
                    encoded.collect();
                }
                Err(halt) => return Err(halt),
            }
            for place in contest.to_count() {
                let Ok(count) = doublings.of(&entrants[place].found) else { break };
                contest.counted(place, count);
            }
            encoded.tidy();
        }
    }
}

fn report(encoded: &EncodedModel<'_>, iteration: usize, reached: &Bdd, left_out: u32) {
    encoded.report_found(iteration, reached, encoded.encoding.state_bits() - left_out);
}

impl EncodedModel<'_> {
    /// The states after a round: each slice of the transitions in turn adds the successors of all states found so far, those of
    /// the slices before it included.
    fn round_of_chaining(&self, found: &Bdd) -> Result<Bdd, Halt> {
        let mut found = found.clone();
        for slice in self.slices() {
            found = self.diagrams.or(&found, &slice.image(&self.diagrams, &found)?)?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
