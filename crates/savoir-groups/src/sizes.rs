//! Which numbers of members there are in a set.

use crate::{GroupSet, GroupSpace, Numbers, Slot};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Halt};

/// A walk over the nodes of a set that finds for each which numbers of counted slots may hold from it downwards, as the
/// bits of a large number.
struct Tally<'a> {
    space: &'a GroupSpace,
    /// By place, how many slots above it are counted; one more entry for the end.
    counted_above: Vec<usize>,
    known: FxHashMap<Bdd, BigUint>,
}

impl GroupSpace {
    /// How many members all groups together may have in the valuations of a set.
    pub fn members(&self, set: &GroupSet) -> Result<Numbers, Halt> {
        self.numbers(set, self.order())
    }

    /// How many members the group of a variable may have in the valuations of a set.
    pub fn sizes(&self, set: &GroupSet, variable: usize) -> Result<Numbers, Halt> {
        self.numbers(set, &self.slots_of(variable).collect::<Vec<Slot>>())
    }

    /// How many of these slots may hold in the valuations of a set.
    pub fn numbers(&self, set: &GroupSet, of: &[Slot]) -> Result<Numbers, Halt> {
        let mut is_counted = vec![false; self.order().len()];
        for slot in of {
            is_counted[self.var(*slot).0 as usize] = true;
        }
        let mut counted_above = vec![0];
        for (place, counted) in is_counted.into_iter().enumerate() {
            counted_above.push(counted_above[place] + usize::from(counted));
        }
        let mut tally = Tally { space: self, counted_above, known: FxHashMap::default() };
        Ok(Numbers::of_bits(&tally.from(0, &set.0)?))
    }
}

impl Tally<'_> {
    /// What is possible from a place on, which is not below the top of the set.
    fn from(&mut self, place: usize, set: &Bdd) -> Result<BigUint, Halt> {
        let diagrams = &self.space.diagrams;
        let Some(decision) = diagrams.decision(set)? else {
            let none = BigUint::ZERO;
            let end = self.counted_above.len() - 1;
            return Ok(if diagrams.is_true(set) { self.skip(place, end, BigUint::from(1u32)) } else { none });
        };
        let top = decision.variable.0 as usize;
        if let Some(known) = self.known.get(set) {
            return Ok(self.skip(place, top, known.clone()));
        }
        let then = self.from(top + 1, &decision.then)?;
        let other = self.from(top + 1, &decision.other)?;
        let bits = (then << (self.counted_above[top + 1] - self.counted_above[top])) | other;
        self.known.insert(set.clone(), bits.clone());
        Ok(self.skip(place, top, bits))
    }

    /// The slots from one place to the next do not matter: any number of them may hold.
    fn skip(&self, from: usize, to: usize, mut bits: BigUint) -> BigUint {
        let free = self.counted_above[to] - self.counted_above[from];
        let mut done = 0;
        while done < free {
            let more = (done + 1).min(free - done);
            bits |= &bits << more;
            done += more;
        }
        bits
    }
}
