//! Booleans that are their opposites, numbers, or enumerations.
//!
//! All variables of a name are changed at once, and only if it is nothing but booleans that are compared with a truth value or
//! get one, as in `v = true`.

use super::edit::{replaced, tree, words};
use savoir_families::Random;
use savoir_syntax::{Span, SyntaxKind, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// Where a name stands that is a flag: with its type, beside a truth value, or alone in a list.
#[derive(Clone, Copy)]
enum Use {
    Type(Span),
    Value(Span, bool),
    Listed,
}

/// About half of the flags are the opposite of what they were.
pub(super) fn flipped(text: &str, random: &mut Random) -> Option<String> {
    let tree = tree(text);
    let mut flags = flags(&tree);
    flags.retain(|_, _| random.below(2) == 0);
    rewritten(text, &flags, "boolean", |_, value| (!value).to_string())
}

/// 0 for false and 1 for true.
pub(super) fn numbers(text: &str) -> Option<String> {
    rewritten(text, &flags(&tree(text)), "0..1", |_, value| u8::from(value).to_string())
}

/// Two values for each name.
pub(super) fn enums(text: &str) -> Option<String> {
    let tree = tree(text);
    let mut flags = flags(&tree);
    let taken: BTreeSet<&str> = words(&tree).into_iter().map(|word| word.1).collect();
    flags.retain(|name, _| ![true, false].iter().any(|value| taken.contains(value_of(name, *value).as_str())));
    let edits = edits(&flags, |name| format!("{{{}, {}}}", value_of(name, true), value_of(name, false)), value_of);
    (!edits.is_empty()).then(|| replaced(text, edits))
}

fn value_of(name: &str, value: bool) -> String {
    format!("{}_{name}", if value { "with" } else { "without" })
}

fn rewritten(
    text: &str,
    flags: &BTreeMap<&str, Vec<Use>>,
    kind: &str,
    value: impl Fn(&str, bool) -> String,
) -> Option<String> {
    let edits = edits(flags, |_| kind.to_owned(), value);
    (!edits.is_empty()).then(|| replaced(text, edits))
}

fn edits(
    flags: &BTreeMap<&str, Vec<Use>>,
    kind: impl Fn(&str) -> String,
    value: impl Fn(&str, bool) -> String,
) -> Vec<(Span, String)> {
    let edit = |name: &str, used: &Use| match *used {
        Use::Type(place) => Some((place, kind(name))),
        Use::Value(place, truth) => Some((place, value(name, truth))),
        Use::Listed => None,
    };
    flags.iter().flat_map(|(name, uses)| uses.iter().filter_map(|used| edit(name, used)).collect::<Vec<_>>()).collect()
}

/// The names that are flags, with their uses.
fn flags(tree: &Tree) -> BTreeMap<&str, Vec<Use>> {
    let words = words(tree);
    let mut found: BTreeMap<&str, Option<Vec<Use>>> = BTreeMap::new();
    let mut part = Part::Agents;
    for (at, (kind, name, _)) in words.iter().enumerate() {
        part = part.after(*kind);
        let qualified = at > 0 && words[at - 1].0 == SyntaxKind::Dot;
        if *kind != SyntaxKind::Ident || (part == Part::Formulas && !qualified) {
            continue;
        }
        let next = |steps: usize| words.get(at + steps).map_or(SyntaxKind::Eof, |word| word.0);
        if part == Part::Evaluation && !qualified && next(1) == SyntaxKind::IfKw {
            continue;
        }
        let used = match (next(1), next(2), next(3)) {
            _ if part == Part::Listed => Some(Use::Listed),
            (SyntaxKind::Colon, SyntaxKind::BooleanKw, _) => Some(Use::Type(words[at + 2].2)),
            (SyntaxKind::Equal | SyntaxKind::NotEq, truth @ (SyntaxKind::TrueKw | SyntaxKind::FalseKw), after)
                if ends_comparison(after) =>
            {
                Some(Use::Value(words[at + 2].2, truth == SyntaxKind::TrueKw))
            }
            _ => None,
        };
        let uses = found.entry(name).or_insert_with(|| Some(Vec::new()));
        match (used, &mut *uses) {
            (Some(used), Some(uses)) => uses.push(used),
            (None, uses) => *uses = None,
            (Some(_), None) => {}
        }
    }
    let is_flag = |uses: &Vec<Use>| uses.iter().any(|used| matches!(used, Use::Type(_)));
    found.into_iter().filter_map(|(name, uses)| Some((name, uses.filter(is_flag)?))).collect()
}

/// Which part of a file a word stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Agents,
    /// `Lobsvars`.
    Listed,
    Evaluation,
    Formulas,
}

impl Part {
    fn after(self, kind: SyntaxKind) -> Part {
        match kind {
            SyntaxKind::LobsvarsKw => Part::Listed,
            SyntaxKind::Semicolon if self == Part::Listed => Part::Agents,
            SyntaxKind::EvaluationKw => Part::Evaluation,
            SyntaxKind::InitStatesKw => Part::Agents,
            SyntaxKind::FormulaeKw | SyntaxKind::FairnessKw | SyntaxKind::GroupsKw => Part::Formulas,
            _ => self,
        }
    }
}

/// What may follow a comparison; `&` and the like bind tighter.
fn ends_comparison(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::AndKw
            | SyntaxKind::OrKw
            | SyntaxKind::RParen
            | SyntaxKind::Semicolon
            | SyntaxKind::IfKw
            | SyntaxKind::Arrow
            | SyntaxKind::DoubleArrow
            | SyntaxKind::Colon
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Agent A Vars: p : boolean; q : boolean; end Vars Actions = {a}; Protocol: p = true : {a}; end Protocol \
        Evolution: p = false if q = (p = true); end Evolution end Agent Evaluation q if A.p = true; end Evaluation \
        InitStates A.p <> false; end InitStates Formulae q and A.p = true; end Formulae";

    #[test]
    fn only_what_is_compared_with_a_truth_value_is_a_flag() {
        let tree = tree(TEXT);
        let flags = flags(&tree);
        assert_eq!(flags.keys().copied().collect::<Vec<_>>(), ["p"]);
        assert_eq!(flags["p"].len(), 7);
    }

    #[test]
    fn flags_become_numbers_and_enumerations() {
        let text = numbers(TEXT).unwrap();
        assert!(text.contains("p : 0..1; q : boolean") && text.contains("A.p <> 0") && text.contains("q = (p = 1)"));
        assert!(enums(TEXT).unwrap().contains("p : {with_p, without_p};"));
        assert!(numbers("Agent A Vars: q : 0..1; end Vars").is_none());
    }
}
