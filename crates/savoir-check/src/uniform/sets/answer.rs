//! What the games on sets answer.

use super::context::Context;
use super::search::Node;
use crate::{Ban, Checker, Stop, System};
use savoir_model::{ActionClasses, ActionId, AgentId};

/// Whether a uniform strategy wins from a start set.
#[derive(Clone, Debug)]
pub enum SetAnswer<Set> {
    /// One does.
    Won(SetStrategy<Set>),
    /// None does.
    Lost,
}

/// A uniform strategy, as far as it matters.
#[derive(Clone, Debug)]
pub struct SetStrategy<Set> {
    /// Who performs which action in which states: the states of an agent do not overlap, and are whole observations. Of
    /// actions with the same effects everywhere one is named, though the protocol may ask for another.
    pub choices: Vec<(AgentId, ActionId, Set)>,
    /// The states that are visited while it matters what the coalition does.
    pub visited: Set,
    /// All states from which these choices win, whatever is done elsewhere.
    pub wins: Set,
}

/// An agent, what it observes, and what it does then.
pub type ObservedChoice = (AgentId, Vec<u64>, ActionId);

impl<S: System> Context<'_, '_, S> {
    /// The strategy of a node where everything that matters is decided.
    pub(super) fn won(&self, node: &Node<S::Set>, visited: &S::Set) -> Result<SetAnswer<S::Set>, Stop> {
        let system = self.system;
        let mut choices = Vec::new();
        // What is not decided is as if nothing could be done there.
        let mut bans: Vec<Ban<S::Set>> = node.partial.bans.clone();
        for (place, player) in self.players.iter().enumerate() {
            let seen = self.unseen(place, visited)?;
            let seen = system.difference(&seen, &node.partial.undecided[place])?;
            for (action, open) in player.actions.iter().zip(&node.partial.open[place]) {
                let states = system.intersection(&seen, open)?;
                if !system.is_empty(&states) {
                    choices.push((player.agent, *action, states));
                }
                let elsewhere = system.difference(&self.reachable, &seen)?;
                bans.push(Ban { agent: player.agent, action: *action, states: elsewhere });
            }
        }
        let wins = self.bound(&bans, self.checker.domain(), &system.empty())?.region;
        Ok(SetAnswer::Won(SetStrategy { choices, visited: visited.clone(), wins }))
    }
}

impl<S: System> Checker<'_, S> {
    /// A strategy observation by observation: what each member with actions does in the states that are visited while it
    /// matters, in the order of the least states; `None` if there are more than so many. It takes
    /// [single steps](crate::SingleSteps).
    ///
    /// # Errors
    /// When the budget is used up, or without single steps.
    pub fn listed(
        &self,
        coalition: &[AgentId],
        strategy: &SetStrategy<S::Set>,
        most: usize,
    ) -> Result<Option<Vec<ObservedChoice>>, Stop> {
        let (system, classes) = (self.system, ActionClasses::new(self.model));
        let steps = self.uniform.as_ref().ok_or(Stop::TooLarge)?.steps;
        let mut listed = Vec::new();
        for &agent in coalition {
            let mut rest = strategy.visited.clone();
            while let Some(state) = system.pick(&rest)? {
                system.budget().check()?;
                rest = system.difference(&rest, &system.indistinguishable(&[agent], &system.singleton(&state)?)?)?;
                let mut chosen = None;
                for (who, action, states) in &strategy.choices {
                    if *who == agent && system.contains(states, &state)? {
                        chosen = Some(classes.class(agent, *action));
                    }
                }
                let allowed = steps.actions(&state, agent)?;
                let is_chosen = |action: &ActionId| chosen.is_none_or(|class| classes.class(agent, *action) == class);
                let Some(action) = allowed.into_iter().find(is_chosen) else { continue };
                if listed.len() == most {
                    return Ok(None);
                }
                let seen = self.model.agent(agent).observes.iter().map(|variable| state[variable.index()]);
                listed.push((agent, seen.collect(), action));
            }
        }
        Ok(Some(listed))
    }
}
