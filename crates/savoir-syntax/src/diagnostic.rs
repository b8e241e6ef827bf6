//! What the front end has to say about a text: one type for errors and warnings of every stage.

use crate::{Code, Fix, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model means something, but probably not what its author wants.
    Warning,
    /// As a warning, but somebody has said that there must be none of it.
    Denied,
    /// The model cannot be used.
    Error,
}

/// A place in the source with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark, possibly empty.
    pub message: String,
}

/// One finding, with a stable code, the place it is about, related places and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, documented in the book.
    pub code: Code,
    /// The message: one sentence without a full stop.
    pub message: String,
    /// The place the message is about.
    pub primary: Label,
    /// Other places that help to understand it.
    pub secondary: Vec<Label>,
    /// How to mend it.
    pub help: Vec<String>,
    /// How to mend it by machine, the most likely way first.
    pub fixes: Vec<Fix>,
    /// How many findings this one stands for: more than one if there were too many to keep them all.
    pub stands_for: usize,
    severity: Severity,
}

/// Findings about one text: the first of them, and how many more there were. Nobody reads thousands, and they would take more
/// memory than the text does.
#[derive(Clone, Debug)]
pub struct Findings {
    kept: Vec<Diagnostic>,
    most: usize,
    /// The first that was not kept; it stands for all others.
    rest: Option<Diagnostic>,
}

/// So many findings of one stage of reading are kept for each file.
pub const MAX_FINDINGS: usize = 1000;

impl Default for Findings {
    fn default() -> Findings {
        Findings::up_to(MAX_FINDINGS)
    }
}

impl Findings {
    /// Keeps no more than `most`.
    #[must_use]
    pub fn up_to(most: usize) -> Findings {
        Findings { kept: Vec::new(), most, rest: None }
    }

    /// Keeps a finding, or counts it. The first error is kept in any case, since it decides.
    pub fn add(&mut self, found: Diagnostic) {
        if !self.is_full() || found.is_error() && !self.has_errors() {
            self.kept.push(found);
            return;
        }
        match &mut self.rest {
            Some(rest) => rest.stands_for += 1,
            None => self.rest = Some(found),
        }
    }

    /// Ends with this finding, which says that nothing more is looked for.
    pub(crate) fn close(&mut self, last: Diagnostic) {
        self.kept.push(last);
    }

    /// Whether further findings are only counted.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.kept.len() >= self.most
    }

    /// Whether there is an error among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.kept.iter().any(Diagnostic::is_error)
    }

    /// Those that were kept, in the order of the text, and one more that says how many there are besides.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        let Findings { mut kept, most, rest } = self;
        kept.sort_by_key(|diagnostic| diagnostic.primary.span.start);
        kept.extend(rest.map(|rest| {
            let count = rest.stands_for;
            let what = if count == 1 { "1 more finding is".to_owned() } else { format!("{count} more findings are") };
            let message = format!("{what} not listed: of those like it, {most} are");
            let all = Diagnostic::new(rest.code, rest.primary.span, message).label(rest.message);
            Diagnostic { stands_for: count, ..all }
        }));
        kept
    }
}

impl Diagnostic {
    /// A finding at `span`, without labels and help yet.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            primary: Label { span, message: String::new() },
            secondary: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            stands_for: 1,
            severity: code.severity(),
        }
    }

    /// The remark at the primary place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Diagnostic {
        self.primary.message = message.into();
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, message: message.into() });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, message: impl Into<String>) -> Diagnostic {
        self.help.push(message.into());
        self
    }

    /// Adds a way to mend it by machine.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fixes.push(fix);
        self
    }

    /// Makes it an error in the eyes of the user, although the model can be used.
    pub(crate) fn deny(&mut self) {
        self.severity = self.severity.max(Severity::Denied);
    }

    /// Makes it a warning, unless it is an error.
    pub(crate) fn warn(&mut self) {
        if self.severity != Severity::Error {
            self.severity = Severity::Warning;
        }
    }

    /// How bad it is, as the code says and as levels of lints have changed it.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Whether this makes the model unusable.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
