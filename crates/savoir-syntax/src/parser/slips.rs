//! What people write who come from other languages, or from other tools: each slip gets one message that says how it is
//! written here, and parsing goes on with what was meant.

use super::Parser;
use super::expr::{Grammar, Infix, Level};
use crate::{Code, Diagnostic, Span, SyntaxKind as K};

/// Reports the next `tokens` tokens as something that is written otherwise here.
pub(super) fn report(p: &mut Parser<'_>, tokens: usize, help: &str) {
    let from = p.position.min(p.significant.len());
    let places = p.significant[from..].iter().take(tokens).map(|&index| p.tokens[index as usize].span);
    let span = places.reduce(Span::cover).unwrap_or_else(|| p.span());
    let message = format!("`{}` is no operator here", &p.text[span.range()]);
    p.report(Diagnostic::new(Code::Syntax, span, message).label("here").help(help));
}

/// A foreign infix operator at the current token. `compared` says whether a comparison stands before it.
pub(super) fn infix(p: &Parser<'_>, grammar: Grammar, compared: bool) -> Option<Infix> {
    let and = |tokens| (Level::And, K::AndExpr, tokens, "conjunction is written `and`");
    let or = |tokens| (Level::Or, K::OrExpr, tokens, "disjunction is written `or`");
    let implies = |tokens| (Level::Implies, K::ImpliesExpr, tokens, "implication is written `->`");
    let iff = |tokens| (Level::Iff, K::IffExpr, tokens, "equivalence is written `<->`");
    let compare = |help| (Level::Compare, K::CompareExpr, 2, help);
    let formula = grammar != Grammar::Condition;
    let (level, node, tokens, help) = match p.current() {
        K::Amp if p.followed_by(K::Amp) => and(2),
        K::Pipe if p.followed_by(K::Pipe) => or(2),
        K::Amp if formula => and(1),
        K::Pipe if formula => or(1),
        K::Equal if p.followed_by(K::Greater) && (formula || compared) => implies(2),
        K::Equal if formula => return None,
        K::Equal if p.followed_by(K::Greater) => {
            compare("greater or equal is written `>=`, implication is written `->`")
        }
        K::Equal if p.followed_by(K::Less) => compare("less or equal is written `<=`"),
        K::Equal if p.nth(1) == K::Equal => compare("equality is written `=`"),
        K::Colon if p.followed_by(K::Equal) => compare("equality is written `=`"),
        K::Ident => match p.current_text().to_ascii_lowercase().as_str() {
            "and" => and(1),
            "or" => or(1),
            "implies" => implies(1),
            "iff" => iff(1),
            _ => return None,
        },
        _ => return None,
    };
    Some(Infix { level, node, tokens, slip: Some(help) })
}

/// `not` in front of something, or `~` in a formula: reported, and taken for `!`.
pub(super) fn eat_not(p: &mut Parser<'_>, grammar: Grammar) {
    let formula = grammar != Grammar::Condition;
    // `not` may also be a name, so what follows decides.
    let operand = |kind: K| match kind {
        K::AndKw | K::OrKw | K::UKw | K::IfKw | K::EndKw => false,
        K::Less => formula,
        kind => kind.is_keyword() || matches!(kind, K::Ident | K::LParen | K::Bang | K::Tilde),
    };
    let is_not = |p: &Parser<'_>| match p.current() {
        K::Ident => p.current_text().eq_ignore_ascii_case("not") && operand(p.nth(1)),
        K::Tilde => formula,
        _ => false,
    };
    while is_not(p) {
        report(p, 1, "negation is written `!`");
        p.bump();
    }
}

/// A comparison in a formula: reported and stepped over.
pub(super) fn comparison_in_formula(p: &mut Parser<'_>, grammar: Grammar) {
    if at_comparison(p) && infix(p, grammar, false).is_none() {
        p.error_with_help(
            format!("unexpected {}: a formula contains no comparisons", p.found()),
            "formulas speak about propositions: define one in `Evaluation`",
        );
        step_over_comparison(p);
    }
}

fn at_comparison(p: &Parser<'_>) -> bool {
    matches!(p.current(), K::Equal | K::NotEq | K::Less | K::LessEq | K::Greater | K::GreaterEq)
}

/// Steps over `= 1` and its like, if that follows.
pub(super) fn step_over_comparison(p: &mut Parser<'_>) {
    if !at_comparison(p) {
        return;
    }
    let m = p.start();
    while at_comparison(p) || p.at(K::Minus) {
        p.bump();
    }
    if matches!(p.current(), K::Ident | K::Int | K::TrueKw | K::FalseKw | K::EnvironmentKw) {
        p.bump();
        if p.at(K::Dot) {
            p.bump();
            p.bump();
        }
    }
    p.complete(m, K::Error);
}

/// The `=` of an assignment, however it is written.
pub(super) fn assignment_sign(p: &mut Parser<'_>) {
    let foreign = match p.current() {
        K::Colon => p.followed_by(K::Equal),
        K::Equal => p.nth(1) == K::Equal,
        _ => false,
    };
    if foreign {
        report(p, 2, "an assignment is written `=`");
        p.bump();
        p.bump();
    } else {
        p.expect(K::Equal);
    }
}
