//! ATL with perfect information: what a coalition can enforce whatever the others do; nondeterministic evolution is on
//! the side of the others.
//!
//! Under fairness a strategy must reach its goal on all *fair* outcomes. The coalition plays against opponents who see
//! its move, so this is a turn-based game, solved from the side of the opponents. With `W` the states from which they
//! can force a fair path (a generalised Büchi game), they spoil
//!
//! * `G f` by reaching a state of `W` without `f`;
//! * `f U g` by staying fairly in `f ∧ ¬g`, or by getting from there into a state of `W` with neither.
//!
//! The coalition wins everywhere else in the domain, in particular where it can make all outcomes unfair.

use crate::attraction::Side;
use crate::ended_paths::EndedPaths;
use crate::sought::Who;
use crate::uniform::Aim;
use crate::{Ban, Checker, Layers, Power, Stop, System};
use savoir_model::{AgentId, AtlSemantics, Quantifier, Temporal};

impl<S: System> Checker<'_, S> {
    /// What a coalition can enforce, as the reading says. Every reading has an answer here.
    pub(crate) fn enforce(&self, who: Who<'_, S::Set>, temporal: Temporal) -> Result<S::Set, Stop> {
        match (self.semantics().atl, who) {
            // A uniform model is a model, and this is its system.
            (AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_), Who::Known(coalition)) => {
                self.enforce_with_perfect_information(coalition, temporal)
            }
            (AtlSemantics::PerfectInformation, Who::Sought(group)) => self.enforce_by_sought(group, temporal),
            (AtlSemantics::Uniform(start), Who::Known(coalition)) => {
                self.enforce_uniformly(Aim { coalition, temporal, start })
            }
            (AtlSemantics::Uniform(_) | AtlSemantics::UniformModel(_), Who::Sought(_)) => {
                unreachable!("uniform strategies are looked for group by group")
            }
        }
    }

    /// What a coalition can enforce if strategies may depend on everything, whatever the reading is. The operands are known.
    pub fn enforce_with_perfect_information(&self, coalition: &[AgentId], temporal: Temporal) -> Result<S::Set, Stop> {
        if !self.fair().is_empty() {
            let (spoilt, _) = self.spoilt_fairly(Who::Known(coalition), temporal, &[])?;
            return self.complement(&spoilt);
        }
        match self.system.power(coalition) {
            Power::Everything => return self.ctl(Quantifier::Exists, temporal),
            Power::Nothing => return self.inevitably(temporal),
            Power::Something => {}
        }
        match temporal {
            Temporal::Next(f) => self.controllable_or_over(coalition, self.known(f)),
            Temporal::Finally(g) => self.attractor(coalition, temporal, self.domain(), self.known(g)),
            Temporal::Until(f, g) => self.attractor(coalition, temporal, self.known(f), self.known(g)),
            Temporal::Globally(f) => self.safe_or_over(coalition, self.known(f)),
        }
    }

    /// `Fixpoints::attractor`, with the layers kept if they are wanted.
    fn attractor(
        &self,
        coalition: &[AgentId],
        temporal: Temporal,
        through: &S::Set,
        target: &S::Set,
    ) -> Result<S::Set, Stop> {
        let Some(kept) = &self.memory.attractors else { return self.system.attractor(coalition, through, target) };
        let mut layers = Layers::new(target.clone());
        while self.grow_attractor(&mut layers, coalition, Side::Coalition, through)? {}
        let all = layers.found().last().unwrap_or(target).clone();
        kept.borrow_mut().insert((self.semantics().atl, coalition.to_vec(), temporal), layers);
        Ok(all)
    }

    /// How a coalition gets to its goal, if that was kept: growing sets, from each of which it can force the one before.
    #[must_use]
    pub fn kept_layers(&self, coalition: &[AgentId], temporal: Temporal) -> Option<Layers<S::Set>> {
        self.memory.attractors.as_ref()?.borrow().get(&(self.semantics().atl, coalition.to_vec(), temporal)).cloned()
    }

    /// States where the coalition has a move after which every successor is in `set`.
    pub fn controllable(&self, coalition: &[AgentId], set: &S::Set) -> Result<S::Set, Stop> {
        let system = self.system;
        match system.power(coalition) {
            Power::Everything => system.preimage(set),
            Power::Nothing => {
                let outside = system.difference(&system.reachable(), set)?;
                let spoilt = system.union(self.stuck()?, &system.preimage(&outside)?)?;
                system.difference(&system.reachable(), &spoilt)
            }
            Power::Something => system.controllable_predecessors(coalition, set),
        }
    }

    /// What a coalition without choices enforces happens on all paths, and paths do not end too early.
    fn inevitably(&self, temporal: Temporal) -> Result<S::Set, Stop> {
        let system = self.system;
        let stuck = self.stuck()?;
        let spoilt = match (temporal, self.ended_paths) {
            // Where nothing happens any more, what holds goes on to hold.
            (Temporal::Next(f), EndedPaths::Prolonged) => self.sources_of(&self.complement(self.known(f))?)?,
            (Temporal::Globally(f), EndedPaths::Prolonged) => {
                system.exists_until(self.domain(), &self.complement(self.known(f))?)?
            }
            (Temporal::Next(f), EndedPaths::NoPaths) => {
                system.union(stuck, &system.preimage(&self.complement(self.known(f))?)?)?
            }
            (Temporal::Globally(f), EndedPaths::NoPaths) => {
                system.exists_until(self.domain(), &system.union(stuck, &self.complement(self.known(f))?)?)?
            }
            (Temporal::Finally(g), _) => {
                let open = self.complement(self.known(g))?;
                let ended = system.exists_until(&open, &system.intersection(stuck, &open)?)?;
                system.union(&ended, &system.exists_globally(&open)?)?
            }
            (Temporal::Until(f, g), _) => {
                let open = self.complement(self.known(g))?;
                let lost = system.union(stuck, &self.complement(self.known(f))?)?;
                let ended = system.exists_until(&open, &system.intersection(&lost, &open)?)?;
                system.union(&ended, &system.exists_globally(&open)?)?
            }
        };
        self.complement(&spoilt)
    }

    /// The states of the domain that the opponents spoil if the coalition does not do what is banned; and those from which
    /// they can force an outcome that counts: a fair one, or one that ends in the domain since the coalition has no move
    /// left there.
    pub(crate) fn spoilt_fairly(
        &self,
        who: Who<'_, S::Set>,
        temporal: Temporal,
        bans: &[Ban<S::Set>],
    ) -> Result<(S::Set, S::Set), Stop> {
        let system = self.system;
        let opponents = Opponents { checker: self, who, bans };
        let counting = opponents.fair(&system.empty(), self.domain())?;
        let spoilt = match temporal {
            Temporal::Next(f) => {
                let bad = system.difference(&counting, self.known(f))?;
                opponents.next(&bad)?
            }
            Temporal::Globally(f) => {
                let spoilt = system.difference(&counting, self.known(f))?;
                opponents.reach(self.domain(), spoilt)?
            }
            Temporal::Finally(g) => opponents.fair(&system.empty(), &self.complement(self.known(g))?)?,
            Temporal::Until(f, g) => {
                let not_g = self.complement(self.known(g))?;
                let neither = system.difference(&not_g, self.known(f))?;
                let escape = system.intersection(&neither, &counting)?;
                let through = system.intersection(&not_g, self.known(f))?;
                opponents.fair(&escape, &through)?
            }
        };
        Ok((spoilt, counting))
    }
}

impl<S: System> Checker<'_, S> {
    /// States of the domain where the coalition can make all outcomes unfair.
    pub(crate) fn avoidable(&self, coalition: &[AgentId]) -> Result<S::Set, Stop> {
        let opponents = Opponents { checker: self, who: Who::Known(coalition), bans: &[] };
        self.complement(&opponents.fair(&self.system.empty(), self.domain())?)
    }
}

/// Those who play against a coalition, which does not do what is banned.
struct Opponents<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    who: Who<'a, S::Set>,
    bans: &'a [Ban<S::Set>],
}

impl<S: System> Opponents<'_, '_, S> {
    /// States of the domain where the opponents can answer every move with a successor in `set`.
    fn next(&self, set: &S::Set) -> Result<S::Set, Stop> {
        let system = self.checker.system;
        let outside = system.difference(&system.reachable(), set)?;
        let prevented = match self.who {
            Who::Known(coalition) if !self.bans.is_empty() => {
                system.controllable_predecessors_under(coalition, &outside, self.bans)?
            }
            // Nothing is banned where groups are sought.
            who => self.checker.controllable_by(who, &outside)?,
        };
        self.checker.complement(&prevented)
    }

    /// States of the domain from which the opponents can force `within U target`.
    fn reach(&self, within: &S::Set, target: S::Set) -> Result<S::Set, Stop> {
        let system = self.checker.system;
        if let Who::Known(coalition) = self.who
            && self.bans.is_empty()
        {
            return system.opponents_attractor(coalition, within, &target);
        }
        let mut reached = target;
        loop {
            system.budget().check()?;
            let step = system.intersection(within, &self.next(&reached)?)?;
            let more = system.union(&reached, &step)?;
            if more == reached {
                return Ok(reached);
            }
            reached = more;
        }
    }

    /// States from which the opponents can force to stay `within` on a fair path for ever, or to get from there into
    /// `escape`: the greatest `Z` with `Z = ⋂ᵢ μY. escape ∪ (within ∩ ((fairᵢ ∩ opp Z) ∪ opp Y))`.
    fn fair(&self, escape: &S::Set, within: &S::Set) -> Result<S::Set, Stop> {
        let (checker, system) = (self.checker, self.checker.system);
        let mut found = system.union(escape, within)?;
        loop {
            system.budget().check()?;
            let mut next = found.clone();
            for constraint in checker.fair() {
                let again = system.intersection(constraint, &self.next(&next)?)?;
                let again = system.intersection(within, &again)?;
                let reached = self.reach(within, system.union(escape, &again)?)?;
                next = system.intersection(&next, &reached)?;
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
