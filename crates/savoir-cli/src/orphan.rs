//! A process that was started for another one ends with it, even if that one is killed without warning.

use std::process::Command;

/// The variable that tells a process for whom it works.
const PARENT: &str = "SAVOIR_PARENT";

/// Makes the program that is about to be started end with this one. It must be our own program.
pub(crate) fn bind(command: &mut Command) {
    command.env(PARENT, std::process::id().to_string());
}

/// Whether this process was started for another one.
pub(crate) fn has_parent() -> bool {
    std::env::var_os(PARENT).is_some()
}

/// Ends with the parent, if this process was started that way. Where the system offers no such thing, limits on time
/// have to do.
pub(crate) fn end_with_parent() {
    let Some(parent) = std::env::var_os(PARENT) else { return };
    system::end_with_parent(&parent.to_string_lossy());
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    pub(super) fn end_with_parent(parent: &str) {
        // If it cannot be set, there is nothing better to do than to go on.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        // The parent may have gone before that was set.
        let alive = getppid().is_some_and(|id| id.as_raw_nonzero().to_string() == parent);
        if !alive {
            std::process::exit(130);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn end_with_parent(_: &str) {}
}
