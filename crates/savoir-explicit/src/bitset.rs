//! Sets of state numbers, one bit each.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
    length: usize,
}

impl BitSet {
    /// No number.
    #[must_use]
    pub fn empty(length: usize) -> BitSet {
        BitSet { words: vec![0; length.div_ceil(64)], length }
    }

    /// Every number below `length`.
    #[must_use]
    pub fn full(length: usize) -> BitSet {
        let mut set = BitSet { words: vec![u64::MAX; length.div_ceil(64)], length };
        if !length.is_multiple_of(64)
            && let Some(last) = set.words.last_mut()
        {
            *last = (1 << (length % 64)) - 1;
        }
        set
    }

    /// The set with these bits; those from `length` on must be zero.
    pub(crate) fn from_words(words: Vec<u64>, length: usize) -> BitSet {
        BitSet { words, length }
    }

    /// Whether the number is in the set.
    #[must_use]
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Adds a number; whether it was new.
    pub fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.words[index / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a number out.
    pub fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Numbers in one set or the other.
    #[must_use]
    pub fn union(&self, other: &BitSet) -> BitSet {
        self.zip(other, |a, b| a | b)
    }

    /// Numbers in both sets.
    #[must_use]
    pub fn intersection(&self, other: &BitSet) -> BitSet {
        self.zip(other, |a, b| a & b)
    }

    /// Numbers in the first set but not in the second.
    #[must_use]
    pub fn difference(&self, other: &BitSet) -> BitSet {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &BitSet, op: impl Fn(u64, u64) -> u64) -> BitSet {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| op(*a, *b)).collect();
        BitSet { words, length: self.length }
    }

    /// Whether there is no number in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether every number is in the other set as well.
    #[must_use]
    pub fn is_subset(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// How many numbers there are in the set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| Ones(word).map(move |bit| index * 64 + bit))
    }
}

/// The positions of the ones of a word.
pub(crate) struct Ones(pub(crate) u64);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_set_has_no_bits_beyond_its_length() {
        for length in [0, 1, 63, 64, 65, 130] {
            assert_eq!(BitSet::full(length).count(), length as u64);
            assert_eq!(BitSet::full(length).iter().collect::<Vec<_>>(), (0..length).collect::<Vec<_>>());
        }
    }
}
