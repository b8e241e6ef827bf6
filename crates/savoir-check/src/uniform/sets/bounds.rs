//! What a partial strategy is worth: where the coalition wins with perfect information if it may only do what is open.

use super::context::{Context, Goal};
use crate::sought::Who;
use crate::{Ban, Stop, System};

/// What bans leave to the coalition.
#[derive(Clone)]
pub(super) struct Bound<Set> {
    /// Where it wins.
    pub(super) region: Set,
    /// For `F` and `U` without fairness, how it gets to the target: growing sets, from each of which the one before can
    /// be forced.
    pub(super) layers: Vec<Set>,
    /// With fairness, where the others can force an outcome that counts.
    pub(super) counting: Set,
}

impl<S: System> Context<'_, '_, S> {
    /// What bans leave to the coalition: at most what is `within`, at least what is `sure`.
    pub(super) fn bound(&self, bans: &[Ban<S::Set>], within: &S::Set, sure: &S::Set) -> Result<Bound<S::Set>, Stop> {
        let system = self.system;
        if self.is_fair() {
            let (spoilt, counting) = self.checker.spoilt_fairly(Who::Known(self.coalition), self.temporal, bans)?;
            return Ok(Bound { region: self.checker.complement(&spoilt)?, layers: Vec::new(), counting });
        }
        let (region, layers) = match &self.goal {
            Goal::Next(f) => (system.intersection(within, &self.controllable(f, bans)?)?, Vec::new()),
            Goal::Globally(f) => (self.safe(bans, &system.intersection(within, f)?)?, Vec::new()),
            Goal::Until { through, target } => {
                let through = system.intersection(through, within)?;
                let layers = self.attract(bans, &through, system.union(sure, target)?)?;
                (layers.last().unwrap_or(target).clone(), layers)
            }
        };
        Ok(Bound { region, layers, counting: system.empty() })
    }

    /// Growing sets, from each of which the one before can be forced.
    fn attract(&self, bans: &[Ban<S::Set>], through: &S::Set, target: S::Set) -> Result<Vec<S::Set>, Stop> {
        let system = self.system;
        let mut layers = vec![target];
        while let Some(last) = layers.last() {
            system.budget().check_memory(0)?;
            let step = system.intersection(through, &self.controllable(last, bans)?)?;
            let next = system.union(last, &step)?;
            if next == *last {
                break;
            }
            layers.push(next);
        }
        Ok(layers)
    }

    /// The greatest part of a set that can be kept.
    fn safe(&self, bans: &[Ban<S::Set>], within: &S::Set) -> Result<S::Set, Stop> {
        let system = self.system;
        let mut found = within.clone();
        loop {
            system.budget().check()?;
            let next = system.intersection(&found, &self.controllable(&found, bans)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
