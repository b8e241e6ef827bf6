//! Writing to the two streams. A reader that has gone away is no reason to complain; a full disk is.

use crate::progress;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static LOST: AtomicBool = AtomicBool::new(false);

/// Results.
pub(crate) fn out(text: &str) {
    progress::make_way();
    let mut stream = anstream::stdout().lock();
    let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    if let Err(cause) = written
        && cause.kind() != ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        error(&format!("cannot write the results: {cause}"));
    }
}

/// Whether results could not be written.
pub(crate) fn lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Diagnostics and progress.
pub(crate) fn err(text: &str) {
    progress::make_way();
    let mut stream = anstream::stderr().lock();
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

/// `error: …` on standard error.
pub(crate) fn error(message: &str) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    err(&format!("{style}error{style:#}: {message}\n"));
}

/// A crash is our fault; say so, and what to do.
pub(crate) fn install_panic_message() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        error("internal error: this is a bug in savoir, please report it with the model and the command line");
        default(info);
    }));
}
