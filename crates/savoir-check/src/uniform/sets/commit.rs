//! Decisions that lose nothing: where an action wins for certain, no other is needed.
//!
//! Let `N` be a part of the states that may be visited such that whoever has an undecided observation in a state of `N`
//! has it in no other state that may be visited. If an assignment of actions to these observations leads from all of `N`
//! to where decisions that were made win, then every strategy that wins can be changed to that assignment: its plays are
//! the same until they come to `N`, and win from there. For one player, `N` is one observation or several.
//!
//! Here assignments are joint actions, each for as many states as it can be. For `F` and `U` what wins for certain grows
//! from the target, layer by layer. For `G` it is the greatest set in which such assignments stay.
//!
//! After W. Jamroga, M. Knapik, D. Kurpiewski, Ł. Mikulski, "Approximate verification of strategic abilities under
//! imperfect information" (Artificial Intelligence 277, 2019), whose lower bound asks the same of whole classes; commitment makes
//! it exact together with a search.

use super::context::{Context, Goal};
use super::partial::{Choice, PartialStrategy};
use crate::{Stop, System};

impl<S: System> Context<'_, '_, S> {
    /// Makes decisions that lose nothing, if any of `perhaps` may be visited; whether there were any. What is `sure`
    /// grows with them.
    pub(super) fn commit(
        &self,
        partial: &mut PartialStrategy<S::Set>,
        perhaps: &S::Set,
        sure: &mut S::Set,
    ) -> Result<bool, Stop> {
        let joint = self.joint_actions();
        if joint.is_empty() {
            return Ok(false);
        }
        let system = self.system;
        match &self.goal {
            Goal::Next(f) => Ok(!system.is_empty(&self.commit_into(partial, &joint, perhaps, f)?)),
            Goal::Globally(f) => {
                let kept = self.kept(partial, &joint, &system.intersection(perhaps, f)?)?;
                let committed = self.commit_into(partial, &joint, perhaps, &kept)?;
                Ok(!system.is_empty(&committed))
            }
            Goal::Until { through, target } => {
                *sure = system.union(sure, target)?;
                let mut has_changed = false;
                loop {
                    system.budget().check()?;
                    let decided = system.intersection(&partial.decided, through)?;
                    let step = system.intersection(&decided, &self.controllable(sure, &partial.bans)?)?;
                    let larger = system.union(sure, &step)?;
                    let open = system.difference(perhaps, &larger)?;
                    let committed = self.commit_into(partial, &joint, &open, &larger)?;
                    has_changed |= !system.is_empty(&committed);
                    let larger = system.union(&larger, &committed)?;
                    if larger == *sure {
                        return Ok(has_changed);
                    }
                    *sure = larger;
                }
            }
        }
    }

    /// Whether decisions that lose nothing are looked for at all.
    pub(super) fn has_few_joint_actions(&self) -> bool {
        !self.joint_actions().is_empty()
    }

    /// All joint actions of the players; none if there are too many.
    fn joint_actions(&self) -> Vec<Vec<Choice>> {
        let mut joint: Vec<Vec<Choice>> = vec![Vec::new()];
        for (player, one) in self.players.iter().enumerate() {
            if joint.len() * one.actions.len() > self.tuning.joint_actions {
                return Vec::new();
            }
            let with = |chosen: &Vec<Choice>, action| chosen.iter().copied().chain([(player, action)]).collect();
            joint = joint
                .iter()
                .flat_map(|chosen| (0..one.actions.len()).map(move |action| with(chosen, action)))
                .collect();
        }
        joint
    }

    /// Decides for joint actions that lead `into` a set from parts of `universe` where no undecided observation is cut in
    /// two; gives these parts, as far as something was decided there.
    fn commit_into(
        &self,
        partial: &mut PartialStrategy<S::Set>,
        joint: &[Vec<Choice>],
        universe: &S::Set,
        into: &S::Set,
    ) -> Result<S::Set, Stop> {
        let system = self.system;
        let mut committed = system.empty();
        let mut rest = system.difference(universe, &partial.decided)?;
        let possible = system.intersection(&rest, &self.controllable(into, &partial.bans)?)?;
        if system.is_empty(&possible) {
            return Ok(committed);
        }
        for chosen in joint {
            system.budget().check()?;
            let part = self.uncut(partial, chosen, &rest, &rest, into)?;
            if system.is_empty(&part) {
                continue;
            }
            for &(player, action) in chosen {
                let undecided = system.intersection(&part, &partial.undecided[player])?;
                let observations = self.unseen(player, &undecided)?;
                self.decide(partial, (player, action), &observations)?;
            }
            self.update(partial)?;
            committed = system.union(&committed, &part)?;
            rest = system.difference(&rest, &part)?;
        }
        Ok(committed)
    }

    /// The greatest part of a set in which joint actions can stay without cutting an undecided observation in two.
    fn kept(
        &self,
        partial: &PartialStrategy<S::Set>,
        joint: &[Vec<Choice>],
        universe: &S::Set,
    ) -> Result<S::Set, Stop> {
        let system = self.system;
        let mut kept = universe.clone();
        loop {
            let mut next = system.empty();
            for chosen in joint {
                system.budget().check()?;
                let part = self.uncut(partial, chosen, universe, &kept, &kept)?;
                next = system.union(&next, &part)?;
            }
            if next == kept {
                return Ok(kept);
            }
            kept = next;
        }
    }

    /// The greatest part of `among`, itself part of `universe`, from where a joint action leads into a set and where no
    /// undecided observation is cut in two: none of its states shares one with another state of the universe.
    fn uncut(
        &self,
        partial: &PartialStrategy<S::Set>,
        chosen: &[Choice],
        universe: &S::Set,
        among: &S::Set,
        into: &S::Set,
    ) -> Result<S::Set, Stop> {
        let system = self.system;
        let good = self.controllable(into, &self.bans_but(partial, chosen))?;
        let good = system.intersection(among, &good)?;
        let mut cut = system.difference(universe, &good)?;
        loop {
            system.budget().check()?;
            let mut next = cut.clone();
            for player in 0..self.players.len() {
                let undecided = system.intersection(&next, &partial.undecided[player])?;
                let shared = system.intersection(universe, &self.unseen(player, &undecided)?)?;
                next = system.union(&next, &shared)?;
            }
            // With one player, nothing more is linked.
            if next == cut || self.players.len() < 2 {
                return system.difference(universe, &next);
            }
            cut = next;
        }
    }
}
