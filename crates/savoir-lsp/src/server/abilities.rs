//! What a client can do.

use lsp_types::{ClientCapabilities, PositionEncodingKind};
use savoir::ColumnUnit;

/// What a client can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Abilities {
    /// What its columns count.
    pub(crate) unit: ColumnUnit,
    /// It shows how far something is.
    pub(crate) shows_bars: bool,
    /// It asks for lenses again when it is told to.
    pub(crate) refreshes_lenses: bool,
    /// It asks for hints again when it is told to.
    pub(crate) refreshes_hints: bool,
    /// It shows hints beside the text.
    pub(crate) shows_hints: bool,
    /// It knows snippets in completions.
    pub(crate) knows_snippets: bool,
    /// It shows symbols as a tree.
    pub(crate) shows_trees: bool,
    /// It folds whole lines only.
    pub(crate) folds_lines: bool,
}

impl Default for Abilities {
    fn default() -> Abilities {
        Abilities {
            unit: ColumnUnit::Utf16,
            shows_bars: false,
            refreshes_lenses: false,
            refreshes_hints: false,
            shows_hints: false,
            knows_snippets: false,
            shows_trees: false,
            folds_lines: false,
        }
    }
}

impl Abilities {
    pub(crate) fn of(client: &ClientCapabilities) -> Abilities {
        let (text, workspace) = (client.text_document.as_ref(), client.workspace.as_ref());
        let encodings = client.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let counts_bytes = encodings.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8));
        let completion = text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref());
        Abilities {
            unit: if counts_bytes { ColumnUnit::Utf8 } else { ColumnUnit::Utf16 },
            shows_bars: client.window.as_ref().and_then(|window| window.work_done_progress) == Some(true),
            refreshes_lenses: workspace.and_then(|all| all.code_lens.as_ref()?.refresh_support) == Some(true),
            refreshes_hints: workspace.and_then(|all| all.inlay_hint.as_ref()?.refresh_support) == Some(true),
            shows_hints: text.is_some_and(|text| text.inlay_hint.is_some()),
            knows_snippets: completion.and_then(|item| item.snippet_support) == Some(true),
            shows_trees: text.and_then(|text| text.document_symbol.as_ref()?.hierarchical_document_symbol_support)
                == Some(true),
            folds_lines: text.and_then(|text| text.folding_range.as_ref()?.line_folding_only) == Some(true),
        }
    }
}
