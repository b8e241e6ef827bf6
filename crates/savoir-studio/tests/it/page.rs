//! A page as far as its language server can tell: a WebSocket with messages.

use crate::common::{LONG, Running, until};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::Instant;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::HeaderValue;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

/// A model that is checked at once.
pub(crate) const SHORT_MODEL: &str = "Agent M
  Vars: on : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: on = !on if Action = press; end Evolution
end Agent
Evaluation light if M.on = true; end Evaluation
InitStates M.on = false; end InitStates
Formulae
  AG EF light;
  AF light;
end Formulae
";

/// A model that is not checked within the time of any test.
pub(crate) const LONG_MODEL: &str = "Agent M
  Vars: x : 0..1000000000; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 1000000000 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 1000000000; end Evaluation
InitStates M.x = 0; end InitStates
Formulae AG EF top; end Formulae
";

/// One of its models.
pub(crate) const MODEL: &str = "savoir:///model.ispl";

pub(crate) struct Page {
    pub(crate) socket: WebSocket<TcpStream>,
    last: i64,
}

impl Page {
    /// Opens a WebSocket, or gives the status with which it was refused.
    pub(crate) fn connect(studio: &Running) -> Result<Page, u16> {
        Page::connect_from(studio, &format!("http://{}", studio.host))
    }

    pub(crate) fn connect_from(studio: &Running, origin: &str) -> Result<Page, u16> {
        let address = format!("ws://{}/{}/lsp", studio.host, studio.token);
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        // Nothing of the client is in the way of what a test sends.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        match tungstenite::client::client_with_config(request, studio.connect(), Some(config)) {
            Ok((socket, _)) => Ok(Page { socket, last: 0 }),
            Err(HandshakeError::Failure(Error::Http(answer))) => Err(answer.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    /// A page that has introduced itself, as soon as there is room for it, and wants nothing checked that it does not ask for.
    pub(crate) fn open(studio: &Running) -> Page {
        let mut room = None;
        until("there is room for a page", || {
            room = Page::connect(studio).ok();
            room.is_some()
        });
        let mut page = room.unwrap();
        let introduction = json!({ "capabilities": {}, "initializationOptions": { "check": "manual" } });
        let welcome = page.ask("initialize", &introduction);
        assert!(welcome["result"]["capabilities"].is_object(), "{welcome}");
        page.notify("initialized", &json!({}));
        page
    }

    pub(crate) fn edit(&mut self, text: &str) {
        let document = json!({ "uri": MODEL, "languageId": "ispl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and gives its number.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> i64 {
        self.last += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
        self.last
    }

    /// Sends a request and waits for the answer.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.hear("an answer", |message| message["id"] == id && message["method"].is_null())
    }

    /// Waits for a message of this kind.
    pub(crate) fn hear(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < LONG, "{what} does not come");
            if let Message::Text(text) = self.socket.read().unwrap() {
                let message: Value = serde_json::from_str(text.as_str()).unwrap();
                assert_eq!(message["jsonrpc"], "2.0", "{message}");
                if is_it(&message) {
                    return message;
                }
            }
        }
    }

    /// Whether the studio ends the WebSocket; what it says before does not matter.
    pub(crate) fn is_ended(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < LONG {
            match self.socket.read() {
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(_) => {}
            }
        }
        false
    }
}
