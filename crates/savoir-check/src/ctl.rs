//! CTL by its fixpoints, over the states of the domain.
//!
//! Without fairness `EX` and `EU` look at finite paths, and a state without successors satisfies `AX f` and `AF f` for
//! every `f`. With fairness the domain holds exactly the states with a fair path, so a finite path inside it always
//! goes on fairly.

use crate::{Checker, Stop, System};
use savoir_model::{Quantifier, Temporal};

impl<S: System> Checker<'_, S> {
    pub(crate) fn ctl(&self, quantifier: Quantifier, temporal: Temporal) -> Result<S::Set, Stop> {
        match (quantifier, temporal) {
            (Quantifier::Exists, Temporal::Next(f)) => self.exists_next(self.known(f)),
            (Quantifier::Exists, Temporal::Finally(f)) => self.system.exists_until(self.domain(), self.known(f)),
            (Quantifier::Exists, Temporal::Until(f, g)) => self.system.exists_until(self.known(f), self.known(g)),
            (Quantifier::Exists, Temporal::Globally(f)) => self.for_ever_within(self.known(f)),
            (Quantifier::All, Temporal::Next(f)) => {
                self.complement(&self.exists_next(&self.complement(self.known(f))?)?)
            }
            (Quantifier::All, Temporal::Finally(f)) => {
                let avoided = self.for_ever_within(&self.complement(self.known(f))?)?;
                self.complement(&avoided)
            }
            (Quantifier::All, Temporal::Globally(f)) => {
                self.complement(&self.system.exists_until(self.domain(), &self.complement(self.known(f))?)?)
            }
            (Quantifier::All, Temporal::Until(f, g)) => {
                let not_g = self.complement(self.known(g))?;
                let neither = self.system.difference(&not_g, self.known(f))?;
                let broken = self.system.exists_until(&not_g, &neither)?;
                let avoided = self.for_ever_within(&not_g)?;
                self.complement(&self.system.union(&broken, &avoided)?)
            }
        }
    }

    fn exists_next(&self, set: &S::Set) -> Result<S::Set, Stop> {
        self.system.intersection(self.domain(), &self.sources_of(set)?)
    }
}
