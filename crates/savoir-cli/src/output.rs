//! Writing to the two streams. A reader that has gone away is no reason to complain; a full disk is.
//!
//! Whatever is written here for people passes [`savoir_report::escape::terminal`], so nothing that a model, a file name or a word of the
//! command line contains is obeyed by a terminal. Line breaks pass there, since texts have them; so what has one line is
//! written with [`line`], [`note`] and [`error`], which spell any other, and renderers paint and wrap what comes from outside.

use crate::{processes, progress};
use savoir_report::escape::{terminal, visible};
use std::io::{Error, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static LOST: AtomicBool = AtomicBool::new(false);

/// Results for people, rendered and styled.
pub(crate) fn out(text: &str) {
    progress::make_way();
    let mut stream = anstream::stdout().lock();
    let written = stream.write_all(terminal(text).as_bytes()).and_then(|()| stream.flush());
    keep_in_mind(written);
}

/// One line of results. It may contain anything.
pub(crate) fn line(text: &str) {
    out(&format!("{}\n", visible(text)));
}

/// A document in a format that other programs read, as it is. On a terminal, what is hidden in it is spelled.
pub(crate) fn document(text: &str) {
    if processes::writes_to_terminal() {
        return out(text);
    }
    progress::make_way();
    let mut stream = std::io::stdout().lock();
    let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    keep_in_mind(written);
}

fn keep_in_mind(written: std::io::Result<()>) {
    if let Err(cause) = written {
        note_lost(&cause);
    }
}

/// Says once that results could not be written, unless nobody wants them any more.
pub(crate) fn note_lost(cause: &Error) {
    if cause.kind() != ErrorKind::BrokenPipe && !LOST.swap(true, Ordering::Relaxed) {
        error(&format!("cannot write the results: {cause}"));
    }
}

/// Whether results could not be written.
pub(crate) fn lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Diagnostics, rendered and styled.
pub(crate) fn err(text: &str) {
    progress::make_way();
    let mut stream = anstream::stderr().lock();
    let _ = stream.write_all(terminal(text).as_bytes()).and_then(|()| stream.flush());
}

/// One line on standard error. It may contain anything.
pub(crate) fn note(text: &str) {
    err(&format!("{}\n", visible(text)));
}

/// `error: …` on standard error, on one line. The message may contain anything.
pub(crate) fn error(message: &str) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    err(&format!("{style}error{style:#}: {}\n", visible(message)));
}

/// A crash is our fault; say so, and what to do.
pub(crate) fn install_panic_message() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if is_refused_thread(info) {
            return error("the system refused to start a thread");
        }
        error("internal error: this is a bug in savoir, please report it with the model and the command line");
        default(info);
    }));
}

/// Whether the panic says that a thread of OxiDD could not be started. Whoever made the diagrams catches it, and goes on
/// without them.
fn is_refused_thread(info: &std::panic::PanicHookInfo<'_>) -> bool {
    let from_oxidd = info.location().is_some_and(|location| location.file().contains("oxidd-manager-index"));
    let message = info.payload_as_str().unwrap_or_default();
    from_oxidd && (message.contains("thread pool") || message.contains("Os {"))
}
