//! Tian Ji's race with a king who leads out his horses in any order, unseen: a variant of `tianji` for uniform strategies.

use crate::text::{Text, each};

/// Tian Ji can win if he sees which horse he races.
///
/// With perfect information he runs horse i - 1 against horse i of the king, and the last one against the first: he wins
/// all races but one. Uniform strategies do not depend on the king's horses; so the king may always lead out the one
/// with the number that Tian Ji will run, and wins every race.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("Tian Ji races the king, {n} horses each, and does not see the king's horses."),
        "",
        "Horse 1 is the fastest of its stable. A horse of the king beats those of Tian Ji with the same",
        "number and slower ones; so does a horse of Tian Ji's with those of a larger number. Each runs",
        "once. The king leads out a horse, any of those he has left; only then Tian Ji chooses his. During",
        "a race the king leads out the next one.",
        "Both see who has won how many races, and their own horses, but not those of the other.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    stable(&mut text, "TianJi", n, "run", "Environment.started = true and ");
    stable(&mut text, "King", n, "lead", "");
    text.part("Evaluation", |text| {
        let over = format!("Environment.won + Environment.lost = {n}");
        text.when("over", &over);
        text.when("win", &format!("Environment.won > Environment.lost and {over}"));
        text.when("won_once", "Environment.won > 0");
        text.when("lost_once", "Environment.lost > 0");
        text.when("lost_twice", "Environment.lost > 1");
    });
    text.part("InitStates", |text| {
        let fresh = |owner: &str| each(1..=n, |i| format!("{owner}.h{i} = true")).join(" and ");
        text.line(&format!(
            "Environment.started = false and Environment.won = 0 and Environment.lost = 0 and Environment.horse = 0 and {} and {}",
            fresh("TianJi"),
            fresh("King")
        ));
    });
    text.part("Groups", |text| {
        text.line("tianji = {TianJi}");
        text.line("king = {King}");
        text.line("racers = {TianJi, King}");
    });
    text.part("Formulae", |text| {
        text.ability("win-can-be-forced", true, false, "<tianji>F win");
        text.ability("tianji-can-win-a-race", true, false, "<tianji>F won_once");
        text.ability("tianji-need-not-lose-twice", true, false, "<tianji>G !lost_twice");
        text.ability("king-can-win-a-race", true, true, "<king>F lost_once");
        text.ability("king-can-win-all-races", false, false, "<king>G !won_once");
        text.ability("both-can-let-tianji-win", true, true, "<racers>F win");
        text.formula("races-come-to-an-end", true, "AF over");
    });
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| {
        text.comment("Whether the king has led out a horse.");
        text.line("started : boolean");
        text.comment("The races that Tian Ji has won and lost.");
        text.line(&format!("won : 0..{n}"));
        text.line(&format!("lost : 0..{n}"));
    });
    text.section("Vars", |text| {
        text.comment("The horse of the king that is to run next, 0 if there is none.");
        text.line(&format!("horse : 0..{n}"));
    });
    text.only_action("watch");
    text.section("Evolution", |text| {
        text.when("started = true", "started = false");
        for i in 1..=n {
            let run = format!("TianJi.Action = run{i}");
            text.when(&format!("horse = {i}"), &format!("King.Action = lead{i}"));
            if i < n {
                text.when("won = won + 1", &format!("{run} and horse > {i}"));
            }
            text.when("lost = lost + 1", &format!("{run} and horse <= {i}"));
        }
        text.when("horse = 0", "King.Action = none");
    });
}

/// An owner who does something with each horse once, when `ready`, until all have run.
fn stable(text: &mut Text, owner: &str, n: usize, does: &str, ready: &str) {
    text.agent(owner, |text| {
        text.section("Vars", |text| {
            text.comment("The horses that are left.");
            (1..=n).for_each(|i| text.line(&format!("h{i} : boolean")));
        });
        text.actions(&format!("{}, none", each(1..=n, |i| format!("{does}{i}")).join(", ")));
        text.section("Protocol", |text| {
            (1..=n).for_each(|i| text.allow(&format!("{ready}h{i} = true"), &format!("{does}{i}")));
            text.allow("Other", "none");
        });
        text.section("Evolution", |text| {
            (1..=n).for_each(|i| text.when(&format!("h{i} = false"), &format!("Action = {does}{i}")));
        });
    });
}
