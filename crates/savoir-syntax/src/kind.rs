//! The kinds of tokens and nodes.

macro_rules! keywords {
    ($($class:ident { $($name:ident $text:literal,)* })*) => {
        /// The reserved words of ISPL by what they are for. The lexer reads by this table, and the grammars of editors are
        /// rendered from it.
        pub const KEYWORDS: &[(KeywordClass, &[&str])] = &[$((KeywordClass::$class, &[$($text),*])),*];

        impl SyntaxKind {
            /// The keyword spelt `text`.
            #[must_use]
            pub fn keyword(text: &str) -> Option<SyntaxKind> {
                // Most words are names, and few of them look like keywords.
                const LENGTHS: Lengths = Lengths::of(&[$($($text),*),*]);
                if !LENGTHS.has(text) {
                    return None;
                }
                match text { $($($text => Some(SyntaxKind::$name),)*)* _ => None }
            }

            fn keyword_text(self) -> Option<&'static str> {
                match self { $($(SyntaxKind::$name => Some($text),)*)* _ => None }
            }
        }
    };
}

/// What a keyword is for, as far as editors show it in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeywordClass {
    /// Opens a section.
    Section,
    /// Closes a section.
    End,
    /// A value of `Semantics`.
    Setting,
    /// Starts or joins parts of a line that is no expression.
    Clause,
    /// A type.
    Type,
    /// A truth value.
    Constant,
    /// A name that every model has.
    Builtin,
    /// Joins conditions or formulas.
    Connective,
    /// Says of which logic a formula is.
    Logic,
    /// An operator on paths.
    Temporal,
    /// An operator of knowledge or norms.
    Modal,
}

/// By first letter: the lengths of some words, as bits.
struct Lengths([u32; 128]);

impl Lengths {
    const fn of(words: &[&str]) -> Lengths {
        let mut lengths = [0; 128];
        let mut index = 0;
        while index < words.len() {
            lengths[words[index].as_bytes()[0] as usize] |= 1 << words[index].len();
            index += 1;
        }
        Lengths(lengths)
    }

    /// Whether one of the words has the first letter and the length of this one.
    fn has(&self, text: &str) -> bool {
        let lengths = text.bytes().next().and_then(|first| self.0.get(usize::from(first)));
        lengths.is_some_and(|lengths| lengths.checked_shr(text.len() as u32).is_some_and(|bits| bits & 1 == 1))
    }
}

/// The kind of a token or of a node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are the documentation: a keyword, a symbol, or a construct of the grammar")]
pub enum SyntaxKind {
    // Trivia and oddities
    Whitespace, Comment, Unknown, Eof,
    // Tokens with content
    Ident, Int,
    // Keywords
    SemanticsKw, MultiAssignmentKw, SingleAssignmentKw, MaKw, SaKw, AgentKw, RedStatesKw, GreenStatesKw, ActionsKw,
    ActionKw, ProtocolKw, EvolutionKw, EvaluationKw, InitStatesKw, GroupsKw, FairnessKw, FormulaeKw, EndKw,
    EnvironmentKw, ObsvarsKw, LobsvarsKw, VarsKw, BooleanKw, TrueKw, FalseKw, OtherKw, IfKw, AndKw, OrKw,
    LtlKw, CtlStarKw, AgKw, EgKw, AxKw, ExKw, AfKw, EfKw, AKw, EKw, XKw, FKw, GKw, UKw, KKw, GkKw, GckKw, OKw, DkKw,
    // Symbols
    LParen, RParen, LBrace, RBrace, LBracket, RBracket, Less, Greater, LessEq, GreaterEq, NotEq, Equal, Arrow,
    DoubleArrow, Bang, Colon, Comma, Dot, Semicolon, DotDot, Minus, Plus, Star, Slash, Amp, Pipe, Tilde, Caret,
    Question,
    // Nodes: sections
    File, SemanticsDecl, Agent, ObsvarsSection, VarsSection, LobsvarsSection, RedStatesSection, ActionsSection,
    ProtocolSection, EvolutionSection, EvaluationSection, InitStatesSection, GroupsSection, FairnessSection,
    FormulaeSection,
    // Nodes: statements
    VarDecl, BooleanType, RangeType, EnumType, SignedInt, NameList, ProtocolLine, EvolutionLine, AssignmentGroup,
    Assignment, PropositionDef, InitCondition, RedCondition, GroupDef, FairnessDef, Property,
    // Nodes: expressions, shared by conditions and formulas
    Paren, IffExpr, ImpliesExpr, OrExpr, AndExpr, NotExpr, CompareExpr, BitOrExpr, BitAndExpr, BitNotExpr, SumExpr,
    ProductExpr, NegExpr, Name, QualifiedName, ActionName, Literal,
    // Nodes: formulas only
    TemporalExpr, UntilExpr, QuantifiedUntil, PathQuantifier, EnforceExpr, EnforceUntil, EpistemicExpr,
    ColourRef, GroupRef,
    // What could not be parsed
    Error,
}

keywords! {
    Section {
        SemanticsKw "Semantics", AgentKw "Agent", ObsvarsKw "Obsvars", LobsvarsKw "Lobsvars", VarsKw "Vars",
        RedStatesKw "RedStates", ActionsKw "Actions", ProtocolKw "Protocol", EvolutionKw "Evolution",
        EvaluationKw "Evaluation", InitStatesKw "InitStates", GroupsKw "Groups", FairnessKw "Fairness",
        FormulaeKw "Formulae",
    }
    End { EndKw "end", }
    Setting {
        MultiAssignmentKw "MultiAssignment", SingleAssignmentKw "SingleAssignment", MaKw "MA", SaKw "SA",
    }
    Clause { OtherKw "Other", IfKw "if", }
    Type { BooleanKw "boolean", }
    Constant { TrueKw "true", FalseKw "false", }
    Builtin { EnvironmentKw "Environment", ActionKw "Action", GreenStatesKw "GreenStates", }
    Connective { AndKw "and", OrKw "or", }
    Logic { LtlKw "LTL", CtlStarKw "CTL*", }
    Temporal {
        AgKw "AG", EgKw "EG", AxKw "AX", ExKw "EX", AfKw "AF", EfKw "EF", AKw "A", EKw "E", XKw "X", FKw "F", GKw "G",
        UKw "U",
    }
    Modal { KKw "K", GkKw "GK", GckKw "GCK", DkKw "DK", OKw "O", }
}

impl SyntaxKind {
    /// White space and comments, which the grammar does not see.
    #[must_use]
    pub fn is_trivia(self) -> bool {
        matches!(self, SyntaxKind::Whitespace | SyntaxKind::Comment)
    }

    /// Reserved words of ISPL.
    #[must_use]
    pub fn is_keyword(self) -> bool {
        self.keyword_text().is_some()
    }

    /// How the token is called in an error message.
    #[must_use]
    pub fn describe(self) -> String {
        use SyntaxKind::*;
        let symbol = match self {
            Ident => return "a name".to_owned(),
            Int => return "a number".to_owned(),
            Eof => return "the end of the file".to_owned(),
            Unknown => return "an invalid character".to_owned(),
            LParen => "(",
            RParen => ")",
            LBrace => "{",
            RBrace => "}",
            LBracket => "[",
            RBracket => "]",
            Less => "<",
            Greater => ">",
            LessEq => "<=",
            GreaterEq => ">=",
            NotEq => "<>",
            Equal => "=",
            Arrow => "->",
            DoubleArrow => "<->",
            Bang => "!",
            Colon => ":",
            Comma => ",",
            Dot => ".",
            Semicolon => ";",
            DotDot => "..",
            Minus => "-",
            Plus => "+",
            Star => "*",
            Slash => "/",
            Amp => "&",
            Pipe => "|",
            Tilde => "~",
            Caret => "^",
            Question => "?",
            other => other.keyword_text().unwrap_or("?"),
        };
        format!("`{symbol}`")
    }
}
