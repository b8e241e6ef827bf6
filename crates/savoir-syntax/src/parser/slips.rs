//! What people write who come from other languages, or from other tools: each slip gets one message that says how it is
//! written here, and parsing goes on with what was meant.

use super::Parser;
use super::expr::{Grammar, Infix, Left, Level};
use crate::{Code, Diagnostic, Fix, Span, SyntaxKind as K};

/// How something foreign is written here.
#[derive(Clone, Copy)]
pub(super) struct Advice {
    help: &'static str,
    /// What to write instead; if there are several, it depends on what was meant.
    instead: &'static [&'static str],
}

impl Advice {
    const fn new(help: &'static str, instead: &'static [&'static str]) -> Advice {
        Advice { help, instead }
    }
}

const NOT: Advice = Advice::new("negation is written `!`", &["!"]);
const AND: Advice = Advice::new("conjunction is written `and`", &["and"]);
const OR: Advice = Advice::new("disjunction is written `or`", &["or"]);
const IMPLIES: Advice = Advice::new("implication is written `->`", &["->"]);
const IFF: Advice = Advice::new("equivalence is written `<->`", &["<->"]);
const EQUAL: Advice = Advice::new("equality is written `=`", &["="]);
const ASSIGN: Advice = Advice::new("an assignment is written `=`", &["="]);
const LESS_OR_EQUAL: Advice = Advice::new("less or equal is written `<=`", &["<="]);
const GREATER_OR_IMPLIES: Advice =
    Advice::new("greater or equal is written `>=`, implication is written `->`", &[">=", "->"]);

/// Reports the next `tokens` tokens as something that is written otherwise here.
pub(super) fn report(p: &mut Parser<'_>, tokens: usize, advice: Advice) {
    let from = p.position.min(p.significant.len());
    let places = p.significant[from..].iter().take(tokens).map(|&index| p.tokens[index as usize].span);
    let span = places.reduce(Span::cover).unwrap_or_else(|| p.span());
    let message = format!("`{}` is no operator here", &p.text[span.range()]);
    let mut found = Diagnostic::new(Code::Syntax, span, message).label("here").help(advice.help);
    for instead in advice.instead {
        let title = format!("write `{instead}`");
        let fix = if advice.instead.len() == 1 { Fix::safe(title) } else { Fix::maybe_wrong(title) };
        found = found.fix(fix.replace(span, apart(p.text, span, instead)));
    }
    p.report(found);
}

/// A word in place of `span`, with spaces where it would otherwise grow together with its neighbours.
fn apart(text: &str, span: Span, word: &str) -> String {
    let belongs_to_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let bytes = text.as_bytes();
    let before = is_word && belongs_to_word((span.start as usize).checked_sub(1).and_then(|at| bytes.get(at)));
    let behind = is_word && belongs_to_word(bytes.get(span.end as usize));
    format!("{}{word}{}", if before { " " } else { "" }, if behind { " " } else { "" })
}

/// A foreign infix operator at the current token. In formulas `&` and `|` join variables, nothing else.
pub(super) fn infix(p: &Parser<'_>, grammar: Grammar, left: Left) -> Option<Infix> {
    let and = |tokens| (Level::And, K::AndExpr, tokens, AND);
    let or = |tokens| (Level::Or, K::OrExpr, tokens, OR);
    let implies = |tokens| (Level::Implies, K::ImpliesExpr, tokens, IMPLIES);
    let iff = |tokens| (Level::Iff, K::IffExpr, tokens, IFF);
    let compare = |advice| (Level::Compare, K::CompareExpr, 2, advice);
    let about_values = grammar == Grammar::Condition || left == Left::Value;
    let implied = grammar != Grammar::Condition && left == Left::Other || left == Left::Comparison;
    let (level, node, tokens, advice) = match p.current() {
        K::Amp if p.followed_by(K::Amp) => and(2),
        K::Pipe if p.followed_by(K::Pipe) => or(2),
        K::Amp if !about_values => and(1),
        K::Pipe if !about_values => or(1),
        K::Equal if p.followed_by(K::Greater) && implied => implies(2),
        K::Equal if p.followed_by(K::Greater) => compare(GREATER_OR_IMPLIES),
        K::Equal if p.followed_by(K::Less) => compare(LESS_OR_EQUAL),
        K::Equal if p.nth(1) == K::Equal => compare(EQUAL),
        K::Colon if p.followed_by(K::Equal) => compare(EQUAL),
        K::Ident => match p.current_text().to_ascii_lowercase().as_str() {
            "and" => and(1),
            "or" => or(1),
            "implies" => implies(1),
            "iff" => iff(1),
            _ => return None,
        },
        _ => return None,
    };
    Some(Infix { level, node, tokens, slip: Some(advice) })
}

/// `not` in front of something, or `~` in front of a formula: reported, and taken for `!`.
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
        K::Tilde => formula && !negates_a_variable(p),
        _ => false,
    };
    while is_not(p) {
        report(p, 1, NOT);
        p.bump();
    }
}

/// Whether the `~` here, or `~ ~`, stands in front of `Agent.variable` or of a truth value.
fn negates_a_variable(p: &Parser<'_>) -> bool {
    let ahead = if p.nth(1) == K::Tilde { 2 } else { 1 };
    let names_a_variable = matches!(p.nth(ahead), K::Ident | K::EnvironmentKw)
        && p.nth(ahead + 1) == K::Dot
        && !matches!(p.nth(ahead + 2), K::RedStatesKw | K::GreenStatesKw);
    names_a_variable || matches!(p.nth(ahead), K::TrueKw | K::FalseKw)
}

/// The `=` of an assignment, however it is written.
pub(super) fn assignment_sign(p: &mut Parser<'_>) {
    let foreign = match p.current() {
        K::Colon => p.followed_by(K::Equal),
        K::Equal => p.nth(1) == K::Equal,
        _ => false,
    };
    if foreign {
        report(p, 2, ASSIGN);
        p.bump();
        p.bump();
    } else {
        p.expect(K::Equal);
    }
}
