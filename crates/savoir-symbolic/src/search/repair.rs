//! Keeping the functions of bits that are left out true.
//!
//! What was true of the states so far need not be true of the next ones. Before each step, the states about to be
//! explored are compared with those that have a successor where a bit differs from its function. If there are any, the
//! function changes at values that were not seen before, or the bit returns into the diagrams.

use super::ReachabilitySearch;
use super::dependency::{DependentBit, cofactors, restore};
use crate::encode::Encoding;
use crate::order::Bit;
use crate::relation::{Schedule, Transitions};
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use std::collections::BTreeSet;

/// The next value of a current bit, unless it never changes.
fn next_of(encoding: &Encoding, bit: Var) -> Option<Var> {
    match encoding.bits[bit.0 as usize] {
        Bit::Current(id, place) => encoding.variables[id.index()].next.get(place as usize).copied(),
        Bit::Next(..) | Bit::Action(..) | Bit::Member(..) => None,
    }
}

impl ReachabilitySearch<'_, '_> {
    /// Sees to it that all bits that are left out follow from others in the successors of what is explored next.
    pub(super) fn repair_functions(&mut self) -> Result<(), Halt> {
        let mut changed = false;
        for index in (0..self.dependencies.bits.len()).rev() {
            if self.encoded.diagrams.disjoint(&self.start, &self.dependencies.bits[index].violating)? {
                continue;
            }
            changed = true;
            if let Some(function) = self.extended(index)? {
                self.dependencies.bits[index].function = function;
            } else {
                let returns = self.dependencies.bits.remove(index);
                self.change_sets(|diagrams, set| restore(diagrams, set, &returns))?;
            }
        }
        if changed { self.change_transitions() } else { Ok(()) }
    }

    /// The function of a bit that is left out, changed for the successors of what is explored next at values that were not
    /// seen before; `None` if they contradict each other or what was seen.
    fn extended(&self, index: usize) -> Result<Option<Bdd>, Halt> {
        let encoded = &*self.encoded;
        let (diagrams, encoding) = (&encoded.diagrams, &encoded.encoding);
        let DependentBit { bit, function, .. } = &self.dependencies.bits[index];
        let Some(next) = next_of(encoding, *bit) else { return Ok(None) };
        let support = diagrams.support(function)?;
        let stays = |bit: &Var| support.contains(bit) && next_of(encoding, *bit).is_none();
        let current = encoding.current(encoded.model.variable_ids());
        let mut quantified: Vec<Var> = current.iter().copied().filter(|bit| !stays(bit)).collect();
        quantified.extend(encoding.action_bits(encoded.model.agent_ids()));
        let parts = self.parts_about(*bit, &support)?;
        let image = Schedule::new(diagrams, &parts, &quantified)?.apply(diagrams, &self.start)?;
        let (ones, zeros) = cofactors(diagrams, &image, next)?;
        let ones = diagrams.rename(&ones, &encoded.whole.to_current)?;
        let zeros = diagrams.rename(&zeros, &encoded.whole.to_current)?;
        let others: Vec<Var> = current.into_iter().filter(|bit| !support.contains(bit)).collect();
        let seen = diagrams.exists(&self.reachable, &diagrams.cube(&others)?)?;
        let other_ones = diagrams.minus(&ones, function)?;
        let other_zeros = diagrams.and(&zeros, function)?;
        let different = diagrams.or(&other_ones, &other_zeros)?;
        let contradiction = diagrams.or(&diagrams.and(&ones, &zeros)?, &diagrams.and(&different, &seen)?)?;
        if !diagrams.is_false(&contradiction) {
            return Ok(None);
        }
        diagrams.minus(&diagrams.or(function, &ones)?, &zeros).map(Some)
    }

    /// The parts of the relation that say how a bit and those it follows from change, and what agents may choose.
    fn parts_about(&self, bit: Var, support: &[Var]) -> Result<Vec<Bdd>, Halt> {
        let (diagrams, encoding) = (&self.encoded.diagrams, &self.encoded.encoding);
        let next: BTreeSet<Var> = support.iter().chain([&bit]).filter_map(|bit| next_of(encoding, *bit)).collect();
        let mut parts = Vec::new();
        for part in &self.parts {
            let sets = part.sets.iter().flat_map(|id| encoding.variables[id.index()].next.iter().copied());
            let (about, others): (Vec<Var>, Vec<Var>) = sets.partition(|bit| next.contains(bit));
            if part.sets.is_empty() || !about.is_empty() {
                let rest = diagrams.exists(&part.relation, &diagrams.cube(&others)?)?;
                parts.push(self.dependencies.substitute(diagrams, &rest)?);
            }
        }
        Ok(parts)
    }

    /// The states with a successor where a bit differs from its function.
    fn violating(&self, bit: Var, function: &Bdd) -> Result<Bdd, Halt> {
        let encoded = &*self.encoded;
        let (diagrams, encoding) = (&encoded.diagrams, &encoded.encoding);
        let after = match next_of(encoding, bit) {
            Some(next) => diagrams.variable(next)?,
            None => function.clone(),
        };
        let differs = diagrams.xor(&after, &diagrams.rename(function, &encoded.whole.to_next)?)?;
        let mut quantified = encoding.next();
        quantified.extend(encoding.action_bits(encoded.model.agent_ids()));
        let parts = self.parts_about(bit, &diagrams.support(function)?)?;
        Schedule::new(diagrams, &parts, &quantified)?.apply(diagrams, &differs)
    }

    /// Changes every set of states of the search.
    pub(super) fn change_sets(&mut self, change: impl Fn(&Diagrams, &Bdd) -> Result<Bdd, Halt>) -> Result<(), Halt> {
        let encoded = &mut *self.encoded;
        let sets = [&mut encoded.initial, &mut self.reachable, &mut self.start];
        for set in sets.into_iter().chain(&mut self.layers) {
            *set = change(&encoded.diagrams, set)?;
        }
        Ok(())
    }

    /// The transitions without the bits that are left out.
    pub(super) fn change_transitions(&mut self) -> Result<(), Halt> {
        let encoded = &*self.encoded;
        let (diagrams, encoding) = (&encoded.diagrams, &encoded.encoding);
        let left_out = self.dependencies.bits.iter().filter_map(|dependent| next_of(encoding, dependent.bit));
        let left_out = diagrams.cube(&left_out.collect::<Vec<Var>>())?;
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            parts.push(self.dependencies.substitute(diagrams, &diagrams.exists(&part.relation, &left_out)?)?);
        }
        parts.retain(|part| !diagrams.is_true(part));
        let pairs = encoding.variables.iter().flat_map(|bits| bits.pairs());
        let pairs: Vec<(Var, Var)> = pairs.filter(|(current, _)| !self.dependencies.contains(*current)).collect();
        let whole = Transitions::new(diagrams, encoding, parts, &pairs, encoded.tuning.clusters);
        self.encoded.whole = whole;
        for index in 0..self.dependencies.bits.len() {
            let DependentBit { bit, function, .. } = &self.dependencies.bits[index];
            let violating = self.violating(*bit, function)?;
            self.dependencies.bits[index].violating = violating;
        }
        Ok(())
    }
}
