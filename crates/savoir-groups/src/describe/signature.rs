//! A number for each slot that is the same for slots that can be exchanged.

use crate::GroupSpace;
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Decision, Halt};

/// Numbers are added and multiplied modulo this prime.
const PRIME: u64 = (1 << 61) - 1;

/// Each slot holds with this probability, modulo the prime. Any number will do; if it is an unusual one, slots that cannot
/// be exchanged rarely have the same signature.
const CHANCE: u64 = 0x0123_4567_89AB_CDEF;

fn add(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

fn subtract(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// The probability of a set, and how it depends on that of each slot: first from the bottom, then from the top.
struct Gradient<'a> {
    space: &'a GroupSpace,
    chances: FxHashMap<Bdd, u64>,
    /// By place, the nodes of the set.
    nodes: Vec<Vec<(Bdd, Decision)>>,
}

impl GroupSpace {
    /// By place, the derivative of the probability of a set with respect to that of a slot. Since all slots have the same
    /// probability, the derivatives of two that can be exchanged are the same.
    pub(super) fn signatures(&self, set: &Bdd) -> Result<Vec<u64>, Halt> {
        let nodes = vec![Vec::new(); self.order().len()];
        let mut gradient = Gradient { space: self, chances: FxHashMap::default(), nodes };
        gradient.chance(set)?;
        Ok(gradient.derivatives(set))
    }
}

impl Gradient<'_> {
    fn chance(&mut self, set: &Bdd) -> Result<u64, Halt> {
        let diagrams = &self.space.diagrams;
        if let Some(known) = self.chances.get(set) {
            return Ok(*known);
        }
        let chance = match diagrams.decision(set)? {
            None => u64::from(diagrams.is_true(set)),
            Some(decision) => {
                let then = multiply(CHANCE, self.chance(&decision.then)?);
                let other = multiply(subtract(1, CHANCE), self.chance(&decision.other)?);
                self.nodes[decision.variable.0 as usize].push((set.clone(), decision));
                add(then, other)
            }
        };
        self.chances.insert(set.clone(), chance);
        Ok(chance)
    }

    #[allow(clippy::mutable_key_type, reason = "a function is hashed by its node, which never changes")]
    fn derivatives(&self, set: &Bdd) -> Vec<u64> {
        // The probability to come by a node.
        let mut passing: FxHashMap<&Bdd, u64> = FxHashMap::default();
        passing.insert(set, 1);
        let mut derivatives = Vec::with_capacity(self.nodes.len());
        for nodes in &self.nodes {
            let mut derivative = 0;
            for (node, decision) in nodes {
                let here = passing.get(node).copied().unwrap_or(0);
                let gain = subtract(self.chances[&decision.then], self.chances[&decision.other]);
                derivative = add(derivative, multiply(here, gain));
                for (child, chance) in [(&decision.then, CHANCE), (&decision.other, subtract(1, CHANCE))] {
                    let share = passing.entry(child).or_default();
                    *share = add(*share, multiply(here, chance));
                }
            }
            derivatives.push(derivative);
        }
        derivatives
    }
}
