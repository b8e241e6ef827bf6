//! The integration tests of `savoir-studio`, in one program: real sockets, real files, a real language server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod assets;
mod common;
mod crowds;
mod files;
mod headers;
mod language;
mod large;
mod lost_pages;
mod page;
mod paths;
mod slow;
mod strangers;
