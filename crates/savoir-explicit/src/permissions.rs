//! What agents may do, remembered by the bits that their protocols read: a state differs from the last one in few of them.

use crate::program::Program;

/// Entries for each agent; a power of two.
const ENTRIES: usize = 32;

/// After so many states it is worth remembering.
const WORTH_IT: u32 = 64;

/// What protocols have permitted. Each generator of successors has its own.
#[derive(Default)]
pub(crate) struct Permissions {
    /// By agent; `None` for those whose protocols are the same in every state, or read too much. Empty as long as few states were
    /// asked about.
    by_agent: Vec<Option<Remembered>>,
    /// States so far, up to [`WORTH_IT`].
    asked: u32,
}

pub(crate) struct Remembered {
    /// The word that the protocol reads, and which bits of it.
    word: usize,
    mask: u64,
    entries: [Permission; ENTRIES],
}

/// The classes that are permitted when the bits read are these; an entry without any is empty.
#[derive(Clone, Copy, Default)]
struct Permission {
    read: u64,
    classes: u64,
}

impl Permissions {
    /// Says that one more state is asked about.
    #[inline]
    pub(crate) fn count(&mut self, program: &Program) {
        if self.asked < WORTH_IT {
            self.asked += 1;
            if self.asked == WORTH_IT {
                let remembered = |read: Option<(usize, u64)>| {
                    read.map(|(word, mask)| Remembered { word, mask, entries: [Permission::default(); ENTRIES] })
                };
                self.by_agent = program.bits_read_by_protocols().map(remembered).collect();
            }
        }
    }

    /// What is remembered for an agent.
    #[inline]
    pub(crate) fn of(&mut self, agent: usize) -> Option<&mut Remembered> {
        self.by_agent.get_mut(agent)?.as_mut()
    }
}

impl Remembered {
    /// The classes that are permitted in a state, as a word of bits, found out by `find` where they are not known.
    #[inline]
    pub(crate) fn classes(&mut self, state: &[u64], find: impl FnOnce() -> u64) -> u64 {
        let read = state[self.word] & self.mask;
        // The top bits of a product depend on all bits of its factors.
        let place = read.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.trailing_zeros());
        let entry = &mut self.entries[place as usize];
        if entry.read != read || entry.classes == 0 {
            *entry = Permission { read, classes: find() };
        }
        entry.classes
    }
}
