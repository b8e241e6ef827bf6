//! `savoir lsp` as an editor has it: a process with two streams.

use crate::common::{fresh, root, savoir};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const MODEL: &str = "file:///models/muddy-children.ispl";
/// Nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A model whose states are found one after the other, for years.
const ENDLESS: &str = "
Agent Counter
  Vars: x : 0..1000000000000; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 1000000000000; end Evolution
end Agent
Evaluation zero if Counter.x = 0; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae AG EF zero; end Formulae
";

struct Editor {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Editor {
    fn start(arguments: &[&str], settings: &Value) -> Editor {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.arg("lsp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let (input, output) = (process.stdin.take(), BufReader::new(process.stdout.take().unwrap()));
        let mut editor = Editor { process, input, output };
        let params = json!({
            "processId": std::process::id(), "capabilities": {}, "initializationOptions": settings,
        });
        editor.send(&json!({ "id": 1, "method": "initialize", "params": params }));
        assert_eq!(editor.answer(1)["serverInfo"]["name"], "savoir");
        editor.send(&json!({ "method": "initialized", "params": {} }));
        editor
    }

    fn send(&mut self, message: &Value) {
        let mut message = message.clone();
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server is gone");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn answer(&mut self, id: i32) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].clone();
            }
        }
    }

    fn told(&mut self, method: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == method && is_meant(&message["params"]) {
                return message["params"].clone();
            }
        }
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": MODEL, "languageId": "ispl", "version": 1, "text": text });
        self.send(&json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    }

    fn end(mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn muddy() -> String {
    std::fs::read_to_string(root().join("examples/muddy-children.ispl")).unwrap()
}

#[test]
fn an_editor_gets_diagnostics_verdicts_and_evidence() {
    let mut editor = Editor::start(&["--stdio"], &Value::Null);
    editor.open(&muddy());
    assert_eq!(editor.told("textDocument/publishDiagnostics", |_| true)["diagnostics"], json!([]));
    let told = editor.told("savoir/verdicts", |told| told["state"] == "done");
    assert_eq!(told["states"], "38");
    assert!(told["formulas"].as_array().unwrap().iter().all(|formula| formula["met"] == true), "{told}");
    editor.send(&json!({ "id": 2, "method": "savoir/evidence", "params": { "uri": MODEL, "formula": 8 } }));
    assert!(editor.answer(2)["text"].as_str().unwrap().contains("Alice"));
    editor.send(&json!({ "id": 3, "method": "shutdown" }));
    assert_eq!(editor.answer(3), Value::Null);
    editor.send(&json!({ "method": "exit" }));
    assert_eq!(editor.end().code(), Some(0));
}

#[test]
fn an_editor_that_is_gone_ends_the_server() {
    let mut editor = Editor::start(&["--jobs", "1", "--memory", "1G"], &json!({ "seconds": 1000 }));
    editor.open(ENDLESS);
    editor.told("savoir/verdicts", |_| true);
    editor.input = None;
    assert_eq!(editor.end().code(), Some(1));
    let mut editor = Editor::start(&[], &Value::Null);
    editor.send(&json!({ "method": "exit" }));
    assert_eq!(editor.end().code(), Some(1));
}

#[test]
fn nonsense_is_answered_and_then_no_more() {
    let mut editor = Editor::start(&[], &Value::Null);
    let input = editor.input.as_mut().unwrap();
    input.write_all(b"Content-Length: 9\r\n\r\n{nonsense").unwrap();
    input.flush().unwrap();
    let refusal = editor.receive();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&Value::Null, &json!(-32700)));
    editor.send(&json!({ "id": 2, "method": "savoir/page" }));
    assert!(editor.answer(2)["style"].is_string());
    editor.input.as_mut().unwrap().write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert_eq!(editor.end().code(), Some(1));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let dir = fresh("lsp", "options");
    for arguments in [&["lsp", "--jobs", "0"][..], &["lsp", "--port", "1"], &["lsp", "model.ispl"]] {
        assert_eq!(savoir(&dir, arguments).0, 2, "{arguments:?}");
    }
    let (exit, help, _) = savoir(&dir, &["lsp", "--help"]);
    assert!(exit == 0 && help.contains("savoir lsp"), "{help}");
    // Nobody is there.
    assert_eq!(savoir(&dir, &["lsp"]).0, 1);
}
