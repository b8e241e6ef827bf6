//! What stands at the cursor, in words.

use super::Asked;
use crate::server::Failure;
use lsp_types::{
    Hover, HoverParams, MarkupContent, MarkupKind, ParameterInformation, ParameterInformationLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation,
};

/// A text in Markdown.
pub(super) fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

pub(super) fn hover(asked: &Asked<'_>, params: &HoverParams) -> Result<Option<Hover>, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    let found = savoir_ide::hover(asked.read(), offset);
    Ok(found.map(|found| Hover {
        contents: markdown(found.markdown).into(),
        range: Some(asked.snapshot.text.range(found.span)),
    }))
}

pub(super) fn signature_help(
    asked: &Asked<'_>,
    params: &SignatureHelpParams,
) -> Result<Option<SignatureHelp>, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    let found = savoir_ide::signature_help(asked.read(), offset);
    Ok(found.map(|found| SignatureHelp {
        active_signature: Some(found.active as u32),
        active_parameter: found.parameter.map(|parameter| (parameter as u32).into()),
        signatures: found.signatures.into_iter().map(signature).collect(),
    }))
}

fn signature(signature: savoir_ide::Signature) -> SignatureInformation {
    // Labels are ASCII, so bytes are units whatever these are.
    let parameter = |parameter: savoir_ide::Parameter| ParameterInformation {
        label: ParameterInformationLabel::from((parameter.label.start as u32, parameter.label.end as u32)),
        documentation: Some(parameter.documentation.into()),
    };
    SignatureInformation {
        label: signature.label,
        documentation: Some(markdown(signature.documentation).into()),
        parameters: Some(signature.parameters.into_iter().map(parameter).collect()),
        active_parameter: None,
    }
}
