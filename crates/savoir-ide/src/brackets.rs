//! The brackets of a formula that are open at the cursor, and what each belongs to.

use crate::context::{Word, ends_operand};
use savoir_syntax::SyntaxKind as K;

/// What an opening bracket belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket<'d> {
    /// To itself.
    Group,
    /// To an operator with arguments: `K(`.
    Call(&'d str),
    /// To `A(` or `E(`.
    Quantifier(&'d str),
    /// To a coalition: `<`.
    Coalition,
    /// To what a coalition enforces: `<g>(`.
    Enforce,
    /// To a list of agents: `{`.
    List,
}

/// A bracket that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Open<'d> {
    pub(crate) bracket: Bracket<'d>,
    /// In which of its places the cursor is, from 0: so many commas, or `U`s, were passed.
    pub(crate) place: usize,
    /// Where what is inside begins.
    pub(crate) inside: usize,
}

/// The brackets that are open behind the last of some words, outermost first.
pub(crate) fn open_brackets<'d>(words: &[Word<'d>]) -> Vec<Open<'d>> {
    let mut open: Vec<Open<'d>> = Vec::new();
    // Whether the word before closed a coalition.
    let mut behind_coalition = false;
    for (index, word) in words.iter().enumerate() {
        let was_behind = std::mem::take(&mut behind_coalition);
        let bracket = match word.kind {
            K::LParen if was_behind => Some(Bracket::Enforce),
            K::LParen => Some(parenthesis(words[..index].last())),
            K::LBrace => Some(Bracket::List),
            K::Less if !words[..index].last().is_some_and(|before| ends_operand(before.kind)) => {
                Some(Bracket::Coalition)
            }
            _ => None,
        };
        open.extend(bracket.map(|bracket| Open { bracket, place: 0, inside: index + 1 }));
        let Some(last) = open.last_mut() else { continue };
        let is_list = matches!(last.bracket, Bracket::List | Bracket::Coalition);
        match (word.kind, last.bracket) {
            (K::Comma, Bracket::Call(_) | Bracket::List) | (K::UKw, Bracket::Quantifier(_) | Bracket::Enforce) => {
                last.place += 1;
            }
            (K::Greater, Bracket::Coalition) => {
                behind_coalition = true;
                open.pop();
            }
            (K::RBrace, Bracket::List) => {
                open.pop();
            }
            (K::RParen, _) if !is_list => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

fn parenthesis<'d>(before: Option<&Word<'d>>) -> Bracket<'d> {
    match before {
        Some(word) if is_call(*word) => Bracket::Call(word.text),
        Some(word) if matches!(word.kind, K::AKw | K::EKw) => Bracket::Quantifier(word.text),
        _ => Bracket::Group,
    }
}

fn is_call(word: Word<'_>) -> bool {
    matches!(word.kind, K::KKw | K::GkKw | K::GckKw | K::DkKw | K::OKw) || word.kind == K::Ident && word.text == "KH"
}

/// Whether the `>` at the end closes a coalition, and is no comparison.
pub(crate) fn closes_coalition(words: &[Word<'_>]) -> bool {
    let Some((_, inside)) = words.split_last() else { return false };
    let Some(opening) = inside.iter().rposition(|word| word.kind == K::Less) else { return false };
    let only_names = inside[opening + 1..]
        .iter()
        .all(|word| matches!(word.kind, K::Ident | K::EnvironmentKw | K::LBrace | K::RBrace | K::Comma | K::Question));
    only_names && !inside[..opening].last().is_some_and(|before| ends_operand(before.kind))
}
