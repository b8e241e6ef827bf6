//! Definitions and references.

use crate::common::{at, cursor, inside, lines};
use savoir_ide::{Document, IncludeDeclaration, definition, references};

fn defined((document, offset): (Document, u32)) -> Vec<String> {
    lines(&document, &definition(&document, offset))
}

#[test]
fn names_lead_to_their_declarations() {
    for (piece, expected) in [
        ("Environment.le$0vel > 3;", "7: level"),
        ("Gua$0rd.mood = calm;", "21: Guard"),
        ("moo$0d = alarmed : {pump}", "24: mood"),
        ("Guard.Action = pum$0p", "30: pump"),
        ("AG (hi$0gh", "55: high"),
        ("<cre$0w>", "63: crew"),
        ("level$0 : 0..5", "7: level"),
        ("uniform-model:crew$0", "63: crew"),
        // Words of the language that stand for a section of an agent.
        ("Guard.Acti$0on = pump;", "30: Actions"),
        ("and $0Action = rise", "10: Actions"),
        ("!Guard.RedS$0tates", "27: RedStates"),
    ] {
        assert_eq!(defined(inside(piece)), [expected], "{piece}");
    }
    for piece in ["Pro$0tocol", "-- How$0", "spare :$0"] {
        assert_eq!(defined(inside(piece)), [""; 0], "{piece}");
    }
    // A value has a declaration in every enumeration that lists it.
    assert_eq!(defined(at("steps : 0..9;", "twin : {calm$0, wild};")), ["24: calm", "25: calm"]);
}

#[test]
fn references_are_all_places() {
    let (document, offset) = inside("mo$0od : {calm");
    let all = ["24: mood", "28: mood", "32: mood", "37: mood", "38: mood", "57: mood", "60: mood"];
    assert_eq!(lines(&document, &references(&document, offset, IncludeDeclaration::Yes)), all);
    assert_eq!(lines(&document, &references(&document, offset, IncludeDeclaration::No)), all[1..]);
}

#[test]
fn half_typed_texts_have_definitions() {
    assert_eq!(defined(cursor("Agent M Vars: x : 0..3; end Vars Protocol: x$0 = ")), ["1: x"]);
    assert_eq!(defined(cursor("Agent M Actions = {go, stay} Protocol: Other : {g$0o")), ["1: go"]);
    assert_eq!(defined(cursor("Agent M end Agent Formulae K(M$0, ")), ["1: M"]);
    assert_eq!(defined(cursor("Formulae p$0 and")), [""; 0]);
}
