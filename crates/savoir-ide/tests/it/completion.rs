//! What is offered where.

use crate::common::{at, cursor, examples};
use savoir_ide::{Completion, Document, Insert, completions};

fn offered((document, offset): (Document, u32)) -> String {
    completions(&document, offset).iter().map(|it| it.label.as_str()).collect::<Vec<_>>().join(" ")
}

/// In place of a piece of the model, a text with a cursor, and what is offered there.
fn check(piece: &str, cases: &[(&str, &str)]) {
    for (with, expected) in cases {
        assert_eq!(offered(at(piece, with)), *expected, "{with}");
    }
}

#[test]
fn protocols_know_what_the_agent_sees_and_can_do() {
    check(
        "mood = alarmed : {pump};",
        &[
            ("$0", "Other mood steps Environment.door Environment.level true false end Protocol"),
            ("mo$0", "Other mood steps Environment.door Environment.level true false end Protocol"),
            ("mood = $0", "alarmed calm mood"),
            ("mood = cal$0", "alarmed calm mood"),
            ("mood <> $0 : {pump};", "alarmed calm mood"),
            ("Environment.$0", "door level"),
            ("Environment.do$0 : {pump};", "door level"),
            ("Environment.door = $0", "open shut Environment.door"),
            ("Visitor.$0", ""),
            ("mood = alarmed $0", "and or :"),
            ("mood = alarmed and ($0", "mood steps Environment.door Environment.level true false"),
            ("mood = alarmed : $0", "{…}"),
            ("mood = alarmed : {$0", "close pump wait"),
            ("mood = alarmed : {pump, $0};", "close wait"),
            ("mood = alarmed : {pump $0};", ""),
            ("Other : {$0};", "close pump wait"),
        ],
    );
}

#[test]
fn the_environment_sees_its_own_variables() {
    check(
        "door = shut : {rise, rest};",
        &[
            ("$0", "Other door level spare true false end Protocol"),
            ("spare = $0", "true false spare"),
            ("level < $0", "0 1 2 3 4 5 level"),
        ],
    );
}

#[test]
fn evolutions_know_targets_values_and_actions() {
    check(
        "mood = calm if Action = pump or Environment.Action = rest;",
        &[
            ("$0", "mood steps end Evolution"),
            ("mood = $0", "alarmed calm mood"),
            ("mood = calm $0", "if and or"),
            ("mood = calm and $0", "steps"),
            ("(mood = calm) and (st$0", "steps"),
            ("steps = $0", "0 1 2 3 4 5 6 7 8 9 steps Environment.level"),
            ("Guard.$0", "mood steps"),
            (
                "mood = calm if $0",
                "mood steps Environment.door Environment.level Action Environment.Action Visitor.Action true false",
            ),
            ("mood = calm if Action = $0", "close pump wait"),
            ("mood = calm if Guard.Action = $0", "close pump wait"),
            ("mood = calm if Visitor.Action <> e$0", "enter wait"),
            ("mood = calm if Action = pump or Environment.Action = $0;", "rise rest"),
            ("mood = calm if Environment.$0", "door level Action"),
            ("mood = calm if Visitor.$0;", "Action"),
            ("mood = calm if Action = pump $0", "and or"),
        ],
    );
}

#[test]
fn declarations_and_lists() {
    check("Lobsvars = {level};", &[("Lobsvars = {$0};", "level spare"), ("Lobsvars = {level, $0", "spare")]);
    check("Lobsvars = {level};", &[("Lobsvars = $0;", "{…}")]);
    check(
        "mood : {calm, alarmed};",
        &[("$0", "end Vars"), ("mood : $0;", "boolean 0..n {a, b} {open, shut} 0..5 0..9"), ("mood : {$0", "")],
    );
    check("Actions = {close, pump, wait};", &[("Actions = {$0};", "")]);
    check(
        "crew = {Guard, Visitor};",
        &[("$0", "end Groups"), ("crew = $0", "{…}"), ("crew = {Guard, $0};", "Visitor Environment")],
    );
    check(
        "high if Environment.level > 3;",
        &[
            ("$0", "end Evaluation"),
            ("high $0", "if"),
            ("high if Guard.$0", "mood steps"),
            ("high if Guard.mood = $0;", "alarmed calm Guard.mood"),
            ("high if Environment.level > $0", "0 1 2 3 4 5 Environment.level Guard.steps"),
            (
                "high if $0",
                "Environment.door Environment.level Environment.spare Guard.mood Guard.steps Visitor.inside Guard \
                 Visitor Environment true false",
            ),
        ],
    );
    check("mood = calm and Environment.level = 5;", &[("mood = $0", "alarmed calm mood"), ("steps < 3 $0", "and or")]);
    check("Environment.level = 0 and ", &[("Environment.door = $0 and ", "open shut Environment.door")]);
}

#[test]
fn sections_come_in_their_order() {
    check("  Actions = {close, pump, wait};\n", &[("  $0\n", "Actions end Agent"), ("  Act$0\n", "Actions end Agent")]);
    check("Groups\n  crew = {Guard, Visitor};\nend Groups\n", &[("$0", "Groups")]);
    check("Fairness\n  !high;\nend Fairness\n", &[("$0", "Fairness")]);
    check("Agent Guard", &[("Agent $0", ""), ("$0\nAgent Guard", "Agent")]);
    for (marked, expected) in [
        ("$0", "Semantics Agent Evaluation InitStates Groups Fairness Formulae Agent Environment"),
        ("Semantics = $0", "MultiAssignment SingleAssignment"),
        ("Agent $0", "Environment"),
        ("Agent M $0", "Lobsvars Vars RedStates Actions Protocol Evolution end Agent"),
        ("Agent Environment $0", "Obsvars Vars RedStates Actions Protocol Evolution end Agent"),
        ("Agent M Vars: x : 0..2; end Vars $0", "RedStates Actions Protocol Evolution end Agent"),
        ("Agent M Vars: x : 0..2; end $0", "Vars"),
        ("Agent M Vars: x : 0..2; end Vars end $0", "Agent"),
        ("Agent M end Agent Evaluation p if M.x = 1; end Eval$0", "Evaluation"),
        // An `end` without its name, and another agent.
        ("Agent M Vars: end Vars end Agent N Vars: end Vars $0", "RedStates Actions Protocol Evolution end Agent"),
        ("Agent M end Agent $0", "Agent Evaluation InitStates Groups Fairness Formulae"),
    ] {
        assert_eq!(offered(cursor(marked)), expected, "{marked}");
    }
}

const OPERATORS: &str = "!f EX f AX f EF f AG f EG f AF f E(f U g) A(f U g) K(i, f) K(?Y, f) GK(g, f) DK(g, f) GCK(g, f) \
                         O(i, f) KH(i, j, f) <g>X f <g>F f <g>G f <g>(f U h)";

const VARIABLES: &str = "Environment.door Environment.level Environment.spare Guard.mood Guard.steps Visitor.inside \
                         Guard Visitor Environment";

#[test]
fn formulas_have_operators_propositions_and_conditions() {
    let operands = format!("high flooded calm_guard true false {OPERATORS} {VARIABLES}");
    let start = format!("LTL CTL* {operands} end Formulae");
    check(
        "AG !flooded;",
        &[
            ("$0", &start),
            ("A$0", &start),
            ("AG $0", &operands),
            ("AG (high and fl$0", &operands),
            ("K(Guard, $0", &operands),
            ("<crew>($0", &operands),
            ("AG flooded $0", "and or -> <->"),
            ("<crew>(high $0", "U and or -> <->"),
            ("A(high $0", "U and or -> <->"),
            ("A(high U flooded $0", "and or -> <->"),
            ("Guard.$0", "mood steps RedStates GreenStates"),
            ("AG Guard.mood = $0;", "alarmed calm Guard.mood"),
            ("LTL high $0", "U and or -> <->"),
        ],
    );
    let path = "!f K(i, f) K(?Y, f) GK(g, f) DK(g, f) GCK(g, f) O(i, f) KH(i, j, f) X f F f G f";
    check("AG !flooded;", &[("LTL $0", &format!("high flooded calm_guard true false {path} {VARIABLES}"))]);
    check("AG !flooded;", &[("CTL* $0", &operands.replace("(f U h)", "(f U h) X f F f G f A f E f"))]);
    // What stands in `Fairness` has no strategies and seeks no groups.
    let fair = operands.replace("K(?Y, f) ", "").replace(" <g>X f <g>F f <g>G f <g>(f U h)", "");
    check("!high;\nend", &[("$0;\nend", &format!("{fair} end Fairness"))]);
}

#[test]
fn operators_know_whom_they_are_about() {
    let agents = "Guard Visitor Environment";
    let groups = "crew {…} Guard Visitor Environment";
    check(
        "AG !flooded;",
        &[
            ("K($0", agents),
            ("AG (high -> K(Gu$0, high))", agents),
            ("O($0", agents),
            ("KH(Guard, $0", agents),
            ("GK($0", groups),
            ("DK(cr$0, high);", groups),
            ("GCK({$0", agents),
            ("GCK({Guard, $0}, high);", "Visitor Environment"),
            ("<$0", groups),
            ("AG <cr$0>F high;", groups),
            ("<{Visitor, $0", "Guard Environment"),
            ("<crew>$0", "F G X (f U h)"),
            ("AG (high -> <{Guard}>$0", "F G X (f U h)"),
        ],
    );
}

#[test]
fn comments_of_formulas_have_keys_and_values() {
    let readings = "perfect perfect-information uniform uniform:objective uniform:everyone uniform:distributed \
                    uniform:common uniform-model uniform-model:crew";
    check(
        "-- expect: false",
        &[
            ("-- $0", "expect name atl"),
            ("-- ex$0", "expect name atl"),
            ("-- expect: $0", "true false"),
            ("-- name: x, expect: f$0", "true false"),
            ("-- atl: uniform:$0", readings),
            ("-- two words $0", ""),
        ],
    );
    check("-- How high the water stands.", &[("-- $0", "")]);
}

#[test]
fn what_is_inserted() {
    let of = |piece: &str, with: &str, label: &str| -> Completion {
        let (document, offset) = at(piece, with);
        completions(&document, offset).into_iter().find(|it| it.label == label).unwrap()
    };
    let found = of("AG !flooded;", "AG hi$0gh;", "high");
    assert_eq!((found.span.end - found.span.start, found.detail.as_deref()), (4, Some("Environment.level > 3")));
    assert_eq!(of("AG !flooded;", "$0;", "K(i, f)").insert, Insert::Snippet("K(${1:i}, ${2:f})".to_owned()));
    let until = Insert::Snippet("<${1:g}>(${2:f} U ${3:h})".to_owned());
    assert_eq!(of("AG !flooded;", "$0;", "<g>(f U h)").insert, until);
    let found = of("mood = calm if Action = pump", "mood = calm if $0", "Environment.Action");
    assert_eq!(found.insert, Insert::Plain("Environment.Action = ".to_owned()));
    let found = of("mood = alarmed : {pump};", "$0", "Environment.level");
    assert_eq!(found.detail.as_deref(), Some("0..5"));
    assert_eq!(found.documentation.as_deref(), Some("`Environment` observes it, and by `Lobsvars` `Guard`"));
}

/// Wherever a name stands in an example, it is among the completions there.
#[test]
fn the_names_of_all_examples_are_offered_where_they_stand() {
    for (name, text) in examples() {
        let document = Document::new(&name, &text);
        let occurrences = document.partial().map.occurrences();
        for found in occurrences.iter().filter(|found| found.role == savoir_model::NameRole::Use) {
            let word = &text[found.span.range()];
            // Groups in comments stand behind other words.
            if text[..found.span.start as usize].rsplit('\n').next().is_some_and(|line| line.contains("--")) {
                continue;
            }
            let offered = completions(&document, found.span.end);
            let ends_with = |label: &str| label == word || label.ends_with(&format!(".{word}"));
            let is_there = offered.iter().any(|it| ends_with(&it.label) || it.label == format!("{word}.Action"));
            // Agents of conditions come with their variables.
            let begins = offered.iter().any(|it| it.label.starts_with(&format!("{word}.")));
            let line = document.lines().line(found.span.start) + 1;
            assert!(is_there || begins, "{name}:{line}: {word} is not among {offered:?}");
        }
    }
}
