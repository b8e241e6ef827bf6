//! Which files there are.

use super::{FileKind, Folder, Place, place};
use cap_std::fs::{DirEntry, Metadata};
use std::collections::VecDeque;

/// The files of the folder, sorted by path.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Listing {
    folder: String,
    files: Vec<File>,
    /// Whether these are all.
    complete: bool,
}

/// A file of the list.
#[derive(Debug, serde::Serialize)]
pub(crate) struct File {
    path: String,
    bytes: u64,
    kind: FileKind,
}

/// A search that goes through folders near the top first, so that a bound cuts off what is far away.
struct Search {
    open: VecDeque<String>,
    found: Vec<File>,
    /// Entries that may still be looked at.
    left: usize,
    complete: bool,
}

impl Folder {
    /// Lists at most so many files after a look at so many entries.
    pub(crate) fn list(&self, most: usize, entries: usize) -> Listing {
        let mut search =
            Search { open: VecDeque::from([String::new()]), found: Vec::new(), left: entries, complete: true };
        while let Some(folder) = search.open.pop_front() {
            if search.found.len() > most || search.left == 0 {
                search.complete = false;
                break;
            }
            // A folder that has gone or may not be read has no files for us.
            let Ok(entries) = self.dir.read_dir(if folder.is_empty() { "." } else { &folder }) else { continue };
            for entry in entries.flatten() {
                if search.left == 0 {
                    search.complete = false;
                    break;
                }
                search.left -= 1;
                self.look(&folder, &entry, &mut search);
            }
        }
        let Search { mut found, mut complete, .. } = search;
        found.sort_by(|one, other| one.path.cmp(&other.path));
        complete &= found.len() <= most;
        found.truncate(most);
        Listing { folder: self.name().to_owned(), files: found, complete }
    }

    fn look(&self, folder: &str, entry: &DirEntry, search: &mut Search) {
        let name = entry.file_name();
        // Names that are no text cannot be asked for.
        let Some(name) = name.to_str().filter(|name| place::check(name).is_ok()) else { return };
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let Ok(kind) = entry.file_type() else { return };
        if kind.is_dir() {
            search.open.push_back(path);
        } else if let Ok(place) = Place::parse(&path)
            && let Some(metadata) = self.metadata(&place)
            && metadata.is_file()
        {
            search.found.push(File { path, bytes: metadata.len(), kind: place.kind() });
        }
    }

    /// What is there, at the end of links that stay inside.
    fn metadata(&self, place: &Place) -> Option<Metadata> {
        self.dir.metadata(self.follow(place).ok()?.path()).ok()
    }
}
