//! Numbers for each slot that agree for slots that can be exchanged, and rarely for others.

use crate::{GroupSpace, Slot};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Halt};

/// Numbers are added and multiplied modulo this prime.
const PRIME: u64 = (1 << 61) - 1;

/// How often the derivatives are taken. Two slots that cannot be exchanged are told apart each time with a chance of about
/// a quarter, and comparing them for certain costs two passes over the set.
const POINTS: usize = 24;

/// The two probabilities of slots, modulo the prime. Any numbers will do; unusual ones rarely agree by chance.
const CHANCES: [u64; 2] = [0x0123_4567_89AB_CDEF, 0x0FED_CBA9_8765_4321];

/// What is known of a slot without comparing it: at each point its probability, as a bit, and the derivative.
pub(super) struct Signature {
    sides: u32,
    derivatives: [u64; POINTS],
}

impl Signature {
    /// Whether two slots may be interchangeable. The probability of a set in which they are is `a + b (x + y) + c x y` for
    /// their probabilities `x` and `y`, whatever those of the others are; so where `x = y`, the derivatives are the same.
    pub(super) fn agrees(&self, other: &Signature) -> bool {
        let compared = (0..POINTS).filter(|point| (self.sides ^ other.sides) >> point & 1 == 0);
        compared.into_iter().all(|point| self.derivatives[point] == other.derivatives[point])
    }
}

/// Some bits for a slot that do not depend on the order of the diagrams (the last step of splitmix64).
fn side_bits(slot: Slot) -> u32 {
    let z = (slot.variable as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(slot.agent as u64 + 1);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)) as u32
}

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
struct Gradient {
    /// By place.
    slots: Vec<u64>,
    /// By node, children first.
    chances: Vec<u64>,
}

/// The nodes of a set, children first: place and children, which are nodes or constants.
struct Nodes<'a> {
    space: &'a GroupSpace,
    list: Vec<(usize, Child, Child)>,
    numbers: FxHashMap<Bdd, Child>,
}

#[derive(Clone, Copy)]
enum Child {
    Constant(bool),
    Node(usize),
}

impl GroupSpace {
    /// The signatures of all slots in a set, by place.
    pub(super) fn signatures(&self, set: &Bdd) -> Result<Vec<Signature>, Halt> {
        let mut nodes = Nodes { space: self, list: Vec::new(), numbers: FxHashMap::default() };
        nodes.add(set)?;
        let of = |slot: &Slot| Signature { sides: side_bits(*slot), derivatives: [0; POINTS] };
        let mut signatures: Vec<Signature> = self.order().iter().map(of).collect();
        for point in 0..POINTS {
            let chance = |signature: &Signature| CHANCES[(signature.sides >> point & 1) as usize];
            let mut gradient = Gradient { slots: signatures.iter().map(chance).collect(), chances: Vec::new() };
            for (signature, derivative) in signatures.iter_mut().zip(gradient.derivatives(&nodes.list)) {
                signature.derivatives[point] = derivative;
            }
        }
        Ok(signatures)
    }
}

impl Nodes<'_> {
    fn add(&mut self, set: &Bdd) -> Result<Child, Halt> {
        if let Some(known) = self.numbers.get(set) {
            return Ok(*known);
        }
        let child = match self.space.diagrams.decision(set)? {
            None => Child::Constant(self.space.diagrams.is_true(set)),
            Some(decision) => {
                let (then, other) = (self.add(&decision.then)?, self.add(&decision.other)?);
                self.list.push((decision.variable.0 as usize, then, other));
                Child::Node(self.list.len() - 1)
            }
        };
        self.numbers.insert(set.clone(), child);
        Ok(child)
    }
}

impl Gradient {
    fn chance(&self, child: Child) -> u64 {
        match child {
            Child::Constant(value) => u64::from(value),
            Child::Node(node) => self.chances[node],
        }
    }

    /// By place, the derivative of the probability of the last node.
    fn derivatives(&mut self, nodes: &[(usize, Child, Child)]) -> Vec<u64> {
        for (place, then, other) in nodes {
            let chance = self.slots[*place];
            let then = multiply(chance, self.chance(*then));
            let other = multiply(subtract(1, chance), self.chance(*other));
            self.chances.push(add(then, other));
        }
        let mut derivatives = vec![0; self.slots.len()];
        // The probability to come by a node.
        let mut passing = vec![0; nodes.len()];
        passing.iter_mut().last().into_iter().for_each(|root| *root = 1);
        for (node, (place, then, other)) in nodes.iter().enumerate().rev() {
            let gain = subtract(self.chance(*then), self.chance(*other));
            derivatives[*place] = add(derivatives[*place], multiply(passing[node], gain));
            let chance = self.slots[*place];
            for (child, chance) in [(then, chance), (other, subtract(1, chance))] {
                if let Child::Node(child) = child {
                    passing[*child] = add(passing[*child], multiply(passing[node], chance));
                }
            }
        }
        derivatives
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn signatures_agree_exactly_for_slots_that_can_be_exchanged() {
        let space = GroupSpace::new(1, 6, &[], Box::new(Unlimited)).unwrap();
        let [pair, three] = [vec![0, 3], vec![1, 2, 5]].map(|agents| space.require(0, &agents).unwrap());
        let signatures = space.signatures(&space.or(&pair, &three).unwrap().0).unwrap();
        let class = [0, 1, 1, 0, 2, 1];
        for (a, one) in signatures.iter().enumerate() {
            for (b, other) in signatures.iter().enumerate() {
                assert_eq!(one.agrees(other), class[a] == class[b], "{a} and {b}");
            }
        }
    }
}
