//! Conditions and arithmetic, and the operator-precedence loop that formulas use as well: they have the same comparisons and
//! the same arithmetic, so no parenthesis has to be read twice to tell `(A.x + 1) < B.y` from `(p and q)`. Whether a side of
//! a comparison is a value is a question of names and types, which come later.
//!
//! A chain of operators of one level becomes one flat node: `a and b and c` is a single `AndExpr` with three operands,
//! so long chains do not make deep trees.

use super::{Completed, MAX_NESTING, Parser, formula, slips};
use crate::{Code, Diagnostic, SyntaxKind};

/// Which language of expressions is being read. The levels of its operators follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grammar {
    /// Conditions over variables and actions; arithmetic is a part of it.
    Condition,
    /// CTL, ATL, epistemic and deontic formulas.
    Plain,
    /// Path formulas of LTL.
    Ltl,
    /// State and path formulas of CTL*.
    CtlStar,
    /// State formulas of CTL* as operands of `<g>( … U … )`, where the `U` is not theirs.
    CtlStarOperand,
}

impl Grammar {
    /// The grammar of what stands inside parentheses or behind a prefix operator.
    pub(super) fn inner(self) -> Grammar {
        if self == Grammar::CtlStarOperand { Grammar::CtlStar } else { self }
    }
}

/// Binding strength, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Until,
    Compare,
    BitOr,
    BitAnd,
    BitNot,
    Sum,
    Product,
    Prefix,
}

impl Level {
    fn tighter(self) -> Level {
        use Level::*;
        match self {
            Iff => Implies,
            Implies => Or,
            Or => And,
            And => Not,
            Not => Until,
            Until => Compare,
            Compare => BitOr,
            BitOr => BitAnd,
            BitAnd => BitNot,
            BitNot => Sum,
            Sum => Product,
            Product | Prefix => Prefix,
        }
    }
}

/// An infix operator: how it binds, the node it makes, and how many tokens it is written with.
#[derive(Clone, Copy)]
pub(super) struct Infix {
    pub(super) level: Level,
    pub(super) node: SyntaxKind,
    pub(super) tokens: usize,
    /// Advice if this is how other languages write the operator.
    pub(super) slip: Option<slips::Advice>,
}

impl Infix {
    /// Takes the operator, and says so if it is not ours.
    pub(super) fn eat(self, p: &mut Parser<'_>) {
        if let Some(advice) = self.slip {
            slips::report(p, self.tokens, advice);
        }
        (0..self.tokens).for_each(|_| p.bump());
    }
}

/// What stands before an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// A comparison, perhaps with more around it.
    Comparison,
    /// A variable, or something made of variables that is no comparison.
    Value,
    /// Anything else.
    Other,
}

impl Left {
    fn of(node: SyntaxKind) -> Left {
        use SyntaxKind as K;
        match node {
            K::CompareExpr => Left::Comparison,
            K::QualifiedName | K::BitNotExpr | K::BitAndExpr | K::BitOrExpr => Left::Value,
            K::NegExpr | K::SumExpr | K::ProductExpr | K::Literal => Left::Value,
            _ => Left::Other,
        }
    }

    fn with(self, node: SyntaxKind) -> Left {
        if self == Left::Comparison { self } else { Left::of(node) }
    }
}

/// The operator at the current token.
fn infix(p: &Parser<'_>, grammar: Grammar, left: Left) -> Option<Infix> {
    slips::infix(p, grammar, left).or_else(|| {
        let (level, node) = own_infix(grammar, p.current())?;
        Some(Infix { level, node, tokens: 1, slip: None })
    })
}

fn own_infix(grammar: Grammar, token: SyntaxKind) -> Option<(Level, SyntaxKind)> {
    use SyntaxKind as K;
    let found = match token {
        K::DoubleArrow => (Level::Iff, K::IffExpr),
        K::Arrow => (Level::Implies, K::ImpliesExpr),
        K::OrKw => (Level::Or, K::OrExpr),
        K::AndKw => (Level::And, K::AndExpr),
        K::UKw if matches!(grammar, Grammar::Ltl | Grammar::CtlStar) => (Level::Until, K::UntilExpr),
        K::Equal | K::NotEq | K::Less | K::LessEq | K::Greater | K::GreaterEq => (Level::Compare, K::CompareExpr),
        K::Pipe | K::Caret => (Level::BitOr, K::BitOrExpr),
        K::Amp => (Level::BitAnd, K::BitAndExpr),
        K::Plus | K::Minus => (Level::Sum, K::SumExpr),
        K::Star | K::Slash => (Level::Product, K::ProductExpr),
        _ => return None,
    };
    Some(found)
}

/// A condition.
pub(super) fn condition(p: &mut Parser<'_>) {
    expression(p, Grammar::Condition, Level::Iff);
}

/// The right-hand side of an assignment: arithmetic and bit operators, no connectives.
pub(super) fn value(p: &mut Parser<'_>) {
    expression(p, Grammar::Condition, Level::BitOr);
}

/// An expression whose outermost operators bind at least as tightly as `least`.
pub(super) fn expression(p: &mut Parser<'_>, grammar: Grammar, least: Level) -> Option<Completed> {
    if p.depth >= MAX_NESTING {
        too_deep(p);
        return None;
    }
    p.depth += 1;
    let result = expression_within_depth(p, grammar, least);
    p.depth -= 1;
    result
}

fn expression_within_depth(p: &mut Parser<'_>, grammar: Grammar, least: Level) -> Option<Completed> {
    let mut left = match grammar {
        Grammar::Condition => condition_operand(p)?,
        _ => formula::operand(p, grammar)?,
    };
    let mut before = Left::of(left.core);
    while let Some(Infix { level, node, .. }) = infix(p, grammar, before).filter(|found| found.level >= least) {
        let m = p.precede(left);
        while let Some(operator) = infix(p, grammar, before).filter(|found| found.level == level) {
            operator.eat(p);
            expression(p, grammar, level.tighter());
            if level == Level::Compare {
                break;
            }
        }
        left = p.complete(m, node);
        before = before.with(node);
        if level == Level::Compare && infix(p, grammar, before).is_some_and(|found| found.level == level) {
            p.error_with_help(
                "comparisons cannot be chained",
                "join comparisons with `and` or `or`; `&`, `|` and `^` bind tighter than `=`",
            );
            p.bump();
            expression(p, grammar, level.tighter());
        }
    }
    Some(left)
}

/// Reports the depth once and skips the rest of the statement, so that the callers on the way out stay silent.
fn too_deep(p: &mut Parser<'_>) {
    let message = format!("nested more than {MAX_NESTING} levels deep");
    p.report(
        Diagnostic::new(Code::TooDeep, p.span(), message)
            .label("too deep here")
            .help("chains such as `a and b and c` need no parentheses and count as one level"),
    );
    p.skip_while(|p| !matches!(p.current(), SyntaxKind::Semicolon | SyntaxKind::EndKw));
    p.last_error = Some(p.position);
}

fn condition_operand(p: &mut Parser<'_>) -> Option<Completed> {
    use SyntaxKind as K;
    slips::eat_not(p, Grammar::Condition);
    let prefix = match p.current() {
        K::Bang => Some((Level::Compare, K::NotExpr)),
        K::Tilde => Some((Level::BitNot, K::BitNotExpr)),
        K::Minus => Some((Level::Prefix, K::NegExpr)),
        _ => None,
    };
    if let Some((level, kind)) = prefix {
        let m = p.start();
        p.bump();
        expression(p, Grammar::Condition, level);
        return Some(p.complete(m, kind));
    }
    let m = p.start();
    let kind = match p.current() {
        K::Int | K::TrueKw | K::FalseKw => {
            p.bump();
            K::Literal
        }
        K::LParen => {
            p.bump();
            condition(p);
            p.expect(K::RParen);
            K::Paren
        }
        K::ActionKw => {
            p.bump();
            K::ActionName
        }
        K::Ident | K::EnvironmentKw if p.nth(1) == K::Dot => qualified(p),
        K::Ident => {
            p.bump();
            K::Name
        }
        _ => {
            operand_error(p, "a condition or value");
            p.complete(m, K::Error);
            return None;
        }
    };
    Some(p.complete(m, kind))
}

/// `Agent.variable` or `Agent.Action`.
pub(super) fn qualified(p: &mut Parser<'_>) -> SyntaxKind {
    p.bump();
    p.bump();
    if p.eat(SyntaxKind::ActionKw) {
        return SyntaxKind::ActionName;
    }
    p.name("a variable");
    SyntaxKind::QualifiedName
}

/// Reports that an operand is missing; a reserved word in its place gets its own message.
pub(super) fn operand_error(p: &mut Parser<'_>, what: &str) {
    let kind = p.current();
    let structural = [SyntaxKind::EndKw, SyntaxKind::IfKw, SyntaxKind::AndKw, SyntaxKind::OrKw, SyntaxKind::OtherKw];
    if kind.is_keyword() && !structural.contains(&kind) {
        let message = format!("`{}` is a reserved word and cannot stand for {what}", p.current_text());
        p.report(
            Diagnostic::new(Code::ReservedWord, p.span(), message)
                .label("reserved")
                .help("if this is meant to be a name, choose another one"),
        );
        p.bump();
    } else {
        p.error(format!("expected {what}, found {}", p.found()));
    }
}
