//! Fixes.

use crate::common::MODEL;
use savoir_ide::{ActionKind, CodeAction, Document, Preference, Span, apply, code_actions, diagnostics, fix_all};

fn actions(text: &str, at: &str) -> (Document, Vec<CodeAction>) {
    let document = Document::new("test.ispl", text);
    let start = text.find(at).unwrap() as u32;
    let found = code_actions(&document, Span::new(start, start + at.len() as u32));
    (document, found)
}

#[test]
fn a_finding_is_mended() {
    let broken = MODEL.replacen("AG !flooded;", "AG !floded;", 1);
    let (document, found) = actions(&broken, "floded");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0].title.as_str(), found[0].preference), ("write `flooded`", Preference::Ordinary));
    assert_eq!(apply(&broken, &found[0].edits), MODEL);
    assert_eq!(diagnostics(&document)[found[0].diagnostics[0]].message, "there is no proposition `floded`");
    let missing = MODEL.replacen("  end Vars\n  Actions = {rise", "  Actions = {rise", 1);
    let (_, found) = actions(&missing, "spare : boolean;");
    assert_eq!(apply(&missing, &found[0].edits), MODEL, "{found:?}");
    // Elsewhere there is nothing to do.
    assert_eq!(actions(&broken, "mood : ").1, []);
}

#[test]
fn a_variable_is_added_to_what_is_observed() {
    let broken = MODEL.replacen("mood = alarmed : {pump};", "Environment.spare : {pump};", 1);
    let (_, found) = actions(&broken, "Environment.spare");
    let mended = apply(&broken, &found[0].edits);
    assert!(mended.contains("Lobsvars = {level, spare};"), "{found:?}");
}

#[test]
fn all_safe_fixes_at_once() {
    let broken = MODEL
        .replacen("level : 0..5;", "level : 0..5", 1)
        .replacen("AG !flooded;", "AG !flooded && true;", 1)
        .replacen("  end Vars\n  Actions = {enter", "  Actions = {enter", 1);
    let (document, found) = actions(&broken, "&&");
    let all = found.iter().find(|it| it.kind == ActionKind::FixAll).unwrap();
    let mended = apply(&broken, &all.edits);
    // Unused variables are only warned about.
    assert_eq!(mended, MODEL.replacen("AG !flooded;", "AG !flooded and true;", 1));
    assert_eq!(fix_all(&document).as_ref(), Some(all));
    assert!(all.edits.len() > 1 && all.diagnostics.len() > 1);
    assert_eq!(fix_all(&Document::new("test.ispl", MODEL)), None);
}

#[test]
fn what_is_not_declared_can_be() {
    for (piece, with, title, expected) in [
        (
            "AG !flooded;",
            "AG !storm;",
            "add proposition `storm`",
            "  calm_guard if Guard.mood = calm;\n  storm if true;\nend",
        ),
        (
            "mood = alarmed : {pump};",
            "mood = alarmed : {flee};",
            "add action `flee` to agent `Guard`",
            "{close, pump, wait, flee}",
        ),
        (
            "door = shut if Guard.Action = close;",
            "door = shut if Guard.Action = slam;",
            "add action `slam` to agent `Guard`",
            "{close, pump, wait, slam}",
        ),
        (
            "mood = calm if Action = pump",
            "mood = sleepy if Action = pump",
            "add value `sleepy` to variable `mood`",
            "{calm, alarmed, sleepy}",
        ),
        (
            "calm_guard if Guard.mood = calm",
            "calm_guard if Guard.mood = sleepy",
            "add value `sleepy` to variable `mood`",
            "{calm, alarmed, sleepy}",
        ),
    ] {
        let broken = MODEL.replacen(piece, with, 1);
        let word = with.rsplit([' ', '!', '{']).find(|word| title.contains(word.trim_end_matches([';', '}']))).unwrap();
        let (_, found) = actions(&broken, word);
        let action = found.iter().find(|it| it.title == title).unwrap_or_else(|| panic!("{title}: {found:?}"));
        assert_eq!(action.preference, Preference::Ordinary);
        let mended = apply(&broken, &action.edits);
        assert!(mended.contains(expected), "{mended}");
        assert!(Document::new("test.ispl", &mended).loaded().model.is_some(), "{title}");
    }
}
