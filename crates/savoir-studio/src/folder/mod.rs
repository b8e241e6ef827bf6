//! The files of the studio: models and sessions below one folder, and nothing else.
//!
//! Two things keep it so. [`Place`] takes a path apart before any file system sees it; and every operation starts at an open
//! folder that paths cannot leave, whatever links or renames there are meanwhile (`cap-std`: `openat2` or the like). A link may lead
//! to another place below the folder, never out of it.

mod list;
mod place;
mod read;
mod write;

pub(crate) use list::Listing;
pub(crate) use place::{FileKind, Place};
pub(crate) use read::Opened;
pub(crate) use write::Expected;

use crate::failure::Failure;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io::{Error, ErrorKind};
use std::path::Path;
use std::sync::Mutex;

/// An open folder.
pub(crate) struct Folder {
    dir: Dir,
    /// What people call it: the last part of its path.
    name: String,
    /// One file is written at a time, so that what was expected of it is still true when it is replaced.
    writing: Mutex<()>,
    /// Bytes of a file.
    most: u64,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// If there is none, or it may not be read.
    pub(crate) fn open(path: &Path, most: u64) -> std::io::Result<Folder> {
        let path = path.canonicalize()?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority())?;
        dir.entries()?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Folder { dir, name, writing: Mutex::new(()), most })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Where a place is when links are followed. What they lead to must be such a file as well.
    ///
    /// # Errors
    /// If there is nothing, or it is not for the studio.
    fn follow(&self, place: &Place) -> Result<Place, Failure> {
        let path = self.dir.canonicalize(place.path()).map_err(|cause| failed(place, &cause))?;
        let path = path.to_str().map(|path| path.replace(std::path::MAIN_SEPARATOR, "/"));
        path.and_then(|path| Place::parse(&path).ok())
            .ok_or_else(|| Failure::forbidden(format!("`{place}` is a link to a file that is not for the studio")))
    }
}

/// What went wrong at a place, in words that do not tell where the folder is.
fn failed(place: &Place, cause: &Error) -> Failure {
    match cause.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Failure::missing(format!("there is no file `{place}`")),
        // This is also what leads out of the folder.
        ErrorKind::PermissionDenied => Failure::forbidden(format!(
            "`{place}` may not be opened: it leads out of the folder, or belongs to somebody else"
        )),
        ErrorKind::IsADirectory => Failure::wrong(format!("`{place}` is a folder")),
        _ => Failure::broken(format!("`{place}` cannot be used: {cause}")),
    }
}
