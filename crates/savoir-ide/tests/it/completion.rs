//! What is offered where.

use crate::common::{at, cursor, inside};
use savoir_ide::{Completion, CompletionKind, Document, Insert, completions};

fn labels(found: &[Completion]) -> String {
    found.iter().map(|it| it.label.as_str()).collect::<Vec<_>>().join(" ")
}

fn offered((document, offset): (Document, u32)) -> String {
    labels(&completions(&document, offset))
}

#[test]
fn explore() {
    for (piece, with) in [
        ("door = shut : {rise", "$0"),
        ("mood = alarmed : {pump}", "mood = $0"),
        ("mood = alarmed : {pump}", "$0"),
        ("mood = alarmed : {pump}", "Environment.$0"),
        ("mood = alarmed : {pump}", "Visitor.$0"),
        ("mood = alarmed : {pump}", "mood = alarmed $0"),
        ("mood = alarmed : {pump}", "mood = alarmed : {pump, $0"),
        ("mood = alarmed : {pump}", "mood = alarmed : $0"),
        ("mood = calm if Action = pump", "$0"),
        ("mood = calm if Action = pump", "mood = $0"),
        ("mood = calm if Action = pump", "mood = calm $0"),
        ("mood = calm if Action = pump", "mood = calm and $0"),
        ("mood = calm if Action = pump", "mood = calm if $0"),
        ("mood = calm if Action = pump", "mood = calm if Action = $0"),
        ("mood = calm if Action = pump", "mood = calm if Environment.Action = $0"),
        ("mood = calm if Action = pump", "mood = calm if Environment.$0"),
        ("mood = calm if Action = pump", "steps = $0"),
        ("Lobsvars = {level}", "Lobsvars = {level, $0"),
        ("mood : {calm, alarmed}", "mood : $0"),
        ("mood : {calm, alarmed};", "$0"),
        ("high if Environment", "$0 high if Environment"),
        ("high if Environment.level > 3", "high $0"),
        ("high if Environment.level > 3", "high if $0"),
        ("high if Environment.level > 3", "high if Guard.$0"),
        ("high if Environment.level > 3", "high if Environment.level > $0"),
        ("crew = {Guard, Visitor};", "crew = {Guard, $0};"),
        ("crew = {Guard, Visitor};", "crew = $0"),
        ("crew = {Guard, Visitor};", "$0"),
        ("AG !flooded;", "$0"),
        ("AG !flooded;", "AG $0"),
        ("AG !flooded;", "AG flooded $0"),
        ("AG !flooded;", "K($0"),
        ("AG !flooded;", "GK($0"),
        ("AG !flooded;", "GK({$0"),
        ("AG !flooded;", "KH(Guard, $0"),
        ("AG !flooded;", "<$0"),
        ("AG !flooded;", "<crew>$0"),
        ("AG !flooded;", "<crew>($0"),
        ("AG !flooded;", "<crew>(high $0"),
        ("AG !flooded;", "K(Guard, $0"),
        ("AG !flooded;", "Guard.$0"),
        ("AG !flooded;", "Guard.mood = $0"),
        ("AG !flooded;", "LTL $0"),
        ("AG !flooded;", "LTL high $0"),
        ("AG !flooded;", "CTL* $0"),
        ("!high;\nend", "$0;\nend"),
        ("-- expect: false", "-- $0"),
        ("-- expect: false", "-- expect: $0"),
        ("-- expect: false", "-- atl: uni$0"),
        ("end Agent\nAgent Guard", "$0\nAgent Guard"),
        ("end Agent\nAgent Guard", "end $0\nAgent Guard"),
        ("  Actions = {close, pump, wait};", "  $0"),
        ("end Agent\nAgent Guard", "end Agent\n$0\nAgent Guard"),
        ("Groups\n  crew = {Guard, Visitor};\nend Groups\n", "$0"),
        ("Agent Guard", "Agent $0"),
    ] {
        println!("{with:40} => {}", offered(at(piece, with)));
    }
    println!("{}", offered(cursor("$0")));
    println!("{}", offered(cursor("Agent M Vars: x : 0..2; end Vars $0")));
    println!("{}", offered(cursor("Agent M Vars: x : 0..2; end $0")));
    println!("{}", offered(cursor("Semantics = $0")));
    println!("{}", offered(inside("door = s$0hut")));
    let _ = (CompletionKind::Agent, Insert::Plain(String::new()));
}
