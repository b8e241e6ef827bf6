//! A server on standard input and output, as editors start it.

use crate::frame::{self, Frame};
use crate::message::read_message;
use crate::{End, ServerOptions, serve};
use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, Message};
use serde::Serialize;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A message has no more bytes than this. Documents have fewer, but what is written in JSON may take a few times as many.
const MOST_BYTES: u64 = 128 << 20;
/// After so many texts in a row that are no messages, the other side is taken for none that speaks the protocol.
const MOST_UNREADABLE: usize = 100;
/// So many messages wait to be written before the server does.
const WAITING: usize = 1_000;

/// Serves the client at the other end of two streams until it says that it has finished, or is gone.
///
/// The streams are read and written on threads of their own. That which reads ends with its stream.
pub fn serve_streams<R, W>(input: R, output: W, options: ServerOptions) -> End
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let output = Arc::new(Mutex::new(output));
    let (received, receiver) = bounded(16);
    let (sender, to_send) = bounded(WAITING);
    let reader = spawn("read", {
        let output = output.clone();
        move || read_all(input, &*output, &received)
    });
    let writer = spawn("write", move || write_all(&to_send, &*output));
    let (Some(_), Some(writer)) = (reader, writer) else { return End::Vanished };
    let end = serve(Connection { sender, receiver }, options);
    // The connection is gone, so the writer ends when all is written.
    drop(writer.join());
    end
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).ok()
}

/// Reads messages until there are none, or nobody wants them.
fn read_all<W: Write>(mut input: impl BufRead, output: &Mutex<W>, received: &Sender<Message>) {
    let mut unreadable = 0;
    loop {
        let refusal = match frame::read(&mut input, MOST_BYTES) {
            Frame::Text(text) => match read_message(&text) {
                Ok(message) => {
                    unreadable = 0;
                    if received.send(message).is_err() {
                        return;
                    }
                    continue;
                }
                Err(refusal) => refusal,
            },
            Frame::Unreadable(problem) => crate::message::unreadable(problem),
            Frame::Lost(_) | Frame::End => return,
        };
        unreadable += 1;
        if unreadable > MOST_UNREADABLE || write_text(output, &refusal).is_err() {
            return;
        }
    }
}

/// Writes messages until there are none any more. If they cannot be written, nobody wants them.
fn write_all<W: Write>(to_send: &Receiver<Message>, output: &Mutex<W>) {
    for message in to_send {
        if write_text(output, &message_text(&message)).is_err() {
            return;
        }
    }
}

fn write_text<W: Write>(output: &Mutex<W>, text: &str) -> std::io::Result<()> {
    frame::write(&mut *output.lock().unwrap_or_else(PoisonError::into_inner), text)
}

/// A message as it is sent.
#[must_use]
pub fn message_text(message: &Message) -> String {
    #[derive(Serialize)]
    struct Sent<'a> {
        jsonrpc: &'static str,
        #[serde(flatten)]
        message: &'a Message,
    }
    // A message is made of values that are JSON already.
    serde_json::to_string(&Sent { jsonrpc: "2.0", message }).unwrap_or_default()
}
