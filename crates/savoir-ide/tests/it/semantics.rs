//! Colours.

use crate::common::{MODEL, examples};
use savoir_ide::{Document, SemanticToken, TokenKind, TokenModifier, TokenModifiers, semantic_tokens};

fn line(text: &str, containing: &str) -> String {
    let document = Document::new("test.ispl", text);
    let wanted = document.lines().line(text.find(containing).unwrap() as u32);
    let tokens = semantic_tokens(&document).into_iter();
    let shown = tokens.filter(|token| document.lines().line(token.span.start) == wanted).map(|token| {
        let marks: String = ["!", "*", "="]
            .iter()
            .zip(TokenModifier::ALL)
            .filter(|(_, modifier)| token.modifiers.bits() & TokenModifiers::default().with(**modifier).bits() != 0)
            .map(|(mark, _)| *mark)
            .collect();
        format!("{}:{:?}{marks}", &text[token.span.range()], token.kind)
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_word_is_what_it_stands_for() {
    for (containing, expected) in [
        ("door : {open", "door:Variable!* open:Value! shut:Value!"),
        (
            "door = shut if",
            "door:Variable*= =:Operator shut:Value if:Keyword Guard:Agent Action:Keyword =:Operator close:Action",
        ),
        (
            "level = level",
            "level:Variable= =:Operator level:Variable +:Operator 1:Number if:Keyword level:Variable <:Operator 5:Number and:Operator Action:Keyword =:Operator rise:Action and:Operator Guard:Agent Action:Keyword <>:Operator pump:Action",
        ),
        ("spare :", "spare:Variable! boolean:Type"),
        ("-- How high", "-- How high the water stands.:Comment"),
        ("-- expect", "-- expect: false:Annotation"),
        ("uniform-model:crew", "-- atl: uniform-model::Annotation crew:Group"),
        (
            "<crew>F",
            "<:Operator crew:Group >:Operator F:Operator calm_guard:Proposition and:Operator !:Operator high:Proposition",
        ),
        ("O(Guard", "O:Operator Guard:Agent !:Operator Guard:Agent RedStates:Keyword"),
    ] {
        assert_eq!(line(MODEL, containing), expected);
    }
    let sought = MODEL.replacen("AG !flooded;", "KH(Guard, Visitor, DK(?Y, high)) and KH;", 1);
    assert_eq!(
        line(&sought, "KH("),
        "KH:Operator Guard:Agent Visitor:Agent DK:Operator Y:Group high:Proposition and:Operator"
    );
    assert_eq!(line("/* a\n  b */ Agent M", "/* a"), "/* a:Comment");
    assert_eq!(line("/* a\n  b */ Agent M", "b */"), "  b */:Comment Agent:Keyword M:Agent!");
}

#[test]
fn tokens_stand_one_behind_the_other_within_lines() {
    for (name, text) in examples() {
        for end in (0..=text.len()).rev().step_by(211).filter(|end| text.is_char_boundary(*end)) {
            let document = Document::new(&name, &text[..end]);
            let tokens = semantic_tokens(&document);
            let apart = |pair: &[SemanticToken]| pair[0].span.end <= pair[1].span.start;
            assert!(tokens.windows(2).all(apart), "{name} {end}");
            let lines = document.lines();
            assert!(tokens.iter().all(|token| lines.line(token.span.start) == lines.line(token.span.end - 1)));
        }
    }
}

#[test]
fn kinds_and_modifiers_are_numbered_in_their_order() {
    assert!(TokenKind::ALL.iter().enumerate().all(|(index, kind)| *kind as usize == index));
    assert!(TokenModifier::ALL.iter().enumerate().all(|(index, modifier)| *modifier as usize == index));
    let names: std::collections::BTreeSet<&str> = TokenKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), TokenKind::ALL.len());
}
