//! The layout of texts.

use super::Asked;
use crate::server::Failure;
use lsp_types::{DocumentFormattingParams, DocumentRangeFormattingParams, TextEdit};

/// Edits as the client makes them.
pub(super) fn text_edits(asked: &Asked<'_>, edits: Vec<savoir_ide::TextEdit>) -> Vec<TextEdit> {
    let edit =
        |edit: savoir_ide::TextEdit| TextEdit { range: asked.snapshot.text.range(edit.span), new_text: edit.text };
    edits.into_iter().map(edit).collect()
}

/// The layout is the same whatever the client says about tabs.
pub(super) fn formatting(asked: &Asked<'_>, _: &DocumentFormattingParams) -> Result<Vec<TextEdit>, Failure> {
    Ok(text_edits(asked, savoir_ide::formatting(asked.read())))
}

pub(super) fn range_formatting(
    asked: &Asked<'_>,
    params: &DocumentRangeFormattingParams,
) -> Result<Vec<TextEdit>, Failure> {
    let span = asked.snapshot.text.span(params.range);
    Ok(text_edits(asked, savoir_ide::format_range(asked.read(), span)))
}
