//! From a file to a model.

use savoir_model::{Model, lint, resolve};
use savoir_syntax::{Diagnostic, SourceFile, Tree, parse};
use std::path::Path;
use std::time::Instant;

/// Larger files are refused: positions are 32-bit, and a model of this size has no chance anyway.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The operating system refused.
    #[error("cannot read `{path}`: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the operating system says.
        cause: std::io::Error,
    },
    /// It is a directory.
    #[error("`{path}` is a directory; name an ISPL file")]
    Directory {
        /// The directory.
        path: String,
    },
    /// It is too large.
    #[error("`{path}` is too large: {bytes} bytes, the limit is {MAX_FILE_BYTES}")]
    TooLarge {
        /// The file.
        path: String,
        /// Its size.
        bytes: u64,
    },
    /// It is not a text.
    #[error("`{path}` is not a text file (byte {offset} is not UTF-8 text)")]
    NotText {
        /// The file.
        path: String,
        /// The first byte that cannot be.
        offset: usize,
    },
}

/// A source with all that the front end has to say about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The text.
    pub source: SourceFile,
    /// Its tree.
    pub tree: Tree,
    /// Errors and warnings, in the order of the text. Lints are not among them.
    pub diagnostics: Vec<Diagnostic>,
    /// The model, if there is no error.
    pub model: Option<Model>,
    /// How long reading took.
    pub seconds: f64,
}

impl Loaded {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read as a text. Errors inside the text are diagnostics of the result.
    pub fn from_file(path: &Path) -> Result<Loaded, LoadError> {
        let name = path.display().to_string();
        let unreadable = |cause| LoadError::Unreadable { path: path.display().to_string(), cause };
        let metadata = std::fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(LoadError::Directory { path: name });
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(LoadError::TooLarge { path: name, bytes: metadata.len() });
        }
        Loaded::from_bytes(&name, std::fs::read(path).map_err(unreadable)?)
    }

    /// Reads bytes that should be text, such as standard input.
    ///
    /// # Errors
    /// When they are not text, or too many.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Loaded, LoadError> {
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(LoadError::TooLarge { path: name.to_owned(), bytes: bytes.len() as u64 });
        }
        if let Some(offset) = bytes.iter().position(|byte| *byte == 0) {
            return Err(LoadError::NotText { path: name.to_owned(), offset });
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| LoadError::NotText { path: name.to_owned(), offset: error.utf8_error().valid_up_to() })?;
        Ok(Loaded::from_text(name, &text))
    }

    /// Reads a text.
    #[must_use]
    pub fn from_text(name: &str, text: &str) -> Loaded {
        let start = Instant::now();
        // A byte order mark is no part of the model.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let parsed = parse(text);
        let mut diagnostics = parsed.diagnostics;
        let mut model = None;
        // Names in a text with syntax errors would only raise errors that follow from those.
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let resolution = resolve(&parsed.tree);
            diagnostics.extend(resolution.diagnostics);
            model = resolution.model;
        }
        let source = SourceFile { name: name.to_owned(), text: text.to_owned() };
        Loaded { source, tree: parsed.tree, diagnostics, model, seconds: start.elapsed().as_secs_f64() }
    }

    /// Whether the text has an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// What is legal but suspicious, found without exploring states.
    #[must_use]
    pub fn lints(&self) -> Vec<Diagnostic> {
        self.model.as_ref().map_or_else(Vec::new, lint::lint)
    }
}
