//! The studio as a whole: opened, told about, served.

use crate::connections;
use crate::door::Door;
use crate::folder::Folder;
use crate::guard::Guard;
use crate::limits::Limits;
use crate::origin::Origin;
use crate::routes::{Closing, Shared};
use crate::session::Sessions;
use savoir_lsp::{Parent, ServerOptions};
use std::io::{Error, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::runtime;
use tokio::sync::Semaphore;

/// Threads that wait for disks.
const DISK_THREADS: usize = 4;

/// What a studio is to be.
pub struct Settings {
    /// The folder with the models.
    pub folder: PathBuf,
    /// The port, 0 for a free one.
    pub port: u16,
    /// Other origins whose pages may use it.
    pub origins: Vec<Origin>,
    /// What the language servers may use, one for each page.
    pub language: ServerOptions,
    /// How much of everything there is.
    pub limits: Limits,
}

/// A server that has its address.
pub struct Studio {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// Why there is no studio.
#[derive(Debug, thiserror::Error)]
pub enum NoStudio {
    /// The folder cannot be opened.
    #[error("cannot open the folder `{}`: {cause}", folder.display())]
    Folder {
        /// Its path as it was given.
        folder: PathBuf,
        /// What the system says.
        cause: Error,
    },
    /// It is no folder.
    #[error("`{}` is a file, but the studio opens folders: name the one it is in", .0.display())]
    File(PathBuf),
    /// Another program has the port.
    #[error("port {0} is in use by another program; choose another one, or leave it out")]
    Taken(u16),
    /// The system grants no port.
    #[error("cannot listen on this machine: {0}")]
    Listen(Error),
    /// The system has no random numbers.
    #[error("cannot make a token: {0}")]
    Token(String),
    /// The system grants no thread, or the like.
    #[error("cannot serve: {0}")]
    Serve(Error),
}

impl Studio {
    /// Opens the folder, takes the port and makes the token. From here on the system accepts connections, which wait.
    ///
    /// # Errors
    /// If one of these cannot be had.
    pub fn open(settings: Settings) -> Result<Studio, NoStudio> {
        let Settings { folder, port, origins, language, limits } = settings;
        if folder.is_file() {
            return Err(NoStudio::File(folder));
        }
        let opened = Folder::open(&folder, limits.file).map_err(|cause| NoStudio::Folder { folder, cause })?;
        // Never any other address: whoever can reach the studio can read and write the files.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|cause| match cause.kind() {
            ErrorKind::AddrInUse => NoStudio::Taken(port),
            _ => NoStudio::Listen(cause),
        })?;
        listener.set_nonblocking(true).map_err(NoStudio::Listen)?;
        let port = listener.local_addr().map_err(NoStudio::Listen)?.port();
        let door = Door::new().map_err(|cause| NoStudio::Token(cause.to_string()))?;
        // A page has no process that could be watched, and cannot open what is no file of the studio.
        let language = ServerOptions {
            parent: Parent::Ignored,
            document_bytes: usize::try_from(limits.file).unwrap_or(usize::MAX),
            ..language
        };
        let shared = Shared {
            guard: Guard { door, port, origins },
            folder: Arc::new(opened),
            sessions: Sessions::new(language, limits.sessions, limits.waiting),
            requests: Semaphore::new(limits.requests),
            closing: Closing::new(),
            limits,
        };
        Ok(Studio { listener, shared: Arc::new(shared) })
    }

    /// Where it is, with the token: for the eyes of the user alone.
    #[must_use]
    pub fn address(&self) -> String {
        self.address_of(self.shared.guard.door.token())
    }

    /// An address that leads there once, soon: for a browser, whose command line others can read.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn welcome(&self) -> Result<String, NoStudio> {
        let word = self.shared.guard.door.welcome(self.shared.limits.welcome);
        word.map(|word| self.address_of(&word)).map_err(|cause| NoStudio::Token(cause.to_string()))
    }

    fn address_of(&self, word: &str) -> String {
        format!("http://{}:{}/{word}/", Ipv4Addr::LOCALHOST, self.shared.guard.port)
    }

    /// Answers until `stop` says so. Language servers that are at work are told to end, and waited for a short while.
    ///
    /// # Errors
    /// If the system grants no way to wait for connections.
    pub fn serve(self, stop: &dyn Fn() -> bool) -> Result<(), NoStudio> {
        let Studio { listener, shared } = self;
        // One thread is enough for those who wait; what takes time has threads of its own.
        let runtime = runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(DISK_THREADS)
            .build()
            .map_err(NoStudio::Serve)?;
        let farewell = shared.limits.farewell;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            connections::serve(listener, shared, stop).await;
            Ok(())
        });
        // A disk that does not answer is not waited for.
        runtime.shutdown_timeout(farewell);
        served.map_err(NoStudio::Serve)
    }
}
