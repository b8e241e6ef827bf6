//! Edits of a model, one after the other, and after each of them everything that an editor asks. Nothing may panic, places
//! are inside the text, a document finds what a fresh one finds, another name leaves no new error, and what is laid out
//! stays as it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir_fuzz::Choices;
use savoir_ide::{Document, IncludeDeclaration, Span, TextEdit, Verdicts};

macro_rules! examples {
    ($($name:literal)*) => { [$(include_str!(concat!("../../examples/", $name, ".ispl")),)* include_str!("../models/fair.ispl"), ""] };
}

/// What the edits start from: all examples, and nothing.
const TEXTS: [&str; 14] = examples!(
    "bit-transmission" "card-game" "bit-transmission-unfair" "committee" "dining-cryptographers" "faulty-receiver-1"
    "faulty-receiver-2" "muddy-children" "one-hundred-prisoners" "tian-ji" "two-doors" "two-generals"
);

/// Words that mean something at some place.
const WORDS: [&str; 24] = [
    "Agent ",
    "Environment",
    "end ",
    "Vars:",
    "Obsvars:",
    "Lobsvars = {",
    "Protocol:",
    "Evolution:",
    "Evaluation ",
    "Formulae ",
    "Action = ",
    "K(",
    "KH(",
    "GCK({",
    "<g>",
    "A(",
    " U ",
    "LTL ",
    "-- atl: ",
    "if ",
    " and ",
    ";\n",
    "?Y",
    "\u{1f600}",
];

/// More edits than this find nothing that fewer do not.
const MAX_EDITS: usize = 12;

fuzz_target!(|data: &[u8]| {
    let mut choices = Choices::new(data);
    let mut text = TEXTS[choices.below(TEXTS.len())].to_owned();
    for _ in 0..MAX_EDITS {
        let edit = edit(&text, &mut choices);
        let offset = edit.span.start + edit.text.len() as u32;
        text = savoir_ide::apply(&text, &[edit]);
        let document = Document::new("model.ispl", &text);
        assert_eq!(savoir_ide::diagnostics(&document), savoir_ide::diagnostics(&Document::new("model.ispl", &text)));
        questions(&document, offset);
        changes(&document, offset);
        if choices.is_empty() {
            break;
        }
    }
});

fn edit(text: &str, choices: &mut Choices<'_>) -> TextEdit {
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = boundary(choices.below(text.len() + 1));
    let removed = if choices.byte() & 1 == 0 { 0 } else { choices.below(40) };
    let end = boundary(start + removed).max(start);
    let written = match choices.byte() {
        kind @ 0..96 => WORDS[usize::from(kind) % WORDS.len()].to_owned(),
        kind => (0..kind % 8).map(|_| char::from(choices.byte() & 0x7f)).collect(),
    };
    TextEdit { span: Span::new(start as u32, end as u32), text: written }
}

fn questions(document: &Document, offset: u32) {
    let whole = Span::new(0, document.text().len() as u32);
    let verdicts = Verdicts::default();
    let inside = |span: Span| assert!(document.text().get(span.range()).is_some(), "{span:?}");
    savoir_ide::hover(document, offset).into_iter().for_each(|hover| inside(hover.span));
    savoir_ide::definition(document, offset).into_iter().for_each(inside);
    savoir_ide::references(document, offset, IncludeDeclaration::Yes).into_iter().for_each(inside);
    savoir_ide::highlights(document, offset).into_iter().for_each(|it| inside(it.span));
    savoir_ide::completions(document, offset).into_iter().for_each(|it| inside(it.span));
    let _ = savoir_ide::signature_help(document, offset);
    savoir_ide::selection_ranges(document, &[offset]).into_iter().flatten().for_each(inside);
    savoir_ide::symbols(document).into_iter().for_each(|it| inside(it.span));
    let _ = savoir_ide::workspace_symbols(&[document], "a");
    savoir_ide::folding_ranges(document).into_iter().for_each(|it| inside(it.span));
    savoir_ide::semantic_tokens(document).into_iter().for_each(|it| inside(it.span));
    let _ = savoir_ide::inlay_hints(document, &verdicts, whole);
    savoir_ide::code_lenses(document, &verdicts).into_iter().for_each(|it| inside(it.span));
}

fn changes(document: &Document, offset: u32) {
    let text = document.text();
    let whole = Span::new(0, text.len() as u32);
    let made = |edits: &[TextEdit]| {
        let apart = |pair: &[TextEdit]| pair[0].span.end <= pair[1].span.start;
        assert!(edits.windows(2).all(apart), "{edits:?}");
        Document::new("model.ispl", &savoir_ide::apply(text, edits))
    };
    savoir_ide::code_actions(document, whole).iter().for_each(|action| drop(made(&action.edits)));
    let formatted = made(&savoir_ide::formatting(document));
    assert!(savoir_ide::formatting(&formatted).is_empty());
    if let Ok(edits) = savoir_ide::rename(document, offset, "fresh_1") {
        assert_eq!(made(&edits).loaded().model.is_some(), document.loaded().model.is_some());
    }
}
