//! Fair cycles in the product of system and automaton. A set of the product is one set of states per automaton state.

use super::automaton::Automaton;
use crate::{Checker, Stop, System};

/// What a fair path does infinitely often.
pub(crate) enum Goal<'a, T> {
    /// Take a transition that satisfies this acceptance condition of the automaton.
    Accept(usize),
    /// Be in this set.
    Visit(&'a T),
}

impl<S: System> Checker<'_, S> {
    /// States from which some infinite fair path is accepted.
    pub(crate) fn exists_accepted_path(&self, automaton: &Automaton) -> Result<S::Set, Stop> {
        let within = vec![self.domain().clone(); automaton.transitions.len()];
        let mut found = self.accepted_within(automaton, &self.labels(automaton)?, within)?;
        Ok(found.swap_remove(0))
    }

    /// What every accepted fair path does infinitely often.
    pub(crate) fn goals(&self, automaton: &Automaton) -> Vec<Goal<'_, S::Set>> {
        (0..automaton.conditions).map(Goal::Accept).chain(self.fair().iter().map(Goal::Visit)).collect()
    }

    /// States of the product from which some infinite fair path is accepted that stays `within`.
    pub(crate) fn accepted_within(
        &self,
        automaton: &Automaton,
        labels: &[Vec<S::Set>],
        within: Vec<S::Set>,
    ) -> Result<Vec<S::Set>, Stop> {
        let goals = self.goals(automaton);
        let mut found = within;
        loop {
            self.system.budget().check()?;
            let before = found.clone();
            if goals.is_empty() {
                let sources = self.sources(&found)?;
                found = self.step(automaton, labels, |_, _, target| Ok(sources[target].clone()))?;
                for (set, bound) in found.iter_mut().zip(&before) {
                    *set = self.system.intersection(set, bound)?;
                }
            }
            for goal in &goals {
                found = self.reaching_goal(automaton, labels, &found, goal)?;
            }
            if found == before {
                return Ok(found);
            }
        }
    }

    /// For each transition, the states where its state formulas hold.
    pub(crate) fn labels(&self, automaton: &Automaton) -> Result<Vec<Vec<S::Set>>, Stop> {
        let label = |literals: &[_]| {
            literals.iter().try_fold(self.domain().clone(), |set, &(formula, positive)| {
                let known = self.known(formula);
                if positive { self.system.intersection(&set, known) } else { self.system.difference(&set, known) }
            })
        };
        let state = |outgoing: &Vec<super::automaton::Transition>| {
            outgoing.iter().map(|transition| label(&transition.literals)).collect()
        };
        automaton.transitions.iter().map(state).collect()
    }

    /// The predecessors of each component.
    fn sources(&self, sets: &[S::Set]) -> Result<Vec<S::Set>, Stop> {
        sets.iter().map(|set| self.sources_of(set)).collect()
    }

    /// One step back: for each automaton state, the union over its transitions of label and `source`.
    fn step(
        &self,
        automaton: &Automaton,
        labels: &[Vec<S::Set>],
        source: impl Fn(usize, usize, usize) -> Result<S::Set, Stop>,
    ) -> Result<Vec<S::Set>, Stop> {
        let mut result = Vec::with_capacity(labels.len());
        for (state, outgoing) in automaton.transitions.iter().enumerate() {
            let mut set = self.system.empty();
            for (index, transition) in outgoing.iter().enumerate() {
                let source = source(state, index, transition.target)?;
                set = self.system.union(&set, &self.system.intersection(&labels[state][index], &source)?)?;
            }
            result.push(set);
        }
        Ok(result)
    }

    /// States of the product from which a path inside `found` does what the goal asks for and then is in `found`.
    fn reaching_goal(
        &self,
        automaton: &Automaton,
        labels: &[Vec<S::Set>],
        found: &[S::Set],
        goal: &Goal<'_, S::Set>,
    ) -> Result<Vec<S::Set>, Stop> {
        let system = self.system;
        let into_found = self.sources(found)?;
        let mut reached = self.step(automaton, labels, |state, index, target| match goal {
            Goal::Accept(condition) if automaton.transitions[state][index].accepting[*condition] => {
                Ok(into_found[target].clone())
            }
            Goal::Accept(_) => Ok(system.empty()),
            Goal::Visit(set) => system.intersection(set, &into_found[target]),
        })?;
        for (set, bound) in reached.iter_mut().zip(found) {
            *set = system.intersection(set, bound)?;
        }
        let mut frontier = reached.clone();
        while frontier.iter().any(|set| !system.is_empty(set)) {
            system.budget().check()?;
            let sources = self.sources(&frontier)?;
            frontier = self.step(automaton, labels, |_, _, target| Ok(sources[target].clone()))?;
            for (state, new) in frontier.iter_mut().enumerate() {
                *new = system.difference(&system.intersection(new, &found[state])?, &reached[state])?;
                reached[state] = system.union(&reached[state], new)?;
            }
        }
        Ok(reached)
    }
}
