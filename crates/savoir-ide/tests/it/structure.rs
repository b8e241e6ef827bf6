//! Outline, folding, selection, and names in several texts.

use crate::common::{MODEL, cursor, examples};
use savoir_ide::{Document, DocumentSymbol, folding_ranges, selection_ranges, symbols, workspace_symbols};

fn show(level: &[DocumentSymbol], depth: usize, out: &mut Vec<String>) {
    for it in level {
        out.push(format!("{:depth$}{:?} {} {}", "", it.kind, it.name, it.detail).trim_end().to_owned());
        show(&it.children, depth + 1, out);
    }
}

fn outline(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    show(&symbols(&Document::new("test.ispl", text)), 0, &mut out);
    out
}

#[test]
fn the_outline_is_that_of_the_text() {
    let found = outline(MODEL);
    assert_eq!(
        found[..12],
        [
            "Agent Environment",
            " Section Obsvars",
            "  Variable door {open, shut}",
            " Section Vars",
            "  Variable level 0..5",
            "  Variable spare boolean",
            " Section Actions",
            "  Action rise",
            "  Action rest",
            " Section Protocol",
            "  Statement door = shut : {rise, rest}",
            "  Statement Other : {rest}",
        ]
    );
    assert!(found.contains(&" Section Lobsvars {level}".to_owned()));
    assert!(found.contains(&" Proposition calm_guard Guard.mood = calm".to_owned()));
    assert!(found.contains(&" Group crew {Guard, Visitor}".to_owned()));
    let formulas = found.iter().position(|line| line == "Section Formulae").unwrap();
    assert_eq!(found[formulas + 1], " Formula never-flooded AG !flooded");
    assert_eq!(found[formulas + 2], " Formula AG (high -> K(Guard, high))");
}

#[test]
fn a_half_typed_text_has_an_outline() {
    assert_eq!(outline(""), [""; 0]);
    assert_eq!(outline("Agent M Vars: x : "), ["Agent M", " Section Vars", "  Variable x"]);
    assert_eq!(
        outline("Agent M Vars: x : 0..2; end Vars end Agent Formulae AG (")[3..],
        ["Section Formulae", " Formula AG ("]
    );
}

/// The name of every symbol is inside of it, and it is inside of what contains it.
fn nested(level: &[DocumentSymbol], outer: savoir_ide::Span) {
    for it in level {
        assert!(!it.name.is_empty() && outer.start <= it.span.start && it.span.end <= outer.end, "{it:?}");
        assert!(it.span.start <= it.name_span.start && it.name_span.end <= it.span.end, "{it:?}");
        nested(&it.children, it.span);
    }
}

#[test]
fn symbols_and_folds_are_nested_in_whole_and_cut_texts() {
    for (name, text) in examples() {
        for end in (0..=text.len()).rev().step_by(97).filter(|end| text.is_char_boundary(*end)) {
            let document = Document::new(&name, &text[..end]);
            nested(&symbols(&document), savoir_ide::Span::new(0, end as u32));
            let folds = folding_ranges(&document);
            assert!(folds.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
            assert!(folds.iter().all(|fold| fold.span.end as usize <= end));
        }
    }
}

#[test]
fn folds_are_agents_sections_and_comments() {
    let text = "-- one\n-- two\n\nAgent M -- here\n  Vars:\n    x : 0..2;\n  end Vars\n  -- a\n  -- b\nend Agent\n";
    let document = Document::new("test.ispl", text);
    let folds: Vec<String> = folding_ranges(&document)
        .iter()
        .map(|fold| {
            let line = |offset| document.lines().line(offset) + 1;
            format!("{}-{} {:?}", line(fold.span.start), line(fold.span.end), fold.kind)
        })
        .collect();
    assert_eq!(folds, ["1-2 Comment", "4-10 Region", "5-7 Region", "8-9 Comment"]);
}

#[test]
fn selections_grow_from_the_word_to_the_text() {
    let (document, offset) = cursor(&MODEL.replacen("level < 5", "le$0vel < 5", 1));
    let grown: Vec<&str> =
        selection_ranges(&document, &[offset])[0].iter().map(|span| &document.text()[span.range()]).collect();
    assert_eq!(grown[..3], ["level", "level < 5", "level < 5 and Action = rise and Guard.Action <> pump"]);
    assert!(grown[3].starts_with("level = level + 1 if") && grown[3].ends_with(';'));
    assert!(grown[4].starts_with("Evolution:") && grown[5].starts_with("Agent Environment"));
    assert_eq!(*grown.last().unwrap(), MODEL);
    for offset in 0..=MODEL.len() as u32 + 3 {
        let ranges = &selection_ranges(&document, &[offset])[0];
        let grows = |pair: &[savoir_ide::Span]| pair[1].start <= pair[0].start && pair[0].end <= pair[1].end;
        assert!(!ranges.is_empty() && ranges.windows(2).all(grows), "{offset}");
    }
}

#[test]
fn names_are_found_in_all_texts() {
    let other =
        "Agent Guardian Vars: g : boolean; end Vars end Agent Evaluation high_tide if Guardian.g; end Evaluation";
    let documents = [Document::new("a", MODEL), Document::new("b", other)];
    let documents: Vec<&Document> = documents.iter().collect();
    let found = |query: &str| -> Vec<String> {
        let found = workspace_symbols(&documents, query).into_iter();
        found
            .map(|it| {
                format!("{}{} {}", it.document, it.container.map_or(String::new(), |of| format!(" {of}")), it.name)
            })
            .collect()
    };
    assert_eq!(found("guard"), ["0 Guard", "1 Guardian", "0 calm_guard"]);
    assert_eq!(found("high"), ["0 high", "1 high_tide"]);
    assert_eq!(found("pump"), ["0 Guard pump"]);
    assert_eq!(found("cg"), ["0 calm_guard"]);
    assert_eq!(found("never"), ["0 never-flooded"]);
    assert!(found("").len() > 20);
}
