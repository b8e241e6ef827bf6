//! How large the stack of a thread that works with engines may be.

use memmap2::MmapMut;

/// Recursion over diagrams is as deep as they have levels. Memory is used only as far as it goes.
const MOST_BYTES: usize = 1 << 30;
/// Enough for thousands of levels.
const FEWEST_BYTES: usize = 8 << 20;
/// A stack is one part in so many of the addresses that the system grants: it may limit those of a program, or promise no
/// more memory than there is.
const SHARE: usize = 8;

/// Bytes for the stack of a thread that works with engines.
#[must_use]
pub fn stack_bytes() -> usize {
    let mut bytes = MOST_BYTES;
    while bytes > FEWEST_BYTES && MmapMut::map_anon(bytes * SHARE).is_err() {
        bytes /= 2;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_neither_too_large_nor_too_small() {
        assert!((FEWEST_BYTES..=MOST_BYTES).contains(&stack_bytes()));
    }
}
