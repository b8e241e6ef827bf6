//! Writing models back: in place, all or nothing, with the byte order mark they had.

use crate::{input, output};
use savoir::{Loaded, Mended, Mending, mend};
use std::fs::File;
use std::io::{ErrorKind, Write};
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
    if let Err(cause) = write(file, &mended, &mended.source.text) {
        output::error(&format!("cannot write `{}`: {cause}", file.display()));
        return None;
    }
    for fix in fixes {
        output::err(&format!("fixed {}:{}: {} ({})\n", file.display(), fix.line, fix.title, fix.code));
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

/// Writes beside the file and then takes its place, so that a full disk or a kill leaves the model as it was.
pub(crate) fn write(file: &Path, loaded: &Loaded, text: &str) -> std::io::Result<()> {
    let target = file.canonicalize()?;
    let (temporary, mut beside) = create_beside(&target)?;
    let mark = if loaded.has_byte_order_mark { "\u{feff}" } else { "" };
    let written = beside
        .write_all(mark.as_bytes())
        .and_then(|()| beside.write_all(text.as_bytes()))
        .and_then(|()| beside.set_permissions(std::fs::metadata(&target)?.permissions()))
        .and_then(|()| std::fs::rename(&temporary, &target));
    if written.is_err() {
        // The error that matters is the first one.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// A new file in the directory of another one. What is already there, such as a link that somebody put in our way, is left
/// alone.
fn create_beside(target: &Path) -> std::io::Result<(PathBuf, File)> {
    let mut attempt = 0u32;
    loop {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".savoir-{}-{attempt}", std::process::id()));
        let path = target.with_file_name(name);
        match File::options().write(true).create_new(true).open(&path) {
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists && attempt < 1000 => attempt += 1,
            made => return made.map(|file| (path, file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryDirectory;

    #[test]
    fn what_is_in_the_way_is_left_alone() {
        let directory = TemporaryDirectory::new().unwrap();
        let (target, victim) = (directory.path().join("m.ispl"), directory.path().join("victim"));
        std::fs::write(&target, "before").unwrap();
        std::fs::write(&victim, "untouched").unwrap();
        let planted = directory.path().join(format!("m.ispl.savoir-{}-0", std::process::id()));
        #[cfg(unix)]
        std::os::unix::fs::symlink(&victim, &planted).unwrap();
        #[cfg(not(unix))]
        std::fs::write(&planted, "untouched").unwrap();
        let loaded = Loaded::from_text("m.ispl", "\u{feff}before");
        write(&target, &loaded, "after").unwrap();
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "\u{feff}after");
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "untouched");
        assert!(planted.symlink_metadata().is_ok());
    }
}
