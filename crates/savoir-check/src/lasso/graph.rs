//! The product of system and automaton as a graph to walk in: its points, its steps, and sets of points.

use crate::layers::{Growth, Layers, Traceable};
use crate::ltl::Automaton;
use crate::system::State;
use crate::{Checker, Stop, System};
use savoir_model::FormulaId;

/// A point of the product.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Point {
    /// The state of the automaton.
    pub(super) place: usize,
    /// The state of the system.
    pub(super) state: State,
}

/// A transition of the automaton: where it starts and which one it is there.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) index: usize,
}

/// A set of points: a set of states for each state of the automaton.
pub(super) type Points<Set> = Vec<Set>;

/// The product, or a part of it.
pub(super) struct ProductGraph<'c, 'm, S: System> {
    pub(super) checker: &'c Checker<'m, S>,
    pub(super) automaton: &'c Automaton,
    /// For each transition of the automaton, where it can be taken.
    labels: Vec<Vec<S::Set>>,
    /// What is left of the product.
    pub(super) within: Points<S::Set>,
}

impl<'c, 'm, S: System> ProductGraph<'c, 'm, S> {
    /// The whole product.
    pub(super) fn new(checker: &'c Checker<'m, S>, automaton: &'c Automaton) -> Result<ProductGraph<'c, 'm, S>, Stop> {
        let labels = checker.labels(automaton)?;
        let within = match labels.as_slice() {
            // Where only one thing is asked for all the time, nothing else counts.
            [only] if only.len() == 1 => only.clone(),
            _ => vec![checker.domain().clone(); automaton.transitions.len()],
        };
        Ok(ProductGraph { checker, automaton, labels, within })
    }

    /// The part where accepted fair paths are, as far as `start` leads.
    pub(super) fn accepted(
        checker: &'c Checker<'m, S>,
        automaton: &'c Automaton,
        start: &S::Set,
    ) -> Result<ProductGraph<'c, 'm, S>, Stop> {
        let labels = checker.labels(automaton)?;
        let within = vec![checker.domain().clone(); automaton.transitions.len()];
        let mut graph = ProductGraph { checker, automaton, labels, within };
        let mut first = graph.nothing();
        first[0] = start.clone();
        let ahead = graph.ahead(&first, checker.lasso_tuning.cut_down_steps)?.unwrap_or_else(|| graph.within.clone());
        graph.within = checker.accepted_within(automaton, &graph.labels, ahead)?;
        Ok(graph)
    }

    pub(super) fn system(&self) -> &'m S {
        self.checker.system
    }

    /// If the automaton does not matter: where its only transition can be taken.
    pub(super) fn only_label(&self) -> Option<&S::Set> {
        match self.labels.as_slice() {
            [labels] if labels.len() == 1 && self.automaton.conditions == 0 => labels.first(),
            _ => None,
        }
    }

    /// What a transition asks for at its first moment.
    pub(super) fn literals(&self, point: &Point, index: usize) -> &'c [(FormulaId, bool)] {
        &self.automaton.transitions[point.place][index].literals
    }

    /// Whether the automaton alone has a way of at least one step from one of its states to another.
    pub(super) fn automaton_leads(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.automaton.transitions.len()];
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for transition in &self.automaton.transitions[place] {
                if !std::mem::replace(&mut seen[transition.target], true) {
                    open.push(transition.target);
                }
            }
        }
        seen[to]
    }

    /// Everything that can be reached, `from` included; `None` if that takes more steps than allowed.
    pub(super) fn ahead(&self, from: &Points<S::Set>, most: usize) -> Result<Option<Points<S::Set>>, Stop> {
        let mut seen = from.clone();
        let mut layer = from.clone();
        for _ in 0..most {
            let Some(next) = self.next(&layer, &mut seen)? else { return Ok(Some(seen)) };
            layer = next;
        }
        Ok(None)
    }

    /// One step forwards.
    pub(super) fn forward(&self, sets: &Points<S::Set>) -> Result<Points<S::Set>, Stop> {
        let mut next = self.nothing();
        for step in self.moves() {
            let sources = self.sources(sets, step)?;
            if !self.system().is_empty(&sources) {
                let target = self.target(step);
                next[target] = self.system().union(&next[target], &self.system().image(&sources)?)?;
            }
        }
        self.both(&next, &self.within)
    }

    /// One step backwards.
    pub(super) fn backward(&self, sets: &Points<S::Set>) -> Result<Points<S::Set>, Stop> {
        let mut before = self.nothing();
        for step in self.moves() {
            let target = &sets[self.target(step)];
            if !self.system().is_empty(target) {
                let sources = self.system().preimage(target)?;
                let sources = self.system().intersection(&sources, &self.labels[step.from][step.index])?;
                before[step.from] = self.system().union(&before[step.from], &sources)?;
            }
        }
        self.both(&before, &self.within)
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + use<'c, 'm, S> {
        let transitions = &self.automaton.transitions;
        (0..transitions.len()).flat_map(move |from| (0..transitions[from].len()).map(move |index| Move { from, index }))
    }

    pub(super) fn target(&self, step: Move) -> usize {
        self.automaton.transitions[step.from][step.index].target
    }

    /// The states of some points where a transition can be taken.
    pub(super) fn sources(&self, sets: &Points<S::Set>, step: Move) -> Result<S::Set, Stop> {
        self.system().intersection(&sets[step.from], &self.labels[step.from][step.index])
    }

    pub(super) fn both(&self, a: &Points<S::Set>, b: &Points<S::Set>) -> Result<Points<S::Set>, Stop> {
        a.iter().zip(b).map(|(a, b)| self.system().intersection(a, b)).collect()
    }

    pub(super) fn minus(&self, a: &Points<S::Set>, b: &Points<S::Set>) -> Result<Points<S::Set>, Stop> {
        a.iter().zip(b).map(|(a, b)| self.system().difference(a, b)).collect()
    }

    pub(super) fn nothing(&self) -> Points<S::Set> {
        vec![self.system().empty(); self.automaton.transitions.len()]
    }

    pub(super) fn only(&self, point: &Point) -> Result<Points<S::Set>, Stop> {
        let mut sets = self.nothing();
        sets[point.place] = self.set(point)?;
        Ok(sets)
    }

    /// The layers of walks from a point. A walk may come back to it.
    pub(super) fn from(&self, point: &Point) -> Result<Layers<Points<S::Set>>, Stop> {
        Ok(Layers::known(vec![self.only(point)?], self.nothing()))
    }

    /// The state of a point as a set.
    pub(super) fn set(&self, point: &Point) -> Result<S::Set, Stop> {
        self.system().singleton(&point.state)
    }

    /// The least state at the first place where there is one.
    pub(super) fn first_point(&self, sets: &Points<S::Set>) -> Result<Option<Point>, Stop> {
        for (place, set) in sets.iter().enumerate() {
            if let Some(point) = self.point(place, set)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// The least state of a set as a point.
    pub(super) fn point(&self, place: usize, set: &S::Set) -> Result<Option<Point>, Stop> {
        Ok(self.system().pick(set)?.map(|state| Point { place, state }))
    }
}

impl<S: System> Growth for ProductGraph<'_, '_, S> {
    type Layer = Points<S::Set>;

    fn next(&self, last: &Points<S::Set>, seen: &mut Points<S::Set>) -> Result<Option<Points<S::Set>>, Stop> {
        self.system().budget().check()?;
        let mut next = self.forward(last)?;
        for (set, seen) in next.iter_mut().zip(seen) {
            *set = self.system().difference(set, seen)?;
            *seen = self.system().union(seen, set)?;
        }
        Ok(next.iter().any(|set| !self.system().is_empty(set)).then_some(next))
    }
}

impl<S: System> Traceable for ProductGraph<'_, '_, S> {
    type Point = Point;
    /// Which transition of the automaton was taken.
    type Step = usize;

    fn origin(&self, layer: &Points<S::Set>, point: &Point) -> Result<Option<(usize, Point)>, Stop> {
        for step in self.moves().filter(|step| self.target(*step) == point.place) {
            let sources = self.sources(layer, step)?;
            let before = self.system().preimage_among(&point.state, &sources)?;
            if let Some(source) = self.point(step.from, &before)? {
                return Ok(Some((step.index, source)));
            }
        }
        Ok(None)
    }
}
