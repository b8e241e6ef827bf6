//! Slots that can be exchanged.

use super::reduction::Reduction;
use crate::{GroupSet, Slot};
use savoir_dd::Halt;

/// What it takes to believe that two slots are interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Their signatures agree; it is most likely.
    Signatures,
    /// The sets are the same with one for the other; it is certain.
    Comparisons,
}

impl Reduction<'_> {
    /// The open slots in classes: two of a class can be exchanged in every valuation of the set, and in every possible
    /// one, and it is still in there. That is an equivalence relation, so a slot is compared with one of each class.
    pub(super) fn classes(&self, trust: Trust) -> Result<Vec<Vec<Slot>>, Halt> {
        let signatures = [self.space.signatures(&self.set.0)?, self.space.signatures(&self.possible.0)?];
        let mut classes: Vec<Vec<Slot>> = Vec::new();
        for slot in &self.open {
            let mut own = None;
            for (index, class) in classes.iter().enumerate() {
                let [a, b] = [class[0], *slot].map(|slot| self.space.var(slot).0 as usize);
                let may_be = signatures.iter().all(|signatures| signatures[a].agrees(&signatures[b]));
                if may_be && (trust == Trust::Signatures || self.are_interchangeable(class[0], *slot)?) {
                    own = Some(index);
                    break;
                }
            }
            match own {
                Some(index) => classes[index].push(*slot),
                None => classes.push(vec![*slot]),
            }
        }
        Ok(classes)
    }

    fn are_interchangeable(&self, a: Slot, b: Slot) -> Result<bool, Halt> {
        let in_set = |set: &GroupSet| {
            let [one, other] = [true, false].map(|value| self.space.cofactor(set, [(a, value), (b, !value)]));
            Ok(one? == other?)
        };
        Ok(in_set(&self.set)? && in_set(&self.possible)?)
    }
}
