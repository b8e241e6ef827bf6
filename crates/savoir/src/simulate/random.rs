//! Random choices: the same seed gives the same choices on every machine, for ever.

/// The splitmix64 generator (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// An index below `length`, which is not zero.
    pub(crate) fn below(&mut self, length: usize) -> usize {
        (self.bits() % length as u64) as usize
    }

    /// One of several; nothing if there are none.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let mut random = Random::new(1_234_567);
        assert_eq!((random.bits(), random.bits()), (6_457_827_717_110_365_317, 3_203_168_211_198_807_973));
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
