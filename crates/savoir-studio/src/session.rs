//! A language server for each page, on a thread of its own.
//!
//! Messages pass through channels of a fixed length in both directions, so a side that does not read makes the other one wait
//! instead of filling the memory. When the page goes, the channels close one after the other: the server sees the end of its
//! input, as an editor's would, and gives up what it computes.

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, Message};
use savoir::stack_bytes;
use savoir_lsp::{ServerOptions, message_text, read_message, serve};
use std::io::Error;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// After so many texts in a row that are no messages, the other side is taken for none that speaks the protocol.
const MOST_UNREADABLE: usize = 100;

/// All language servers.
pub(crate) struct Sessions {
    options: ServerOptions,
    free: Arc<Semaphore>,
    most: u32,
    waiting: usize,
}

/// A page's end of a language server: texts of messages.
pub(crate) struct Session {
    pub(crate) to_server: mpsc::Sender<String>,
    pub(crate) from_server: mpsc::Receiver<String>,
}

/// The right to start one. It is back when the server has ended, not already when its page is gone.
pub(crate) struct Permit(OwnedSemaphorePermit);

impl Sessions {
    /// At most so many at a time, with so many messages waiting in each direction.
    pub(crate) fn new(options: ServerOptions, most: usize, waiting: usize) -> Sessions {
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(1 << 16);
        Sessions { options, free: Arc::new(Semaphore::new(most as usize)), most, waiting }
    }

    /// The right to start one, unless there are enough.
    pub(crate) fn permit(&self) -> Option<Permit> {
        self.free.clone().try_acquire_owned().ok().map(Permit)
    }

    /// Starts a server.
    ///
    /// # Errors
    /// If the system grants no thread.
    pub(crate) fn start(&self, permit: Permit) -> Result<Session, Error> {
        let (to_server, texts) = mpsc::channel(self.waiting);
        let (answers, from_server) = mpsc::channel(self.waiting);
        let (asked, questions) = bounded(self.waiting);
        let (told, answered) = bounded(self.waiting);
        let options = self.options.clone();
        thread::Builder::new().name("language server".to_owned()).stack_size(stack_bytes()).spawn(move || {
            let _permit = permit.0;
            serve(Connection { sender: told, receiver: questions }, options);
        })?;
        // The answers end when the server has ended, although somebody could still complain.
        let complaints = answers.downgrade();
        thread::Builder::new().name("messages to it".to_owned()).spawn(move || listen(texts, &asked, &complaints))?;
        thread::Builder::new().name("messages from it".to_owned()).spawn(move || tell(&answered, &answers))?;
        Ok(Session { to_server, from_server })
    }

    /// Waits until all have ended, at most so long.
    pub(crate) async fn ended(&self, within: Duration) {
        let all = self.free.acquire_many(self.most);
        let _ = tokio::time::timeout(within, all).await;
    }
}

/// Makes messages of texts, until the page or the server is gone.
fn listen(mut texts: mpsc::Receiver<String>, asked: &Sender<Message>, complaints: &mpsc::WeakSender<String>) {
    let mut unreadable = 0;
    while let Some(text) = texts.blocking_recv() {
        let heard = match read_message(&text) {
            Ok(message) => {
                unreadable = 0;
                asked.send(message).is_ok()
            }
            Err(complaint) => {
                unreadable += 1;
                let complaints = complaints.upgrade().filter(|_| unreadable <= MOST_UNREADABLE);
                complaints.is_some_and(|complaints| complaints.blocking_send(complaint).is_ok())
            }
        };
        if !heard {
            break;
        }
    }
}

/// Makes texts of messages, until the page or the server is gone.
fn tell(answered: &Receiver<Message>, answers: &mpsc::Sender<String>) {
    for message in answered {
        if answers.blocking_send(message_text(&message)).is_err() {
            break;
        }
    }
}
