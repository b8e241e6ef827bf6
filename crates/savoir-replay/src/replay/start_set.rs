//! Uniform strategies: where they have to win from, and that members do the same where they see the same.
//!
//! What is in a start set can be shown state by state. That nothing is missing follows only from all reachable states; in
//! models that are small enough they are found out anew.

use super::Replay;
use crate::claim::Claim;
use crate::problem::{Problem, ProblemPlace, StrategyProblem};
use crate::tree::{Coverage, EpistemicLink, Node, Strategy};
use savoir_model::{ActionId, AgentId, AtlSemantics, Formula, StartSet};
use savoir_reference::State;
use std::collections::{BTreeMap, BTreeSet};

impl Replay<'_> {
    /// The states that the plays of a strategy start in, the state of the node first if it is one of them: as the reading
    /// says. If members see only a part of the state, they must not do different things where they see the same.
    pub(super) fn starts<'s>(
        &mut self,
        node: &'s Node,
        strategy: &'s Strategy,
        members: &[AgentId],
    ) -> Result<Vec<&'s State>, Problem> {
        let start = match (self.semantics.atl, &strategy.start_set) {
            // What is done may depend on the whole state, so that rows need not agree with each other.
            (AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_), None) => return Ok(vec![&node.state]),
            (AtlSemantics::Uniform(start), Some(_)) => start,
            (AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_), Some(_))
            | (AtlSemantics::Uniform(_), None) => return Err(StrategyProblem::OtherReading.into()),
        };
        let links = strategy.start_set.as_deref().unwrap_or_default();
        self.start_set(node, links, members, start)?;
        if !node.holds {
            // It has to win from all of them, so that one is enough. What it is like if everybody sees everything matters
            // here: the others have an answer even then.
            return Ok(vec![links.last().map_or(&node.state, |link| &link.state)]);
        }
        self.is_uniform(strategy, members)?;
        if strategy.coverage == Coverage::Whole {
            self.is_whole(node, links, members, start)?;
        }
        Ok(std::iter::once(&node.state).chain(links.iter().map(|link| &link.state)).collect())
    }

    /// Each of these is a state of the start set of the node's state.
    pub(super) fn start_set(
        &mut self,
        node: &Node,
        links: &[EpistemicLink],
        members: &[AgentId],
        start: StartSet,
    ) -> Result<(), Problem> {
        let observers = match start {
            StartSet::Objective => Vec::new(),
            StartSet::Everyone | StartSet::Common => members.iter().map(|agent| vec![*agent]).collect(),
            StartSet::Distributed => vec![members.to_vec()],
        };
        for (number, link) in links.iter().enumerate() {
            let place = ProblemPlace::StateOfStartSet(number + 1);
            if !self.meter.spend(number as u64 + 1) {
                return Err(Problem::TooMuchWork);
            }
            if !observers.contains(&link.observers) {
                return Err(Problem::from(StrategyProblem::OtherStart).within(place));
            }
            let looks_like = |from: &&State| {
                link.state.len() == from.len()
                    && link.observers.iter().all(|agent| self.tells_apart(*agent, from, &link.state).is_none())
            };
            // A chain may go on from each state before.
            let before = links[..number].iter().map(|link| &link.state).filter(|_| start == StartSet::Common);
            let from = before.clone().find(looks_like).unwrap_or(&node.state);
            self.possible(from, link).map_err(|problem| problem.within(place))?;
        }
        Ok(())
    }

    /// There is one move in each row, and each member does the same in rows where it sees the same.
    fn is_uniform(&self, strategy: &Strategy, members: &[AgentId]) -> Result<(), Problem> {
        let mut chosen: BTreeMap<(AgentId, Vec<u64>), (usize, Option<ActionId>)> = BTreeMap::new();
        for (number, row) in strategy.rows.iter().enumerate() {
            let wrong = |problem: StrategyProblem| Problem::from(problem).within(ProblemPlace::RowOfStrategy(number));
            let [choice] = row.choices.as_slice() else { return Err(wrong(StrategyProblem::SeveralMoves)) };
            self.legal(&row.state)?;
            for &agent in members {
                let action = choice.own.get(agent.index()).copied().flatten();
                let observation = self.observation(agent, &row.state);
                let (before, same) = *chosen.entry((agent, observation)).or_insert((number, action));
                if same != action {
                    return Err(wrong(StrategyProblem::NotUniform(agent, before)));
                }
            }
        }
        Ok(())
    }

    /// No state of the start set is missing; if that cannot be found out, it is claimed.
    fn is_whole(
        &mut self,
        node: &Node,
        links: &[EpistemicLink],
        members: &[AgentId],
        start: StartSet,
    ) -> Result<(), Problem> {
        if start == StartSet::Objective || start != StartSet::Distributed && members.is_empty() {
            return Ok(());
        }
        let listed: BTreeSet<&State> =
            std::iter::once(&node.state).chain(links.iter().map(|link| &link.state)).collect();
        let missing = self.explored().map(|explored| {
            self.meter.spend((explored.states.len() * members.len()) as u64);
            let states = explored.states.iter().filter(|state| !listed.contains(state));
            match start {
                StartSet::Objective => false,
                StartSet::Distributed => {
                    let same = |state: &&State| {
                        members.iter().all(|agent| self.tells_apart(*agent, &node.state, state).is_none())
                    };
                    states.clone().any(|state| same(&state))
                }
                StartSet::Everyone | StartSet::Common => {
                    // Whoever sees the same as in a state of a chain goes on with it, so that it is enough to look at
                    // those that are listed.
                    let from = if start == StartSet::Common { listed.clone() } else { BTreeSet::from([&node.state]) };
                    let seen: BTreeSet<(AgentId, Vec<u64>)> = from
                        .iter()
                        .flat_map(|state| members.iter().map(|agent| (*agent, self.observation(*agent, state))))
                        .collect();
                    let mut pairs = states.flat_map(|state| members.iter().map(move |agent| (*agent, state)));
                    pairs.any(|(agent, state)| seen.contains(&(agent, self.observation(agent, state))))
                }
            }
        });
        match missing {
            Some(false) => Ok(()),
            // A state without a fair path is in no start set.
            Some(true) if self.model.fairness.is_empty() => Err(StrategyProblem::MissingStart.into()),
            Some(true) | None => {
                self.claim(Claim::WholeStartSet { formula: node.formula, states: listed.len() });
                Ok(())
            }
        }
    }

    /// Whether a strategy for the whole formula shows that it holds in another state that plays come to.
    pub(super) fn wins_from(&self, root: &Node, strategy: &Strategy, state: &State) -> bool {
        let (AtlSemantics::Uniform(start), Some(links)) = (self.semantics.atl, &strategy.start_set) else {
            return true;
        };
        if *state == root.state {
            return true;
        }
        let Formula::Enforce(coalition, _) = *self.model.formulas.get(root.formula) else { return false };
        let listed = links.iter().any(|link| link.state == *state);
        match start {
            StartSet::Objective => true,
            // States of one start set have the same one.
            StartSet::Distributed | StartSet::Common => listed,
            StartSet::Everyone => {
                let members = self.model.formulas.members(coalition);
                let same = |agent: &AgentId| self.tells_apart(*agent, &root.state, state).is_none();
                listed && members.iter().all(same)
            }
        }
    }
}
