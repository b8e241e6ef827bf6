//! Bounds for strategies where there are fairness constraints.
//!
//! The checker finds what the opponents of a coalition spoil, by fixpoints that are monotone in "they can answer every
//! move with a successor in `Z`", in the domain and in the constraints (`atl.rs` of `savoir-check`). That is the
//! complement, in the domain, of what the coalition can force outside of `Z`. So a lower bound of what it can force gives
//! an upper bound of what they can answer, and the other way round. All sets here are parts of the bounds of the domain,
//! so states that a lower bound leads to are in the domain of every completion that reaches them.

use super::bounds::{Bounds, Estimate};
use super::certain::Side;
use super::partial::Options;
use super::system::{Marks, combined};
use savoir_check::{Sets, Stop};
use savoir_model::{AgentId, FormulaId, Temporal};

/// Those who play against a coalition, with one of the bounds of everything.
struct Opponents<'e, 's, 'a, 'm> {
    estimate: &'e Estimate<'s, 'a, 'm>,
    options: &'e Options,
    side: Side,
}

fn both(a: &Marks, b: &Marks) -> Marks {
    combined(a, b, |a, b| a && b)
}

impl Estimate<'_, '_, '_> {
    /// What a coalition can enforce on fair outcomes.
    pub(super) fn enforced_fairly(&self, coalition: &[AgentId], temporal: Temporal) -> Result<Bounds, Stop> {
        let options = self.system.options(coalition)?;
        let not = |part: FormulaId| self.known[&part].not().and(&self.domain);
        let spoilt = Bounds::each(|side| {
            let opponents = Opponents { estimate: self, options: &options, side };
            let nowhere = self.system.empty();
            let counting = || opponents.fair(&nowhere, self.domain.of(side));
            match temporal {
                Temporal::Next(f) => Ok(opponents.next(&both(&counting()?, not(f).of(side)))),
                Temporal::Globally(f) => opponents.reaching(&both(&counting()?, not(f).of(side)), self.domain.of(side)),
                Temporal::Finally(g) => opponents.fair(&nowhere, not(g).of(side)),
                Temporal::Until(f, g) => {
                    let escape = both(&counting()?, not(f).and(&not(g)).of(side));
                    let through = self.known[&f].and(&not(g));
                    opponents.fair(&escape, through.of(side))
                }
            }
        })?;
        Ok(spoilt.not())
    }
}

impl Opponents<'_, '_, '_, '_> {
    /// States of the domain where they can answer every move with a successor in a set.
    fn next(&self, set: &Marks) -> Marks {
        let Estimate { system, domain, .. } = self.estimate;
        let outside: Marks = set.iter().map(|is_in| !is_in).collect();
        let prevented = |state| self.side.other().can_force(system.partial, self.options, state, &outside);
        let domain = domain.of(self.side);
        (0..set.len()).map(|state| domain[state] && !prevented(state)).collect()
    }

    /// States from which they can force to get into a set, on the way there within another.
    fn reaching(&self, targets: &Marks, within: &Marks) -> Result<Marks, Stop> {
        let mut reached = targets.clone();
        loop {
            self.estimate.system.budget().check()?;
            let step = both(within, &self.next(&reached));
            let more = combined(&reached, &step, |a, b| a || b);
            if more == reached {
                return Ok(reached);
            }
            reached = more;
        }
    }

    /// States from which they can force to stay within a set on a fair path for ever, or to get from there into `escape`.
    fn fair(&self, escape: &Marks, within: &Marks) -> Result<Marks, Stop> {
        let mut found = combined(escape, within, |a, b| a || b);
        loop {
            self.estimate.system.budget().check()?;
            let mut next = found.clone();
            for constraint in &self.estimate.fair {
                let again = both(within, &both(constraint.of(self.side), &self.next(&next)));
                let targets = combined(escape, &again, |a, b| a || b);
                next = both(&next, &self.reaching(&targets, within)?);
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
