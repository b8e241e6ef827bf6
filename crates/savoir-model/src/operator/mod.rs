//! The operators of formulas: one table says everything about them, and views group them for those who need less.
//!
//! - [`Operator`] is a row of the table in `table.rs`: what the operator takes ([`Role`]), which logic it belongs to
//!   ([`Family`]), how it is written ([`Notation`]), what MCMAS calls it, its words for people ([`Words`]) and a line of
//!   documentation. Adding a row without all of these does not compile.
//! - [`Formula::operator`] and [`Formula::arguments`] take a formula apart. They and [`Formula::shape`] are the places
//!   that list all variants of [`Formula`]; operands, closure, printing, the cone, lints and explanations follow.
//! - [`Formula::shape`] gives few shapes instead of many variants: a match over [`Shape`] stays exhaustive when an
//!   operator is added, and yet need not name all of them. [`Formula::connective`], [`Formula::modality`] and
//!   [`Formula::strategic`] are for those who are interested in one shape only.
//! - [`Model::looks`](crate::Model::looks) says what a formula looks at by itself: propositions, conditions, colours, whose
//!   knowledge, whose strategies.
//!
//! A `match` over [`Formula`] lists its variants and has no `_` arm, so a new operator asks every place for an answer.

mod arguments;
mod look;
mod shape;
mod table;

pub use arguments::Argument;
pub use look::Look;
pub use shape::{Accessibility, Atom, Connective, Modality, Shape};
pub use table::Operator;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// As documentation writes it: `K(i, f)`.
    pub(crate) written: &'static str,
    /// What it says, for documentation.
    pub(crate) meaning: &'static str,
    pub(crate) family: Family,
    /// What it takes, in the order of writing. If it takes any number of formulas, the last role is that of them all.
    pub(crate) takes: &'static [Role],
    pub(crate) notation: Notation,
    pub(crate) mcmas: Mcmas,
    pub(crate) words: Words,
}

/// Which logic an operator belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Constants, atoms and connectives: part of every logic.
    Propositional,
    /// Path quantifier and temporal operator in one.
    Ctl,
    /// Path quantifiers and temporal operators of their own: CTL*, and LTL with its implicit `A`.
    Paths,
    /// What coalitions can enforce.
    Atl,
    /// What agents and groups know.
    Knowledge,
    /// How agents ought to behave.
    Norms,
}

/// What an operator takes in one of its places, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A proposition.
    Proposition,
    /// A condition on variables.
    Condition,
    /// The agent whose local state is red or green.
    Judged,
    /// The agent that ought to behave correctly.
    Obliged,
    /// The agent that knows: what it observes matters.
    Knower,
    /// The group that knows: what its members observe matters.
    Knowers,
    /// The group that has a strategy.
    Coalition,
    /// A formula that is true or false in a state.
    StateFormula,
    /// A formula that is true or false along a path; a state formula speaks about the first state of the path.
    PathFormula,
    /// A formula of either kind, which makes the whole one of the same kind.
    AnyFormula,
}

/// How an operator is written in ISPL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `true`
    Word(&'static str),
    /// The name of what it takes.
    Name,
    /// `i.x < 3`: what it takes, as it is written in `Evaluation`.
    Condition,
    /// `i.RedStates`
    Suffix(&'static str),
    /// `!f`
    Sign(&'static str),
    /// `AG f`
    Prefix(&'static str),
    /// `f and g`
    Infix(&'static str),
    /// `A(f U g)`
    Enclosed(&'static str, &'static str),
    /// `<g>F f`
    Bracketed(&'static str),
    /// `<g>(f U h)`
    BracketedInfix(&'static str),
    /// `K(i, f)`
    Call(&'static str),
}

/// What MCMAS calls an operator where it repeats formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mcmas {
    /// The same.
    Same,
    /// An infix operator that is written in another way, and takes two formulas.
    Infix(&'static str),
    /// MCMAS does not have it; it is written as in a model.
    Lacking,
}

/// An operator in words. `{}` stands for the names of what it takes, other than formulas, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// A sentence, and its opposite.
    Fact {
        /// If it holds.
        holds: &'static str,
        /// If it does not hold.
        fails: &'static str,
    },
    /// The opposite of what it takes; in words, if that is no fact.
    Opposite(&'static str),
    /// Words with the formulas that they introduce, one or more.
    Introduce(&'static [(&'static str, Introduced)]),
}

/// The formulas among those that an operator takes which stand below some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Introduced {
    /// All of them.
    Each,
    /// The first one.
    First,
    /// The second one.
    Second,
}

impl Operator {
    /// As documentation writes it: `K(i, f)`.
    #[must_use]
    pub fn written(self) -> &'static str {
        self.entry().written
    }

    /// What it says, in a line of documentation.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// The logic that it belongs to.
    #[must_use]
    pub fn family(self) -> Family {
        self.entry().family
    }

    /// What it takes, in the order of writing. If it takes any number of formulas, the last role is that of them all.
    #[must_use]
    pub fn takes(self) -> &'static [Role] {
        self.entry().takes
    }

    /// How it is written in ISPL.
    #[must_use]
    pub fn notation(self) -> Notation {
        self.entry().notation
    }

    /// What MCMAS calls it.
    #[must_use]
    pub fn mcmas(self) -> Mcmas {
        self.entry().mcmas
    }

    /// What it says, in words for people.
    #[must_use]
    pub fn words(self) -> Words {
        self.entry().words
    }

    /// Whether it says what somebody knows: then what is observed matters.
    #[must_use]
    pub fn is_knowledge(self) -> bool {
        self.takes().iter().any(|role| matches!(role, Role::Knower | Role::Knowers))
    }

    /// Whether it says what somebody can enforce: then it matters what strategies may depend on.
    #[must_use]
    pub fn is_strategic(self) -> bool {
        self.takes().contains(&Role::Coalition)
    }

    /// Whether it speaks about paths, or about what happens in the course of time.
    #[must_use]
    pub fn is_temporal(self) -> bool {
        match self.family() {
            Family::Ctl | Family::Paths | Family::Atl => true,
            Family::Propositional | Family::Knowledge | Family::Norms => false,
        }
    }
}
