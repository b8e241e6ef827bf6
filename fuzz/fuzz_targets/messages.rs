//! What a client of the language server sends: each line is a message, whatever it is. The server answers, takes the end for
//! an end, and nobody has to hear of a bug.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir_lsp::{End, Parent, ServerOptions, Slots, serve_streams};
use std::io::{BufReader, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How every conversation begins, and how it ends unless it has ended before.
const BEGINNING: &str = r#"{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"capabilities":{}}}"#;
const ENDING: [&str; 2] =
    [r#"{"jsonrpc":"2.0","id":"last","method":"shutdown"}"#, r#"{"jsonrpc":"2.0","method":"exit"}"#];
/// More messages than this find nothing that fewer do not.
const MAX_LINES: usize = 24;

/// What the server has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|data: &[u8]| {
    let mut input = framed(BEGINNING.as_bytes());
    for line in data.split(|byte| *byte == b'\n').take(MAX_LINES) {
        input.extend(framed(line));
    }
    ENDING.iter().for_each(|line| input.extend(framed(line.as_bytes())));
    let written = Written::default();
    let end = serve_streams(BufReader::new(Cursor::new(input)), written.clone(), options());
    // Only somebody who says so ends it in another way.
    assert!(end == End::Finished || data.windows(4).any(|word| word == b"exit"), "{end:?}");
    let written = written.0.lock().expect("nobody panics");
    let said = String::from_utf8_lossy(&written);
    assert!(!said.contains("-32603"), "{said}");
});

fn framed(text: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", text.len()).as_bytes(), text].concat()
}

fn options() -> ServerOptions {
    ServerOptions {
        slots: Slots::new(2),
        time: Duration::from_millis(20),
        megabytes: 256,
        pause: Duration::from_millis(1),
        document_bytes: 4_000,
        open_walks: 4,
        parent: Parent::Ignored,
        ..ServerOptions::default()
    }
}
