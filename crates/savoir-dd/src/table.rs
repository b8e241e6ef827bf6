//! The computed table: results of operations, so that none is computed twice.
//!
//! OxiDD has one too, but its size is fixed when a manager is made. This one starts small and grows with the number of
//! nodes, so that a small model costs little and a large one has room. Entries do not keep nodes alive; a node without
//! references stays in OxiDD's unique table until the next collection, so an entry is valid as long as there was none.

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
}

impl Operation {
    fn code(self) -> u32 {
        match self {
            Operation::And => 1,
            Operation::Xor => 2,
            Operation::IfThenElse => 3,
            Operation::Exists => 4,
            Operation::AndExists => 5,
            Operation::Constrain => 6,
            Operation::Rename(number) => 7 + number,
        }
    }
}

/// Operation, up to three operands, result. An operation code of 0 is an empty entry.
type Entry = [u32; 5];

/// Fewest entries.
const LEAST: usize = 1 << 11;
/// Most entries: 1.25 GiB.
const MOST: usize = 1 << 26;

pub(crate) struct ComputedTable {
    entries: Vec<Cell<Entry>>,
}

impl ComputedTable {
    pub(crate) fn new() -> ComputedTable {
        ComputedTable { entries: vec![Cell::new([0; 5]); LEAST] }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill(Cell::new([0; 5]));
    }

    /// The bytes that [`ComputedTable::grow_for`] would need beside the present ones; none if it would do nothing.
    pub(crate) fn growth_for(&self, nodes: usize) -> u64 {
        let wanted = nodes.next_power_of_two().clamp(LEAST, MOST);
        if wanted <= self.entries.len() { 0 } else { (wanted * size_of::<Entry>()) as u64 }
    }

    /// Makes room for about as many results as there are nodes.
    pub(crate) fn grow_for(&mut self, nodes: usize) {
        let wanted = nodes.next_power_of_two().clamp(LEAST, MOST);
        if wanted <= self.entries.len() {
            return;
        }
        let old = std::mem::replace(&mut self.entries, vec![Cell::new([0; 5]); wanted]);
        for entry in old.into_iter().map(Cell::into_inner).filter(|entry| entry[0] != 0) {
            self.slot(&entry).set(entry);
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    #[inline]
    fn slot(&self, key: &Entry) -> &Cell<Entry> {
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        for half in [(key[0], key[1]), (key[2], key[3])] {
            let word = u64::from(half.0) << 32 | u64::from(half.1);
            let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
            hash = product as u64 ^ (product >> 64) as u64;
        }
        &self.entries[hash as usize & (self.entries.len() - 1)]
    }

    #[inline]
    fn key<E: Edge>(operation: Operation, operands: &[Ref<'_, E>]) -> Entry {
        let mut key = [operation.code(), 0, 0, 0, 0];
        for (place, operand) in key[1..].iter_mut().zip(operands) {
            *place = to_number(operand.raw());
        }
        key
    }

    /// The result of an operation, if it is known.
    #[inline]
    pub(crate) fn get<M: Manager>(
        &self,
        manager: &M,
        operation: Operation,
        operands: &[Ref<'_, M::Edge>],
    ) -> Option<Own<M::Edge>> {
        let key = Self::key(operation, operands);
        let entry = self.slot(&key).get();
        if entry[..4] != key[..4] {
            return None;
        }
        // SAFETY: the number was made from an edge of this manager, and its node is still in the unique table: there
        // was no collection since, or the table would have been cleared (see `Diagrams::collect`).
        let edge = unsafe { Ref::from_raw(from_number::<M::Edge>(entry[4])) };
        Some(manager.clone_edge(edge))
    }

    /// Remembers a result.
    #[inline]
    pub(crate) fn add<E: Edge>(&self, operation: Operation, operands: &[Ref<'_, E>], result: Ref<'_, E>) {
        let mut entry = Self::key(operation, operands);
        let slot = self.slot(&entry);
        entry[4] = to_number(result.raw());
        slot.set(entry);
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
