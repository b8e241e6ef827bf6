//! How often the number of states has doubled: what ways to search have in common, whatever their steps are.

use crate::encode::EncodedModel;
use num_bigint::BigUint;
use savoir_dd::{Bdd, Halt};

/// With fewer doublings than this little can be said about what is to come.
const FIRST: f64 = 6.0;

/// Counts states, and tells whoever compares this search with another one how far it is.
pub(super) struct Doublings<'e, 'm> {
    encoded: &'e EncodedModel<'m>,
    /// Of the initial states, from one.
    initial: f64,
    /// The stages that were told.
    told: usize,
}

impl<'e, 'm> Doublings<'e, 'm> {
    pub(super) fn new(encoded: &'e EncodedModel<'m>) -> Result<Doublings<'e, 'm>, Halt> {
        let mut doublings = Doublings { encoded, initial: 0.0, told: 0 };
        doublings.initial = doublings.of(&encoded.initial)?;
        Ok(doublings)
    }

    /// How often the initial states have doubled in this set.
    pub(super) fn of(&self, found: &Bdd) -> Result<f64, Halt> {
        let count = self.encoded.diagrams.count(found, self.encoded.encoding.state_bits())?;
        Ok(log2(&count) - self.initial)
    }

    /// The search has come so far: each doubling is a stage, from the [first](FIRST) that says something on.
    pub(super) fn reached(&mut self, doublings: f64) {
        let stages = (doublings - FIRST + 1.0).max(0.0) as usize;
        for _ in self.told..stages {
            self.encoded.budget.passed(self.encoded.diagrams.nodes());
        }
        self.told = self.told.max(stages);
    }
}

/// The logarithm to base 2, linear between powers of two, so that it is the same on every machine; 0 of nothing.
fn log2(count: &BigUint) -> f64 {
    let Some(power) = count.bits().checked_sub(1) else { return 0.0 };
    let below = power.saturating_sub(52);
    let top = u64::try_from(count >> below).unwrap_or(u64::MAX);
    power as f64 + (top as f64 / (1_u64 << (power - below)) as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_any_size() {
        let of = |base: u32, exponent| log2(&BigUint::from(base).pow(exponent));
        assert_eq!((log2(&BigUint::ZERO), of(1, 1), of(2, 10), of(2, 3_000)), (0.0, 0.0, 10.0, 3_000.0));
        assert!((of(10, 300) - 300.0 * 10_f64.log2()).abs() < 0.1);
        assert_eq!((of(3, 1), of(6, 1), log2(&(BigUint::from(3_u32) << 1_000_usize))), (1.5, 2.5, 1001.5));
    }
}
