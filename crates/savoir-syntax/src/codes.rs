//! The register of diagnostic codes. A code never changes its meaning; `docs/src/diagnostics.md` explains each one.

use crate::Severity;

macro_rules! codes {
    ($($name:ident $code:literal $title:literal;)*) => {
        /// A stable diagnostic code: `E…` for errors, `W…` for warnings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of the register.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code as printed, for example `E0101`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code,)* }
            }

            /// What the code stands for, in a few words.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }
        }
    };
}

codes! {
    InvalidCharacter "E0001" "invalid character";
    Syntax "E0002" "syntax error";
    TooDeep "E0003" "nesting too deep";
    NumberTooLarge "E0004" "number does not fit into 64 bits";
    SectionOrder "E0005" "section out of order";
    MissingSection "E0006" "missing section";
    ReservedWord "E0007" "reserved word used as a name";
    UnknownVariable "E0101" "unknown variable";
    UnknownAction "E0102" "unknown action";
    UnknownAgent "E0103" "unknown agent";
    UnknownGroup "E0104" "unknown group";
    UnknownProposition "E0105" "unknown proposition";
    UnknownEnumValue "E0106" "unknown enumeration value";
    DuplicateName "E0107" "name defined twice";
    NotObservable "E0108" "variable is not observable here";
    ForeignAssignment "E0109" "assignment to a variable of another agent";
    NoActionsHere "E0110" "actions cannot be tested here";
    TypeMismatch "E0201" "type mismatch";
    OutOfRange "E0202" "literal out of range";
    EmptyRange "E0203" "empty range";
    AssignedTwice "E0204" "variable assigned twice in one line";
    TwoAssignments "E0205" "two assignments under SingleAssignment";
    ArithmeticOverflow "E0206" "arithmetic exceeds 64 bits";
    WrongLogic "E0301" "operator does not belong to this logic";
    PathFormula "E0302" "path formula without a path quantifier";
    EmptyGroup "E0303" "group without members";
    GroupVariable "E0304" "group variable outside synthesis";
    NoInitialState "E0401" "no initial state";
    UnusedVariable "W0001" "variable is never read";
    UnusedAction "W0002" "action is never used";
    UnusedProposition "W0003" "proposition is never used";
    NeverFires "W0004" "evolution line can never fire";
    ForbiddenAction "W0005" "action that no protocol line allows";
    InexactDivision "W0006" "division may be inexact";
    StuckLocalState "W0007" "local state without an enabled action";
    NoFairPath "W0008" "no fair path";
    ConstantComparison "W0009" "comparison of constants";
    BadExpectation "W0010" "annotation not understood";
    RepeatedItem "W0011" "item listed twice";
    TwoExpectations "W0012" "expectations contradict each other";
}

impl Code {
    /// Errors make the model unusable, warnings do not.
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.as_str().starts_with('E') { Severity::Error } else { Severity::Warning }
    }

    /// The code with this printed form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
