//! What agents cannot tell apart: the states fall into classes with equal observations.

use crate::bitset::BitSet;
use crate::game::poll;
use crate::store::{IndexTable, Store, hash};
use savoir_check::{Budget, Stop};

/// A partition of the states by what is observed.
pub(crate) struct Partition {
    /// By state: its class.
    class: Vec<u32>,
    classes: usize,
}

impl Partition {
    /// States are in one class if they agree on the bits of `mask`.
    pub(crate) fn new(store: &Store, mask: &[u64], budget: &Budget) -> Result<Partition, Stop> {
        let mut class = Vec::with_capacity(store.len());
        let mut observations: Vec<u64> = Vec::new();
        let mut table = IndexTable::default();
        let words = store.words;
        let mut seen = vec![0; words];
        let mut steps = 0;
        store.try_for_each(|state| {
            poll(&mut steps, budget)?;
            for ((seen, word), mask) in seen.iter_mut().zip(state).zip(mask) {
                *seen = word & mask;
            }
            let key = hash(&seen);
            let at = |index: u32| index as usize * words..(index as usize + 1) * words;
            let known = table.find(key, |index| observations[at(index)] == seen[..]);
            class.push(known.unwrap_or_else(|| {
                let index = (observations.len() / words) as u32;
                observations.extend_from_slice(&seen);
                table.insert(key, index, |_| false, |index| hash(&observations[at(index)]));
                index
            }));
            Ok(())
        })?;
        Ok(Partition { class, classes: observations.len() / words })
    }

    /// All states that share a class with a member of `set`.
    pub(crate) fn indistinguishable(&self, set: &BitSet) -> BitSet {
        let mut touched = BitSet::empty(self.classes);
        set.iter().for_each(|state| {
            touched.insert(self.class[state] as usize);
        });
        let mut found = BitSet::empty(self.class.len());
        for (state, class) in self.class.iter().enumerate() {
            if touched.contains(*class as usize) {
                found.insert(state);
            }
        }
        found
    }
}

/// States of `domain` that are linked to `set` by a chain of shared classes inside `domain`.
pub(crate) fn linked(partitions: &[&Partition], domain: &BitSet, set: &BitSet) -> BitSet {
    let Some((first, others)) = partitions.split_first() else { return set.clone() };
    // Classes of all partitions in one union-find; a state of the domain joins its classes.
    let mut offsets = vec![0];
    let mut total = first.classes;
    for partition in others {
        offsets.push(total);
        total += partition.classes;
    }
    let mut parent: Vec<u32> = (0..total as u32).collect();
    for state in domain.iter() {
        let mut root = find(&mut parent, first.class[state]);
        for (partition, offset) in others.iter().zip(&offsets[1..]) {
            let other = find(&mut parent, *offset as u32 + partition.class[state]);
            let (low, high) = (root.min(other), root.max(other));
            parent[high as usize] = low;
            root = low;
        }
    }
    let mut touched = BitSet::empty(total);
    for state in set.iter() {
        touched.insert(find(&mut parent, first.class[state]) as usize);
    }
    let mut found = BitSet::empty(first.class.len());
    for state in domain.iter() {
        if touched.contains(find(&mut parent, first.class[state]) as usize) {
            found.insert(state);
        }
    }
    found
}

fn find(parent: &mut [u32], mut node: u32) -> u32 {
    while parent[node as usize] != node {
        let above = parent[parent[node as usize] as usize];
        parent[node as usize] = above;
        node = above;
    }
    node
}
