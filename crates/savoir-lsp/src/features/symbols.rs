//! What texts declare.

use super::Asked;
use crate::documents::Snapshot;
use crate::server::{Failure, Server, parameters};
use lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation,
    SymbolKind, Uri, WorkspaceSymbolParams,
};
use savoir_ide::Document;
use serde_json::Value;
use std::sync::Arc;

/// So many symbols of all texts are listed.
const MOST_SYMBOLS: usize = 500;
/// A question has no more letters than this.
const MOST_LETTERS: usize = 200;

pub(super) fn document_symbols(asked: &Asked<'_>, _: &DocumentSymbolParams) -> Result<DocumentSymbolResponse, Failure> {
    let found = savoir_ide::symbols(asked.read());
    if asked.client.shows_trees {
        return Ok(found.into_iter().map(|found| tree(asked, found)).collect::<Vec<_>>().into());
    }
    let mut list = Vec::new();
    let mut waiting: Vec<(savoir_ide::DocumentSymbol, Option<String>)> =
        found.into_iter().rev().map(|found| (found, None)).collect();
    while let Some((found, container)) = waiting.pop() {
        let location = Location { uri: asked.uri().clone(), range: asked.snapshot.text.range(found.span) };
        waiting.extend(found.children.into_iter().rev().map(|child| (child, Some(found.name.clone()))));
        list.push(information(found.name, found.kind, container, location));
    }
    Ok(list.into())
}

fn tree(asked: &Asked<'_>, found: savoir_ide::DocumentSymbol) -> DocumentSymbol {
    let children: Vec<_> = found.children.into_iter().map(|child| tree(asked, child)).collect();
    #[expect(deprecated, reason = "a field that has to be left out")]
    DocumentSymbol {
        name: found.name,
        detail: Some(found.detail).filter(|detail| !detail.is_empty()),
        kind: kind(found.kind),
        tags: None,
        deprecated: None,
        range: asked.snapshot.text.range(found.span),
        selection_range: asked.snapshot.text.range(found.name_span),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

fn kind(kind: savoir_ide::SymbolKind) -> SymbolKind {
    match kind {
        savoir_ide::SymbolKind::Agent => SymbolKind::Class,
        savoir_ide::SymbolKind::Section => SymbolKind::Namespace,
        savoir_ide::SymbolKind::Variable => SymbolKind::Variable,
        savoir_ide::SymbolKind::Action => SymbolKind::Function,
        savoir_ide::SymbolKind::Proposition => SymbolKind::Property,
        savoir_ide::SymbolKind::Group => SymbolKind::Module,
        savoir_ide::SymbolKind::Formula => SymbolKind::Event,
        savoir_ide::SymbolKind::Statement => SymbolKind::Operator,
    }
}

fn information(
    name: String,
    of: savoir_ide::SymbolKind,
    container_name: Option<String>,
    location: Location,
) -> SymbolInformation {
    let base_symbol_information = BaseSymbolInformation { name, kind: kind(of), tags: None, container_name };
    #[expect(deprecated, reason = "a field that has to be left out")]
    SymbolInformation { deprecated: None, location, base_symbol_information }
}

impl Server {
    /// What the open texts declare.
    pub(super) fn workspace_symbols(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let WorkspaceSymbolParams { query, .. } = parameters(method, params)?;
        let query: String = query.chars().take(MOST_LETTERS).collect();
        let open: Vec<(Uri, Arc<Snapshot>)> =
            self.documents.all().filter_map(|document| Some((document.uri.clone(), document.current()?))).collect();
        let read: Vec<&Document> = open.iter().map(|(_, snapshot)| &snapshot.read).collect();
        let mut found = savoir_ide::workspace_symbols(&read, &query);
        found.truncate(MOST_SYMBOLS);
        let symbols = found.into_iter().filter_map(|found| {
            let (uri, snapshot) = open.get(found.document)?;
            let location = Location { uri: uri.clone(), range: snapshot.text.range(found.span) };
            Some(information(found.name, found.kind, found.container, location))
        });
        serde_json::to_value(symbols.collect::<Vec<_>>()).map_err(|_| Failure::internal())
    }
}
