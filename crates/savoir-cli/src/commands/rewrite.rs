//! Writing models back: in place, all or nothing, with the byte order mark they had.

use crate::write::{self, CannotWrite};
use crate::{input, output};
use savoir::{Loaded, Mended, Mending, mend};
use std::path::{Path, PathBuf};

/// Says why `--fix` cannot be used with these files; `None` if it can.
pub(crate) fn refuse(files: &[PathBuf]) -> Option<&'static str> {
    let stdin = files.iter().any(|file| input::is_stdin(file));
    stdin.then_some("standard input cannot be fixed: name a file, or leave out `--fix`")
}

/// Applies safe fixes to a file, and says on standard error which; gives what the file is afterwards. `None`, after a
/// message, if it cannot be written.
pub(crate) fn fix(file: &Path, loaded: &Loaded, mending: Mending) -> Option<Loaded> {
    let Mended { loaded: mended, fixes } = mend(loaded, mending);
    if fixes.is_empty() {
        return Some(mended);
    }
    if !is_text(loaded, "fixing it") {
        return None;
    }
    if let Err(problem) = write(file, loaded, &mended.source.text) {
        output::error(&problem.to_string());
        return None;
    }
    for fix in fixes {
        output::note(&format!("fixed {}:{}: {} ({})", file.display(), fix.line, fix.title, fix.code));
    }
    Some(mended)
}

/// Whether a file can be written back as it was read. If not, says that `doing` so cannot be.
pub(crate) fn is_text(loaded: &Loaded, doing: &str) -> bool {
    if !loaded.is_utf8 {
        let name = &loaded.source.name;
        output::error(&format!("`{name}` is not UTF-8 text: {doing} would change its comments; save it as UTF-8"));
    }
    loaded.is_utf8
}

/// Writes a text in place of the one that was read.
pub(crate) fn write(file: &Path, loaded: &Loaded, text: &str) -> Result<(), CannotWrite> {
    let mark = if loaded.has_byte_order_mark { "\u{feff}" } else { "" };
    let before = [mark, &loaded.source.text].concat();
    write::rewrite(file, before.as_bytes(), [mark, text].concat().as_bytes())
}
