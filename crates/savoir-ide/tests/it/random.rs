//! Random edits: no question panics, and what is found is what a fresh reading finds.

use crate::common::{MODEL, examples};
use savoir_ide::{Document, Span, TextEdit, apply, diagnostics};
use savoir_testkit::cases;
use savoir_testkit::random::Rng;

/// Asks everything at an offset.
fn ask_everything(document: &Document, offset: u32) {
    let whole = Span::new(0, document.text().len() as u32);
    let verdicts = savoir_ide::Verdicts::default();
    let _ = savoir_ide::hover(document, offset);
    let _ = savoir_ide::definition(document, offset);
    let _ = savoir_ide::references(document, offset, savoir_ide::IncludeDeclaration::Yes);
    let _ = savoir_ide::highlights(document, offset);
    let _ = savoir_ide::completions(document, offset);
    let _ = savoir_ide::signature_help(document, offset);
    let _ = savoir_ide::selection_ranges(document, &[offset]);
    let _ = savoir_ide::rename(document, offset, "fresh_1");
    let _ = savoir_ide::symbols(document);
    let _ = savoir_ide::folding_ranges(document);
    let _ = savoir_ide::semantic_tokens(document);
    let _ = savoir_ide::inlay_hints(document, &verdicts, whole);
    let _ = savoir_ide::code_lenses(document, &verdicts);
    for edits in savoir_ide::code_actions(document, whole).into_iter().map(|action| action.edits) {
        let _ = apply(document.text(), &edits);
    }
    let formatted = apply(document.text(), &savoir_ide::formatting(document));
    let again = Document::new("again.ispl", &formatted);
    assert_eq!(savoir_ide::formatting(&again), [], "{}", document.text());
}

/// What people type, and what they should not.
const PIECES: [&str; 24] = [
    "",
    " ",
    "\n",
    ";",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    ".",
    "=",
    "end",
    "Agent",
    "Formulae",
    "K(",
    "<g>F ",
    "and",
    "if",
    "Action",
    "x",
    "--",
    "\u{e9}",
    "\u{1f600}",
];

fn random_edit(text: &str, rng: &mut Rng) -> TextEdit {
    let boundary = |at: u64| (0..=at as usize).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0) as u32;
    let start = boundary(rng.below(text.len() as u64 + 1));
    let length = if rng.chance(50) { 0 } else { rng.below(30) };
    let end = boundary((u64::from(start) + length).min(text.len() as u64)).max(start);
    let text = match rng.below(10) {
        0 => text[boundary(rng.below(text.len() as u64 + 1)) as usize..].chars().take(12).collect(),
        _ => (*rng.pick(&PIECES).unwrap()).to_owned(),
    };
    TextEdit { span: Span::new(start, end), text }
}

#[test]
fn random_edits_of_all_examples() {
    let rounds = cases(400);
    let texts = examples().into_iter().chain([("model".to_owned(), MODEL.to_owned())]);
    for (seed, (name, original)) in texts.enumerate() {
        let mut rng = Rng::new(seed as u64);
        let mut text = original.clone();
        for round in 0..rounds {
            // What was edited often is broken everywhere.
            if round % 8 == 0 {
                text.clone_from(&original);
            }
            let edit = random_edit(&text, &mut rng);
            let offset = edit.span.start + edit.text.len() as u32;
            text = apply(&text, &[edit]);
            let document = Document::new(&name, &text);
            ask_everything(&document, offset);
            ask_everything(&document, rng.below(text.len() as u64 + 2) as u32);
            // A document does not change by being asked.
            assert_eq!(diagnostics(&document), diagnostics(&Document::new(&name, &text)));
        }
    }
}

#[test]
fn texts_cut_anywhere() {
    for end in (0..=MODEL.len()).step_by(7) {
        ask_everything(&Document::new("test.ispl", &MODEL[..end]), end as u32);
    }
    for text in ["", "-", "--", ".", "K(", "<", "Agent", "end", "\u{feff}", "(".repeat(700).as_str()] {
        for offset in 0..=text.len() as u32 + 1 {
            ask_everything(&Document::new("test.ispl", text), offset);
        }
    }
}
