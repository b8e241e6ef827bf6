//! Results are never written over what a command reads, nor over each other.

use crate::write::is_same_file;
use std::path::{Path, PathBuf};

/// Whether every file that is written is one of its own; if not, what to say.
pub(super) fn refuse<'p>(written: impl IntoIterator<Item = &'p Path>, read: &[PathBuf]) -> Result<(), String> {
    let mut earlier: Vec<&Path> = Vec::new();
    for file in written {
        let name = file.display();
        if read.iter().any(|input| is_same_file(file, input)) {
            return Err(format!("`{name}` is the model: name another file for what is written"));
        }
        if earlier.iter().any(|other| is_same_file(file, other)) {
            return Err(format!("`{name}` cannot take two results: name a file for each"));
        }
        earlier.push(file);
    }
    Ok(())
}
