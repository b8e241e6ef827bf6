//! Strategies as unknowns: each observation that is left has as many as it takes to say which action is performed there.
//! One fixpoint over states and strategies finds all that win.

use super::bounds::Bound;
use super::context::{Context, Goal};
use super::partial::PartialStrategy;
use super::search::{Finding, Node, Position};
use super::visits::Demand;
use super::{SetAnswer, SetGame};
use crate::{Checker, Stop, System};
use savoir_model::StartSet;

/// An observation whose action is unknown.
struct Coded<Set> {
    player: usize,
    /// The states with this observation.
    states: Set,
    /// The actions that are open there.
    actions: Vec<usize>,
    /// Its first unknown.
    first: usize,
}

/// Unknowns for all undecided observations that matter.
struct Coding<Set> {
    observations: Vec<Coded<Set>>,
    /// Where each unknown is true.
    unknowns: Vec<Set>,
}

impl<Set> Coding<Set> {
    /// The unknowns of an observation.
    fn of(&self, observation: &Coded<Set>) -> &[Set] {
        &self.unknowns[observation.first..observation.first + observation.bits()]
    }
}

impl<Set> Coded<Set> {
    /// How many unknowns it takes to number its actions.
    fn bits(&self) -> usize {
        (usize::BITS - self.actions.len().saturating_sub(1).leading_zeros()) as usize
    }
}

impl<S: System> Checker<'_, S> {
    /// The same question and answer as in [`Checker::backward`]; `None` if the system has no [unknowns](crate::Unknowns),
    /// or if it would take too many.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn variables(&self, game: &SetGame<'_, S::Set>, start: &S::Set) -> Result<Option<SetAnswer<S::Set>>, Stop> {
        let (context, system) = (Context::new(self, game), self.system);
        let mut node = context.root(game.region)?;
        match context.settle(&mut node, start)? {
            Finding::Won(visited) => return context.won(&node, &visited).map(Some),
            Finding::Lost => return Ok(Some(SetAnswer::Lost)),
            Finding::Open(_) => {}
        }
        let relevant = context.perhaps_visited(&node.partial, &node.bound, start)?;
        let Some(coding) = context.code(&node.partial, &relevant)? else { return Ok(None) };
        let bound = context.bound_of_all(&node, &coding)?;
        let lost = system.for_any_state(&system.difference(start, &bound.region)?)?;
        let mut winning = system.difference(&context.reachable, &lost)?;
        if system.is_empty(&winning) {
            return Ok(Some(SetAnswer::Lost));
        }
        for observation in &coding.observations {
            let mut number = 0;
            for unknown in coding.of(observation) {
                let (zero, one) = (system.difference(&winning, unknown)?, system.intersection(&winning, unknown)?);
                let is_one = system.is_empty(&zero);
                number = number << 1 | usize::from(is_one);
                winning = if is_one { one } else { zero };
            }
            let action = observation.actions[number.min(observation.actions.len() - 1)];
            context.decide(&mut node.partial, (observation.player, action), &observation.states)?;
        }
        context.update(&mut node.partial)?;
        // Everything that matters is decided, so there is nothing left to search for.
        context.search(&mut Position::at(node), start).map(Some)
    }

    /// Where a coalition has a uniform strategy, for all states at once; `None` as above.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn variables_everywhere(&self, game: &SetGame<'_, S::Set>, start: StartSet) -> Result<Option<S::Set>, Stop> {
        let context = Context::new(self, game);
        let mut node = context.root(game.region)?;
        let relevant = context.settle_everywhere(&mut node)?;
        let Some(coding) = context.code(&node.partial, &relevant)? else { return Ok(None) };
        let bound = context.bound_of_all(&node, &coding)?;
        let won = self.starting_inside(game.coalition, start, &bound.region)?;
        self.system.for_any_unknowns(&won).map(Some)
    }
}

impl<S: System> Context<'_, '_, S> {
    /// Decides what loses nothing from wherever a play starts; gives the states where it matters what is undecided.
    fn settle_everywhere(&self, node: &mut Node<S::Set>) -> Result<S::Set, Stop> {
        let system = self.system;
        if self.is_fair() {
            return Ok(self.checker.domain().clone());
        }
        loop {
            system.budget().check()?;
            node.bound = self.bound(&node.partial.bans, &node.bound.region, &node.sure)?;
            let (relevant, into) = match &self.goal {
                Goal::Next(f) => (node.bound.region.clone(), f),
                Goal::Globally(_) => (node.bound.region.clone(), &node.bound.region),
                Goal::Until { target, .. } => (system.difference(&node.bound.region, target)?, &node.bound.region),
            };
            let demand = Demand { at: system.empty(), into: into.clone() };
            let is_pruned = self.prune(&mut node.partial, &[demand], Some(&relevant))?;
            if !self.commit(&mut node.partial, &relevant, &mut node.sure)? && !is_pruned {
                return Ok(relevant);
            }
        }
    }

    /// Unknowns for the undecided observations in a set; `None` if the system has none or it would take too many.
    fn code(&self, partial: &PartialStrategy<S::Set>, relevant: &S::Set) -> Result<Option<Coding<S::Set>>, Stop> {
        let system = self.system;
        let mut observations: Vec<Coded<S::Set>> = Vec::new();
        let mut count = 0;
        for player in 0..self.players.len() {
            let mut rest = system.intersection(relevant, &partial.undecided[player])?;
            while let Some(state) = system.pick(&rest)? {
                system.budget().check()?;
                let here = system.singleton(&state)?;
                let states = self.unseen(player, &here)?;
                rest = system.difference(&rest, &states)?;
                let mut actions = Vec::new();
                for (action, open) in partial.open[player].iter().enumerate() {
                    if system.is_subset(&here, open)? {
                        actions.push(action);
                    }
                }
                let observation = Coded { player, states, actions, first: count };
                count += observation.bits();
                if count > self.tuning.unknowns {
                    return Ok(None);
                }
                observations.push(observation);
            }
        }
        let unknowns = if count == 0 { Some(Vec::new()) } else { system.unknowns(count)? };
        Ok(unknowns.map(|unknowns| Coding { observations, unknowns }))
    }

    /// Where the coalition wins, with the strategies that win there.
    fn bound_of_all(&self, node: &Node<S::Set>, coding: &Coding<S::Set>) -> Result<Bound<S::Set>, Stop> {
        let system = self.system;
        let mut partial = node.partial.clone();
        for observation in &coding.observations {
            let last = observation.actions.len() - 1;
            let mut rest = observation.states.clone();
            for (number, action) in observation.actions.iter().enumerate() {
                // Numbers beyond the last action stand for it as well.
                let chosen =
                    if number == last { rest.clone() } else { self.numbered(&rest, coding.of(observation), number)? };
                rest = system.difference(&rest, &chosen)?;
                let others = system.difference(&observation.states, &chosen)?;
                self.close(&mut partial, (observation.player, *action), &others)?;
            }
        }
        self.update(&mut partial)?;
        self.bound(&partial.bans, &node.bound.region, &node.sure)
    }

    /// Those states of a set where unknowns spell a number, the first one its highest digit.
    fn numbered(&self, set: &S::Set, unknowns: &[S::Set], number: usize) -> Result<S::Set, Stop> {
        let mut found = set.clone();
        for (place, unknown) in unknowns.iter().rev().enumerate() {
            found = if number >> place & 1 == 1 {
                self.system.intersection(&found, unknown)?
            } else {
                self.system.difference(&found, unknown)?
            };
        }
        Ok(found)
    }
}
