//! Formulas: CTL, ATL, knowledge and norms, LTL, CTL*.
//!
//! In plain formulas `U` stands only inside `A( … U … )`, `E( … U … )` and `<g>( … U … )` and is weaker than every
//! connective there; in LTL and CTL* it is an infix operator that binds tighter than `!`.

use super::expr::{Grammar, Level, eat_not, expression, operand_error};
use super::{Completed, Parser};
use crate::SyntaxKind as K;

/// A formula of the `Formulae` section, without its `;`.
pub(super) fn property(p: &mut Parser<'_>) {
    let grammar = match p.current() {
        K::LtlKw => Grammar::Ltl,
        K::CtlStarKw => Grammar::CtlStar,
        _ => Grammar::Plain,
    };
    if grammar != Grammar::Plain {
        p.bump();
    } else if p.at(K::Ident) && p.current_text() == "CTL" && p.nth(1).is_keyword() {
        p.error_with_help("`CTL` is no prefix", "write a CTL formula as it is; only `LTL` and `CTL*` need a prefix");
        p.bump();
    }
    formula(p, grammar);
    if grammar == Grammar::Plain && p.at(K::UKw) {
        p.error_with_help("`U` needs a path quantifier around it", "write `A(f U g)`, `E(f U g)` or `<group>(f U g)`");
    }
}

/// A plain formula, as in `Fairness`.
pub(super) fn plain(p: &mut Parser<'_>) {
    formula(p, Grammar::Plain);
}

fn formula(p: &mut Parser<'_>, grammar: Grammar) {
    expression(p, grammar, Level::Iff);
}

pub(super) fn operand(p: &mut Parser<'_>, grammar: Grammar) -> Option<Completed> {
    eat_not(p);
    let m = p.start();
    let kind = match p.current() {
        K::Bang => {
            p.bump();
            expression(p, grammar, Level::Until);
            K::NotExpr
        }
        K::AgKw | K::EgKw | K::AxKw | K::ExKw | K::AfKw | K::EfKw | K::XKw | K::FKw | K::GKw => {
            p.bump();
            expression(p, grammar, Level::Prefix);
            K::TemporalExpr
        }
        K::AKw | K::EKw => quantifier(p, grammar),
        K::Less => enforce(p, grammar),
        K::KKw | K::GkKw | K::GckKw | K::DkKw | K::OKw => epistemic(p, grammar, 1),
        K::Ident if p.current_text() == "KH" && p.nth(1) == K::LParen => epistemic(p, grammar, 2),
        K::TrueKw | K::FalseKw => {
            p.bump();
            K::Literal
        }
        K::LParen => {
            p.bump();
            formula(p, grammar);
            close(p);
            K::Paren
        }
        K::Ident | K::EnvironmentKw if p.nth(1) == K::Dot => {
            p.bump();
            p.bump();
            if !p.eat(K::RedStatesKw) && !p.eat(K::GreenStatesKw) {
                p.error_with_help(
                    format!("expected `RedStates` or `GreenStates`, found {}", p.found()),
                    "formulas speak about propositions: define one in `Evaluation`",
                );
                p.bump();
            }
            K::ColourRef
        }
        K::Ident => {
            p.bump();
            K::Name
        }
        _ => {
            operand_error(p, "a formula");
            p.complete(m, K::Error);
            return None;
        }
    };
    Some(p.complete(m, kind))
}

/// The closing parenthesis of a group, with advice for a stray `U`.
fn close(p: &mut Parser<'_>) {
    if p.at(K::UKw) {
        p.error_with_help(
            "`U` needs a path quantifier directly around it",
            "write `A(f U g)`, `E(f U g)` or `<group>(f U g)`, with one pair of parentheses",
        );
        p.bump();
        formula(p, Grammar::Plain);
    }
    p.expect(K::RParen);
}

/// `A` or `E`: with `( f U g )` in plain formulas, in front of a path formula elsewhere.
fn quantifier(p: &mut Parser<'_>, grammar: Grammar) -> K {
    p.bump();
    if grammar != Grammar::Plain {
        expression(p, grammar, Level::Prefix);
        return K::PathQuantifier;
    }
    if p.at(K::LParen) {
        until_in_parentheses(p);
    } else {
        p.error_with_help(
            format!("expected `(`, found {}", p.found()),
            "write `A(f U g)`; start the formula with `CTL*` to quantify over any path formula",
        );
        expression(p, grammar, Level::Prefix);
    }
    K::QuantifiedUntil
}

/// `( f U g )` with `U` weaker than every connective, as in plain formulas; so it is read wherever it stands.
fn until_in_parentheses(p: &mut Parser<'_>) {
    p.expect(K::LParen);
    plain(p);
    if p.expect(K::UKw) {
        plain(p);
    }
    p.expect(K::RParen);
}

/// `<group> X f` and its like, or `<group>( f U g )`.
fn enforce(p: &mut Parser<'_>, grammar: Grammar) -> K {
    p.expect(K::Less);
    group(p);
    p.expect(K::Greater);
    match p.current() {
        K::XKw | K::FKw | K::GKw => {
            p.bump();
            expression(p, grammar, Level::Prefix);
            K::EnforceExpr
        }
        K::LParen => {
            until_in_parentheses(p);
            K::EnforceUntil
        }
        _ => {
            p.error_with_help(
                format!("expected `X`, `F`, `G` or `(`, found {}", p.found()),
                "strategic formulas are `<g>X f`, `<g>F f`, `<g>G f` and `<g>(f U g)`",
            );
            expression(p, grammar, Level::Prefix);
            K::EnforceExpr
        }
    }
}

/// `K(i, f)` and its like; `KH(i, j, f)` names two agents.
fn epistemic(p: &mut Parser<'_>, grammar: Grammar, names: usize) -> K {
    p.bump();
    p.expect(K::LParen);
    for _ in 0..names {
        group(p);
        p.expect(K::Comma);
    }
    formula(p, grammar);
    close(p);
    K::EpistemicExpr
}

/// A group: its name, an agent, `{A, B}`, or a variable `?Y`.
fn group(p: &mut Parser<'_>) {
    let m = p.start();
    match p.current() {
        K::LBrace => super::file::name_list(p, "an agent"),
        K::Question => {
            p.bump();
            p.name("the name of a group variable");
        }
        K::EnvironmentKw => p.bump(),
        _ => {
            p.name("an agent or a group");
        }
    }
    p.complete(m, K::GroupRef);
}
