//! Which slots matter to a set, all at once.

use crate::{GroupSet, GroupSpace, Slot};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Decision, Halt, Var};

/// A walk over two sets side by side.
struct Sides<'a> {
    space: &'a GroupSpace,
    /// By pair of nodes, the places below where only one slot lies between the sets, as bits.
    known: FxHashMap<(Bdd, Bdd), BigUint>,
}

impl GroupSpace {
    /// The slots in which alone some valuation of one set differs from some valuation of another one: one step leads from
    /// one set to the other.
    pub(super) fn steps_between(&self, a: &GroupSet, b: &GroupSet) -> Result<Vec<Slot>, Halt> {
        let mut sides = Sides { space: self, known: FxHashMap::default() };
        let bits = sides.between(&a.0, &b.0)?;
        let places = (0..self.order().len()).filter(|place| bits.bit(*place as u64));
        Ok(places.map(|place| self.order()[place]).collect())
    }
}

impl Sides<'_> {
    fn between(&mut self, a: &Bdd, b: &Bdd) -> Result<BigUint, Halt> {
        let diagrams = &self.space.diagrams;
        let [of_a, of_b] = [diagrams.decision(a)?, diagrams.decision(b)?];
        let var = [&of_a, &of_b].into_iter().flatten().map(|decision| decision.variable).min();
        let (Some(var), false, false) = (var, diagrams.is_false(a), diagrams.is_false(b)) else {
            return Ok(BigUint::ZERO);
        };
        let key = (a.clone(), b.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let [a1, a0] = cofactors(a, of_a, var);
        let [b1, b0] = cofactors(b, of_b, var);
        let here = !diagrams.disjoint(&a1, &b0)? || !diagrams.disjoint(&a0, &b1)?;
        let mut bits = self.between(&a1, &b1)? | self.between(&a0, &b0)?;
        bits.set_bit(u64::from(var.0), here);
        self.known.insert(key, bits.clone());
        Ok(bits)
    }
}

/// A set where a variable that is not below its top holds, and where it does not.
fn cofactors(set: &Bdd, decision: Option<Decision>, var: Var) -> [Bdd; 2] {
    match decision {
        Some(decision) if decision.variable == var => [decision.then, decision.other],
        _ => [set.clone(), set.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn members_that_are_needed_lead_out_of_a_set() {
        let space = GroupSpace::new(1, 4, &[], Box::new(Unlimited)).unwrap();
        let set = space.require(0, &[1, 3]).unwrap();
        let steps = space.steps_between(&set, &space.complement(&set)).unwrap();
        assert_eq!(steps, [Slot::new(0, 1), Slot::new(0, 3)]);
        // From both to none, two have to leave.
        let none = space.forbid(0, &[1, 3]).unwrap();
        assert_eq!(space.steps_between(&set, &none).unwrap(), []);
    }
}
