//! What the server says that it can do.

use super::Abilities;
use crate::asks::COMMANDS;
use lsp_types::{
    ExecuteCommandOptions, PositionEncodingKind, SaveOptions, ServerCapabilities, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};
use savoir::ColumnUnit;

/// What the server can do for such a client.
pub(super) fn capabilities(client: &Abilities) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match client.unit {
            ColumnUnit::Utf8 => PositionEncodingKind::UTF8,
            ColumnUnit::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                save: Some(SaveOptions { include_text: Some(false) }.into()),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}
