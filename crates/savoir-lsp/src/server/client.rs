//! The other end of the connection.

use super::{Abilities, Failure, RequestId};
use crossbeam_channel::Sender;
use lsp_server::{Message, Response, ResponseError};
use lsp_types::ProgressToken;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The other end of the connection.
pub(crate) struct Client {
    sender: Sender<Message>,
    /// Whether a message could not be sent.
    is_gone: bool,
    pub(crate) abilities: Abilities,
    /// The number of the next request.
    next: i32,
    /// Bars that were asked for, by the requests.
    bars: BTreeMap<RequestId, ProgressToken>,
}

impl Client {
    pub(crate) fn new(sender: Sender<Message>) -> Client {
        Client { sender, is_gone: false, abilities: Abilities::default(), next: 1, bars: BTreeMap::new() }
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone
    }

    fn send(&mut self, message: impl Into<Message>) {
        self.is_gone |= self.sender.send(message.into()).is_err();
    }

    pub(crate) fn respond(&mut self, id: RequestId, answer: Result<Value, Failure>) {
        let error = |failure: Failure| ResponseError { code: failure.code, message: failure.message, data: None };
        self.send(Response { id, response_result: answer.map_err(error) });
    }

    pub(crate) fn notify(&mut self, method: &str, params: impl Serialize) {
        // What cannot be written as JSON is left out; there is no such thing among the types that are sent.
        let params = serde_json::to_value(params).unwrap_or_default();
        self.send(lsp_server::Notification { method: method.to_owned(), params });
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(format!("savoir-{}", self.next));
        self.next = self.next.wrapping_add(1);
        self.send(lsp_server::Request { id: id.clone(), method: method.to_owned(), params });
        id
    }

    /// Asks for a bar that the client shows; its name.
    pub(crate) fn make_bar(&mut self) -> ProgressToken {
        let token = ProgressToken::String(format!("savoir-bar-{}", self.next));
        let id = self.request("window/workDoneProgress/create", json!({ "token": token }));
        self.bars.insert(id, token.clone());
        token
    }

    /// The client has answered; the name of a bar that it does not want to show.
    pub(crate) fn hear(&mut self, response: &Response) -> Option<ProgressToken> {
        self.bars.remove(&response.id).filter(|_| response.response_result.is_err())
    }

    /// Changes a bar.
    pub(crate) fn show_progress(&mut self, token: &ProgressToken, value: &Value) {
        self.notify("$/progress", json!({ "token": token, "value": value }));
    }

    /// A line for whoever looks for the reason of something.
    pub(crate) fn log(&mut self, message: &str) {
        const WARNING: i32 = 2;
        self.notify("window/logMessage", json!({ "type": WARNING, "message": message }));
    }
}
