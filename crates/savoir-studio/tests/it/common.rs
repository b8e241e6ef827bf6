//! A studio of a test's own, and a client that says exactly what it is told to say.

use savoir_lsp::ServerOptions;
use savoir_studio::{Limits, Settings, Studio};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A studio on a folder with a model, which ends with the test.
pub(crate) struct Running {
    pub(crate) folder: TempDir,
    pub(crate) host: String,
    pub(crate) token: String,
    /// An address that opens once.
    pub(crate) welcome: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What a test wants to be different.
pub(crate) struct Wish {
    pub(crate) limits: Limits,
    pub(crate) language: ServerOptions,
    pub(crate) origins: Vec<&'static str>,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish { limits: Limits::default(), language: ServerOptions::default(), origins: Vec::new() }
    }
}

impl Running {
    pub(crate) fn new() -> Running {
        Running::with(Wish::default())
    }

    pub(crate) fn within(limits: Limits) -> Running {
        Running::with(Wish { limits, ..Wish::default() })
    }

    pub(crate) fn with(wish: Wish) -> Running {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("model.ispl"), "Agent A\n").unwrap();
        let settings = Settings {
            folder: folder.path().to_owned(),
            port: 0,
            origins: wish.origins.iter().map(|origin| origin.parse().unwrap()).collect(),
            language: wish.language,
            limits: wish.limits,
        };
        let studio = Studio::open(settings).unwrap();
        let (address, welcome) = (studio.address(), studio.welcome().unwrap());
        let (host, token) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let (host, token) = (host.to_owned(), token.trim_end_matches('/').to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        let thread = std::thread::spawn(move || studio.serve(&|| told.load(Ordering::Relaxed)).unwrap());
        Running { folder, host, token, welcome, stop, thread: Some(thread) }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A connection on which nothing takes for ever.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_write_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Sends these bytes as they are and reads the answer to its end.
    pub(crate) fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The studio may refuse before it has read all of it.
        let _ = stream.write_all(bytes);
        Answer::read(&mut stream)
    }

    /// A request with these lines of its head and a body, to a path below the token.
    pub(crate) fn ask(&self, method: &str, path: &str, lines: &str, body: &str) -> Answer {
        let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
        let (token, host) = (&self.token, &self.host);
        let head =
            format!("{method} /{token}/{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{lines}{length}\r\n");
        self.send(&[head.as_bytes(), body.as_bytes()].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "")
    }

    pub(crate) fn put(&self, body: &Value) -> Answer {
        self.ask("PUT", "api/file", "content-type: application/json\r\n", &body.to_string())
    }

    /// Ends it, and says how long that took.
    pub(crate) fn end(&mut self) -> Duration {
        let start = Instant::now();
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        start.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    /// 0 if there was no answer.
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(stream: &mut TcpStream) -> Answer {
        let mut bytes = Vec::new();
        let mut buffer = [0; 1 << 16];
        // A connection that is closed with something unread may end with an error behind the answer.
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            bytes.extend_from_slice(&buffer[..read]);
        }
        let _ = stream.shutdown(Shutdown::Both);
        Answer::parse(&String::from_utf8(bytes).unwrap())
    }

    pub(crate) fn parse(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// The value of a line of the head.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The sentence of a refusal.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < LONG, "this did not happen: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
