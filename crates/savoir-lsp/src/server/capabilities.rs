//! What the server says that it can do.

use super::Abilities;
use crate::asks::COMMANDS;
use crate::features::legend;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, ExecuteCommandOptions, PositionEncodingKind,
    RenameOptions, SaveOptions, SemanticTokensOptions, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};
use savoir::ColumnUnit;

/// What the server can do for such a client.
pub(super) fn capabilities(client: &Abilities) -> ServerCapabilities {
    let letters = |letters: &[&str]| Some(letters.iter().map(|letter| (*letter).to_owned()).collect());
    ServerCapabilities {
        position_encoding: Some(match client.unit {
            ColumnUnit::Utf8 => PositionEncodingKind::UTF8,
            ColumnUnit::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(sync().into()),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: letters(&[".", "(", "{", "<", ",", "="]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: letters(&["(", ","]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(
                    ["quickfix", "source.fixAll.savoir"].map(|kind| CodeActionKind::from(kind.to_owned())).to_vec(),
                ),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        code_lens_provider: Some(CodeLensOptions::default()),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        rename_provider: Some(RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: legend(),
                range: Some(true.into()),
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(true.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// How the server hears of changes.
fn sync() -> TextDocumentSyncOptions {
    TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(SaveOptions { include_text: Some(false) }.into()),
        ..TextDocumentSyncOptions::default()
    }
}
