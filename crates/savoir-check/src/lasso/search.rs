//! The search for a lasso in the product, see [the module](super).

use super::endless::Endless;
use super::graph::{Point, Points, ProductGraph};
use crate::layers::Layers;
use crate::ltl::Goal;
use crate::{GivenUp, Stop, System};

/// Steps of the product: which transition of the automaton was taken, and where it led.
type Walk = Vec<(usize, Point)>;

/// Points with the transition that each is left by.
type Steps = Vec<(Point, usize)>;

/// A search for a lasso.
pub(super) struct LassoSearch<'c, 'm, S: System> {
    graph: ProductGraph<'c, 'm, S>,
    endless: Endless<S::Set>,
}

impl<'c, 'm, S: System> LassoSearch<'c, 'm, S> {
    pub(super) fn new(graph: ProductGraph<'c, 'm, S>, endless: Endless<S::Set>) -> LassoSearch<'c, 'm, S> {
        LassoSearch { graph, endless }
    }

    pub(super) fn graph(&self) -> &ProductGraph<'c, 'm, S> {
        &self.graph
    }

    /// A lasso from the least state of `start` that has one: its points, and where the loop starts.
    pub(super) fn find(&self, start: &S::Set) -> Result<Option<(Steps, usize)>, GivenUp> {
        let graph = &self.graph;
        let mut first = graph.nothing();
        first[0] = graph.system().intersection(start, &graph.within[0])?;
        let Some(root) = self.first(&first)? else { return Ok(None) };
        let mut from_root = graph.from(&root)?;
        let mut round = self.round(&root, &mut from_root)?;
        // The way to the round may have been a long one.
        let stem = if round.iter().any(|(point, _)| *point == root) {
            Vec::new()
        } else {
            let points = self.set_of(&round)?;
            self.walk(&root, &mut from_root, &points)?.unwrap_or_default()
        };
        let entry = stem.last().map_or(&root, |(_, point)| point);
        let first = round.iter().position(|(point, _)| point == entry).unwrap_or(0);
        round.rotate_left(first);
        let back = stem.len();
        let taken: Vec<usize> = stem.iter().map(|(transition, _)| *transition).collect();
        let points = std::iter::once(root).chain(stem.into_iter().map(|(_, point)| point));
        Ok(Some((points.zip(taken).chain(round).collect(), back)))
    }

    /// A round that does everything that has to be done, and that can be reached from `root`; the last of its points
    /// leads back to the first one.
    fn round(&self, root: &Point, from_root: &mut Layers<Points<S::Set>>) -> Result<Steps, GivenUp> {
        let graph = &self.graph;
        let last = |walk: &Walk, from: &Point| walk.last().map_or_else(|| from.clone(), |(_, point)| point.clone());
        let mut entry = last(&self.to_recurring(root, from_root)?, root);
        loop {
            graph.system().budget().check()?;
            let mut walk = self.through_goals(&entry)?;
            let end = last(&walk, &entry);
            let closed = !walk.is_empty() && end == entry;
            let mut from_end = graph.from(&end)?;
            let closing = if closed { Some(Vec::new()) } else { self.back_to(&end, &mut from_end, &entry)? };
            if let Some(closing) = closing {
                walk.extend(closing);
                let taken: Vec<usize> = walk.iter().map(|(transition, _)| *transition).collect();
                let points = std::iter::once(entry).chain(walk.into_iter().map(|(_, point)| point));
                return Ok(points.zip(taken).collect());
            }
            // Without anything to do on the way, one step still leaves the part of the graph that has no way back.
            let current = if walk.is_empty() { self.next_point(&mut from_end)?.unwrap_or(end) } else { end };
            entry = last(&self.to_recurring(&current, &mut graph.from(&current)?)?, &current);
        }
    }

    /// The first of some points where an infinite path of the wanted kind starts.
    fn first(&self, sets: &Points<S::Set>) -> Result<Option<Point>, GivenUp> {
        let Endless::Ahead(latest) = &self.endless else { return Ok(self.graph.first_point(sets)?) };
        let found = self.graph.checker.first_unending(&sets[0], &self.graph.within[0])?;
        let point = found.as_ref().map(|(state, _)| Point { place: 0, state: state.clone() });
        *latest.borrow_mut() = found;
        Ok(point)
    }

    /// The shortest walk to a point that a loop leads to: on a loop, or between loops.
    fn to_recurring(&self, from: &Point, layers: &mut Layers<Points<S::Set>>) -> Result<Walk, GivenUp> {
        let graph = &self.graph;
        let recurring = match &self.endless {
            Endless::Found if self.is_on_short_loop(from)? => return Ok(Vec::new()),
            Endless::Found => {
                let ahead =
                    graph.ahead(&graph.only(from)?, graph.checker.lasso_tuning.longest_walk)?.ok_or(GivenUp::TooFar)?;
                self.with_endless_past(ahead)?
            }
            Endless::Ahead(latest) => match latest.take() {
                Some((state, recurring)) if state == from.state => vec![recurring],
                _ => vec![graph.checker.recurring(&graph.set(from)?, &graph.within[0])?],
            },
        };
        if graph.system().contains(&recurring[from.place], &from.state)? {
            return Ok(Vec::new());
        }
        let found = match self.endless {
            Endless::Found => self.walk(from, layers, &recurring)?,
            Endless::Ahead(_) => self.walk_by_layers(layers, |layer| self.first(&graph.both(layer, &recurring)?))?,
        };
        Ok(found.unwrap_or_default())
    }

    /// Whether a few steps may lead back to a point. Everything ahead of it may be billions of steps long.
    fn is_on_short_loop(&self, point: &Point) -> Result<bool, Stop> {
        let mut layers = self.graph.from(point)?;
        for steps in 1..=self.graph.checker.lasso_tuning.short_loop {
            let Some(layer) = layers.layer(&self.graph, steps)? else { return Ok(false) };
            if self.graph.system().contains(&layer[point.place], &point.state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The largest part of some points where every one is a successor of another one. After the first round only the
    /// successors of what was dropped need to be looked at.
    fn with_endless_past(&self, points: Points<S::Set>) -> Result<Points<S::Set>, Stop> {
        let graph = &self.graph;
        let mut dropped = graph.minus(&points, &graph.forward(&points)?)?;
        let mut kept = points;
        while dropped.iter().any(|set| !graph.system().is_empty(set)) {
            graph.system().budget().check()?;
            kept = graph.minus(&kept, &dropped)?;
            let doubtful = graph.both(&graph.forward(&dropped)?, &kept)?;
            let sources = graph.both(&graph.backward(&doubtful)?, &kept)?;
            dropped = graph.minus(&doubtful, &graph.forward(&sources)?)?;
        }
        Ok(kept)
    }

    /// A walk from a point on which every goal is met at least once, each time by the shortest way to one that is open.
    /// Goals that the last point meets count, because the path goes on from there.
    fn through_goals(&self, from: &Point) -> Result<Walk, Stop> {
        let graph = &self.graph;
        let goals = graph.checker.goals(graph.automaton);
        let mut open: Vec<&Goal<'_, S::Set>> = goals.iter().collect();
        let mut walk: Walk = Vec::new();
        let mut at = from.clone();
        self.drop_visited(&mut open, &at)?;
        while !open.is_empty() {
            let Some(leg) = self.to_goal(&at, &open)? else { break };
            for (index, point) in leg {
                let accepting = &graph.automaton.transitions[at.place][index].accepting;
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
                Goal::Visit(set) => self.graph.system().contains(set, &point.state)?,
                Goal::Accept(_) => false,
            };
            if !met {
                left.push(goal);
            }
        }
        *open = left;
        Ok(())
    }

    /// The shortest walk that meets one of the goals.
    fn to_goal(&self, from: &Point, goals: &[&Goal<'_, S::Set>]) -> Result<Option<Walk>, Stop> {
        let graph = &self.graph;
        let mut layers = graph.from(from)?;
        for steps in 0.. {
            if layers.layer(graph, steps)?.is_none() {
                break;
            }
            for goal in goals {
                let walk = match goal {
                    Goal::Visit(set) => {
                        let met = layers.found()[steps].iter().map(|states| graph.system().intersection(states, set));
                        let end = graph.first_point(&met.collect::<Result<Vec<_>, Stop>>()?)?;
                        end.map(|end| layers.trace(graph, steps, end)).transpose()?.map(|(_, walk)| walk)
                    }
                    Goal::Accept(condition) => self.accepted_step(&layers, steps, *condition)?,
                };
                if walk.is_some() {
                    return Ok(walk);
                }
            }
        }
        Ok(None)
    }

    /// A walk to the layer after so many steps and one more step, which satisfies an acceptance condition.
    fn accepted_step(
        &self,
        layers: &Layers<Points<S::Set>>,
        steps: usize,
        condition: usize,
    ) -> Result<Option<Walk>, Stop> {
        let graph = &self.graph;
        for step in graph.moves() {
            if !graph.automaton.transitions[step.from][step.index].accepting[condition] {
                continue;
            }
            let sources = graph.sources(&layers.found()[steps], step)?;
            let target = graph.target(step);
            let ends = graph.system().intersection(&graph.system().image(&sources)?, &graph.within[target])?;
            let Some(end) = graph.point(target, &ends)? else { continue };
            let before = graph.system().preimage_among(&end.state, &sources)?;
            let Some(last) = graph.point(step.from, &before)? else { continue };
            let (_, mut walk) = layers.trace(graph, steps, last)?;
            walk.push((step.index, end));
            return Ok(Some(walk));
        }
        Ok(None)
    }

    /// The points of a round.
    fn set_of(&self, round: &Steps) -> Result<Points<S::Set>, Stop> {
        let graph = &self.graph;
        let mut sets = graph.nothing();
        for (point, _) in round {
            sets[point.place] = graph.system().union(&sets[point.place], &graph.set(point)?)?;
        }
        Ok(sets)
    }

    /// The shortest walk of at least one step from one point to another.
    fn back_to(&self, from: &Point, layers: &mut Layers<Points<S::Set>>, to: &Point) -> Result<Option<Walk>, GivenUp> {
        // Where the automaton has no way back, all that is ahead would be searched in vain.
        if !self.graph.automaton_leads(from.place, to.place) {
            return Ok(None);
        }
        self.walk(from, layers, &self.graph.only(to)?)
    }

    /// The first point after one step.
    fn next_point(&self, layers: &mut Layers<Points<S::Set>>) -> Result<Option<Point>, GivenUp> {
        layers.layer(&self.graph, 1)?.map_or(Ok(None), |next| self.first(next))
    }

    /// The shortest walk of at least one step to one of the targets, all of which have an infinite path.
    fn walk(
        &self,
        from: &Point,
        layers: &mut Layers<Points<S::Set>>,
        targets: &Points<S::Set>,
    ) -> Result<Option<Walk>, GivenUp> {
        if let (Endless::Found, Some(label)) = (&self.endless, self.graph.only_label()) {
            return Ok(self.plain_walk(from, label, &targets[0])?);
        }
        self.walk_by_layers(layers, |layer| Ok(self.graph.first_point(&self.graph.both(layer, targets)?)?))
    }

    /// The shortest walk of at least one step to a point that is chosen from a layer.
    fn walk_by_layers(
        &self,
        layers: &mut Layers<Points<S::Set>>,
        choose: impl Fn(&Points<S::Set>) -> Result<Option<Point>, GivenUp>,
    ) -> Result<Option<Walk>, GivenUp> {
        for steps in 1..=self.graph.checker.lasso_tuning.longest_walk {
            let Some(layer) = layers.layer(&self.graph, steps)? else { return Ok(None) };
            if let Some(end) = choose(layer)? {
                let (_, walk) = layers.trace(&self.graph, steps, end)?;
                return Ok(Some(walk));
            }
        }
        Err(GivenUp::TooFar)
    }

    /// A walk in the system alone, which may know better ways to find one.
    fn plain_walk(&self, from: &Point, label: &S::Set, target: &S::Set) -> Result<Option<Walk>, Stop> {
        let system = self.graph.system();
        let within = &self.graph.within[0];
        let through = system.intersection(within, label)?;
        let start = system.intersection(&system.image(&self.graph.set(from)?)?, within)?;
        let Some(path) = system.shortest_path(&start, &through, &system.intersection(target, within)?)? else {
            return Ok(None);
        };
        Ok(Some(path.into_iter().map(|state| (0, Point { place: 0, state })).collect()))
    }
}
