//! What a client tells without wanting an answer.

use super::{RequestId, Server};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, ProgressToken, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

impl Server {
    /// Takes a notification.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn notification(&mut self, method: &str, params: Value) -> Result<(), String> {
        match method {
            "textDocument/didOpen" => self.open(read(method, params)?),
            "textDocument/didChange" => self.change(read(method, params)?),
            "textDocument/didSave" => self.save(&uri(method, &params)?),
            "textDocument/didClose" => self.close(&read(method, params)?),
            "workspace/didChangeConfiguration" => {
                return self.settings.take(params.get("settings").unwrap_or(&Value::Null));
            }
            "$/cancelRequest" => self.cancel(&params),
            "window/workDoneProgress/cancel" => {
                let token: ProgressToken = read(method, params.get("token").cloned().unwrap_or_default())?;
                self.cancel_bar(&token);
            }
            // There is nothing to do about these, nor about those that may be ignored.
            "initialized" | "$/setTrace" => {}
            _ if method.starts_with("$/") || method.starts_with("workspace/") => {}
            _ => {
                let shown: String = method.chars().take(100).collect();
                return Err(format!("there is no notification `{shown}`"));
            }
        }
        Ok(())
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let is_new = self.documents.get(&item.uri).is_none();
        if is_new && self.documents.len() >= self.options.open_documents {
            return self.client.log("too many documents are open: close some of them");
        }
        self.forget(&item.uri);
        let reading = (self.client.abilities.unit, self.options.document_bytes);
        self.documents.open(item.uri.clone(), item.version, item.text, reading);
        self.text_opened(&item.uri);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri;
        let Some(document) = self.documents.get(&uri) else {
            return self.client.log("a document was changed that is not open");
        };
        document.change(params.text_document.version, params.content_changes, self.options.document_bytes);
        self.text_changed(&uri);
    }

    fn save(&mut self, uri: &Uri) {
        self.text_saved(uri);
    }

    fn close(&mut self, params: &DidCloseTextDocumentParams) {
        let uri = &params.text_document.uri;
        if self.forget(uri) {
            self.withdraw_diagnostics(uri);
        }
    }

    /// Forgets a document, if it was open, and stops what was done about it.
    fn forget(&mut self, uri: &Uri) -> bool {
        let Some(document) = self.documents.close(uri) else { return false };
        let waiting = document.checks.close();
        for request in waiting {
            self.answer(&request, Err(crate::check::outdated()));
        }
        true
    }

    fn cancel(&mut self, params: &Value) {
        let id = match params.get("id") {
            Some(Value::String(id)) => RequestId::from(id.clone()),
            Some(Value::Number(id)) => {
                let Some(id) = id.as_i64().and_then(|id| i32::try_from(id).ok()) else { return };
                RequestId::from(id)
            }
            _ => return,
        };
        if self.pending.cancel(&id) {
            self.client.respond(id, Err(super::Failure::cancelled()));
        }
    }
}

/// The parameters of a method.
pub(super) fn read<T: DeserializeOwned>(method: &str, params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| {
        let problem: String = error.to_string().chars().take(300).collect();
        format!("the parameters of `{method}`: {problem}")
    })
}

fn uri(method: &str, params: &Value) -> Result<Uri, String> {
    let uri = params.get("textDocument").and_then(|document| document.get("uri")).cloned();
    read(method, uri.unwrap_or_default())
}
