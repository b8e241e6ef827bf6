//! How much work notes may take.

use super::NotesWish;
use savoir_check::{Checker, Stop, System, sparingly};
use std::cell::Cell;

/// Steps that notes may take in any case: about a hundredth of a second.
const FREE_STEPS: u64 = 1 << 16;
/// Beside that, notes may take one step for so many of the check.
const STEPS_OF_THE_CHECK: u64 = 8;

/// What notes may take and have taken on one model. Steps are the same on every machine, and so are the notes.
pub(crate) struct NoteWork {
    wish: NotesWish,
    taken: Cell<u64>,
}

impl NoteWork {
    pub(crate) fn new(wish: NotesWish) -> NoteWork {
        NoteWork { wish, taken: Cell::new(0) }
    }

    /// Which notes are wanted.
    pub(crate) fn wish(&self) -> NotesWish {
        self.wish
    }

    /// What was found for a note; nothing if that takes more than is allowed, or the limits of the user do not let it.
    pub(crate) fn within<S: System, T>(
        &self,
        checker: &mut Checker<'_, S>,
        question: impl FnOnce(&mut Checker<'_, S>) -> Result<Option<T>, Stop>,
    ) -> Option<T> {
        let system = checker.system();
        self.on(system, || question(checker))
    }

    /// The same on a system.
    pub(crate) fn on<S: System, T>(&self, system: &S, question: impl FnOnce() -> Result<Option<T>, Stop>) -> Option<T> {
        if self.wish == NotesWish::All {
            return question().ok().flatten();
        }
        let before = system.work();
        let of_the_check = before.saturating_sub(self.taken.get()) / STEPS_OF_THE_CHECK;
        let steps = (FREE_STEPS + of_the_check).saturating_sub(self.taken.get());
        let found = sparingly(system, steps, || question().map_err(Into::into));
        self.taken.set(self.taken.get() + system.work().saturating_sub(before));
        found.ok().flatten()
    }
}
