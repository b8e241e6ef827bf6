//! Formulas: CTL, ATL, knowledge and norms, LTL, CTL*.
//!
//! In plain formulas `U` stands only inside `A( … U … )`, `E( … U … )` and `<g>( … U … )` and is weaker than every
//! connective there; in LTL and CTL* it is an infix operator that binds tighter than `!`.

use super::expr::{Grammar, Level, expression, operand_error};
use super::{Completed, Parser, slips};
use crate::SyntaxKind as K;
use crate::{Fix, closest};

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
        let help = "write a CTL formula as it is; only `LTL` and `CTL*` need a prefix";
        let fix = Fix::safe("remove `CTL`").remove(p.span_with_spaces());
        p.report(p.wrong_here("`CTL` is no prefix", help).fix(fix));
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
    slips::eat_not(p, grammar);
    let m = p.start();
    let kind = match p.current() {
        K::Bang => {
            p.bump();
            expression(p, grammar, Level::Until);
            K::NotExpr
        }
        K::AgKw | K::EgKw | K::AxKw | K::ExKw | K::AfKw | K::EfKw | K::XKw | K::FKw | K::GKw => {
            p.bump();
            expression(p, grammar.inner(), Level::Prefix);
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
            formula(p, grammar.inner());
            close(p);
            K::Paren
        }
        K::Ident | K::EnvironmentKw if p.nth(1) == K::Dot => {
            p.bump();
            p.bump();
            colour(p);
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

/// `RedStates` or `GreenStates`, behind the dot.
fn colour(p: &mut Parser<'_>) {
    if p.eat(K::RedStatesKw) || p.eat(K::GreenStatesKw) {
        return;
    }
    let message = format!("expected `RedStates` or `GreenStates`, found {}", p.found());
    let found = match closest(p.current_text(), ["RedStates", "GreenStates"]) {
        Some(guess) => p
            .wrong_here(message, format!("did you mean `{guess}`?"))
            .fix(Fix::maybe_wrong(format!("write `{guess}`")).replace(p.span(), guess)),
        None => p.wrong_here(message, "formulas speak about propositions: define one in `Evaluation`"),
    };
    p.report(found);
    if p.at(K::Ident) || p.current().is_keyword() {
        p.bump();
    }
    slips::step_over_comparison(p);
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
        expression(p, grammar.inner(), Level::Prefix);
        return K::PathQuantifier;
    }
    if p.at(K::LParen) {
        until_in_parentheses(p, grammar);
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
fn until_in_parentheses(p: &mut Parser<'_>, grammar: Grammar) {
    let operand = match grammar {
        Grammar::CtlStar | Grammar::CtlStarOperand => Grammar::CtlStarOperand,
        _ => Grammar::Plain,
    };
    p.expect(K::LParen);
    formula(p, operand);
    if p.expect(K::UKw) {
        formula(p, operand);
    }
    p.expect(K::RParen);
}

/// `<group> X f` and its like, or `<group>( f U g )`.
fn enforce(p: &mut Parser<'_>, grammar: Grammar) -> K {
    p.expect(K::Less);
    let first = p.span();
    group(p);
    if p.at(K::Comma) {
        let mut found = p.wrong_here("several agents stand in braces", "write `<{A, B}>` for the group of `A` and `B`");
        if let Some(end) = p.end_of_names() {
            found = found.fix(Fix::safe("write braces").insert(first.start, "{").insert(end, "}"));
        }
        p.report(found);
        p.skip_while(|p| !matches!(p.current(), K::Greater | K::Semicolon | K::EndKw));
    }
    p.expect(K::Greater);
    match p.current() {
        K::XKw | K::FKw | K::GKw => {
            p.bump();
            expression(p, grammar.inner(), Level::Prefix);
            K::EnforceExpr
        }
        K::LParen => {
            until_in_parentheses(p, grammar);
            K::EnforceUntil
        }
        _ => {
            p.error_with_help(
                format!("expected `X`, `F`, `G` or `(`, found {}", p.found()),
                "strategic formulas are `<g>X f`, `<g>F f`, `<g>G f` and `<g>(f U g)`",
            );
            expression(p, grammar.inner(), Level::Prefix);
            K::EnforceExpr
        }
    }
}

const KH_HELP: &str = "write `KH(i, j, f)`: agent `i` knows `f` if agent `j` is correct";

/// `K(i, f)` and its like; `KH(i, j, f)` names two agents.
fn epistemic(p: &mut Parser<'_>, grammar: Grammar, names: usize) -> K {
    let word = p.current_text();
    p.bump();
    p.expect(K::LParen);
    for index in 0..names {
        // A formula in place of the second agent.
        if index == 1 && matches!(p.nth(1), K::RParen | K::LParen | K::AndKw | K::OrKw | K::Arrow | K::DoubleArrow) {
            p.error_with_help("`KH` takes two agents and a formula", KH_HELP);
            skip_arguments(p);
            return K::EpistemicExpr;
        }
        group(p);
        p.expect(K::Comma);
    }
    // One more agent in place of the formula.
    if matches!(p.current(), K::Ident | K::EnvironmentKw) && p.nth(1) == K::Comma {
        let (what, help) = match word {
            "K" => ("one agent", "the knowledge of several agents is written `GK`, `GCK` or `DK`"),
            "O" => ("one agent", "name one agent"),
            "KH" => ("two agents", KH_HELP),
            _ => ("one group", "several agents stand in braces: `{A, B}`"),
        };
        p.error_with_help(format!("`{word}` takes {what} and a formula"), help);
        skip_arguments(p);
        return K::EpistemicExpr;
    }
    formula(p, grammar.inner());
    close(p);
    K::EpistemicExpr
}

/// Skips to the parenthesis that closes the arguments, and takes it.
fn skip_arguments(p: &mut Parser<'_>) {
    let m = p.start();
    let mut depth = 0usize;
    while !matches!(p.current(), K::Eof | K::Semicolon | K::EndKw) {
        match p.current() {
            K::LParen => depth += 1,
            K::RParen if depth == 0 => break,
            K::RParen => depth -= 1,
            _ => {}
        }
        p.bump();
    }
    p.complete(m, K::Error);
    p.eat(K::RParen);
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
