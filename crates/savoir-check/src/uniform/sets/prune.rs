//! Closing actions that no strategy needs.
//!
//! An action is closed at an observation
//!
//! * if a state with this observation is visited for certain, and the action loses there with perfect information;
//! * if it loses in all states with this observation that may be visited: a strategy that wins with it never makes this
//!   observation, so what it would do there does not matter.

use super::context::Context;
use super::partial::PartialStrategy;
use super::visits::Demand;
use crate::{Stop, System};

impl<S: System> Context<'_, '_, S> {
    /// Closes what can be closed; whether there was anything. What may be visited is known without fairness, where there
    /// is one demand.
    pub(super) fn prune(
        &self,
        partial: &mut PartialStrategy<S::Set>,
        demands: &[Demand<S::Set>],
        perhaps: Option<&S::Set>,
    ) -> Result<bool, Stop> {
        let system = self.system;
        let mut has_changed = false;
        for player in 0..self.players.len() {
            let visited = self.union_of(demands.iter().map(|demand| &demand.at).chain(perhaps))?;
            for action in 0..self.players[player].actions.len() {
                system.budget().check()?;
                let open = system.intersection(&partial.open[player][action], &partial.undecided[player])?;
                if system.is_empty(&system.intersection(&open, &visited)?) {
                    continue;
                }
                let bans = self.bans_but(partial, &[(player, action)]);
                let mut closed = system.empty();
                for demand in demands {
                    let could = self.controllable(&demand.into, &bans)?;
                    let loses = system.difference(&demand.at, &could)?;
                    closed = system.union(&closed, &self.unseen(player, &loses)?)?;
                    if let Some(perhaps) = perhaps {
                        let useful = self.unseen(player, &system.intersection(perhaps, &could)?)?;
                        let useless = system.difference(&self.unseen(player, perhaps)?, &useful)?;
                        closed = system.union(&closed, &useless)?;
                    }
                }
                let closed = system.intersection(&closed, &open)?;
                if !system.is_empty(&closed) {
                    self.close(partial, (player, action), &closed)?;
                    has_changed = true;
                }
            }
            self.update(partial)?;
        }
        Ok(has_changed)
    }
}
