//! Formulas: CTL, ATL, knowledge and norms, LTL, CTL*.
//!
//! In plain formulas `U` stands only inside `A( … U … )`, `E( … U … )` and `<g>( … U … )` and is weaker than every
//! connective there; in LTL and CTL* it is an infix operator that binds tighter than `!`. Comparisons of variables bind
//! tighter than all of these.

use super::expr::{Grammar, Level, expression, operand_error, qualified};
use super::{Completed, Parser, notations, slips};
use crate::Fix;
use crate::SyntaxKind as K;

/// What a prefix operator takes: the next operand, and a comparison is one: `AG A.x = 1` is `AG (A.x = 1)`.
pub(super) const OPERAND: Level = Level::Compare;

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

fn formula(p: &mut Parser<'_>, grammar: Grammar) -> Option<Completed> {
    expression(p, grammar, Level::Iff)
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
            expression(p, grammar.inner(), OPERAND);
            K::TemporalExpr
        }
        K::AKw | K::EKw => quantifier(p, grammar),
        K::Less => enforce(p, grammar),
        K::KKw | K::GkKw | K::GckKw | K::DkKw | K::OKw => epistemic(p, grammar, 1),
        K::Ident if p.current_text() == "KH" && p.nth(1) == K::LParen => epistemic(p, grammar, 2),
        K::TrueKw | K::FalseKw | K::Int => {
            p.bump();
            K::Literal
        }
        K::Minus => {
            p.bump();
            expression(p, grammar.inner(), Level::Prefix);
            K::NegExpr
        }
        K::Tilde => {
            p.bump();
            expression(p, grammar.inner(), Level::BitNot);
            K::BitNotExpr
        }
        K::ActionKw => {
            p.bump();
            K::ActionName
        }
        K::LParen => {
            p.bump();
            let inner = formula(p, grammar.inner());
            close(p);
            let core = inner.map_or(K::Error, |inner| inner.core);
            return Some(Completed { core, ..p.complete(m, K::Paren) });
        }
        K::Ident | K::EnvironmentKw if p.nth(1) == K::Dot => of_agent(p),
        K::Ident if notations::call(p) => epistemic(p, grammar, 1),
        K::Ident if notations::with_index(p, grammar) => K::EpistemicExpr,
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

/// `Agent.RedStates`, `Agent.GreenStates`, or a variable of a condition.
fn of_agent(p: &mut Parser<'_>) -> K {
    if matches!(p.nth(2), K::RedStatesKw | K::GreenStatesKw) {
        (0..3).for_each(|_| p.bump());
        return K::ColourRef;
    }
    qualified(p)
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
        expression(p, grammar.inner(), OPERAND);
        return K::PathQuantifier;
    }
    if p.at(K::LParen) {
        until_in_parentheses(p, grammar);
    } else {
        p.error_with_help(
            format!("expected `(`, found {}", p.found()),
            "write `A(f U g)`; start the formula with `CTL*` to quantify over any path formula",
        );
        expression(p, grammar, OPERAND);
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
    let doubled = notations::double_bracket(p);
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
    notations::close_double_bracket(p, doubled);
    p.expect(K::Greater);
    match p.current() {
        K::XKw | K::FKw | K::GKw => {
            p.bump();
            expression(p, grammar.inner(), OPERAND);
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
            expression(p, grammar.inner(), OPERAND);
            K::EnforceExpr
        }
    }
}

const KH_HELP: &str = "write `KH(i, j, f)`: agent `i` knows `f` if agent `j` is correct";

/// `K(i, f)` and its like; `KH(i, j, f)` names two agents.
fn epistemic(p: &mut Parser<'_>, grammar: Grammar, names: usize) -> K {
    if notations::without_parentheses(p, grammar) {
        return K::EpistemicExpr;
    }
    let word = p.current_text();
    p.bump();
    p.expect(K::LParen);
    for index in 0..names {
        // A formula in place of the second agent.
        if index == 1 && is_formula(p) {
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

/// Whether what stands in place of an agent is the beginning of a formula.
fn is_formula(p: &Parser<'_>) -> bool {
    use K::{AndKw, Arrow, Dot, DoubleArrow, Equal, Greater, GreaterEq, LParen, Less, LessEq, NotEq, OrKw, RParen};
    let behind_an_operand =
        [AndKw, Arrow, Dot, DoubleArrow, Equal, Greater, GreaterEq, LParen, Less, LessEq, NotEq, OrKw];
    p.nth(1) == RParen || behind_an_operand.contains(&p.nth(1))
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
pub(super) fn group(p: &mut Parser<'_>) {
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
