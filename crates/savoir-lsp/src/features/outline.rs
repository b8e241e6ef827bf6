//! What can be folded, and what a selection grows to.

use super::Asked;
use crate::server::Failure;
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams, SelectionRange, SelectionRangeParams};
use savoir_ide::FoldingKind;

/// So many cursors are answered about at once.
const MOST_POSITIONS: usize = 10_000;

pub(super) fn folding_ranges(asked: &Asked<'_>, _: &FoldingRangeParams) -> Result<Vec<FoldingRange>, Failure> {
    let folding = |found: savoir_ide::FoldingRange| {
        let range = asked.snapshot.text.range(found.span);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(match found.kind {
                FoldingKind::Region => FoldingRangeKind::Region,
                FoldingKind::Comment => FoldingRangeKind::Comment,
            }),
            ..FoldingRange::default()
        }
    };
    Ok(savoir_ide::folding_ranges(asked.read()).into_iter().map(folding).collect())
}

pub(super) fn selection_ranges(
    asked: &Asked<'_>,
    params: &SelectionRangeParams,
) -> Result<Vec<SelectionRange>, Failure> {
    if params.positions.len() > MOST_POSITIONS {
        return Err(Failure::wrong(format!("more than {MOST_POSITIONS} positions")));
    }
    let offsets: Vec<u32> = params.positions.iter().map(|position| asked.offset(*position)).collect();
    let found = savoir_ide::selection_ranges(asked.read(), &offsets);
    // The last one stands around all others.
    let nested = |spans: Vec<savoir::Span>| {
        let around = |parent: Option<SelectionRange>, span| {
            let range = asked.snapshot.text.range(span);
            Some(SelectionRange { range, parent: parent.map(Box::new) })
        };
        spans.into_iter().rev().fold(None, around).unwrap_or_default()
    };
    Ok(found.into_iter().map(nested).collect())
}
