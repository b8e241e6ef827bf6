//! The workbench in the browser: a server for one person on one machine. It hands out the page, the models below one folder,
//! and a language server for each page over a WebSocket.
//!
//! [`Studio::open`] takes the port and makes the token, [`Studio::serve`] answers until it is told to stop. A request meets,
//! in this order: `connections` (how many, how slow), `guard` (host, origin, token), `routes`, and then `api` with `folder` or
//! `socket` with `session`. Nothing below the guard can be reached without passing it, and nothing below `folder` opens a path
//! that `folder::place` has not taken apart.
//!
//! What must not be here: the language (that is `savoir-lsp`), printing, an address other than
//! that of this machine.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod answer;
mod api;
mod assets;
mod browser;
mod connections;
mod door;
mod failure;
mod folder;
mod guard;
mod headers;
mod limits;
mod origin;
mod routes;
mod seats;
mod session;
mod socket;
mod stalling;
mod studio;
mod token;

pub use browser::{NoBrowser, show};
pub use limits::Limits;
pub use origin::{NoOrigin, Origin};
pub use studio::{NoStudio, Settings, Studio};
