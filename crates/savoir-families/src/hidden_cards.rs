//! A card game for two where nobody sees the other's card, after the game with ace, king and queen that Jamroga and
//! others use. Any number of cards, and the encoding, are our own.

use crate::text::{Text, each};

/// The player can win, if he sees the card of the opponent.
///
/// With perfect information he trades until his card is better: every card is beaten by another, which is his or in the
/// stack. A uniform strategy keeps or raises with some card c after some number of trades, at the latest when the stack is
/// empty; for the least such number, the dealer may deal c then, and a card that beats c to the opponent.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("A game with {n} hidden cards."),
        "",
        "The player and the opponent get a card each. The player may trade his for the next one of the",
        "stack, again and again; then he keeps it, or raises. If he raises, the opponent calls or folds:",
        "who folds loses. Otherwise the better card wins. Each card beats the next half of the cards,",
        "where the first one comes after the last.",
        "Each sees the own card and how many are in the stack.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    let stage = |stage: &str| format!("Environment.stage = {stage}");
    let turn = |now: &str| format!("seated = true and {}", stage(now));
    seat(&mut text, "Player", "card", "trade, keep, raise", |text| {
        text.allow(&format!("{} and Environment.stack > 0", turn("choice")), "trade");
        text.allow(&turn("choice"), "keep, raise");
    });
    seat(&mut text, "Opponent", "other_card", "call, fold", |text| text.allow(&turn("raised"), "call, fold"));
    text.part("Evaluation", |text| {
        text.when("over", &stage("over"));
        text.when("won", "Environment.result = won");
        text.when("lost", "Environment.result = lost");
        text.when("called", "Environment.answer = called");
        let better = better(n, "Environment.");
        text.when(
            "blunder",
            &format!("(Environment.answer = called and {better}) or (Environment.answer = folded and !({better}))"),
        );
    });
    text.part("InitStates", |text| {
        let stack = each(1..=n, |i| format!("Environment.in{i} = true")).join(" and ");
        text.line(&format!(
            "Environment.stage = deal and Environment.stack = {n} and Environment.result = open and Environment.answer = none and Environment.card = 0 and Environment.other_card = 0 and {stack} and Player.seated = true and Opponent.seated = true"
        ));
    });
    text.part("Groups", |text| {
        text.line("player = {Player}");
        text.line("opponent = {Opponent}");
    });
    text.part("Formulae", |text| {
        text.ability("player-can-win", true, false, "<player>F won");
        text.ability("player-can-end-the-game", true, true, "<player>F over");
        text.ability("player-need-not-lose-double", true, true, "<player>G !(lost and called)");
        text.ability("player-can-win-double", false, false, "<player>F (won and called)");
        text.ability("opponent-can-answer-well", true, false, "<opponent>G !blunder");
        text.ability("opponent-need-not-lose-double", true, true, "<opponent>G !(won and called)");
        text.ability("opponent-can-win", false, false, "<opponent>F lost");
    });
    text.finish()
}

/// The player's card beats the opponent's. If there is one opposite, the lower one of the two beats it.
fn better(n: usize, owner: &str) -> String {
    let (card, other, half) = (format!("{owner}card"), format!("{owner}other_card"), n / 2);
    format!("(({card} < {other} and {other} - {card} <= {half}) or ({card} > {other} and {card} - {other} > {half}))")
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| {
        text.line("stage : {deal, deal_other, choice, raised, over}");
        text.comment("How many cards are in the stack.");
        text.line(&format!("stack : 0..{n}"));
        text.line("answer : {none, called, folded}");
        text.comment("What the player has come to.");
        text.line("result : {open, won, lost}");
    });
    text.section("Vars", |text| {
        text.comment("The cards of the player and the opponent, and which ones are in the stack.");
        text.line(&format!("card : 0..{n}"));
        text.line(&format!("other_card : 0..{n}"));
        (1..=n).for_each(|i| text.line(&format!("in{i} : boolean")));
    });
    text.comment("The next card of the stack is any of those in it.");
    text.actions(&format!("{}, watch", each(1..=n, |i| format!("give{i}")).join(", ")));
    text.section("Protocol", |text| {
        (1..=n).for_each(|i| text.allow(&format!("in{i} = true"), &format!("give{i}")));
        text.allow("Other", "watch");
    });
    text.section("Evolution", |text| {
        let taken = "(stage = deal or stage = deal_other or Player.Action = trade)";
        for i in 1..=n {
            text.when(&format!("card = {i}"), &format!("Action = give{i} and (stage = deal or Player.Action = trade)"));
            text.when(&format!("other_card = {i}"), &format!("Action = give{i} and stage = deal_other"));
            text.when(&format!("in{i} = false"), &format!("Action = give{i} and {taken}"));
        }
        text.when("stack = stack - 1", &format!("stack > 0 and {taken}"));
        text.when("stage = deal_other", "stage = deal");
        text.when("stage = choice", "stage = deal_other");
        text.when("stage = raised", "Player.Action = raise");
        let shown = "(Player.Action = keep or Opponent.Action = call)";
        text.when("stage = over", &format!("{shown} or Opponent.Action = fold"));
        let better = better(n, "");
        text.when("result = won", &format!("({shown} and {better}) or Opponent.Action = fold"));
        text.when("result = lost", &format!("{shown} and !({better})"));
        text.when("answer = called", "Opponent.Action = call");
        text.when("answer = folded", "Opponent.Action = fold");
    });
}

/// Somebody at the table who sees one of the cards.
fn seat(text: &mut Text, name: &str, card: &str, actions: &str, protocol: impl FnOnce(&mut Text)) {
    text.agent(name, |text| {
        text.sees(card);
        text.variables(&["seated : boolean"]);
        text.actions(&format!("{actions}, wait"));
        text.section("Protocol", |text| {
            protocol(text);
            text.allow("Other", "wait");
        });
        text.section("Evolution", |text| text.when("seated = true", "Action = wait"));
    });
}
