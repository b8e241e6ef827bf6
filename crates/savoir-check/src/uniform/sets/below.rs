//! A bound from below that takes no search: states from all of which one uniform strategy wins.
//!
//! A class of states that members of the coalition cannot tell apart, by chains of any length, is decided as a whole: for
//! moves that lead from all of it to what is won already (`F`, `U`), or that stay in what is kept (`G`). That is what
//! [`commit`](super::commit) does; here it is asked of all states where perfect information is enough, for whatever start
//! set. What nobody has decided counts as if nothing could be done there, so what is left is won by the decisions alone,
//! and from any start set inside of it.
//!
//! After W. Jamroga, M. Knapik, D. Kurpiewski, "Fixpoint approximation of strategic abilities under imperfect information"
//! (AAMAS'17). Only states where it matters what is done link a class together, so classes are smaller than there.

use super::SetGame;
use super::context::{Context, Goal};
use super::partial::PartialStrategy;
use crate::{Ban, Checker, Stop, System};

impl<S: System> Checker<'_, S> {
    /// States from all of which one uniform strategy wins, inside the region of perfect information; `None` under fairness,
    /// where a strategy that wins without it may block itself, and if the coalition has too many joint actions to try. None
    /// are found if that takes more than so much [work](crate::Capabilities::work).
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn won_without_search(&self, game: &SetGame<'_, S::Set>, work: u64) -> Result<Option<S::Set>, Stop> {
        let mut context = Context::new(self, game);
        if context.is_fair() || !context.has_few_joint_actions() {
            return Ok(None);
        }
        context.most_work = self.system.work().saturating_add(work);
        match context.won_by_committing(game.region) {
            Err(Stop::TooLarge) => Ok(Some(self.system.empty())),
            found => found.map(Some),
        }
    }
}

impl<S: System> Context<'_, '_, S> {
    /// Where the decisions win that lose nothing.
    fn won_by_committing(&self, region: &S::Set) -> Result<S::Set, Stop> {
        let mut node = self.root(region)?;
        let relevant = match &self.goal {
            Goal::Next(_) | Goal::Globally(_) => region.clone(),
            Goal::Until { target, .. } => self.system.difference(region, target)?,
        };
        // Decisions separate classes, so there may be more to decide after the first ones.
        while self.commit(&mut node.partial, &relevant, &mut node.sure)? {}
        self.won_by_decisions(&node.partial, region)
    }

    /// Where decisions win if nothing can be done where somebody is undecided.
    fn won_by_decisions(&self, partial: &PartialStrategy<S::Set>, region: &S::Set) -> Result<S::Set, Stop> {
        let mut bans = partial.bans.clone();
        for (player, undecided) in self.players.iter().zip(&partial.undecided) {
            let ban = |action: &_| Ban { agent: player.agent, action: *action, states: undecided.clone() };
            bans.extend(player.actions.iter().map(ban));
        }
        Ok(self.bound(&bans, region, &self.system.empty())?.region)
    }
}
