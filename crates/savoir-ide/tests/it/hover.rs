//! What is said about a place.

use crate::common::{MODEL, at, cursor, inside};
use savoir_ide::{Document, hover};

/// What it is about, and what is said, without fences.
fn said((document, offset): (Document, u32)) -> String {
    hover(&document, offset).map_or("nothing".to_owned(), |hover| {
        let lines = hover.markdown.lines().filter(|line| !line.is_empty() && !line.starts_with("```"));
        format!("[{}] {}", &document.text()[hover.span.range()], lines.collect::<Vec<_>>().join(" | "))
    })
}

#[test]
fn variables() {
    assert_eq!(
        said(inside("le$0vel : 0..5")),
        "[level] Environment.level : 0..5; | How high the water stands. | - 6 values; `Environment` observes it, and by \
         `Lobsvars` `Guard`. | - `Environment` assigns it in 2 lines, 16 to 17. | - Used in `Evolution` of `Environment` \
         (2 times), `Lobsvars` of `Guard`, `RedStates` of `Guard`, `Evolution` of `Guard`, `Evaluation` (2 times), \
         `InitStates`."
    );
    assert_eq!(
        said(inside("Environment.do$0or = open : {close")),
        "[door] Environment.door : {open, shut}; | - 2 values; every agent observes it. | - `Environment` assigns it in \
         line 18. | - Used in `Protocol` of `Environment`, `Protocol` of `Guard`, `Protocol` of `Visitor`, `InitStates`."
    );
    assert_eq!(
        said(inside("spare$0 : boolean")),
        "[spare] Environment.spare : boolean; | - 2 values; only `Environment` observes it. | - No line assigns it: it \
         keeps its first value. | - It is not used."
    );
    assert!(said(cursor("Agent M Vars: x$0 : ")).starts_with("[x] M.x : boolean;"));
}

#[test]
fn other_names() {
    for (piece, expected) in [
        (
            "door = sh$0ut : {rise",
            "[shut] shut | - A value of `Environment.door`. | - Used in `Protocol` of `Environment`, `Evolution` of \
             `Environment`.",
        ),
        (
            "Agent Gua$0rd",
            "[Guard] Agent Guard | - It observes `Environment.door`, `Environment.level`, `mood`, `steps`. | - Its actions \
             are `close`, `pump`, `wait`. | - It is in `crew`. | - Used in `Evolution` of `Environment` (3 times), \
             `Evaluation`, `InitStates` (2 times), `Groups`, `Formulae` (4 times).",
        ),
        (
            "{close, pu$0mp, wait}",
            "[pump] Guard.Action = pump | - Allowed by 1 of 3 lines of the protocol of `Guard`. | - Used in `Evolution` of \
             `Environment` (2 times), `Protocol` of `Guard`, `Evolution` of `Guard`.",
        ),
        ("AG (hi$0gh", "[high] high if Environment.level > 3; | - Used in `Fairness`, `Formulae` (3 times)."),
        ("<cre$0w>F", "[crew] crew = {Guard, Visitor}; | - 2 members. | - Used in `Formulae` (3 times)."),
        ("uniform-model:cr$0ew", "[crew] crew = {Guard, Visitor}; | - 2 members. | - Used in `Formulae` (3 times)."),
    ] {
        assert_eq!(said(inside(piece)), expected, "{piece}");
    }
}

#[test]
fn formulas_are_read_in_words() {
    for (piece, expected) in [
        (
            "A$0G (high",
            "[AG (high -> K(Guard, high))] `AG f`: all states that can be reached satisfy `f`, this one included | AG (high \
             -> K(Guard, high)) | In words: | on every path, now and at every later moment: |   if: |     `high` holds |   \
             then: |     Guard knows: |       `high` holds",
        ),
        (
            "K$0(Guard",
            "[K(Guard, high)] `K(i, f)`: agent `i` knows `f`: it holds in all states that look the same to `i` | K(Guard, \
             high) | In words: | Guard knows: |   `high` holds",
        ),
        (
            "<crew>$0F",
            "[<crew>F (calm_guard and !high)] `<g>F f`: `g` can make sure that `f` holds at some time | <crew>F (calm_guard \
             and !high) | In words: | crew can see to it, whatever the others do, that now or at some later moment: |   all \
             of these: |     `calm_guard` holds |     `high` does not hold",
        ),
        (
            "Guard.Red$0States",
            "[Guard.RedStates] `i.RedStates`: the current state is red for `i` | Guard.RedStates | In words: | Guard behaves \
             incorrectly",
        ),
    ] {
        assert_eq!(said(inside(piece)), expected, "{piece}");
    }
    // What is broken is not read in words.
    let broken = said(at("AG !flooded", "A$0G !floded"));
    assert_eq!(broken, "[AG] `AG f`: all states that can be reached satisfy `f`, this one included");
    let broken = said(at("AG !flooded", "AG GC$0K(nobody, "));
    assert!(broken.starts_with("[GCK] `GCK(g, f)`: `f` is common knowledge"), "{broken}");
    let broken = said(at("!high;\nend", "E$0F floded;\nend"));
    assert!(broken.starts_with("[EF] `EF f`: a state that satisfies `f` can be reached"), "{broken}");
    assert!(!broken.contains("In words"), "{broken}");
}

#[test]
fn words_of_the_language() {
    for (piece, expected) in [
        ("Proto$0col:", "[Protocol] `Protocol` says which actions"),
        ("$0Other : {rest}", "[Other] `Other` applies where no line above"),
        ("high $0if", "[if] `if` stands before"),
        ("Ac$0tion = rise", "[Action] `Action` is what the agent itself does"),
    ] {
        let said = said(inside(piece));
        assert!(said.starts_with(expected), "{piece}: {said}");
    }
    assert_eq!(said(inside("-- How hi$0gh")), "nothing");
    assert_eq!(said(cursor("$0")), "nothing");
}

/// A comment is shown as it is and cannot become anything else.
#[test]
fn comments_stay_in_their_block() {
    let hostile = "-- ```` <img src=x> [a](javascript:1)\n    level : 0..5;";
    let (document, offset) =
        at("-- How high the water stands.\n    level : 0..5;", hostile.replace("le", "$0le").as_str());
    let markdown = hover(&document, offset).unwrap().markdown;
    assert!(markdown.contains("`````text\n```` <img src=x> [a](javascript:1)\n`````\n"), "{markdown}");
}

#[test]
fn every_place_of_the_model_can_be_asked() {
    let document = Document::new("test.ispl", MODEL);
    let asked = (0..=MODEL.len() as u32).filter(|offset| hover(&document, *offset).is_some()).count();
    assert!(asked > MODEL.len() / 2, "{asked}");
    assert!(hover(&document, u32::MAX).is_none());
}

#[test]
fn long_and_deep_formulas_are_cut() {
    let deep = format!("{}high", "AG ".repeat(480));
    let said_of = |formula: &str| said(at("AG !flooded", &format!("$0{formula}")));
    let found = said_of(&deep);
    assert!(found.contains("In words: | on every path") && found.ends_with("| …"), "{found}");
    let wide = vec!["high"; 5000].join(" and ");
    assert!(said_of(&format!("AG ({wide})")).ends_with("| …"));
}
