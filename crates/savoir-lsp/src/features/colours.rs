//! What every word is, for colours.

use super::Asked;
use crate::server::Failure;
use lsp_types::{
    Position, SemanticToken, SemanticTokens, SemanticTokensLegend, SemanticTokensParams, SemanticTokensRangeParams,
};
use savoir::Span;
use savoir_ide::{TokenKind, TokenModifier};

/// What numbers of kinds and modifiers stand for.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TokenKind::ALL.iter().map(|kind| kind.name().to_owned()).collect(),
        token_modifiers: TokenModifier::ALL.iter().map(|modifier| modifier.name().to_owned()).collect(),
    }
}

pub(super) fn all(asked: &Asked<'_>, _: &SemanticTokensParams) -> Result<SemanticTokens, Failure> {
    Ok(tokens(asked, |_| true))
}

pub(super) fn some(asked: &Asked<'_>, params: &SemanticTokensRangeParams) -> Result<SemanticTokens, Failure> {
    let span = asked.snapshot.text.span(params.range);
    Ok(tokens(asked, |token| token.start < span.end && span.start < token.end))
}

/// Tokens by their distances from each other.
fn tokens(asked: &Asked<'_>, is_wanted: impl Fn(Span) -> bool) -> SemanticTokens {
    let mut last = Position { line: 0, character: 0 };
    let mut data = Vec::new();
    for token in savoir_ide::semantic_tokens(asked.read()).into_iter().filter(|token| is_wanted(token.span)) {
        let range = asked.snapshot.text.range(token.span);
        let is_same_line = range.start.line == last.line;
        data.push(SemanticToken {
            delta_line: range.start.line.saturating_sub(last.line),
            delta_start: range.start.character.saturating_sub(if is_same_line { last.character } else { 0 }),
            length: range.end.character.saturating_sub(range.start.character),
            token_type: number(token.kind),
            token_modifiers_bitset: token.modifiers.bits(),
        });
        last = range.start;
    }
    SemanticTokens { result_id: None, data }
}

/// The number of a kind in the legend.
fn number(kind: TokenKind) -> u32 {
    TokenKind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as u32
}
