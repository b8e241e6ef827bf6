//! Packed states as bytes: of each word only the bytes that a state can have.

use savoir_explicit::PackedModel;

/// How packed states are written.
pub(super) struct Wire {
    /// By word: its low bytes that are written.
    used: Vec<usize>,
    /// Bytes of one state, at least one, so that states can be counted.
    pub(super) bytes: usize,
}

impl Wire {
    pub(super) fn new(model: &PackedModel<'_>) -> Wire {
        let mut used = model.used_bytes();
        used[0] = used[0].max(1);
        Wire { bytes: used.iter().sum(), used }
    }

    /// Appends a state.
    #[inline]
    pub(super) fn write(&self, state: &[u64], out: &mut Vec<u8>) {
        for (word, used) in state.iter().zip(&self.used) {
            out.extend_from_slice(&word.to_le_bytes()[..*used]);
        }
    }

    /// Reads a state from as many bytes as it has.
    #[inline]
    pub(super) fn read(&self, bytes: &[u8], state: &mut [u64]) {
        let mut start = 0;
        for (word, used) in state.iter_mut().zip(&self.used) {
            let mut whole = [0; 8];
            whole[..*used].copy_from_slice(&bytes[start..start + used]);
            *word = u64::from_le_bytes(whole);
            start += used;
        }
    }
}

/// Appends the number of a state.
#[inline]
pub(super) fn write_number(number: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&number.to_le_bytes());
}

/// Reads the number of a state from four bytes.
#[inline]
pub(super) fn read_number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Bytes of the number of a state.
pub(super) const NUMBER_BYTES: usize = size_of::<u32>();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_as_they_were_written() {
        let wire = Wire { used: vec![3, 8, 0, 1], bytes: 12 };
        for state in [[0, 0, 0, 0], [0xff_ffff, u64::MAX, 0, 0x7f], [1, 1 << 63, 0, 2]] {
            let mut bytes = Vec::new();
            wire.write(&state, &mut bytes);
            assert_eq!(bytes.len(), wire.bytes);
            let mut read = [9; 4];
            wire.read(&bytes, &mut read);
            assert_eq!(read, state);
        }
        for number in [0, 1, 0x0102_0304, u32::MAX] {
            let mut bytes = Vec::new();
            write_number(number, &mut bytes);
            assert_eq!((bytes.len(), read_number(&bytes)), (NUMBER_BYTES, number));
        }
    }
}
