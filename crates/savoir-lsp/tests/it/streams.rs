//! A server on two streams, as editors have it.

use crate::client::options;
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::{End, read_message, serve_streams};
use savoir_testkit::fixtures::workspace_root;
use serde_json::{Value, json};
use std::io::{BufReader, Cursor, Write};
use std::sync::{Arc, Mutex};

/// What was written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn framed(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

fn message(value: &Value) -> Vec<u8> {
    framed(&value.to_string())
}

/// The end, and the messages that were written.
fn serve(input: Vec<u8>) -> (End, Vec<Value>) {
    let written = Written::default();
    let end = serve_streams(BufReader::new(Cursor::new(input)), written.clone(), options());
    let bytes = written.0.lock().unwrap().clone();
    let mut rest = bytes.as_slice();
    let mut messages = Vec::new();
    while let Some(place) = rest.windows(4).position(|window| window == b"\r\n\r\n") {
        let header = std::str::from_utf8(&rest[..place]).unwrap();
        let length: usize = header.strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        let body = &rest[place + 4..place + 4 + length];
        messages.push(serde_json::from_slice(body).unwrap());
        rest = &rest[place + 4 + length..];
    }
    assert!(rest.is_empty());
    (end, messages)
}

fn conversation(between: &[Vec<u8>]) -> Vec<u8> {
    let mut input =
        message(&json!({ "jsonrpc": "2.0", "id": "first", "method": "initialize", "params": { "capabilities": {} } }));
    between.iter().for_each(|bytes| input.extend_from_slice(bytes));
    input.extend(message(&json!({ "jsonrpc": "2.0", "id": "last", "method": "shutdown" })));
    input.extend(message(&json!({ "jsonrpc": "2.0", "method": "exit" })));
    input
}

#[test]
fn a_conversation_has_an_end() {
    let document = json!({ "uri": "file:///m.ispl", "languageId": "ispl", "version": 1, "text": TOGGLE });
    let open =
        message(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let check = message(&json!({ "jsonrpc": "2.0", "id": "c", "method": "savoir/page" }));
    let (end, messages) = serve(conversation(&[open, check]));
    assert_eq!(end, End::Finished);
    assert!(messages.iter().all(|message| message["jsonrpc"] == "2.0"));
    for id in ["first", "c", "last"] {
        assert!(
            messages.iter().any(|message| message["id"] == id && !message["result"].is_null() || id == "last"),
            "{id}"
        );
    }
}

#[test]
fn what_is_no_message_does_not_end_it() {
    let broken = [
        framed("{"),
        framed("[]"),
        framed("{}"),
        framed(&"[".repeat(10_000)),
        framed("{\"id\":1e99,\"method\":\"x\"}"),
        b"Content-Length: 2\r\n\r\n\xff\xfe".to_vec(),
    ];
    let (end, messages) = serve(conversation(&broken));
    assert_eq!(end, End::Finished);
    let errors = messages.iter().filter(|message| message["id"].is_null() && message["error"]["code"].is_i64());
    assert_eq!(errors.count(), broken.len());
}

#[test]
fn what_the_fuzzer_begins_with_is_answered() {
    let seeds = workspace_root().join("fuzz/seeds/messages");
    for seed in std::fs::read_dir(seeds).unwrap().map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&seed).unwrap();
        let (end, messages) = serve(conversation(&text.lines().map(framed).collect::<Vec<_>>()));
        assert_eq!(end, End::Finished, "{seed:?}");
        let answers: Vec<&Value> = messages.iter().filter(|message| message["method"].is_null()).collect();
        assert!(answers.iter().all(|answer| answer["error"]["code"] != -32603), "{seed:?} {answers:?}");
        // What runs at the end is not waited for.
        let asked = text.lines().filter(|line| line.contains("\"id\":")).count();
        assert!(answers.len() >= 2 && answers.len() <= asked + 2, "{seed:?}: {} of {asked}", answers.len());
    }
}

#[test]
fn too_much_of_it_does() {
    let broken: Vec<Vec<u8>> = (0..200).map(|_| framed("nonsense")).collect();
    assert_eq!(serve(conversation(&broken)).0, End::Vanished);
    assert_eq!(serve(conversation(&[b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec()])).0, End::Vanished);
    assert_eq!(serve(Vec::new()).0, End::Vanished);
    assert_eq!(serve(b"Content-Length: 100\r\n\r\n{".to_vec()).0, End::Vanished);
}

#[test]
fn texts_of_messages_are_read_and_written() {
    let text = r#"{"jsonrpc":"2.0","id":7,"method":"savoir/page","params":{}}"#;
    let message = read_message(text).unwrap();
    let again: Value = serde_json::from_str(&savoir_lsp::message_text(&message)).unwrap();
    assert_eq!(again, serde_json::from_str::<Value>(text).unwrap());
    let refusal: Value = serde_json::from_str(&read_message("{").unwrap_err()).unwrap();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&Value::Null, &json!(-32700)));
}
