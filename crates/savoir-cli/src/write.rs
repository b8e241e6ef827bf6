//! Writing files: all or nothing. The content goes into a new file beside the old one, under a name that nobody can guess,
//! and then takes the place of the old file. So a full disk or a kill leaves either the old file or the new one, and nothing
//! that somebody put into the directory is written to. A file that is there is replaced only if it is [one of
//! ours](kind::Kind), or if the user insists.

mod kind;
#[cfg(test)]
#[cfg(unix)]
mod tests;

pub(crate) use kind::{Kind, SESSION_SIGN, TEXT_SIGN};

use crate::interrupt;
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How the names of files begin that are not finished. They stay only if the program is killed without warning.
const UNFINISHED: &str = ".savoir-";
/// So many random characters follow.
const RANDOM_CHARACTERS: usize = 12;
/// A chain of more links than this leads in circles.
const MOST_LINKS: usize = 40;

/// A file that could not be written. It is as it was.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {cause}", path.display())]
pub(crate) struct CannotWrite {
    path: PathBuf,
    cause: Error,
}

impl CannotWrite {
    fn new(path: &Path, cause: Error) -> CannotWrite {
        CannotWrite { path: path.to_owned(), cause }
    }
}

/// What becomes of a file that is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// It is replaced if an earlier run has written it.
    OursOnly,
    /// It is replaced, whatever it is.
    Anything,
}

impl Overwrite {
    /// As `--force` has it.
    pub(crate) fn forced(force: bool) -> Overwrite {
        if force { Overwrite::Anything } else { Overwrite::OursOnly }
    }
}

/// Where a result is to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'p> {
    pub(crate) path: &'p Path,
    pub(crate) kind: Kind,
    pub(crate) overwrite: Overwrite,
}

impl Target<'_> {
    /// Whether what is in this place may go.
    ///
    /// # Errors
    /// If somebody may miss it.
    fn may_take(&self, file: &Path) -> Result<()> {
        match (self.overwrite, file.symlink_metadata()) {
            (Overwrite::OursOnly, Ok(metadata)) if metadata.is_file() && metadata.len() > 0 => {
                if self.kind.has_written(file)? { Ok(()) } else { Err(self.in_the_way()) }
            }
            _ => Ok(()),
        }
    }

    fn in_the_way(&self) -> Error {
        let why = match self.kind {
            Kind::Model => "has another content".to_owned(),
            kind => format!("is no {} of savoir", kind.name()),
        };
        let force = if self.kind == Kind::Session { "" } else { ", or use `--force`" };
        Error::other(format!("it is there already and {why}; name another file{force}"))
    }

    /// Whether the file may be written, as far as that can be told before there is something to write.
    pub(crate) fn probe(&self) -> std::result::Result<(), CannotWrite> {
        let probed = Place::of(self.path).and_then(|place| match place {
            Place::File(file) => {
                self.may_take(&file)?;
                existing(&file).and_then(|_| fill(directory(&file), b"").map(drop))
            }
            // Somebody may wait at the other end of a pipe, so it is opened only once.
            Place::Stream(stream) if stream.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Place::Stream(_) => Ok(()),
        });
        probed.map_err(|cause| CannotWrite::new(self.path, cause))
    }
}

/// Writes a file that the user has named. If it is a link, the link stays and the file it leads to is written; pipes and
/// devices take what they get.
pub(crate) fn write(target: &Target<'_>, content: &[u8]) -> std::result::Result<(), CannotWrite> {
    // From here on a signal waits until the file is whole.
    interrupt::flag();
    let written = Place::of(target.path).and_then(|place| match place {
        // Nothing is lost if the same is written again.
        Place::File(file) if std::fs::read(&file).is_ok_and(|there| there == content) => existing(&file).map(drop),
        Place::File(file) => target.may_take(&file).and_then(|()| replace(&file, content, Safe::OnDisk)),
        Place::Stream(stream) => pour(&stream, content),
    });
    written.map_err(|cause| CannotWrite::new(target.path, cause))
}

/// Writes a file anew whose content was `before` when it was read, as [`write`] does. If somebody has saved it since, it stays. What
/// has no place of its own, such as `/dev/stdin`, cannot be written anew: the text would be added to the one that was read.
pub(crate) fn rewrite(path: &Path, before: &[u8], content: &[u8]) -> std::result::Result<(), CannotWrite> {
    interrupt::flag();
    let written = Place::of(path).and_then(|place| match place {
        Place::File(file) if std::fs::read(&file)? != before => {
            Err(Error::other("it has changed since it was read; try again"))
        }
        Place::File(file) => replace(&file, content, Safe::OnDisk),
        Place::Stream(_) => Err(Error::other("it is no file that can be replaced")),
    });
    written.map_err(|cause| CannotWrite::new(path, cause))
}

/// A file whose name we have chosen.
pub(crate) struct Named<'c> {
    pub(crate) name: &'c str,
    pub(crate) kind: Kind,
    pub(crate) content: &'c [u8],
}

/// Writes files whose names we have chosen, in a directory of the user's, if all of them may be written. If a link has such a
/// name, somebody else may have put it there: the file takes its place.
pub(crate) fn write_own(
    directory: &Path,
    files: &[Named<'_>],
    overwrite: Overwrite,
) -> std::result::Result<(), CannotWrite> {
    interrupt::flag();
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |cause| CannotWrite { path, cause }
    };
    for file in files {
        let path = directory.join(file.name);
        let target = Target { path: &path, kind: file.kind, overwrite };
        let same = || std::fs::read(&path).is_ok_and(|there| there == file.content);
        target.may_take(&path).or_else(|cause| if same() { Ok(()) } else { Err(cause) }).map_err(failed(&path))?;
    }
    files.iter().try_for_each(|file| {
        let path = directory.join(file.name);
        replace(&path, file.content, Safe::WithSystem).map_err(failed(&path))
    })
}

/// Writes a file under the first of these names that is free, and gives the name.
pub(crate) fn write_new(directory: &Path, names: impl Iterator<Item = String>, content: &[u8]) -> Result<String> {
    interrupt::flag();
    let mut unfinished = fill(directory, content)?;
    for name in names {
        match unfinished.persist_noclobber(directory.join(&name)) {
            Ok(_) => return Ok(name),
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => unfinished = taken.file,
            Err(refused) => return Err(refused.error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Whether both names stand for the same file, there or to be made, so that one would be lost if both were written.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (Place::of(one), Place::of(other)) {
        (Ok(Place::File(one)), Ok(Place::File(other))) => {
            has_two_names(&one, &other) || whole(&one).is_some_and(|one| Some(one) == whole(&other))
        }
        _ => false,
    }
}

/// A path without links, from the root of the file system; the file need not be there.
fn whole(path: &Path) -> Option<PathBuf> {
    Some(directory(path).canonicalize().ok()?.join(path.file_name()?))
}

/// How far a file must have come before it takes the place of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Safe {
    /// It is on the disk, so that it outlives a power cut. That takes milliseconds.
    OnDisk,
    /// The system has taken it, which outlives the program. That is enough for what can be made again, and the only way for
    /// hundreds of files: 600 of them took 4.3 s instead of 0.1 s when each was waited for.
    WithSystem,
}

/// What a name stands for.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// A file, there or to be made, which is replaced as a whole.
    File(PathBuf),
    /// Something that takes what is written to it and has no place of its own: a device, a pipe, or a file that is open
    /// already, such as `/dev/stdout`.
    Stream(PathBuf),
}

impl Place {
    /// Follows links.
    fn of(path: &Path) -> Result<Place> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let Ok(metadata) = path.symlink_metadata() else { return Ok(Place::File(path)) };
            if metadata.is_file() {
                return Ok(Place::File(path));
            }
            if !metadata.is_symlink() || stands_for_an_open_file(&path) {
                return Ok(Place::Stream(path));
            }
            path = directory(&path).join(path.read_link()?);
        }
        Err(Error::other("too many links lead to one another"))
    }
}

/// Whether a link is one of those by which the system shows what a process has open. Whoever has it open would not see a file
/// that takes its place.
fn stands_for_an_open_file(link: &Path) -> bool {
    let directory = directory(link).canonicalize();
    directory.is_ok_and(|directory| directory.starts_with("/proc") || directory.starts_with("/dev/fd"))
}

/// Writes to something that is there. A reader that has gone is no reason to complain.
fn pour(stream: &Path, content: &[u8]) -> Result<()> {
    match open(stream)?.write_all(content) {
        Err(cause) if cause.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Opens something that is there without changing it.
fn open(path: &Path) -> Result<File> {
    File::options().append(true).open(path)
}

/// Puts a new file into the place of an old one, if there is one.
fn replace(path: &Path, content: &[u8], safe: Safe) -> Result<()> {
    let before = existing(path)?;
    let unfinished = fill(directory(path), content)?;
    if let Some(before) = before {
        take_after(unfinished.as_file(), &before)?;
    }
    if safe == Safe::OnDisk {
        unfinished.as_file().sync_all()?;
    }
    unfinished.persist(path).map(drop).map_err(|refused| refused.error)
}

/// What the file is like that will be replaced. A file that the user must not write must not be replaced either.
fn existing(path: &Path) -> Result<Option<Metadata>> {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() => open(path)?.metadata().map(Some),
        _ => Ok(None),
    }
}

/// A new file with this content in a directory; it goes away unless it is given a place. As with any new file, the user's mask
/// decides who may read it.
fn fill(directory: &Path, content: &[u8]) -> Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED).rand_bytes(RANDOM_CHARACTERS);
    // What the system says, without the name of the unfinished file, which nobody knows.
    let mut refusal = None;
    let made = builder.make_in(directory, |path| {
        let file = File::options().write(true).create_new(true).open(path);
        file.inspect_err(|cause| refusal = cause.raw_os_error())
    });
    let mut unfinished = made.map_err(|cause| refusal.map_or(cause, Error::from_raw_os_error))?;
    unfinished.as_file_mut().write_all(content)?;
    Ok(unfinished)
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(unix)]
mod system {
    use super::{Metadata, Path, Result};
    use rustix::fs::{Gid, Uid, fchown};
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;

    /// Gives a file the owner and the permissions of another one.
    pub(super) fn take_after(file: &File, before: &Metadata) -> Result<()> {
        let now = file.metadata()?;
        if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
            // Only the system's manager may do so; a file of one's own is as good.
            let _ = fchown(file, Some(Uid::from_raw(before.uid())), Some(Gid::from_raw(before.gid())));
        }
        file.set_permissions(before.permissions())
    }

    /// Whether two paths are names of one file that is there.
    pub(super) fn has_two_names(one: &Path, other: &Path) -> bool {
        let identity = |path: &Path| path.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()));
        identity(one).is_some() && identity(one) == identity(other)
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Metadata, Path, Result};
    use std::fs::File;

    pub(super) fn take_after(file: &File, before: &Metadata) -> Result<()> {
        file.set_permissions(before.permissions())
    }

    pub(super) fn has_two_names(_: &Path, _: &Path) -> bool {
        false
    }
}

use system::{has_two_names, take_after};
