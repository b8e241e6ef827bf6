//! Where things are declared and used, and other names for them.

use super::Asked;
use super::edits::text_edits;
use crate::server::Failure;
use lsp_types::{
    DefinitionParams, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, PrepareRenameParams,
    PrepareRenamePlaceholder, ReferenceParams, RenameParams, WorkspaceEdit,
};
use savoir::Span;
use savoir_ide::{HighlightKind, IncludeDeclaration};
use std::collections::HashMap;

fn locations(asked: &Asked<'_>, spans: Vec<Span>) -> Vec<Location> {
    let location = |span| Location { uri: asked.uri().clone(), range: asked.snapshot.text.range(span) };
    spans.into_iter().map(location).collect()
}

pub(super) fn definition(asked: &Asked<'_>, params: &DefinitionParams) -> Result<Vec<Location>, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    Ok(locations(asked, savoir_ide::definition(asked.read(), offset)))
}

pub(super) fn references(asked: &Asked<'_>, params: &ReferenceParams) -> Result<Vec<Location>, Failure> {
    let include = match params.context.include_declaration {
        true => IncludeDeclaration::Yes,
        false => IncludeDeclaration::No,
    };
    let offset = asked.offset(params.text_document_position_params.position);
    Ok(locations(asked, savoir_ide::references(asked.read(), offset, include)))
}

pub(super) fn highlights(
    asked: &Asked<'_>,
    params: &DocumentHighlightParams,
) -> Result<Vec<DocumentHighlight>, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    let highlight = |found: savoir_ide::Highlight| DocumentHighlight {
        range: asked.snapshot.text.range(found.span),
        kind: Some(match found.kind {
            HighlightKind::Read => DocumentHighlightKind::Read,
            HighlightKind::Write => DocumentHighlightKind::Write,
            HighlightKind::Text => DocumentHighlightKind::Text,
        }),
    };
    Ok(savoir_ide::highlights(asked.read(), offset).into_iter().map(highlight).collect())
}

pub(super) fn prepare_rename(
    asked: &Asked<'_>,
    params: &PrepareRenameParams,
) -> Result<Option<PrepareRenamePlaceholder>, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    let found = savoir_ide::prepare_rename(asked.read(), offset);
    let found = found.map_err(|refused| Failure::failed(refused.sentence))?;
    let range = |span| asked.snapshot.text.range(span);
    Ok(found.map(|found| PrepareRenamePlaceholder { range: range(found.span), placeholder: found.name }))
}

pub(super) fn rename(asked: &Asked<'_>, params: &RenameParams) -> Result<WorkspaceEdit, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    let edits = savoir_ide::rename(asked.read(), offset, &params.new_name);
    let edits = edits.map_err(|refused| Failure::failed(refused.sentence))?;
    Ok(workspace_edit(asked, edits))
}

/// Edits of the text that is asked about.
pub(super) fn workspace_edit(asked: &Asked<'_>, edits: Vec<savoir_ide::TextEdit>) -> WorkspaceEdit {
    let edits = text_edits(asked, edits);
    WorkspaceEdit { changes: Some(HashMap::from([(asked.uri().clone(), edits)])), ..WorkspaceEdit::default() }
}
