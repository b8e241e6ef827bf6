//! The language server: the protocol that editors and the studio speak, over `savoir-ide` and the facade.
//!
//! [`serve`] answers one client over a [`Connection`](lsp_server::Connection), whatever carries its messages; [`serve_streams`]
//! is that for two streams of bytes. Messages are taken one after the other by one thread, which also answers questions about
//! the text. What may take longer is done by threads that have one document, one simulation or one play each, and that end when
//! nobody wants their answers any more.
//!
//! Read in this order: `server` takes messages and sends answers, `documents` has the texts, `features` are the requests of the
//! protocol about texts, `check` finds verdicts while somebody types, `asks` are the requests whose names begin with `savoir/`.
//!
//! What must not be here: what a feature finds (that is `savoir-ide`), engines, files, sockets.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod asks;
mod check;
mod documents;
mod features;
mod frame;
mod message;
mod options;
mod server;
mod settings;
mod slots;
mod stdio;

pub use message::read_message;
pub use options::{Parent, ServerOptions};
pub use server::{End, serve};
pub use slots::Slots;
pub use stdio::{message_text, serve_streams};
