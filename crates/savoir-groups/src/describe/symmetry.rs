//! Slots that can be exchanged.

use super::reduction::Reduction;
use crate::{GroupSet, Slot};
use savoir_dd::Halt;
use std::collections::BTreeMap;

impl Reduction<'_> {
    /// The open slots in classes: two of a class can be exchanged in every valuation of the set, and in every possible
    /// one, and it is still in there. That is an equivalence relation, so a slot is compared with one of each class.
    pub(super) fn classes(&self) -> Result<Vec<Vec<Slot>>, Halt> {
        let space = self.space;
        let signatures = [space.signatures(&self.set.0)?, space.signatures(&self.possible.0)?];
        let mut alike: BTreeMap<[u64; 2], Vec<Vec<Slot>>> = BTreeMap::new();
        for slot in &self.open {
            let place = space.var(*slot).0 as usize;
            let classes = alike.entry([signatures[0][place], signatures[1][place]]).or_default();
            let mut own = None;
            for (index, class) in classes.iter().enumerate() {
                if self.are_interchangeable(class[0], *slot)? {
                    own = Some(index);
                    break;
                }
            }
            match own {
                Some(index) => classes[index].push(*slot),
                None => classes.push(vec![*slot]),
            }
        }
        let mut classes: Vec<Vec<Slot>> = alike.into_values().flatten().collect();
        classes.sort();
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
