//! What operators take.

use crate::common::{at, inside};
use savoir_ide::{Document, signature_help};

/// The signatures, the active one with the parameter marked.
fn help((document, offset): (Document, u32)) -> String {
    let Some(help) = signature_help(&document, offset) else { return "nothing".to_owned() };
    let shown = help.signatures.iter().enumerate().map(|(index, signature)| {
        let mut label = signature.label.clone();
        if index == help.active {
            let place = help.parameter.map(|parameter| signature.parameters[parameter].label.clone());
            if let Some(place) = place {
                label.insert(place.end, ']');
                label.insert(place.start, '[');
            }
            label.insert(0, '*');
        }
        label
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_innermost_operator_says_what_it_takes() {
    for (with, expected) in [
        ("K($0", "*K([i], f), K(?Y, f)"),
        ("K(Guard, $0)", "*K(i, [f]), K(?Y, f)"),
        ("K(?Y, $0", "K(i, f), *K(?Y, [f])"),
        ("K(Guard, high, $0", "*K(i, f), K(?Y, f)"),
        ("GK({Guard, $0", "*GK([g], f)"),
        ("AG GCK(crew, (high and $0", "*GCK(g, [f])"),
        ("KH(Guard, $0", "*KH(i, [j], f)"),
        ("KH(Guard, Visitor, $0", "*KH(i, j, [f])"),
        ("DK(crew, K($0", "*K([i], f), K(?Y, f)"),
        ("O(Guard, $0", "*O(i, [f])"),
        ("A($0", "*A([f] U g)"),
        ("A(high U $0", "*A(f U [g])"),
        ("E(K(Guard, high) U $0", "*E(f U [g])"),
        ("<$0", "*<[g]>X f, <g>F f, <g>G f, <g>(f U h)"),
        ("<crew>($0", "*<g>([f] U h)"),
        ("<crew>(high U $0", "*<g>(f U [h])"),
        ("AG (high and $0", "nothing"),
        ("AG Environment.level < $0", "nothing"),
        ("$0", "nothing"),
        ("K(Guard, high)$0", "nothing"),
    ] {
        assert_eq!(help(at("AG !flooded;", with)), expected, "{with}");
    }
    assert_eq!(help(inside("mood = alarmed : {$0pump}")), "nothing");
}

#[test]
fn parameters_say_what_they_are() {
    let (document, offset) = at("AG !flooded;", "KH($0");
    let help = signature_help(&document, offset).unwrap();
    let said: Vec<&str> = help.signatures[0].parameters.iter().map(|it| it.documentation.as_str()).collect();
    let judged = "the agent that behaves correctly or not";
    assert_eq!(said, ["the agent that knows", judged, "a formula that is true or false in a state"]);
    assert_eq!(help.signatures[0].documentation, "agent `i` knows `f`, on the assumption that `j` behaves correctly");
    let (document, offset) = at("AG !flooded;", "K(?$0");
    let help = signature_help(&document, offset).unwrap();
    assert!(help.signatures[1].documentation.contains("; `savoir synth` finds out"), "{help:?}");
}
