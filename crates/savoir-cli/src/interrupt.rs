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

/// Meanwhile the first signal ends the program: it waits for somebody to type, and has nothing to say about that.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    static WAITING: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let waiting = WAITING.get_or_init(|| {
        let waiting = Arc::new(AtomicBool::new(false));
        for &signal in SIGNALS {
            let _ = register_conditional_shutdown(signal, 130, waiting.clone());
        }
        waiting
    });
    waiting.store(true, Ordering::Relaxed);
    let typed = wait();
    waiting.store(false, Ordering::Relaxed);
    typed
}

/// Makes a file that grows beyond a limit of the system an error of the one who writes it, as a full disk is, and not the end of
/// the program.
pub(crate) fn survive_large_files() {
    // If it cannot be had, such a limit ends the program, as it does others.
    #[cfg(unix)]
    let _ = register(signal::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Whether Ctrl-C was pressed.
pub(crate) fn happened() -> bool {
    flag().load(Ordering::Relaxed)
}
