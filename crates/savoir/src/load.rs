//! From a file to a model.

use savoir_check::{Budget, Stop};
use savoir_model::{Model, PartialModel, lint, resolve_until};
use savoir_syntax::{Diagnostic, Findings, Level, LintLevels, LintSelector, SourceFile, Tree, parse_until};
use std::cell::Cell;
use std::path::Path;
use std::time::Instant;

/// Larger files are refused: positions are 32-bit, and a model of this size has no chance anyway.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// Reading a text takes at least so many times its size: the text itself, its tree, and the words in it.
const BYTES_FOR_A_BYTE: u64 = 6;

/// Texts of up to so many bytes are read whatever the limits are: what was found until then can be told about them.
pub(crate) const SMALL: usize = 1 << 21;

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
    #[error("`{path}` is a binary file, not an ISPL model (byte {offset} is zero)")]
    Binary {
        /// The file.
        path: String,
        /// The first byte that no text contains.
        offset: usize,
    },
    /// A limit of the user was met first.
    #[error("`{path}` was not read: {stop}")]
    Stopped {
        /// The file.
        path: String,
        /// The limit.
        stop: Stop,
    },
    /// It is a text in an encoding that is not read.
    #[error("`{path}` is UTF-16 text; save it as UTF-8")]
    Utf16 {
        /// The file.
        path: String,
    },
}

/// A source with all that the front end has to say about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The text.
    pub source: SourceFile,
    /// Its tree.
    pub tree: Tree,
    /// Errors and warnings, in the order of the text, without those that are allowed. Lints of the model are not among
    /// them.
    pub diagnostics: Vec<Diagnostic>,
    /// The model, if there is no error.
    pub model: Option<Model>,
    /// How long reading took.
    pub seconds: f64,
    /// Whether the source was UTF-8 text. Other bytes were read as Latin-1 characters, each one for itself, so lines and
    /// columns are right, but the text cannot be written back.
    pub is_utf8: bool,
    /// Whether a byte order mark stands before the text.
    pub has_byte_order_mark: bool,
    /// Errors and warnings, those that are allowed among them.
    unjudged: Vec<Diagnostic>,
    levels: LintLevels,
    /// What the run asks of lints.
    asked: Vec<(LintSelector, Level)>,
}

impl Loaded {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read as a text. Errors inside the text are diagnostics of the result.
    pub fn from_file(path: &Path) -> Result<Loaded, LoadError> {
        Loaded::from_file_within(path, &Budget::unlimited())
    }

    /// Reads a file, if the limits allow it.
    ///
    /// # Errors
    /// When it cannot be read as a text, or not within the limits.
    pub fn from_file_within(path: &Path, budget: &Budget) -> Result<Loaded, LoadError> {
        let name = path.display().to_string();
        let bytes = crate::read::file(path, budget)?;
        Loaded::from_bytes_within(&name, bytes, budget)
    }

    /// Reads standard input, if the limits allow it.
    ///
    /// # Errors
    /// When it cannot be read as a text, or not within the limits.
    pub fn from_standard_input_within(budget: &Budget) -> Result<Loaded, LoadError> {
        Loaded::from_bytes_within(crate::read::STANDARD_INPUT, crate::read::standard_input(budget)?, budget)
    }

    /// Reads bytes that should be text, such as standard input. What is not UTF-8 is taken for Latin-1.
    ///
    /// # Errors
    /// When they are not text, or too many.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Loaded, LoadError> {
        Loaded::from_bytes_within(name, bytes, &Budget::unlimited())
    }

    fn from_bytes_within(name: &str, bytes: Vec<u8>, budget: &Budget) -> Result<Loaded, LoadError> {
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(LoadError::TooLarge { path: name.to_owned(), bytes: bytes.len() as u64 });
        }
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(LoadError::Utf16 { path: name.to_owned() });
        }
        if let Some(offset) = bytes.iter().position(|byte| *byte == 0) {
            return Err(LoadError::Binary { path: name.to_owned(), offset });
        }
        // Comments may contain anything; elsewhere such a character is reported as any other that is out of place.
        let (text, is_utf8) = match String::from_utf8(bytes) {
            Ok(text) => (text, true),
            Err(error) => (decode(error.as_bytes()), false),
        };
        Ok(Loaded { is_utf8, ..Loaded::from_text_within(name, &text, budget)? })
    }

    /// Reads a text.
    #[must_use]
    pub fn from_text(name: &str, text: &str) -> Loaded {
        Loaded::from_text_within(name, text, &Budget::unlimited()).expect("nothing stops it")
    }

    /// Reads a text, if the limits allow it.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn from_text_within(name: &str, text: &str, budget: &Budget) -> Result<Loaded, LoadError> {
        let stopped = |stop| LoadError::Stopped { path: name.to_owned(), stop };
        if text.len() > SMALL && !budget.has_room(0, (BYTES_FOR_A_BYTE - 1) * text.len() as u64) {
            return Err(stopped(Stop::Memory));
        }
        let met: Cell<Option<Stop>> = Cell::new(None);
        let stop = || {
            met.set(met.get().or(budget.check_memory(0).err()).filter(|_| text.len() > SMALL));
            met.get().is_some()
        };
        let loaded = Loaded::until(name, text, &stop);
        loaded.ok_or_else(|| stopped(met.get().unwrap_or(Stop::Cancelled)))
    }

    fn until(name: &str, text: &str, stop: &dyn Fn() -> bool) -> Option<Loaded> {
        let start = Instant::now();
        // A byte order mark is no part of the model.
        let (text, has_byte_order_mark) = text.strip_prefix('\u{feff}').map_or((text, false), |text| (text, true));
        let parsed = parse_until(text, stop)?;
        let mut diagnostics = parsed.diagnostics;
        let mut model = None;
        // Names in a text with syntax errors would only raise errors that follow from those.
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let resolution = resolve_until(&parsed.tree, stop)?;
            diagnostics.extend(resolution.diagnostics);
            model = resolution.model;
        }
        let (levels, about_levels) = LintLevels::of_text(&parsed.tree);
        if !about_levels.is_empty() {
            let mut findings = Findings::default();
            about_levels.into_iter().for_each(|found| findings.add(found));
            diagnostics.extend(findings.into_vec());
            diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span.start);
        }
        Some(Loaded {
            source: SourceFile { name: name.to_owned(), text: text.to_owned() },
            tree: parsed.tree,
            diagnostics: levels.judge(diagnostics.clone()),
            model,
            seconds: start.elapsed().as_secs_f64(),
            is_utf8: true,
            has_byte_order_mark,
            unjudged: diagnostics,
            levels,
            asked: Vec::new(),
        })
    }

    /// The same with other levels of lints. What comments in the text say counts more.
    #[must_use]
    pub fn with_levels(mut self, asked: &[(LintSelector, Level)]) -> Loaded {
        if !asked.is_empty() {
            self.levels = self.levels.for_run(asked);
            self.diagnostics = self.levels.judge(self.unjudged.clone());
            self.asked = asked.to_vec();
        }
        self
    }

    /// Another text of the same name, with the same levels of lints.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Loaded {
        let loaded = Loaded::from_text(&self.source.name, text).with_levels(&self.asked);
        Loaded { has_byte_order_mark: self.has_byte_order_mark, is_utf8: self.is_utf8, ..loaded }
    }

    /// Findings about this text without those that are allowed, and with errors for those that are denied.
    #[must_use]
    pub fn judge(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        self.levels.judge(found)
    }

    /// The model as far as it goes in spite of errors, and what the names of the text stand for. It is made when an editor
    /// asks for it.
    #[must_use]
    pub fn partial(&self) -> PartialModel {
        PartialModel::of(&self.tree, &self.unjudged)
    }

    /// Whether the text has an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// What is legal but suspicious, found without exploring states.
    #[must_use]
    pub fn lints(&self) -> Vec<Diagnostic> {
        self.lints_within(&Budget::unlimited()).0
    }

    /// The same as far as the limits allow, and the limit that was met if there was not room or time for everything.
    #[must_use]
    pub fn lints_within(&self, budget: &Budget) -> (Vec<Diagnostic>, Option<Stop>) {
        let Some(model) = &self.model else { return (Vec::new(), None) };
        let met: Cell<Option<Stop>> = Cell::new(None);
        let stop = || {
            met.set(met.get().or(budget.check_memory(0).err()));
            met.get().is_some()
        };
        let lints = lint::lint_until(model, &self.tree, &stop);
        let mut findings = Findings::default();
        self.judge(lints.found).into_iter().for_each(|found| findings.add(found));
        (findings.into_vec(), met.get().filter(|_| lints.extent == lint::Extent::Stopped))
    }
}

/// UTF-8, and Latin-1 where it is not.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples_for_docs::TOGGLE;
    use savoir_syntax::{Code, LineIndex};

    #[test]
    fn comments_may_be_latin_1() {
        let bytes = [&b"-- caf\xe9 \xc3\xa9\r\n"[..], TOGGLE.as_bytes()].concat();
        let loaded = Loaded::from_bytes("m.ispl", bytes).unwrap();
        assert!(!loaded.is_utf8 && !loaded.has_errors());
        assert!(loaded.source.text.starts_with("-- caf\u{e9} \u{e9}\r\n"));
        assert!(Loaded::from_bytes("m.ispl", TOGGLE.into()).unwrap().is_utf8);
    }

    #[test]
    fn elsewhere_a_byte_is_an_invalid_character_with_a_place() {
        let bytes = [&b"-- caf\xe9\n-- \xe9\xe9 --\n \xe9"[..], TOGGLE.as_bytes()].concat();
        let loaded = Loaded::from_bytes("m.ispl", bytes).unwrap();
        let found = &loaded.diagnostics[0];
        assert_eq!((found.code, found.message.as_str()), (Code::InvalidCharacter, "invalid character `\u{e9}`"));
        let place = LineIndex::new(&loaded.source.text).line_column(&loaded.source.text, found.primary.span.start);
        assert_eq!((place.line, place.column), (3, 2));
    }

    #[test]
    fn a_text_with_errors_has_a_partial_model() {
        let half = TOGGLE.replace("on = ~on if Action = press;", "on = ~on if Action = ");
        let loaded = Loaded::from_text("m.ispl", &half);
        assert!(loaded.model.is_none() && loaded.has_errors());
        let partial = loaded.partial();
        assert_eq!(partial.model.agents[1].actions.len(), 2);
        assert_eq!(partial.whole_properties().count(), 1);
        let whole = Loaded::from_text("m.ispl", TOGGLE);
        assert_eq!(whole.partial().map.occurrences().len(), 15);
    }

    #[test]
    fn levels_of_a_run_reach_what_is_found_in_the_text() {
        let asked = [("repeated-item".parse().unwrap(), Level::Deny)];
        let text = TOGGLE.replace("{press, wait};\n  end", "{press, wait, press};\n  end");
        let loaded = Loaded::from_text("m.ispl", &text);
        assert_eq!(loaded.diagnostics[0].severity(), savoir_syntax::Severity::Warning);
        let denied = loaded.clone().with_levels(&asked);
        assert_eq!(denied.diagnostics[0].severity(), savoir_syntax::Severity::Denied);
        assert!(!denied.has_errors() && denied.model.is_some());
        let allowed = denied.with_text(&format!("-- savoir: allow(repeated-item)\n{text}"));
        assert!(allowed.diagnostics.is_empty());
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let error = |bytes: &[u8]| Loaded::from_bytes("m", bytes.into()).unwrap_err().to_string();
        assert_eq!(error(b"\x7fELF\x00"), "`m` is a binary file, not an ISPL model (byte 4 is zero)");
        assert_eq!(error(b"\xff\xfeA\x00"), "`m` is UTF-16 text; save it as UTF-8");
    }
}
