//! The computed table: results of operations, so that none is computed twice.
//!
//! OxiDD has one too, but its size is fixed when a manager is made. This one starts small and grows with the number of
//! nodes, so that a small model costs little and a large one has room. Entries do not keep nodes alive; a node without
//! references stays in OxiDD's unique table until the next collection, so an entry is valid as long as there was none.

// SAFETY: the edges of OxiDD are branded with the lifetime of a borrow of their manager, and the table keeps them longer,
// as numbers. A number becomes an edge again only in `ComputedTable::get`, of the manager that it came from, and before
// any node was collected.
#![allow(unsafe_code)]

use crate::tuning::DiagramTuning;
use oxidd_core::util::{Own, Ref};
use oxidd_core::{Edge, Manager};
use std::cell::Cell;

/// What was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    And,
    Xor,
    IfThenElse,
    Exists,
    AndExists,
    Constrain,
    /// A renaming with its number.
    Rename(u32),
    /// A quantification under conditions, with its number. No renaming has the same.
    ExistsUnless(u32),
}

/// A bit that is never set in the number of an edge: there are fewer nodes, and complements have the highest bit.
const FREE_BIT: u32 = crate::room::MOST_NODES as u32 + 1;

impl Operation {
    /// What is looked up. No two operations on whatever operands have the same words, and none has only zeros.
    #[inline]
    fn words(self, operands: [u32; 3]) -> [u32; 3] {
        let [first, second, third] = operands;
        let marked = |code| [first, second, FREE_BIT | code];
        match self {
            Operation::And => marked(0),
            Operation::Xor => marked(1),
            Operation::Exists => marked(2),
            Operation::Constrain => marked(3),
            Operation::Rename(number) | Operation::ExistsUnless(number) => marked(4 + number),
            Operation::IfThenElse => [FREE_BIT | first, second, third],
            // Operands are not constants, whose number is 0.
            Operation::AndExists => [first, second, third],
        }
    }
}

/// What is looked up, and where.
pub(crate) struct Key {
    words: [u32; 3],
    place: usize,
}

/// The words of a key and the result; all zero if there is none.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Entry([u32; 4]);

const EMPTY: Entry = Entry([0; 4]);

pub(crate) struct ComputedTable {
    entries: Vec<Cell<Entry>>,
    tuning: DiagramTuning,
}

impl ComputedTable {
    pub(crate) fn new(tuning: DiagramTuning) -> ComputedTable {
        ComputedTable { entries: vec![Cell::new(EMPTY); tuning.fewest_results], tuning }
    }

    /// How many entries suit so many nodes, and an operation that has taken so many steps: one for two nodes, and more than
    /// there are if the operation has taken far more steps. Where it finds few nodes in many steps, it may be that it finds
    /// the same again and again.
    pub(crate) fn entries_for(&self, nodes: usize, steps: usize) -> usize {
        let crowded = steps / self.tuning.crowded_steps > self.entries.len();
        let wanted = if crowded { self.entries.len() * 4 } else { 0 };
        wanted.max((nodes / 2).next_power_of_two()).clamp(self.tuning.fewest_results, self.tuning.most_results)
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill(Cell::new(EMPTY));
    }

    /// The bytes that [`ComputedTable::grow_to`] would need beside the present ones; none if it would do nothing.
    pub(crate) fn growth_to(&self, wanted: usize) -> u64 {
        if wanted <= self.entries.len() { 0 } else { (wanted * size_of::<Entry>()) as u64 }
    }

    /// Makes room for so many results.
    pub(crate) fn grow_to(&mut self, wanted: usize) {
        if wanted <= self.entries.len() {
            return;
        }
        let old = std::mem::replace(&mut self.entries, vec![Cell::new(EMPTY); wanted]);
        for entry in old.into_iter().map(Cell::into_inner) {
            let Entry([first, second, third, _]) = entry;
            if [first, second, third] != [0; 3] {
                self.entries[self.place([first, second, third])].set(entry);
            }
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    #[inline]
    fn place(&self, words: [u32; 3]) -> usize {
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        for word in [u64::from(words[0]) << 32 | u64::from(words[1]), u64::from(words[2])] {
            let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
            hash = product as u64 ^ (product >> 64) as u64;
        }
        hash as usize & (self.entries.len() - 1)
    }

    /// The key of an operation, good until the table grows.
    #[inline]
    pub(crate) fn key<E: Edge, const N: usize>(&self, operation: Operation, operands: [Ref<'_, E>; N]) -> Key {
        let mut numbers = [0; 3];
        for (number, operand) in numbers.iter_mut().zip(operands) {
            *number = to_number(operand.raw());
        }
        let words = operation.words(numbers);
        Key { words, place: self.place(words) }
    }

    /// The result of an operation, if it is known.
    #[inline]
    pub(crate) fn get<M: Manager>(&self, manager: &M, key: &Key) -> Option<Own<M::Edge>> {
        let Entry([first, second, third, result]) = self.entries[key.place].get();
        if [first, second, third] != key.words {
            return None;
        }
        // SAFETY: the number was made from an edge of this manager, and its node is still in the unique table: there
        // was no collection since, or the table would have been cleared (see `Diagrams::collect`).
        let edge = unsafe { Ref::from_raw(from_number::<M::Edge>(result)) };
        Some(manager.clone_edge(edge))
    }

    /// Remembers a result.
    #[inline]
    pub(crate) fn add<E: Edge>(&self, key: &Key, result: Ref<'_, E>) {
        let [first, second, third] = key.words;
        self.entries[key.place].set(Entry([first, second, third, to_number(result.raw())]));
    }
}

#[inline]
pub(crate) fn to_number<E: Edge>(edge: E) -> u32 {
    const { assert!(size_of::<E>() == size_of::<u32>()) };
    // SAFETY: edges of the index-based manager are 32-bit numbers (checked above for the size); they are `Copy` and
    // have no padding.
    unsafe { std::mem::transmute_copy(&edge) }
}

/// # Safety
/// The number must come from [`to_number`] of an edge of the same type.
#[inline]
unsafe fn from_number<E: Edge>(number: u32) -> E {
    const { assert!(size_of::<E>() == size_of::<u32>()) };
    // SAFETY: the inverse of `to_number`, as the caller promises.
    unsafe { std::mem::transmute_copy(&number) }
}
