//! When to stop.

/// Why an operation gave up. Nothing is lost by it: every function that existed before still does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// There is no room for more nodes.
    #[error("out of room for decision diagrams")]
    Memory,
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Is asked, every few thousand steps of every operation, whether to go on.
pub trait Poll: Send {
    /// Goes on with `Ok`. `bytes` is what the diagrams use now.
    ///
    /// # Errors
    /// The reason to stop.
    fn poll(&self, bytes: u64) -> Result<(), Halt>;

    /// Whether to stop even what would free memory.
    fn must_end(&self) -> bool {
        self.poll(0).is_err()
    }

    /// Whether `more` bytes could be used beside those used now.
    fn has_room(&self, bytes: u64, more: u64) -> bool {
        self.poll(bytes.saturating_add(more)).is_ok()
    }
}

/// Asks inside of something that takes no memory, or has been granted it.
pub(crate) fn go_on(poll: &dyn Poll) -> Result<(), Halt> {
    // It knows the reason.
    if poll.must_end() { poll.poll(0) } else { Ok(()) }
}

/// Never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Poll for Unlimited {
    fn poll(&self, _bytes: u64) -> Result<(), Halt> {
        Ok(())
    }
}
