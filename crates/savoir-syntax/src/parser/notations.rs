//! Knowledge and strategies as papers and other tools write them: `<<A>>F p`, `CK(g, p)`, `K_Bob p`, `K Bob p`. Each gets one
//! message that says how it is written here, and parsing goes on with what was meant.

use super::Parser;
use super::expr::{Grammar, expression};
use super::formula::{OPERAND, group};
use crate::{Code, Diagnostic, Fix, Span, SyntaxKind as K};

/// What others call the operators of knowledge, and how they are written here.
const CALLED: &[(&str, &str)] = &[
    ("CK", "GCK"),
    ("C", "GCK"),
    ("CommonK", "GCK"),
    ("EK", "GK"),
    ("D", "DK"),
    ("DistK", "DK"),
    ("Know", "K"),
    ("Knows", "K"),
    ("know", "K"),
    ("knows", "K"),
];

fn written_here(word: &str) -> Option<&'static str> {
    CALLED.iter().find(|(foreign, _)| *foreign == word).map(|(_, here)| *here)
}

fn what(operator: &str) -> &'static str {
    match operator {
        "GCK" => "common knowledge of a group is written `GCK(group, f)`",
        "GK" => "that everybody in a group knows something is written `GK(group, f)`",
        "DK" => "distributed knowledge of a group is written `DK(group, f)`",
        "O" => "what holds where an agent behaves correctly is written `O(Agent, f)`",
        _ => "what an agent knows is written `K(Agent, f)`",
    }
}

/// The second bracket of `<<`, if there is one; it is taken.
pub(super) fn double_bracket(p: &mut Parser<'_>) -> Option<Span> {
    let doubled = p.at(K::Less) && p.followed_by(K::Less);
    doubled.then(|| {
        let span = p.span();
        p.bump();
        span
    })
}

/// Reports `<<A>>` at its end, and takes the first of the two closing brackets.
pub(super) fn close_double_bracket(p: &mut Parser<'_>, opened: Option<Span>) {
    let Some(opened) = opened else { return };
    let closing = (p.at(K::Greater) && p.nth(1) == K::Greater).then(|| p.span());
    let inside = p.text.get(opened.end as usize + 1..p.span().start as usize).unwrap_or("A").trim();
    let mut found = Diagnostic::new(Code::Syntax, opened, "a coalition stands in single brackets")
        .label("doubled here")
        .help(format!("write `<{inside}>F f`, and so on"));
    if let Some(closing) = closing {
        found = found.fix(Fix::safe("write single brackets").remove(opened).remove(closing));
        p.report(found);
        p.bump();
    } else {
        p.report(found);
    }
}

/// Whether a word that others use for an operator stands here as one, `CK(g, f)`; then it is reported.
pub(super) fn call(p: &mut Parser<'_>) -> bool {
    let Some(here) = written_here(p.current_text()).filter(|_| p.nth(1) == K::LParen) else { return false };
    let fix = Fix::safe(format!("write `{here}`")).replace(p.span(), here);
    p.report(p.wrong_here(format!("`{}` is no operator here", p.current_text()), what(here)).fix(fix));
    true
}

/// Whether a formula may start here, behind an operator that should have been applied to it.
fn operand_follows(kind: K) -> bool {
    use K::{AKw, AfKw, AgKw, AxKw, Bang, DkKw, EKw, EfKw, EgKw, EnvironmentKw, ExKw, FKw, FalseKw};
    use K::{GKw, GckKw, GkKw, Ident, KKw, LParen, OKw, Tilde, TrueKw, XKw};
    [
        AKw,
        AfKw,
        AgKw,
        AxKw,
        Bang,
        DkKw,
        EKw,
        EfKw,
        EgKw,
        EnvironmentKw,
        ExKw,
        FKw,
        FalseKw,
        GKw,
        GckKw,
        GkKw,
        Ident,
        KKw,
        LParen,
        OKw,
        Tilde,
        TrueKw,
        XKw,
    ]
    .contains(&kind)
}

/// Takes `K Bob f` and reports it; says whether it stood here, behind the operator that is to be taken.
pub(super) fn without_parentheses(p: &mut Parser<'_>, grammar: Grammar) -> bool {
    if !matches!(p.nth(1), K::Ident | K::EnvironmentKw) || !operand_follows(p.nth(2)) {
        return false;
    }
    let (start, word) = (p.span(), p.current_text());
    p.bump();
    let agent = p.current_text();
    group(p);
    finish(p, grammar, start, word, agent);
    true
}

/// Takes `K_Bob f` and reports it; says whether it stood here.
pub(super) fn with_index(p: &mut Parser<'_>, grammar: Grammar) -> bool {
    let Some((word, agent)) = p.current_text().split_once('_') else { return false };
    let known = ["K", "GK", "GCK", "DK", "O"].into_iter().find(|known| *known == word);
    let Some(here) = known.or_else(|| written_here(word)) else { return false };
    if agent.is_empty() || !operand_follows(p.nth(1)) {
        return false;
    }
    let start = p.span();
    p.bump();
    finish(p, grammar, start, here, agent);
    true
}

/// Takes the formula behind an operator with its agent, and says how all of it is written here.
fn finish(p: &mut Parser<'_>, grammar: Grammar, start: Span, word: &str, agent: &str) {
    let head = start.cover(p.previous_span());
    let formula = p.span().start;
    let operand = expression(p, grammar.inner(), OPERAND);
    let end = p.previous_span().end.max(formula);
    let call = format!("{word}({agent}, ");
    let fix = Fix::safe(format!("write `{word}({agent}, …)`"));
    let fix = if operand.is_some_and(|operand| p.kind(operand) == K::Paren) && p.follows(K::RParen) {
        fix.replace(Span::new(start.start, formula + 1), call)
    } else {
        fix.replace(Span::new(start.start, formula), call).insert(end, ")")
    };
    let message = format!("`{}` needs parentheses around an agent and a formula", word);
    p.report(Diagnostic::new(Code::Syntax, head, message).label("here").help(what(word)).fix(fix));
}
