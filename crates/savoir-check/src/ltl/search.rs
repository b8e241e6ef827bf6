//! Shortest walks in the part of the product where an accepted fair path can still be found.

use super::automaton::Automaton;
use super::lasso::Walk;
use super::product::Goal;
use crate::{Checker, Stop, System};

/// Longer walks than this are not looked for: nobody would read them.
const MOST_LAYERS: usize = 20_000;

/// If more steps than this lead on from the start, the product is not cut down to what is ahead.
const FAR_AHEAD: usize = 200;

/// How far a point looks for itself before everything ahead of it is looked at.
const SHORT_LOOP: usize = 4;

/// A point of the product.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Point {
    /// The state of the automaton.
    pub(super) place: usize,
    /// The codes of all variables.
    pub(super) state: Vec<u64>,
}

/// A transition of the automaton: where it starts and which one it is there.
#[derive(Clone, Copy)]
struct Move {
    from: usize,
    index: usize,
}

/// The product, cut down to where accepted fair paths are.
pub(super) struct Search<'c, 'm, S: System> {
    checker: &'c Checker<'m, S>,
    automaton: &'c Automaton,
    labels: Vec<Vec<S::Set>>,
    within: Vec<S::Set>,
}

impl<'c, 'm, S: System> Search<'c, 'm, S> {
    /// The product as far as `start` leads, and the least point in it where a wanted path starts; `None` if none does.
    pub(super) fn new(
        checker: &'c Checker<'m, S>,
        automaton: &'c Automaton,
        start: &S::Set,
    ) -> Result<Option<(Search<'c, 'm, S>, Point)>, Stop> {
        let labels = checker.labels(automaton)?;
        let within = vec![checker.domain().clone(); automaton.transitions.len()];
        let mut search = Search { checker, automaton, labels, within };
        let mut first = search.nothing();
        first[0] = start.clone();
        // A smaller part takes less time, but only if it is found soon.
        let ahead = search.ahead(&first, FAR_AHEAD)?.unwrap_or_else(|| search.within.clone());
        search.within = checker.accepted_within(automaton, &search.labels, ahead)?;
        let start = search.system().intersection(start, &search.within[0])?;
        let root = search.point(0, &start)?;
        Ok(root.map(|root| (search, root)))
    }

    pub(super) fn check(&self) -> Result<(), Stop> {
        self.system().budget().check()
    }

    /// The shortest walk to a point that a loop leads to: on a loop, or between loops.
    pub(super) fn to_recurring(&self, from: &Point) -> Result<Walk, Stop> {
        if self.is_on_short_loop(from)? {
            return Ok(Vec::new());
        }
        let ahead = self.ahead(&self.only(from)?, MOST_LAYERS)?.ok_or(Stop::TooFar)?;
        let recurring = self.with_endless_past(ahead)?;
        if self.system().is_subset(&self.set(from)?, &recurring[from.place])? {
            return Ok(Vec::new());
        }
        Ok(self.walk(from, &recurring)?.unwrap_or_default())
    }

    /// Whether a few steps may lead back to a point. Everything ahead of it may be billions of steps long.
    fn is_on_short_loop(&self, point: &Point) -> Result<bool, Stop> {
        let target = self.set(point)?;
        let mut layer = self.only(point)?;
        let mut seen = self.nothing();
        for _ in 0..SHORT_LOOP {
            let Some(next) = self.next_layer(&layer, &mut seen)? else { return Ok(false) };
            if self.system().is_subset(&target, &next[point.place])? {
                return Ok(true);
            }
            layer = next;
        }
        Ok(false)
    }

    /// The largest part of some sets where every point is a successor of another one. After the first round only the
    /// successors of what was dropped need to be looked at.
    fn with_endless_past(&self, sets: Vec<S::Set>) -> Result<Vec<S::Set>, Stop> {
        let mut dropped = self.minus(&sets, &self.forward(&sets)?)?;
        let mut kept = sets;
        while dropped.iter().any(|set| !self.system().is_empty(set)) {
            self.check()?;
            kept = self.minus(&kept, &dropped)?;
            let doubtful = self.both(&self.forward(&dropped)?, &kept)?;
            let sources = self.both(&self.backward(&doubtful)?, &kept)?;
            dropped = self.minus(&doubtful, &self.forward(&sources)?)?;
        }
        Ok(kept)
    }

    /// A walk from a point on which every goal is met at least once, each time by the shortest way to one that is open.
    /// Goals that the last point meets count, because the path goes on from there.
    pub(super) fn through_goals(&self, from: &Point) -> Result<Walk, Stop> {
        let goals = self.checker.goals(self.automaton);
        let mut open: Vec<&Goal<'_, S::Set>> = goals.iter().collect();
        let mut walk: Walk = Vec::new();
        let mut at = from.clone();
        self.drop_visited(&mut open, &at)?;
        while !open.is_empty() {
            let Some(leg) = self.to_goal(&at, &open)? else { break };
            for (index, point) in leg {
                let accepting = &self.automaton.transitions[at.place][index].accepting;
                open.retain(|goal| !matches!(goal, Goal::Accept(condition) if accepting[*condition]));
                self.drop_visited(&mut open, &point)?;
                at = point.clone();
                walk.push((index, point));
            }
        }
        Ok(walk)
    }

    /// Drops the goals that a point meets.
    fn drop_visited(&self, open: &mut Vec<&Goal<'_, S::Set>>, point: &Point) -> Result<(), Stop> {
        let mut left = Vec::with_capacity(open.len());
        for goal in open.drain(..) {
            let met = match goal {
                Goal::Visit(set) => self.system().is_subset(&self.set(point)?, set)?,
                Goal::Accept(_) => false,
            };
            if !met {
                left.push(goal);
            }
        }
        *open = left;
        Ok(())
    }

    /// The shortest walk to one of some points; of several the first one.
    pub(super) fn to_one_of(&self, from: &Point, points: &[Point]) -> Result<Walk, Stop> {
        let mut sets = self.nothing();
        for point in points {
            sets[point.place] = self.system().union(&sets[point.place], &self.set(point)?)?;
        }
        Ok(self.walk(from, &sets)?.unwrap_or_default())
    }

    /// The shortest walk of at least one step from one point to another.
    pub(super) fn back_to(&self, from: &Point, to: &Point) -> Result<Option<Walk>, Stop> {
        // Where the automaton has no way back, all that is ahead would be searched in vain.
        if !self.automaton_leads(from.place, to.place) {
            return Ok(None);
        }
        self.walk(from, &self.only(to)?)
    }

    /// Whether the automaton alone has a way of at least one step from one of its states to another.
    fn automaton_leads(&self, from: usize, to: usize) -> bool {
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

    /// Some step.
    pub(super) fn any_step(&self, from: &Point) -> Result<Walk, Stop> {
        Ok(self.walk(from, &self.within)?.unwrap_or_default())
    }

    /// The shortest walk that meets one of the goals.
    fn to_goal(&self, from: &Point, goals: &[&Goal<'_, S::Set>]) -> Result<Option<Walk>, Stop> {
        let mut layers = vec![self.only(from)?];
        let mut seen = self.nothing();
        loop {
            self.check()?;
            let layer = &layers[layers.len() - 1];
            for goal in goals {
                let walk = match goal {
                    Goal::Visit(set) => {
                        let met = layer.iter().map(|states| self.system().intersection(states, set));
                        let end = self.first_point(&met.collect::<Result<Vec<_>, Stop>>()?)?;
                        end.map(|end| self.trace(&layers, end)).transpose()?
                    }
                    Goal::Accept(condition) => self.accepted_step(&layers, *condition)?,
                };
                if walk.is_some() {
                    return Ok(walk);
                }
            }
            let Some(next) = self.next_layer(layer, &mut seen)? else { return Ok(None) };
            layers.push(next);
        }
    }

    /// A walk through the layers and one more step, which satisfies an acceptance condition.
    fn accepted_step(&self, layers: &[Vec<S::Set>], condition: usize) -> Result<Option<Walk>, Stop> {
        let layer = &layers[layers.len() - 1];
        for step in self.moves() {
            if !self.automaton.transitions[step.from][step.index].accepting[condition] {
                continue;
            }
            let sources = self.system().intersection(&layer[step.from], &self.labels[step.from][step.index])?;
            let target = self.target(step);
            let ends = self.system().intersection(&self.system().image(&sources)?, &self.within[target])?;
            let Some(end) = self.point(target, &ends)? else { continue };
            let before = self.system().preimage_among(&end.state, &sources)?;
            let Some(last) = self.point(step.from, &before)? else { continue };
            let mut walk = self.trace(layers, last)?;
            walk.push((step.index, end));
            return Ok(Some(walk));
        }
        Ok(None)
    }

    /// The shortest walk of at least one step to one of the targets.
    fn walk(&self, from: &Point, targets: &[S::Set]) -> Result<Option<Walk>, Stop> {
        if let Some(label) = self.only_label() {
            return self.plain_walk(from, label, &targets[0]);
        }
        let mut layers = vec![self.only(from)?];
        let mut seen = self.nothing();
        while let Some(layer) = self.next_layer(&layers[layers.len() - 1], &mut seen)? {
            self.check()?;
            let end = self.first_point(&self.both(&layer, targets)?)?;
            layers.push(layer);
            if let Some(end) = end {
                return self.trace(&layers, end).map(Some);
            }
            if layers.len() > MOST_LAYERS {
                return Err(Stop::TooFar);
            }
        }
        Ok(None)
    }

    /// If the automaton does not matter: where its only transition can be taken.
    pub(super) fn only_label(&self) -> Option<&S::Set> {
        match self.labels.as_slice() {
            [labels] if labels.len() == 1 && self.automaton.conditions == 0 => labels.first(),
            _ => None,
        }
    }

    /// A walk in the system alone, which may know better ways to find one.
    fn plain_walk(&self, from: &Point, label: &S::Set, target: &S::Set) -> Result<Option<Walk>, Stop> {
        let system = self.system();
        let through = system.intersection(&self.within[0], label)?;
        let start = system.intersection(&system.image(&self.set(from)?)?, &self.within[0])?;
        let Some(path) = system.shortest_path(&start, &through, &system.intersection(target, &self.within[0])?)? else {
            return Ok(None);
        };
        Ok(Some(path.into_iter().map(|state| (0, Point { place: 0, state })).collect()))
    }

    /// What one step adds to what was seen; `None` if nothing.
    fn next_layer(&self, layer: &[S::Set], seen: &mut Vec<S::Set>) -> Result<Option<Vec<S::Set>>, Stop> {
        let mut next = self.forward(layer)?;
        for (set, seen) in next.iter_mut().zip(seen) {
            *set = self.system().difference(set, seen)?;
            *seen = self.system().union(seen, set)?;
        }
        Ok(next.iter().any(|set| !self.system().is_empty(set)).then_some(next))
    }

    /// Back from a point of the last layer to the first layer; the walk in the order of the steps.
    fn trace(&self, layers: &[Vec<S::Set>], end: Point) -> Result<Walk, Stop> {
        let mut walk = Vec::new();
        let mut at = end;
        for layer in layers[..layers.len() - 1].iter().rev() {
            for step in self.moves().filter(|step| self.target(*step) == at.place) {
                let sources = self.system().intersection(&layer[step.from], &self.labels[step.from][step.index])?;
                if let Some(source) = self.point(step.from, &self.system().preimage_among(&at.state, &sources)?)? {
                    walk.push((step.index, at));
                    at = source;
                    break;
                }
            }
        }
        walk.reverse();
        Ok(walk)
    }

    /// Everything that can be reached inside `within`, `from` included; `None` if that takes more steps than allowed.
    fn ahead(&self, from: &[S::Set], most: usize) -> Result<Option<Vec<S::Set>>, Stop> {
        let mut seen = from.to_vec();
        let mut layer = from.to_vec();
        for _ in 0..most {
            let Some(next) = self.next_layer(&layer, &mut seen)? else { return Ok(Some(seen)) };
            self.check()?;
            layer = next;
        }
        Ok(None)
    }

    /// One step forwards inside `within`.
    fn forward(&self, sets: &[S::Set]) -> Result<Vec<S::Set>, Stop> {
        let mut next = self.nothing();
        for step in self.moves() {
            let sources = self.system().intersection(&sets[step.from], &self.labels[step.from][step.index])?;
            if !self.system().is_empty(&sources) {
                let target = self.target(step);
                next[target] = self.system().union(&next[target], &self.system().image(&sources)?)?;
            }
        }
        self.both(&next, &self.within)
    }

    /// One step backwards inside `within`.
    fn backward(&self, sets: &[S::Set]) -> Result<Vec<S::Set>, Stop> {
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

    fn moves(&self) -> impl Iterator<Item = Move> + use<'c, 'm, S> {
        let transitions = &self.automaton.transitions;
        (0..transitions.len()).flat_map(move |from| (0..transitions[from].len()).map(move |index| Move { from, index }))
    }

    fn target(&self, step: Move) -> usize {
        self.automaton.transitions[step.from][step.index].target
    }

    fn both(&self, a: &[S::Set], b: &[S::Set]) -> Result<Vec<S::Set>, Stop> {
        a.iter().zip(b).map(|(a, b)| self.system().intersection(a, b)).collect()
    }

    fn minus(&self, a: &[S::Set], b: &[S::Set]) -> Result<Vec<S::Set>, Stop> {
        a.iter().zip(b).map(|(a, b)| self.system().difference(a, b)).collect()
    }

    fn nothing(&self) -> Vec<S::Set> {
        vec![self.system().empty(); self.automaton.transitions.len()]
    }

    fn only(&self, point: &Point) -> Result<Vec<S::Set>, Stop> {
        let mut sets = self.nothing();
        sets[point.place] = self.set(point)?;
        Ok(sets)
    }

    /// The state of a point as a set.
    fn set(&self, point: &Point) -> Result<S::Set, Stop> {
        self.system().singleton(&point.state)
    }

    fn first_point(&self, sets: &[S::Set]) -> Result<Option<Point>, Stop> {
        for (place, set) in sets.iter().enumerate() {
            if let Some(point) = self.point(place, set)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// The least state of a set as a point.
    fn point(&self, place: usize, set: &S::Set) -> Result<Option<Point>, Stop> {
        Ok(self.system().pick(set)?.map(|state| Point { place, state }))
    }

    fn system(&self) -> &'c S {
        &self.checker.system
    }
}
