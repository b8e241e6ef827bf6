//! Bits that follow from others in every reachable state.
//!
//! Models often say things twice: what was received is what was sent, a copy is in the environment. Diagrams of sets of
//! states then have to spell out that the two agree, which can make them ten times as large. So while the reachable
//! states are being found, bits that are simple functions of others in all states found so far are left out of all
//! diagrams (van Eijk and Jess, "Exploiting functional dependencies in finite state machine verification", 1996). A set
//! `X` of states stands for `X ∧ (bit ⇔ function) ∧ …`, and everything that mentions such a bit mentions its function.
//!
//! [`simplify`](super::simplify) finds such bits, [`repair`](super::repair) keeps their functions true of the next states.

use savoir_dd::{Bdd, Diagrams, Halt, Var};

/// Bits that are left out.
#[derive(Default)]
pub(crate) struct Dependencies {
    pub(super) bits: Vec<DependentBit>,
}

/// A bit that follows from others.
pub(super) struct DependentBit {
    pub(super) bit: Var,
    /// Of bits that are not left out.
    pub(super) function: Bdd,
    /// The states with a successor where the bit differs from the function, and perhaps some without.
    pub(super) violating: Bdd,
}

impl Dependencies {
    /// How many bits are left out.
    pub(crate) fn count(&self) -> u32 {
        self.bits.len() as u32
    }

    pub(crate) fn contains(&self, bit: Var) -> bool {
        self.function(bit).is_some()
    }

    /// What a bit follows from, if it is left out.
    pub(crate) fn function(&self, bit: Var) -> Option<&Bdd> {
        self.bits.iter().find(|dependent| dependent.bit == bit).map(|dependent| &dependent.function)
    }

    /// The bits that are left out.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = Var> + '_ {
        self.bits.iter().map(|dependent| dependent.bit)
    }

    /// What they follow from, in the same order.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Bdd> {
        self.bits.iter().map(|dependent| &dependent.function)
    }

    /// `f` with functions instead of the bits that are left out.
    pub(crate) fn substitute(&self, diagrams: &Diagrams, f: &Bdd) -> Result<Bdd, Halt> {
        let mut result = f.clone();
        if !self.bits.is_empty() {
            let support = diagrams.support(f)?;
            for dependent in self.bits.iter().filter(|dependent| support.contains(&dependent.bit)) {
                result = substitute(diagrams, &result, dependent.bit, &dependent.function)?;
            }
        }
        Ok(result)
    }

    /// A set of states with some of the bits that are left out.
    pub(crate) fn restore(&self, diagrams: &Diagrams, set: &Bdd, wanted: impl Fn(Var) -> bool) -> Result<Bdd, Halt> {
        let mut result = set.clone();
        for dependent in self.bits.iter().filter(|dependent| wanted(dependent.bit)) {
            result = restore(diagrams, &result, dependent)?;
        }
        Ok(result)
    }
}

/// `f` with a function instead of a bit.
pub(super) fn substitute(diagrams: &Diagrams, f: &Bdd, bit: Var, function: &Bdd) -> Result<Bdd, Halt> {
    let (one, zero) = cofactors(diagrams, f, bit)?;
    diagrams.if_then_else(function, &one, &zero)
}

/// `f` where a bit is one, and where it is zero.
pub(super) fn cofactors(diagrams: &Diagrams, f: &Bdd, bit: Var) -> Result<(Bdd, Bdd), Halt> {
    let (cube, one) = (diagrams.cube(&[bit])?, diagrams.variable(bit)?);
    Ok((diagrams.and_exists(f, &one, &cube)?, diagrams.and_exists(f, &diagrams.not(&one), &cube)?))
}

/// A set of states with a bit that was left out.
pub(super) fn restore(diagrams: &Diagrams, set: &Bdd, dependent: &DependentBit) -> Result<Bdd, Halt> {
    let differs = diagrams.xor(&diagrams.variable(dependent.bit)?, &dependent.function)?;
    diagrams.minus(set, &differs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn a_bit_comes_back_as_it_went() {
        let diagrams = Diagrams::new(3, Box::new(Unlimited));
        let [a, b, c] = [0, 1, 2].map(|place| diagrams.variable(Var(place)).unwrap());
        let function = diagrams.and(&a, &b).unwrap();
        let differs = diagrams.xor(&c, &function).unwrap();
        // All states where c = a ∧ b.
        let whole = diagrams.not(&differs);
        let dependent = DependentBit { bit: Var(2), function, violating: diagrams.constant(false) };
        let dependencies = Dependencies { bits: vec![dependent] };
        let without = diagrams.exists(&whole, &diagrams.cube(&[Var(2)]).unwrap()).unwrap();
        assert!(diagrams.is_true(&without));
        assert!(dependencies.restore(&diagrams, &without, |_| true).unwrap() == whole);
        assert!(dependencies.restore(&diagrams, &without, |_| false).unwrap() == without);
        // c ∨ a is a where c = a ∧ b.
        let condition = diagrams.or(&c, &a).unwrap();
        assert!(dependencies.substitute(&diagrams, &condition).unwrap() == a);
        assert!(dependencies.contains(Var(2)) && !dependencies.contains(Var(0)) && dependencies.count() == 1);
    }
}
