//! A client for tests: it speaks over memory, and waits only so long.

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use savoir_lsp::{End, Parent, ServerOptions, serve};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// No answer takes so long, not even on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The address of the document of most tests.
pub(crate) const MODEL: &str = "file:///models/model.ispl";

/// A client with its server.
pub(crate) struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<End>>,
    next: i32,
    /// Messages that nobody has waited for yet.
    heard: VecDeque<Message>,
    /// What the server said when it introduced itself.
    pub(crate) introduction: Value,
}

impl Client {
    /// A client that can do everything, of a server that checks nothing by itself.
    pub(crate) fn new() -> Client {
        Client::with(&json!({ "check": "manual" }), options())
    }

    /// A client of a server that checks while one types.
    pub(crate) fn checking() -> Client {
        Client::with(&Value::Null, options())
    }

    pub(crate) fn with(settings: &Value, options: ServerOptions) -> Client {
        Client::introduced(json!({ "capabilities": able(), "initializationOptions": settings }), options)
    }

    /// A client that introduces itself like this.
    pub(crate) fn introduced(introduction: Value, options: ServerOptions) -> Client {
        let mut client = Client::silent(options);
        client.introduction = client.ask("initialize", introduction);
        client.notify("initialized", json!({}));
        client
    }

    /// A client that has said nothing yet.
    pub(crate) fn silent(options: ServerOptions) -> Client {
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || serve(theirs, options));
        let (connection, server) = (Some(ours), Some(server));
        Client { connection, server, next: 0, heard: VecDeque::new(), introduction: Value::Null }
    }

    pub(crate) fn send(&self, message: impl Into<Message>) {
        self.connection.as_ref().unwrap().sender.send(message.into()).unwrap();
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Request { id: id.clone(), method: method.to_owned(), params });
        id
    }

    /// Asks and waits for the result.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.result(&id).unwrap_or_else(|(code, message)| panic!("{method}: {code}: {message}"))
    }

    /// Asks and waits for the code and the sentence of an error.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> (i32, String) {
        let id = self.begin(method, params);
        self.result(&id).expect_err("it is not refused")
    }

    /// Waits for the answer to a request.
    pub(crate) fn result(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        let is_answer = |message: &Message| matches!(message, Message::Response(response) if response.id == *id);
        let Message::Response(Response { response_result, .. }) = self.wait("an answer", &is_answer) else { panic!() };
        response_result.map_err(|error| (error.code, error.message))
    }

    /// Waits for a notification and gives its parameters.
    pub(crate) fn notified(&mut self, method: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
        let is_it = |message: &Message| matches!(message, Message::Notification(told) if told.method == method && is_meant(&told.params));
        let Message::Notification(told) = self.wait(method, &is_it) else { panic!() };
        told.params
    }

    /// Waits for a request of the server, and gives its parameters.
    pub(crate) fn requested(&mut self, method: &str) -> (RequestId, Value) {
        let is_it = |message: &Message| matches!(message, Message::Request(asked) if asked.method == method);
        let Message::Request(asked) = self.wait(method, &is_it) else { panic!() };
        (asked.id, asked.params)
    }

    /// The first message that is meant; those before it are kept for others.
    fn wait(&mut self, what: &str, is_meant: &dyn Fn(&Message) -> bool) -> Message {
        if let Some(place) = self.heard.iter().position(is_meant) {
            return self.heard.remove(place).unwrap();
        }
        let start = Instant::now();
        loop {
            match self.receive(PATIENCE.saturating_sub(start.elapsed())) {
                Some(message) if is_meant(&message) => return message,
                Some(message) => self.heard.push_back(message),
                None => panic!("{what} does not come; until now: {:?}", self.heard),
            }
        }
    }

    fn receive(&self, patience: Duration) -> Option<Message> {
        self.connection.as_ref().unwrap().receiver.recv_timeout(patience).ok()
    }

    /// Forgets what came until now.
    pub(crate) fn forget(&mut self) {
        while let Some(message) = self.receive(Duration::ZERO) {
            self.heard.push_back(message);
        }
        self.heard.clear();
    }

    /// All notifications of a method that have come until now.
    pub(crate) fn all(&mut self, method: &str) -> Vec<Value> {
        while let Some(message) = self.receive(Duration::ZERO) {
            self.heard.push_back(message);
        }
        let told = self.heard.iter().filter_map(|message| match message {
            Message::Notification(told) if told.method == method => Some(told.params.clone()),
            _ => None,
        });
        told.collect()
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "ispl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Puts another text in place of that of a document.
    pub(crate) fn replace(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, &json!([{ "text": text }]));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i32, changes: &Value) {
        let document = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The diagnostics of a version.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let is_it = |told: &Value| told["uri"] == uri && told["version"] == version;
        let told = self.notified("textDocument/publishDiagnostics", is_it);
        told["diagnostics"].as_array().unwrap().clone()
    }

    /// What is told about a version at the end of its check.
    pub(crate) fn verdicts(&mut self, uri: &str, version: i32) -> Value {
        let is_it = |told: &Value| told["uri"] == uri && told["version"] == version && told["state"] != "checking";
        self.notified("savoir/verdicts", is_it)
    }

    /// Announces the end, and waits for it.
    pub(crate) fn finish(mut self) -> End {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }

    /// Is gone, and waits until the server has noticed.
    pub(crate) fn vanish(mut self) -> End {
        self.connection = None;
        self.server.take().unwrap().join().unwrap()
    }

    /// Waits for the end of the server.
    pub(crate) fn end(mut self) -> End {
        self.server.take().unwrap().join().unwrap()
    }
}

/// Options for a server of tests.
pub(crate) fn options() -> ServerOptions {
    ServerOptions { pause: Duration::from_millis(20), parent: Parent::Ignored, ..ServerOptions::default() }
}

/// What a client says that can do everything.
pub(crate) fn able() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "window": { "workDoneProgress": true },
        "workspace": { "codeLens": { "refreshSupport": true }, "inlayHint": { "refreshSupport": true } },
        "textDocument": {
            "inlayHint": {},
            "completion": { "completionItem": { "snippetSupport": true } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        },
    })
}
