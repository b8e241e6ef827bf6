//! Sets of states written down outside of the diagrams: to list them, and for threads that only ask what is in them.

use super::SymbolicSystem;
use crate::encode::VariableBits;
use savoir_check::{SharedSet, Stop};
use savoir_dd::{Bdd, Var, Wire};

/// A set written down: its function first, then those of the bits that are left out.
struct WrittenSet<'s> {
    wire: Wire,
    left_out: Vec<Var>,
    variables: &'s [VariableBits],
    /// Variables of the diagrams.
    count: usize,
}

impl WrittenSet<'_> {
    fn contains(&self, codes: &[u64]) -> bool {
        let mut values = vec![false; self.count];
        for (bits, code) in self.variables.iter().zip(codes) {
            for (bit, value) in bits.values(*code) {
                values[bit.0 as usize] = value;
            }
        }
        let holds = |function: usize| self.wire.holds_at(function, |variable| values[variable.0 as usize]);
        let is_right = |(place, bit): (usize, &Var)| holds(place + 1) == values[bit.0 as usize];
        holds(0) && self.left_out.iter().enumerate().all(is_right)
    }

    /// The codes of the state whose bits, except those that are left out, have these values.
    fn codes(&self, values: &[bool]) -> Vec<u64> {
        let value = |bit: &Var| match self.left_out.iter().position(|left_out| left_out == bit) {
            Some(place) => self.wire.holds_at(place + 1, |variable| values[variable.0 as usize]),
            None => values[bit.0 as usize],
        };
        let code = |bits: &VariableBits| {
            let spelled = bits.current.iter().fold(0, |code, bit| code << 1 | u64::from(value(bit)));
            bits.spelling.number(spelled)
        };
        self.variables.iter().map(code).collect()
    }
}

impl SymbolicSystem<'_> {
    /// The codes of all variables, for each state of a set, in order.
    pub(super) fn states_of(&self, set: &Bdd) -> Result<Vec<Vec<u64>>, Stop> {
        let written = self.written(set);
        let mut is_listed = vec![false; written.count];
        for bit in written.variables.iter().flat_map(|bits| &bits.current) {
            is_listed[bit.0 as usize] = !self.dependencies.contains(*bit);
        }
        let bits: Vec<Var> = self.diagrams().order().into_iter().filter(|bit| is_listed[bit.0 as usize]).collect();
        let mut values = vec![false; written.count];
        let mut found = Vec::new();
        let mut visit = |listed: &[bool]| {
            bits.iter().zip(listed).for_each(|(bit, value)| values[bit.0 as usize] = *value);
            found.push(written.codes(&values));
            if found.len().is_multiple_of(1024) { self.encoded.budget.check_memory(0) } else { Ok(()) }
        };
        written.wire.solutions(0, &bits, &mut visit)?;
        found.sort_unstable();
        Ok(found)
    }

    /// A set as it is now, whatever becomes of the diagrams.
    pub(super) fn shared_set<'s>(&'s self, set: &Bdd) -> SharedSet<'s> {
        let written = self.written(set);
        SharedSet::new(move |codes| written.contains(codes))
    }

    fn written(&self, set: &Bdd) -> WrittenSet<'_> {
        let functions: Vec<_> = std::iter::once(set).chain(self.dependencies.functions()).cloned().collect();
        let encoding = &self.encoded.encoding;
        WrittenSet {
            wire: self.diagrams().export(&functions),
            left_out: self.dependencies.left_out().collect(),
            variables: &encoding.variables,
            count: self.diagrams().variables() as usize,
        }
    }
}
