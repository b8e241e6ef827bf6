//! What is shown beside and above the text: verdicts, and what can be done with formulas.

use super::Asked;
use super::words::markdown;
use crate::server::Failure;
use lsp_types::{CodeLens, CodeLensParams, Command, InlayHint, InlayHintParams};
use savoir_ide::{LensCommand, Verdicts};
use serde_json::json;

impl Asked<'_> {
    /// What is known about the formulas of this version.
    fn verdicts(&self) -> Verdicts {
        let record = self.document.checks.record.as_ref();
        let record = record.filter(|record| record.is_about(&self.snapshot));
        record.map(|record| record.verdicts()).unwrap_or_default()
    }
}

pub(super) fn inlay_hints(asked: &Asked<'_>, params: &InlayHintParams) -> Result<Vec<InlayHint>, Failure> {
    let span = asked.snapshot.text.span(params.range);
    let hint = |hint: savoir_ide::InlayHint| InlayHint {
        position: asked.snapshot.text.position(hint.offset),
        label: hint.label.into(),
        kind: None,
        text_edits: None,
        tooltip: Some(markdown(hint.tooltip).into()),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    Ok(savoir_ide::inlay_hints(asked.read(), &asked.verdicts(), span).into_iter().map(hint).collect())
}

pub(super) fn code_lenses(asked: &Asked<'_>, _: &CodeLensParams) -> Result<Vec<CodeLens>, Failure> {
    let lens = |lens: savoir_ide::CodeLens| {
        let command = match lens.command {
            LensCommand::Check => "savoir.check",
            LensCommand::Evidence => "savoir.evidence",
            LensCommand::Simulate => "savoir.simulate",
        };
        let command = Command {
            title: lens.title,
            command: command.to_owned(),
            arguments: Some(vec![json!(asked.uri()), json!(lens.formula)]),
            ..Command::default()
        };
        CodeLens { range: asked.snapshot.text.range(lens.span), command: Some(command), data: None }
    };
    Ok(savoir_ide::code_lenses(asked.read(), &asked.verdicts()).into_iter().map(lens).collect())
}
