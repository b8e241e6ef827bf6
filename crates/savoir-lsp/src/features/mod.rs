//! The requests of the protocol about texts: each is a feature of `savoir-ide`, with positions as the client counts them.

mod actions;
mod beside;
mod colours;
mod completion;
mod edits;
mod outline;
mod places;
mod symbols;
mod words;

pub(crate) use colours::legend;

use crate::documents::{Document, Snapshot};
use crate::server::{Abilities, Failure, Server, parameters};
use lsp_types::{Position, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// A text with what its features need to know besides.
struct Asked<'a> {
    snapshot: Arc<Snapshot>,
    document: &'a Document,
    client: Abilities,
    /// Where the pages about diagnostics are.
    documentation: Option<&'a str>,
}

impl Asked<'_> {
    fn read(&self) -> &savoir_ide::Document {
        &self.snapshot.read
    }

    fn uri(&self) -> &Uri {
        &self.document.uri
    }

    fn offset(&self, position: Position) -> u32 {
        self.snapshot.text.offset(position)
    }
}

impl Server {
    /// Answers a request about a text, or about all of them; `None` if it is about something else.
    pub(crate) fn feature(&mut self, method: &str, params: &mut Value) -> Option<Result<Value, Failure>> {
        let mut asks = Asks { server: self, method, params };
        Some(match method {
            "textDocument/hover" => asks.about(words::hover),
            "textDocument/completion" => asks.about(completion::completion),
            "textDocument/signatureHelp" => asks.about(words::signature_help),
            "textDocument/definition" => asks.about(places::definition),
            "textDocument/references" => asks.about(places::references),
            "textDocument/documentHighlight" => asks.about(places::highlights),
            "textDocument/prepareRename" => asks.about(places::prepare_rename),
            "textDocument/rename" => asks.about(places::rename),
            "textDocument/documentSymbol" => asks.about(symbols::document_symbols),
            "textDocument/foldingRange" => asks.about(outline::folding_ranges),
            "textDocument/selectionRange" => asks.about(outline::selection_ranges),
            "textDocument/semanticTokens/full" => asks.about(colours::all),
            "textDocument/semanticTokens/range" => asks.about(colours::some),
            "textDocument/inlayHint" => asks.about(beside::inlay_hints),
            "textDocument/codeLens" => asks.about(beside::code_lenses),
            "textDocument/formatting" => asks.about(edits::formatting),
            "textDocument/rangeFormatting" => asks.about(edits::range_formatting),
            "textDocument/codeAction" => asks.about(actions::code_actions),
            "workspace/symbol" => self.workspace_symbols(method, params.take()),
            _ => return None,
        })
    }
}

/// A request about a text.
struct Asks<'a> {
    server: &'a mut Server,
    method: &'a str,
    params: &'a mut Value,
}

impl Asks<'_> {
    fn about<P: DeserializeOwned, R: Serialize>(
        &mut self,
        feature: fn(&Asked<'_>, &P) -> Result<R, Failure>,
    ) -> Result<Value, Failure> {
        let uri = self.params.get("textDocument").and_then(|document| document.get("uri")).and_then(Value::as_str);
        let uri = Uri::from(uri.ok_or_else(|| Failure::wrong("the request names no document"))?);
        let params: P = parameters(self.method, self.params.take())?;
        let client = self.server.client.abilities.clone();
        let documentation = self.server.settings.documentation.as_deref();
        let document = self.server.documents.get(&uri).ok_or_else(Failure::not_open)?;
        let snapshot = document.current().ok_or_else(|| Failure::failed("this text is too large"))?;
        let result = feature(&Asked { snapshot, document, client, documentation }, &params)?;
        serde_json::to_value(result).map_err(|_| Failure::internal())
    }
}
