//! A directory of our own that goes away when it is no longer needed.

use std::path::{Path, PathBuf};

/// A directory, removed when dropped.
#[derive(Debug)]
pub(crate) struct TemporaryDirectory(PathBuf);

impl TemporaryDirectory {
    /// Makes a new one. Creating fails if something is there already, so nothing of others is ever used.
    pub(crate) fn new() -> std::io::Result<TemporaryDirectory> {
        let base = std::env::temp_dir();
        let mut attempt = 0u32;
        loop {
            let path = base.join(format!("savoir-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists && attempt < 1000 => attempt += 1,
                made => return made.map(|()| TemporaryDirectory(path)),
            }
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryDirectory {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A file without a name, for what another program writes; it is gone when nobody has it open any more.
pub(crate) fn scratch() -> std::io::Result<std::fs::File> {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let base = std::env::temp_dir();
    if let Some(file) = nameless(&base) {
        return Ok(file);
    }
    loop {
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = base.join(format!("savoir-{}-{number}.scratch", std::process::id()));
        match std::fs::File::options().read(true).write(true).create_new(true).open(&path) {
            Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists && number < u32::MAX / 2 => {}
            Err(cause) => return Err(cause),
            Ok(file) => {
                // Where an open file cannot be removed, it stays until somebody cleans up.
                let _ = std::fs::remove_file(&path);
                return Ok(file);
            }
        }
    }
}

/// A file that never has a name, so that nothing stays behind whenever we are killed; not every system has them.
#[cfg(target_os = "linux")]
fn nameless(directory: &Path) -> Option<std::fs::File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    open(directory, flags, Mode::RUSR | Mode::WUSR).ok().map(std::fs::File::from)
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> Option<std::fs::File> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_away() {
        let first = TemporaryDirectory::new().unwrap();
        let second = TemporaryDirectory::new().unwrap();
        assert_ne!(first.path(), second.path());
        std::fs::write(first.path().join("file"), "text").unwrap();
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists() && second.path().is_dir());
    }
}
