//! What can be done with the text at a place.

use super::Asked;
use super::places::workspace_edit;
use crate::server::{Failure, diagnostic};
use lsp_types::{CodeAction, CodeActionKind, CodeActionParams};
use savoir_ide::{ActionKind, Preference};

pub(super) fn code_actions(asked: &Asked<'_>, params: &CodeActionParams) -> Result<Vec<CodeAction>, Failure> {
    let span = asked.snapshot.text.span(params.range);
    let mut found = savoir_ide::code_actions(asked.read(), span);
    let wanted =
        params.context.only.as_ref().map(|kinds| kinds.iter().map(ToString::to_string).collect::<Vec<String>>());
    // What mends everything is offered where it is asked for, wherever the cursor is.
    let is_asked_for = wanted.iter().flatten().any(|kind| is_kind(FIX_ALL, kind));
    if is_asked_for && !found.iter().any(|action| action.kind == ActionKind::FixAll) {
        found.extend(savoir_ide::fix_all(asked.read()));
    }
    let is_wanted = |action: &savoir_ide::CodeAction| {
        wanted.as_ref().is_none_or(|kinds| kinds.iter().any(|wanted| is_kind(kind(action.kind), wanted)))
    };
    found.retain(is_wanted);
    Ok(found.into_iter().map(|action| code_action(asked, action)).collect())
}

fn code_action(asked: &Asked<'_>, action: savoir_ide::CodeAction) -> CodeAction {
    let all = savoir_ide::diagnostics(asked.read());
    let mended = action.diagnostics.iter().filter_map(|index| all.get(*index));
    let mended: Vec<_> =
        mended.map(|found| diagnostic(&asked.snapshot, asked.uri(), found, asked.documentation)).collect();
    CodeAction {
        title: action.title,
        kind: Some(CodeActionKind::from(kind(action.kind).to_owned())),
        diagnostics: Some(mended).filter(|mended| !mended.is_empty()),
        is_preferred: (action.preference == Preference::Preferred).then_some(true),
        edit: Some(workspace_edit(asked, action.edits)),
        ..CodeAction::default()
    }
}

const FIX_ALL: &str = "source.fixAll.savoir";

/// What the protocol calls it.
fn kind(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::QuickFix => "quickfix",
        ActionKind::FixAll => FIX_ALL,
    }
}

/// Whether a kind is another one, or one of its kinds.
fn is_kind(kind: &str, of: &str) -> bool {
    of.is_empty() || kind.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_kinds() {
        assert!(is_kind(FIX_ALL, "source.fixAll") && is_kind(FIX_ALL, "source") && is_kind(FIX_ALL, ""));
        assert!(!is_kind(FIX_ALL, "source.fix") && !is_kind("quickfix", "source"));
    }
}
