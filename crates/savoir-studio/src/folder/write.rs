//! Writing a file: all or nothing, and only over what the writer has seen.

use super::{Folder, Place, failed};
use crate::failure::Failure;
use crate::token::{Token, sum};
use axum::http::StatusCode;
use cap_std::fs::{OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

/// How the names of files begin that are not finished. They are hidden, so the studio does not list them.
const UNFINISHED: &str = ".savoir-";

/// What the writer has seen in the place of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expected<'s> {
    /// No file.
    Nothing,
    /// A file with this sum.
    Sum(&'s str),
}

impl Folder {
    /// Writes a text if the file is as expected, and gives the sum of the text.
    ///
    /// # Errors
    /// If the file has changed, or cannot be written. It is then as it was.
    pub(crate) fn write(&self, place: &Place, text: &str, expected: Expected<'_>) -> Result<String, Failure> {
        if text.len() as u64 > self.most {
            let most = self.most;
            return Err(Failure::too_large(format!(
                "the text has more than {most} bytes, the most that the studio saves"
            )));
        }
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.there(place)?, expected) {
            (None, Expected::Nothing) => self.create(place, text)?,
            (Some((target, there)), Expected::Sum(sum)) if there == sum => self.replace(&target, text)?,
            (there, _) => return Err(Failure::conflict(there.map(|(_, sum)| sum))),
        }
        Ok(sum(text.as_bytes()))
    }

    /// The file that is there, at the end of links, and its sum.
    fn there(&self, place: &Place) -> Result<Option<(Place, String)>, Failure> {
        match self.dir.symlink_metadata(place.path()) {
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(cause) => Err(failed(place, &cause)),
            Ok(_) => {
                let target = self.follow(place)?;
                let sum = sum(&self.bytes(&target)?);
                Ok(Some((target, sum)))
            }
        }
    }

    fn create(&self, place: &Place, text: &str) -> Result<(), Failure> {
        let unfinished = self.fill(place, text, None).map_err(|cause| no_folder(place, &cause))?;
        // A link takes a free name or none; a rename would take one that somebody else has taken meanwhile.
        let linked = self.dir.hard_link(&unfinished, &self.dir, place.path());
        let made = match &linked {
            // Some file systems have no links.
            Err(cause) if cause.kind() != ErrorKind::AlreadyExists && !self.dir.exists(place.path()) => {
                self.dir.rename(&unfinished, &self.dir, place.path())
            }
            _ => linked,
        };
        let _ = self.dir.remove_file(&unfinished);
        made.map_err(|cause| match cause.kind() {
            ErrorKind::AlreadyExists => {
                let there = self.there(place).ok().flatten().map(|(_, sum)| sum);
                Failure::conflict(there)
            }
            _ => failed(place, &cause),
        })
    }

    fn replace(&self, target: &Place, text: &str) -> Result<(), Failure> {
        let cause = |cause: Error| failed(target, &cause);
        let permissions = self.dir.metadata(target.path()).map_err(cause)?.permissions();
        if permissions.readonly() {
            return Err(Failure::forbidden(format!("`{target}` may not be written")));
        }
        let unfinished = self.fill(target, text, Some(permissions)).map_err(cause)?;
        self.dir.rename(&unfinished, &self.dir, target.path()).map_err(|cause| {
            let _ = self.dir.remove_file(&unfinished);
            failed(target, &cause)
        })
    }

    /// Writes a new file beside the place, under a name that nobody can guess.
    fn fill(&self, place: &Place, text: &str, permissions: Option<Permissions>) -> std::io::Result<PathBuf> {
        let name = Token::new().map_err(|_| Error::other("the system has no random numbers"))?;
        let unfinished = Path::new(place.parent()).join(format!("{UNFINISHED}{}", name.as_str()));
        let mut file = self.dir.open_with(&unfinished, OpenOptions::new().write(true).create_new(true))?;
        let fill = || {
            file.write_all(text.as_bytes())?;
            permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
            file.sync_all()
        };
        match fill() {
            Ok(()) => Ok(unfinished),
            Err(cause) => {
                let _ = self.dir.remove_file(&unfinished);
                Err(cause)
            }
        }
    }
}

/// The same for a file that is not there yet: then it is the folder that is missing.
fn no_folder(place: &Place, cause: &Error) -> Failure {
    let failure = failed(place, cause);
    match failure.status {
        StatusCode::NOT_FOUND => Failure::missing(format!("there is no folder `{}`", place.parent())),
        _ => failure,
    }
}
