//! How much of everything there is, in one place. Whoever tests a limit makes it smaller.

use std::time::Duration;

/// The limits of a studio. A page needs a fraction of each; what goes beyond them is a mistake or an attack.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at a time. A browser opens six and one for each page; the system usually grants a program 1,024 open files,
    /// some 256.
    pub connections: usize,
    /// Pages with a language server at a time. Each has its threads and its models in memory.
    pub sessions: usize,
    /// Requests at a time whose bodies are being read, of all connections together.
    pub requests: usize,
    /// Bytes of a body. Text in JSON takes up to twice its size, unless it is made of control characters.
    pub body: usize,
    /// Bytes of a file that is opened in the editor or saved from there.
    pub file: u64,
    /// Bytes of a message over a WebSocket; it may contain a whole file.
    pub message: usize,
    /// Messages that wait for a language server, and from it.
    pub waiting: usize,
    /// Files that are listed.
    pub files: usize,
    /// Entries of folders that are looked at for the list.
    pub entries: usize,
    /// Until the head of a request is there, also of the first one.
    pub head: Duration,
    /// Until a request is answered, its body included.
    pub request: Duration,
    /// How long a client may leave what was sent to it unread.
    pub stall: Duration,
    /// Between two signs of life that a page is asked for. It is given up if none comes in between.
    pub heartbeat: Duration,
    /// How long requests and language servers have to end when the studio does.
    pub farewell: Duration,
    /// How long the address that the browser is opened with can be used, and only once.
    pub welcome: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 128,
            sessions: 8,
            requests: 16,
            body: 10 << 20,
            file: 4 << 20,
            message: 16 << 20,
            waiting: 64,
            files: 2_000,
            entries: 50_000,
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            stall: Duration::from_secs(30),
            heartbeat: Duration::from_secs(30),
            farewell: Duration::from_secs(3),
            welcome: Duration::from_secs(120),
        }
    }
}
