//! Partial strategies: which actions are still open to each player at each of its observations.

use super::context::Context;
use crate::{Ban, Stop, System};

/// What is still open. All sets are unions of observations of the player.
#[derive(Clone)]
pub(super) struct PartialStrategy<Set> {
    /// By player and action: where the player may still perform it.
    pub(super) open: Vec<Vec<Set>>,
    /// What that rules out.
    pub(super) bans: Vec<Ban<Set>>,
    /// By player: where it still has a choice.
    pub(super) undecided: Vec<Set>,
    /// Where everything is decided.
    pub(super) decided: Set,
}

/// A player performs an action: their places.
pub(super) type Choice = (usize, usize);

impl<S: System> Context<'_, '_, S> {
    /// Every action that is ever possible at an observation is open there.
    pub(super) fn unrestricted(&self) -> Result<PartialStrategy<S::Set>, Stop> {
        let none = PartialStrategy {
            open: Vec::new(),
            bans: Vec::new(),
            undecided: Vec::new(),
            decided: self.reachable.clone(),
        };
        let mut open = Vec::with_capacity(self.players.len());
        for (player, one) in self.players.iter().enumerate() {
            let mut by_action = Vec::with_capacity(one.actions.len());
            for action in 0..one.actions.len() {
                let possible = self.controllable(&self.reachable, &self.bans_but(&none, &[(player, action)]))?;
                by_action.push(self.unseen(player, &possible)?);
            }
            open.push(by_action);
        }
        let mut partial = PartialStrategy { open, ..none };
        self.update(&mut partial)?;
        Ok(partial)
    }

    /// Finds out what follows from what is open.
    pub(super) fn update(&self, partial: &mut PartialStrategy<S::Set>) -> Result<(), Stop> {
        let system = self.system;
        partial.bans.clear();
        partial.undecided.clear();
        for (player, open) in self.players.iter().zip(&partial.open) {
            let (mut once, mut twice) = (system.empty(), system.empty());
            for (action, states) in player.actions.iter().zip(open) {
                let banned = system.difference(&self.reachable, states)?;
                if !system.is_empty(&banned) {
                    partial.bans.push(Ban { agent: player.agent, action: *action, states: banned });
                }
                twice = system.union(&twice, &system.intersection(&once, states)?)?;
                once = system.union(&once, states)?;
            }
            partial.undecided.push(twice);
        }
        partial.decided = system.difference(&self.reachable, &self.union_of(&partial.undecided)?)?;
        Ok(())
    }

    /// The bans of a partial strategy, with all but one action of some players banned everywhere.
    pub(super) fn bans_but(&self, partial: &PartialStrategy<S::Set>, choices: &[Choice]) -> Vec<Ban<S::Set>> {
        let fixed = |ban: &&Ban<S::Set>| {
            choices.iter().any(|&(player, action)| {
                let Some(one) = self.players.get(player) else { return false };
                one.agent == ban.agent && one.actions[action] != ban.action
            })
        };
        let mut bans: Vec<Ban<S::Set>> = partial.bans.iter().filter(|ban| !fixed(ban)).cloned().collect();
        for &(player, chosen) in choices {
            let one = &self.players[player];
            for (place, action) in one.actions.iter().enumerate() {
                if place != chosen {
                    bans.push(Ban { agent: one.agent, action: *action, states: self.reachable.clone() });
                }
            }
        }
        bans
    }

    /// Decides for an action at the observations in a set. What follows has to be found out afterwards.
    pub(super) fn decide(
        &self,
        partial: &mut PartialStrategy<S::Set>,
        (player, chosen): Choice,
        observations: &S::Set,
    ) -> Result<(), Stop> {
        for (action, states) in partial.open[player].iter_mut().enumerate() {
            if action != chosen {
                *states = self.system.difference(states, observations)?;
            }
        }
        Ok(())
    }

    /// The same the other way round: the action is no longer open there.
    pub(super) fn close(
        &self,
        partial: &mut PartialStrategy<S::Set>,
        (player, action): Choice,
        observations: &S::Set,
    ) -> Result<(), Stop> {
        let states = &mut partial.open[player][action];
        *states = self.system.difference(states, observations)?;
        Ok(())
    }
}
