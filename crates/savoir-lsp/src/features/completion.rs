//! What may stand at the cursor.

use super::Asked;
use super::words::markdown;
use crate::server::Failure;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionList, CompletionParams, InsertTextFormat, TextEdit};
use savoir_ide::{Completion, CompletionKind, Insert};

pub(super) fn completion(asked: &Asked<'_>, params: &CompletionParams) -> Result<CompletionList, Failure> {
    let offset = asked.offset(params.text_document_position_params.position);
    let found = savoir_ide::completions(asked.read(), offset);
    let items = found.into_iter().enumerate().map(|(place, completion)| item(asked, place, completion)).collect();
    Ok(CompletionList { is_incomplete: false, items, ..CompletionList::default() })
}

fn item(asked: &Asked<'_>, place: usize, completion: Completion) -> CompletionItem {
    let (format, new_text) = match completion.insert {
        Insert::Plain(text) => (InsertTextFormat::PlainText, text),
        Insert::Snippet(snippet) if asked.client.knows_snippets => (InsertTextFormat::Snippet, snippet),
        Insert::Snippet(snippet) => (InsertTextFormat::PlainText, plain(&snippet)),
    };
    let edit = TextEdit { range: asked.snapshot.text.range(completion.span), new_text };
    CompletionItem {
        kind: Some(kind(completion.kind)),
        detail: completion.detail,
        documentation: completion.documentation.map(|text| markdown(text).into()),
        // Clients sort by this, so that the most likely stay first.
        sort_text: Some(format!("{place:05}")),
        filter_text: Some(completion.label.clone()),
        label: completion.label,
        insert_text_format: Some(format),
        text_edit: Some(edit.into()),
        ..CompletionItem::default()
    }
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Variable => CompletionItemKind::Variable,
        CompletionKind::Action => CompletionItemKind::Function,
        CompletionKind::Value => CompletionItemKind::EnumMember,
        CompletionKind::Agent => CompletionItemKind::Class,
        CompletionKind::Group => CompletionItemKind::Module,
        CompletionKind::Proposition => CompletionItemKind::Property,
        CompletionKind::Operator => CompletionItemKind::Operator,
        CompletionKind::Keyword => CompletionItemKind::Keyword,
        CompletionKind::Snippet => CompletionItemKind::Snippet,
    }
}

/// A snippet for those who know none: the words in its places stay, the places go.
fn plain(snippet: &str) -> String {
    let mut text = String::with_capacity(snippet.len());
    let mut rest = snippet.chars().peekable();
    let mut open = 0_usize;
    while let Some(letter) = rest.next() {
        match letter {
            '\\' => text.extend(rest.next()),
            '$' => {
                let is_place = rest.next_if_eq(&'{').is_some();
                while rest.next_if(char::is_ascii_digit).is_some() {}
                if is_place && rest.next_if_eq(&'}').is_none() {
                    rest.next_if_eq(&':');
                    open += 1;
                }
            }
            '}' if open > 0 => open -= 1,
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_have_words_without_places() {
        assert_eq!(plain("K(${1:agent}, ${2:formula})$0"), "K(agent, formula)");
        assert_eq!(plain("{${1}} ${2:a ${3:b}} \\$5 \\} $1"), "{} a b $5 } ");
        assert_eq!(plain("${1"), "");
    }
}
