//! Sets of natural numbers, for how many members there may be.

use num_bigint::BigUint;
use std::ops::RangeInclusive;

/// A set of natural numbers, as the fewest ranges in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Numbers(Vec<RangeInclusive<usize>>);

impl Numbers {
    /// The ranges: ascending, with gaps between them.
    #[must_use]
    pub fn ranges(&self) -> &[RangeInclusive<usize>] {
        &self.0
    }

    /// Whether a number is in the set.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// Whether there is no number in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().cloned().flatten()
    }

    /// The numbers of the bits that are one.
    pub(crate) fn of_bits(bits: &BigUint) -> Numbers {
        (0..bits.bits()).filter(|bit| bits.bit(*bit)).map(|bit| bit as usize).collect()
    }
}

impl From<RangeInclusive<usize>> for Numbers {
    fn from(range: RangeInclusive<usize>) -> Numbers {
        Numbers(if range.is_empty() { Vec::new() } else { vec![range] })
    }
}

/// The numbers must come in ascending order.
impl FromIterator<usize> for Numbers {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Numbers {
        let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some(last) if last.end() + 1 >= number => *last = *last.start()..=number,
                _ => ranges.push(number..=number),
            }
        }
        Numbers(ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_join() {
        let numbers: Numbers = [0, 1, 2, 5, 7, 8].into_iter().collect();
        assert_eq!(numbers.ranges(), [0..=2, 5..=5, 7..=8]);
        assert_eq!(numbers.iter().collect::<Vec<_>>(), [0, 1, 2, 5, 7, 8]);
        assert!(numbers.contains(5) && !numbers.contains(6));
        #[allow(clippy::reversed_empty_ranges, reason = "a user may ask for it")]
        let nothing = Numbers::from(3..=2);
        assert!(nothing.is_empty());
        assert_eq!(Numbers::of_bits(&BigUint::from(0b1011u32)).ranges(), [0..=1, 3..=3]);
    }
}
