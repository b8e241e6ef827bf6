//! The search: what is certain is found out, then an observation is decided, and the other way round if that fails.

use super::bounds::Bound;
use super::context::Context;
use super::partial::{Choice, PartialStrategy};
use super::visits::Demand;
use super::{SetAnswer, SetGame};
use crate::{Checker, Stop, System};

/// A point of the search.
#[derive(Clone)]
pub(super) struct Node<Set> {
    pub(super) partial: PartialStrategy<Set>,
    /// What the partial strategy is worth.
    pub(super) bound: Bound<Set>,
    /// Where decisions that were made win.
    pub(super) sure: Set,
}

/// What there is to know about a node.
pub(super) enum Finding<Set> {
    /// Everything that matters is decided, and wins. These states are visited while it matters.
    Won(Set),
    /// No strategy that agrees with this node wins.
    Lost,
    /// These states are visited for certain, and somebody is undecided there.
    Open(Vec<Demand<Set>>),
}

impl<S: System> Checker<'_, S> {
    /// Whether a coalition has one uniform strategy that wins from all states of a start set, which is a part of the region
    /// where it wins with perfect information.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn backward(&self, game: &SetGame<'_, S::Set>, start: &S::Set) -> Result<SetAnswer<S::Set>, Stop> {
        let context = Context::new(self, game);
        context.search(&mut Position::at(context.root(game.region)?), start)
    }

    /// The same, if it takes no more than so much [work](crate::Capabilities::work). If it does, the search can go on from
    /// the position that is left.
    ///
    /// # Errors
    /// When the budget is used up, or [`Stop::TooLarge`] when the work is.
    pub(crate) fn backward_within(
        &self,
        game: &SetGame<'_, S::Set>,
        start: &S::Set,
        position: &mut Option<Position<S::Set>>,
        work: u64,
    ) -> Result<SetAnswer<S::Set>, Stop> {
        let mut context = Context::new(self, game);
        context.most_work = self.system.work().saturating_add(work);
        let position = match position {
            Some(position) => position,
            None => position.insert(Position::at(context.root(game.region)?)),
        };
        // It may have been interrupted before what was decided last took effect. Whatever was closed by then, was closed
        // rightly, be it all that should have been or not.
        context.update(&mut position.node.partial)?;
        context.search(position, start)
    }
}

/// How far a search is.
pub(crate) struct Position<Set> {
    node: Node<Set>,
    /// What is left to try, if the present node fails.
    otherwise: Vec<Node<Set>>,
}

impl<Set> Position<Set> {
    pub(super) fn at(node: Node<Set>) -> Position<Set> {
        Position { node, otherwise: Vec::new() }
    }
}

impl<S: System> Context<'_, '_, S> {
    /// Whether a strategy wins that agrees with what is left to try.
    pub(super) fn search(&self, position: &mut Position<S::Set>, start: &S::Set) -> Result<SetAnswer<S::Set>, Stop> {
        let Position { node, otherwise } = position;
        loop {
            self.system.budget().check_memory(0)?;
            match self.settle(node, start)? {
                Finding::Won(visited) => return self.won(node, &visited),
                Finding::Lost => match otherwise.pop() {
                    Some(next) => *node = next,
                    None => return Ok(SetAnswer::Lost),
                },
                Finding::Open(demands) => {
                    let Some((choice, observation)) = self.branch(node, &demands)? else {
                        return Ok(SetAnswer::Lost);
                    };
                    let mut other = node.clone();
                    self.close(&mut other.partial, choice, &observation)?;
                    self.update(&mut other.partial)?;
                    otherwise.push(other);
                    self.decide(&mut node.partial, choice, &observation)?;
                    self.update(&mut node.partial)?;
                }
            }
        }
    }

    /// Where nothing is decided.
    pub(super) fn root(&self, region: &S::Set) -> Result<Node<S::Set>, Stop> {
        let empty = self.system.empty();
        let bound = Bound { region: region.clone(), layers: Vec::new(), counting: empty.clone() };
        Ok(Node { partial: self.unrestricted()?, bound, sure: empty })
    }

    /// Finds out what is certain about a node.
    pub(super) fn settle(&self, node: &mut Node<S::Set>, start: &S::Set) -> Result<Finding<S::Set>, Stop> {
        let system = self.system;
        loop {
            system.budget().check()?;
            node.bound = self.bound(&node.partial.bans, &node.bound.region, &node.sure)?;
            if !system.is_subset(start, &node.bound.region)? {
                return Ok(Finding::Lost);
            }
            let demands = self.demands(&node.partial, &node.bound, start)?;
            let visited = self.union_of(demands.iter().map(|demand| &demand.at))?;
            if system.is_subset(&visited, &node.partial.decided)? {
                return Ok(Finding::Won(visited));
            }
            let has_changed = if self.is_fair() {
                self.prune(&mut node.partial, &demands, None)?
            } else {
                let perhaps = self.perhaps_visited(&node.partial, &node.bound, start)?;
                let is_pruned = self.prune(&mut node.partial, &demands, Some(&perhaps))?;
                self.commit(&mut node.partial, &perhaps, &mut node.sure)? || is_pruned
            };
            if !has_changed {
                return Ok(Finding::Open(demands));
            }
        }
    }

    /// The observation to decide next and the action to try first; `None` if there is nothing to decide. Of the states that
    /// are visited for certain, one where somebody has the fewest open actions.
    fn branch(&self, node: &Node<S::Set>, demands: &[Demand<S::Set>]) -> Result<Option<(Choice, S::Set)>, Stop> {
        let system = self.system;
        let visited = self.union_of(demands.iter().map(|demand| &demand.at))?;
        let mut best: Option<(usize, Vec<usize>, S::Set)> = None;
        for player in 0..self.players.len() {
            let mut rest = system.intersection(&visited, &node.partial.undecided[player])?;
            for _ in 0..self.tuning.compared_observations {
                system.budget().check()?;
                let Some(state) = system.pick(&rest)? else { break };
                let here = system.singleton(&state)?;
                let observation = self.unseen(player, &here)?;
                rest = system.difference(&rest, &observation)?;
                let mut actions = Vec::new();
                for (action, open) in node.partial.open[player].iter().enumerate() {
                    if !system.is_empty(&system.intersection(open, &here)?) {
                        actions.push(action);
                    }
                }
                if best.as_ref().is_none_or(|(_, fewest, _)| actions.len() < fewest.len()) {
                    best = Some((player, actions, observation));
                }
            }
        }
        let Some((player, actions, observation)) = best else { return Ok(None) };
        let action = self.nearest(node, player, &actions, &system.intersection(&visited, &observation)?)?;
        Ok(Some(((player, action), observation)))
    }

    /// The action that leads from some states nearest to the target, where that is known; else the first one.
    fn nearest(&self, node: &Node<S::Set>, player: usize, actions: &[usize], from: &S::Set) -> Result<usize, Stop> {
        let layers = &node.bound.layers;
        let mut best = (usize::MAX, actions.first().copied().unwrap_or(0));
        for &action in actions {
            let bans = self.bans_but(&node.partial, &[(player, action)]);
            // The layers grow, so the first one that can be forced is found by halving.
            let (mut low, mut high) = (0, layers.len().min(best.0));
            while low < high {
                let middle = usize::midpoint(low, high);
                if self.system.is_subset(from, &self.controllable(&layers[middle], &bans)?)? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            if low < best.0 {
                best = (low, action);
            }
        }
        Ok(best.1)
    }
}
