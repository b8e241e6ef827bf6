//! What the operator takes inside of which the cursor stands.

use crate::Document;
use crate::brackets::{Bracket, Open, open_brackets};
use crate::context::Context;
use savoir_model::{Notation, Operator, Role};
use savoir_syntax::SyntaxKind as K;
use std::ops::Range;

/// One of the things that an operator takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Where it stands in the label of its signature, in bytes; labels are ASCII.
    pub label: Range<usize>,
    /// What it is.
    pub documentation: String,
}

/// An operator with what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// As documentation writes it: `K(i, f)`.
    pub label: String,
    /// What it says, as Markdown.
    pub documentation: String,
    /// What it takes.
    pub parameters: Vec<Parameter>,
}

/// The operators that may be meant at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// At least one.
    pub signatures: Vec<Signature>,
    /// The one that fits best, by its index.
    pub active: usize,
    /// Which of its parameters the cursor is in, if it is in one.
    pub parameter: Option<usize>,
}

/// The innermost operator with brackets around an offset.
#[must_use]
pub fn signature_help(document: &Document, offset: u32) -> Option<SignatureHelp> {
    let context = Context::at(document, offset)?;
    if !matches!(context.section, Some(K::FormulaeKw | K::FairnessKw)) {
        return None;
    }
    let open = open_brackets(&context.words);
    let inside = |open: &Open<'_>| context.words.get(open.inside).map(|word| word.kind);
    let found = open.iter().rev().find_map(|open| Some((open, Meant::by(open.bracket, inside(open))?)));
    let (open, meant) = found?;
    let signatures: Vec<Signature> = meant.operators.iter().map(|operator| signature(*operator)).collect();
    let parameter = open.place + meant.first;
    let parameter = signatures.get(meant.active).and_then(|active| active.parameters.get(parameter)).map(|_| parameter);
    Some(SignatureHelp { signatures, active: meant.active, parameter })
}

/// The operators that a bracket may belong to.
struct Meant {
    operators: Vec<Operator>,
    active: usize,
    /// What is taken before the bracket.
    first: usize,
}

impl Meant {
    /// `inside` is the first word behind the bracket.
    fn by(bracket: Bracket<'_>, inside: Option<K>) -> Option<Meant> {
        let all = |fits: &dyn Fn(Notation) -> bool| -> Vec<Operator> {
            Operator::ALL.iter().copied().filter(|operator| fits(operator.notation())).collect()
        };
        match bracket {
            Bracket::Group | Bracket::List => None,
            Bracket::Call(word) => {
                let operators = all(&|notation| matches!(notation, Notation::Call(own) if own == word));
                // A group variable is meant where one stands.
                let active = usize::from(inside == Some(K::Question) && operators.len() > 1);
                (!operators.is_empty()).then_some(Meant { operators, active, first: 0 })
            }
            Bracket::Quantifier(word) => {
                let operators = all(&|notation| matches!(notation, Notation::Enclosed(before, _) if before == word));
                (!operators.is_empty()).then_some(Meant { operators, active: 0, first: 0 })
            }
            Bracket::Coalition => {
                let operators =
                    all(&|notation| matches!(notation, Notation::Bracketed(_) | Notation::BracketedInfix(_)));
                Some(Meant { operators, active: 0, first: 0 })
            }
            Bracket::Enforce => {
                let operators = all(&|notation| matches!(notation, Notation::BracketedInfix(_)));
                Some(Meant { operators, active: 0, first: 1 })
            }
        }
    }
}

/// The signature of an operator: each word of the way it is written that is not its own stands for what it takes.
pub(crate) fn signature(operator: Operator) -> Signature {
    let label = operator.written();
    let places = parameters(operator);
    let roles = operator.takes();
    let parameters = places.into_iter().zip(roles).map(|(place, role)| {
        let documentation = described(*role).to_owned();
        Parameter { label: place, documentation }
    });
    Signature { label: label.to_owned(), documentation: meaning(operator), parameters: parameters.collect() }
}

/// What an operator says, as Markdown without links.
pub(crate) fn meaning(operator: Operator) -> String {
    let mut out = String::new();
    let mut rest = operator.meaning();
    while let Some((before, (text, behind))) =
        rest.split_once('[').and_then(|(before, link)| Some((before, link.split_once("](")?)))
    {
        let Some((_, behind)) = behind.split_once(')') else { break };
        out += before;
        out += text;
        rest = behind;
    }
    out + rest
}

/// Where the names of what an operator takes stand in the way it is written.
pub(crate) fn parameters(operator: Operator) -> Vec<Range<usize>> {
    let own: &[&str] = match operator.notation() {
        Notation::Call(word) | Notation::Prefix(word) | Notation::Bracketed(word) | Notation::BracketedInfix(word) => {
            &[word]
        }
        Notation::Infix(word) | Notation::Sign(word) | Notation::Suffix(word) | Notation::Word(word) => &[word],
        Notation::Enclosed(before, word) => &[before, word],
        Notation::Name | Notation::Condition => &[],
    };
    let written = operator.written();
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '?';
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in written.char_indices().chain([(written.len(), ' ')]) {
        match (start, is_part(letter)) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                start = None;
                if !own.contains(&&written[first..at]) {
                    found.push(first..at);
                }
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    found
}

fn described(role: Role) -> &'static str {
    match role {
        Role::Proposition => "a proposition",
        Role::Condition => "a condition on variables",
        Role::Judged => "the agent that behaves correctly or not",
        Role::Obliged => "the agent that ought to behave correctly",
        Role::Knower => "the agent that knows",
        Role::Knowers => "the group that knows: its name, an agent, `{A, B}`, or a variable `?Y`",
        Role::Coalition => "the group that has a strategy: its name, an agent, `{A, B}`, or a variable `?Y`",
        Role::StateFormula => "a formula that is true or false in a state",
        Role::PathFormula => "a formula that is true or false along a path",
        Role::AnyFormula => "a formula",
    }
}
