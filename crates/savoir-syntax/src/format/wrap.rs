//! Breaking a statement that is too long for one line: at the smallest depth first, and there at the loosest operators.

use super::spacing::Spacing;
use super::{INDENT, MAX_INDENT, WIDTH};
use crate::{SyntaxKind as K, TokenId};

/// Prints the tokens of one statement.
pub(super) fn statement(spacing: &Spacing<'_>, tokens: &[TokenId], indent: usize, out: &mut String) {
    part(spacing, tokens, indent, indent + 2 * INDENT, out);
}

/// Prints a part of a statement: its first line at `indent`, those that follow at `inner`. An operand that needs several
/// lines is indented further than the operator that follows it, so that nothing in it looks like that operator; `if` and
/// `:` cannot be mistaken.
fn part(spacing: &Spacing<'_>, tokens: &[TokenId], indent: usize, inner: usize, out: &mut String) {
    if let Some(line) = spacing.join_within(tokens, WIDTH.saturating_sub(indent)) {
        push_line(out, indent, &line);
        return;
    }
    match break_points(spacing, tokens) {
        None => push_line(out, indent, &spacing.join(tokens)),
        Some((Strength::Comma, points)) => fill(spacing, tokens, &points, indent, inner, out),
        Some((strength, points)) => {
            let mut from = 0;
            let mut start = indent;
            let mut below = if strength == Strength::If { inner } else { inner + 2 * INDENT };
            for point in points.into_iter().chain([tokens.len()]) {
                part(spacing, &tokens[from..point], start, below, out);
                from = point;
                start = inner;
                below = inner + 2 * INDENT;
            }
        }
    }
}

/// Puts as many list items on a line as fit.
fn fill(spacing: &Spacing<'_>, tokens: &[TokenId], points: &[usize], indent: usize, inner: usize, out: &mut String) {
    let mut start = indent;
    let mut from = 0;
    let mut fits = 0;
    for &point in points.iter().chain([&tokens.len()]) {
        if fits > from && spacing.join_within(&tokens[from..point], WIDTH.saturating_sub(start)).is_none() {
            push_line(out, start, &spacing.join(&tokens[from..fits]));
            from = fits;
            start = inner;
        }
        fits = point;
    }
    push_line(out, start, &spacing.join(&tokens[from..]));
}

fn push_line(out: &mut String, indent: usize, line: &str) {
    out.extend(std::iter::repeat_n(' ', indent.min(MAX_INDENT)));
    out.push_str(line);
    out.push('\n');
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    If,
    Argument,
    Arrow,
    Or,
    And,
    Comma,
}

/// Where to break: before every operator of the loosest kind at the smallest depth that has one.
fn break_points(spacing: &Spacing<'_>, tokens: &[TokenId]) -> Option<(Strength, Vec<usize>)> {
    let mut depth = 0usize;
    let mut found: Vec<(usize, Strength, usize)> = Vec::new();
    for (index, &id) in tokens.iter().enumerate() {
        let strength = match spacing.kind(id) {
            K::LParen | K::LBrace => {
                depth += 1;
                None
            }
            K::RParen | K::RBrace => {
                depth = depth.saturating_sub(1);
                None
            }
            K::IfKw => Some((Strength::If, index)),
            K::Colon if spacing.parent(id) == K::ProtocolLine => Some((Strength::If, index)),
            K::Arrow | K::DoubleArrow | K::UKw => Some((Strength::Arrow, index)),
            K::OrKw => Some((Strength::Or, index)),
            K::AndKw => Some((Strength::And, index)),
            K::Comma if spacing.parent(id) == K::NameList => Some((Strength::Comma, index + 1)),
            K::Comma if spacing.parent(id) == K::EpistemicExpr => Some((Strength::Argument, index + 1)),
            _ => None,
        };
        if let Some((strength, point)) = strength.filter(|(_, point)| *point > 0 && *point < tokens.len()) {
            found.push((depth, strength, point));
        }
    }
    let (depth, strength) = found.iter().map(|&(depth, strength, _)| (depth, strength)).min()?;
    let mut points: Vec<usize> =
        found.iter().filter(|found| (found.0, found.1) == (depth, strength)).map(|found| found.2).collect();
    // Agents stay together; the formula they are followed by is what is long.
    if strength == Strength::Argument {
        points.drain(..points.len() - 1);
    }
    Some((strength, points))
}
