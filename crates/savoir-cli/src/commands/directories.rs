//! The models in directories.

use std::path::{Path, PathBuf};

/// Directories nested deeper than this are taken for a mistake.
const DEEPEST: usize = 64;

/// The arguments, with each directory replaced by the ISPL files in it and below it, sorted by name.
///
/// # Errors
/// One message for each directory that cannot be read or has no models.
pub(crate) fn expand(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Vec<String>> {
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for argument in arguments {
        if !argument.is_dir() {
            files.push(argument.clone());
            continue;
        }
        let mut found = Vec::new();
        match collect(argument, 0, &mut found) {
            Err(problem) => problems.push(problem),
            Ok(()) if found.is_empty() => {
                problems.push(format!("`{}` has no models: no file in it ends in `.ispl`", argument.display()));
            }
            Ok(()) => files.extend(found.into_iter().map(without_dot)),
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

/// `models/a.ispl` instead of `./models/a.ispl`.
fn without_dot(path: PathBuf) -> PathBuf {
    path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
}

fn collect(directory: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |cause: std::io::Error| format!("cannot read `{}`: {cause}", directory.display());
    if depth > DEEPEST {
        return Err(format!("`{}` is nested too deep", directory.display()));
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(unreadable)?;
    entries.sort();
    for path in entries {
        // Links to directories are not followed: they may lead in circles.
        if path.is_dir() {
            if !path.is_symlink() {
                collect(&path, depth + 1, found)?;
            }
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ispl")) && !is_device(&path)
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether the path is a pipe, a socket or the like, on which a search would wait for ever. What cannot be looked at is left
/// for the reader to complain about.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}
