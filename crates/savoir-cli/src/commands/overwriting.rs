//! Results are never written over what a command reads, nor over each other, nor over what an earlier run has not written.

use crate::write::{Target, is_same_file};
use std::path::{Path, PathBuf};

/// Whether every file that is written is one of its own, and may be written; if not, what to say. That is looked at before
/// the work begins, and once more when the file is written.
pub(super) fn refuse<'p>(written: impl IntoIterator<Item = Target<'p>>, read: &[PathBuf]) -> Result<(), String> {
    let mut earlier: Vec<&Path> = Vec::new();
    for target in written {
        let file = target.path;
        let name = file.display();
        if read.iter().any(|input| is_same_file(file, input)) {
            return Err(format!("`{name}` is the model: name another file for what is written"));
        }
        if earlier.iter().any(|other| is_same_file(file, other)) {
            return Err(format!("`{name}` cannot take two results: name a file for each"));
        }
        earlier.push(file);
        target.probe().map_err(|problem| problem.to_string())?;
    }
    Ok(())
}
