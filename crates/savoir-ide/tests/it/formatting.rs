//! Layout.

use crate::common::{MODEL, examples};
use savoir_ide::{Document, Span, apply, format_range, formatting};
use savoir_syntax::{format, parse};
use savoir_testkit::random::Rng;

/// A text with other white space between its words, and comments where they are.
fn shaken(text: &str, rng: &mut Rng) -> String {
    let tree = parse(text).tree;
    let mut out = String::new();
    for token in tree.tokens() {
        let word = &text[token.span.range()];
        match word.trim().is_empty() {
            true if word.contains('\n') => out += ["\n", "\n\n\n", "  \n\t", "\n "][rng.below(4) as usize],
            true => out += [" ", "  ", "\t", " "][rng.below(4) as usize],
            false => out += word,
        }
    }
    out
}

#[test]
fn edits_give_what_the_formatter_gives() {
    let mut rng = Rng::new(3);
    for (name, text) in examples() {
        assert_eq!(formatting(&Document::new(&name, &text)), [], "{name}");
        for _ in 0..4 {
            let text = shaken(&text, &mut rng);
            let document = Document::new(&name, &text);
            let edits = formatting(&document);
            let formatted = format::format(&parse(&text).tree);
            assert_eq!(apply(&text, &edits), formatted, "{name}");
            assert!(edits.windows(2).all(|pair| pair[0].span.end < pair[1].span.start));
            let windows = text.replace('\n', "\r\n");
            let edits = formatting(&Document::new(&name, &windows));
            assert_eq!(apply(&windows, &edits), formatted.replace('\n', "\r\n"), "{name}");
        }
    }
}

#[test]
fn only_what_differs_is_touched() {
    let text = MODEL.replacen("level : 0..5;", "level:0..5 ;", 1);
    let edits = formatting(&Document::new("test.ispl", &text));
    // Empty lines before agents and sections of the file are part of the layout as well.
    let inside: Vec<_> = edits.iter().filter(|edit| edit.text.is_empty() || edit.text == " ").collect();
    assert_eq!(inside.len(), 3, "{inside:?}");
    let all: usize = edits.iter().map(|edit| edit.text.len() + (edit.span.end - edit.span.start) as usize).sum();
    assert!(all < 60, "{edits:?}");
}

#[test]
fn a_stretch_is_laid_out_alone() {
    let text = MODEL.replacen("level : 0..5;", "level:0..5 ;", 1).replacen("AG !flooded", "AG  !flooded", 1);
    let document = Document::new("test.ispl", &text);
    let at = text.find("level:").unwrap() as u32;
    let edits = format_range(&document, Span::new(at, at + 2));
    assert_eq!(apply(&text, &edits), text.replacen("level:0..5 ;", "level : 0..5;", 1));
    assert_eq!(format_range(&document, Span::new(u32::MAX, u32::MAX)), []);
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    assert_eq!(formatting(&Document::new("test.ispl", "Agent   M Vars: x : ")), []);
    // Wrong names do not matter.
    let text = MODEL.replacen("AG !flooded;", "AG  !floded;", 1);
    assert!(apply(&text, &formatting(&Document::new("test.ispl", &text))).contains("\n  AG !floded;"));
}
