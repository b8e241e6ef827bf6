//! Diagnostic codes: what each is called, how it is treated, and what there is to say about it.

mod register;

pub use register::Code;

use crate::{Level, Severity};

/// Whether a code is an error, or a lint whose level can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The model cannot be used; nobody can allow it.
    Error,
    /// The model can be used; this is how it is treated unless somebody says otherwise.
    Lint(Level),
}

/// Makes the enumeration of codes out of the register.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident $code:literal $word:literal $standing:expr, $title:literal;)*) => {
        /// A stable diagnostic code: `E…` for errors, `W…` for lints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Code {
            /// Every code, in the order of the register.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code as printed, for example `E0101`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code,)* }
            }

            /// Its name, for example `unused-variable`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$name => $word,)* }
            }

            /// What the code stands for, in a few words.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// What it means and how to go about it, in Markdown.
            #[must_use]
            pub fn documentation(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, "\n",)+),)* }
            }

            /// Whether it is an error or a lint.
            #[must_use]
            pub fn standing(self) -> Standing {
                match self { $(Code::$name => $standing,)* }
            }
        }
    };
}
use codes;

impl Code {
    /// How bad it is unless somebody says otherwise: errors make the model unusable, lints do not.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self.standing() {
            Standing::Error => Severity::Error,
            Standing::Lint(Level::Deny) => Severity::Denied,
            Standing::Lint(Level::Allow | Level::Warn) => Severity::Warning,
        }
    }

    /// The code with this printed form or this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name() == text)
    }

    /// The codes of all lints.
    pub fn lints() -> impl Iterator<Item = Code> {
        Code::ALL.iter().copied().filter(|code| matches!(code.standing(), Standing::Lint(_)))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_say_what_they_are() {
        for (index, code) in Code::ALL.iter().enumerate() {
            assert_eq!(Code::ALL.iter().position(|other| other.name() == code.name()), Some(index), "{code}");
            assert_eq!(Code::ALL.iter().position(|other| other.as_str() == code.as_str()), Some(index), "{code}");
            assert_eq!(code.as_str().starts_with('E'), code.standing() == Standing::Error, "{code}");
            assert_eq!((Code::parse(code.name()), Code::parse(code.as_str())), (Some(*code), Some(*code)));
            assert!(!code.documentation().trim().is_empty(), "{code}");
        }
    }
}
