//! The beginning and the end of a conversation.

use super::capabilities::capabilities;
use super::{Abilities, End, Failure, Server};
use crate::Parent;
use lsp_server::{Message, Notification, Request};
use lsp_types::{ClientCapabilities, InitializeResult, ServerInfo};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How far a conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The client has not introduced itself.
    Silent,
    /// Everything may be asked.
    Open,
    /// The client has announced the end.
    Closing,
}

impl Server {
    /// Takes a message; how the conversation ends, if it does.
    pub(super) fn take(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => self.take_request(request),
            Message::Notification(notification) if notification.method == "exit" => {
                return Some(if self.stage == Stage::Closing { End::Finished } else { End::Unannounced });
            }
            Message::Notification(notification) => self.take_notification(notification),
            Message::Response(response) => {
                if let Some(token) = self.client.hear(&response) {
                    self.drop_bar(&token);
                }
            }
        }
        None
    }

    fn take_request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let refuse = match (self.stage, method.as_str()) {
            (Stage::Silent, "initialize") => None,
            (Stage::Silent, _) => Some(Failure::too_early()),
            (Stage::Open, "initialize") => Some(Failure::misplaced("`initialize` is sent once")),
            (Stage::Closing, _) => Some(Failure::misplaced("after `shutdown` only `exit` may follow")),
            (Stage::Open, _) => None,
        };
        if let Some(failure) = refuse {
            return self.client.respond(id, Err(failure));
        }
        if !self.pending.add(&id) {
            return self.client.respond(id, Err(Failure::misplaced("a request with this id is not answered yet")));
        }
        let handled = catch_unwind(AssertUnwindSafe(|| match method.as_str() {
            "initialize" => Some(self.initialize(params)),
            "shutdown" => {
                self.stage = Stage::Closing;
                Some(Ok(Value::Null))
            }
            _ => self.request(&id, &method, params),
        }));
        match handled {
            Ok(Some(answer)) => self.answer(&id, answer),
            // A thread has it now.
            Ok(None) => {}
            Err(_) => self.answer(&id, Err(Failure::internal())),
        }
    }

    fn take_notification(&mut self, notification: Notification) {
        if self.stage != Stage::Open {
            return;
        }
        let Notification { method, params } = notification;
        let handled = catch_unwind(AssertUnwindSafe(|| self.notification(&method, params)));
        match handled {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => self.client.log(&problem),
            Err(_) => self.client.log(&Failure::internal().message),
        }
    }

    /// Gets to know the client. What cannot be understood of what it says about itself is taken for unsaid.
    fn initialize(&mut self, mut params: Value) -> Result<Value, Failure> {
        let Some(given) = params.as_object_mut() else {
            return Err(Failure::wrong("`initialize` has an object of parameters"));
        };
        let client: ClientCapabilities =
            given.remove("capabilities").and_then(|client| serde_json::from_value(client).ok()).unwrap_or_default();
        self.client.abilities = Abilities::of(&client);
        if self.options.parent == Parent::Watched {
            let id = given.get("processId").and_then(Value::as_i64).and_then(|id| i32::try_from(id).ok());
            // A client in another container names a process that was never there.
            self.parent = id.filter(|id| process::is_there(*id));
        }
        let problem = given.get("initializationOptions").and_then(|options| self.settings.take(options).err());
        if let Some(problem) = problem {
            self.client.log(&problem);
        }
        self.stage = Stage::Open;
        let result = InitializeResult {
            capabilities: capabilities(&self.client.abilities),
            server_info: Some(ServerInfo {
                name: "savoir".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        serde_json::to_value(result).map_err(|_| Failure::internal())
    }

    /// Whether the process that the client belongs to was there and is not any more.
    pub(super) fn parent_is_gone(&self) -> bool {
        self.parent.is_some_and(|id| !process::is_there(id))
    }
}

#[cfg(unix)]
mod process {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    /// Whether there is a process with this id.
    pub(super) fn is_there(id: i32) -> bool {
        // Zero and negative ones are no processes; that of somebody else is one.
        Pid::from_raw(id).filter(|_| id > 0).is_none_or(|id| test_kill_process(id) != Err(Errno::SRCH))
    }
}

#[cfg(not(unix))]
mod process {
    /// Here a client that is gone is noticed by its end of the connection alone.
    pub(super) fn is_there(_: i32) -> bool {
        true
    }
}
