//! Ctrl-C: the first asks the run to stop and say what it knows, the second ends it at once.
//!
//! A flag is set where the signal arrives, so nobody has to wait for it.

use signal_hook::consts::signal;
use signal_hook::flag::{register, register_conditional_shutdown};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What asks a program to end: a key, another program, or a terminal that goes away.
#[cfg(unix)]
const SIGNALS: &[i32] = &[signal::SIGINT, signal::SIGTERM, signal::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[signal::SIGINT, signal::SIGTERM];

/// The flag that Ctrl-C sets.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        for &signal in SIGNALS {
            // In this order: the flag of the first signal is what the second one finds. Without a handler Ctrl-C still
            // ends the program, only less politely.
            let _ = register_conditional_shutdown(signal, 130, flag.clone());
            let _ = register(signal, flag.clone());
        }
        flag
    })
    .clone()
}

/// Whether Ctrl-C was pressed.
pub(crate) fn happened() -> bool {
    flag().load(Ordering::Relaxed)
}
