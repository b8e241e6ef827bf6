//! The card game of STTT'15, table 6, and ECAI'10, table 2, in an encoding of our own: the papers do not print theirs.

use crate::text::{Text, each};

/// The best hand leads to a win.
pub(crate) fn time(n: usize) -> String {
    with_formula(n, "red-hand-wins", "AG (all_red1 -> AF win1)")
}

/// Who has the best hand knows that he will win.
pub(crate) fn knowledge(n: usize) -> String {
    with_formula(n, "red-hand-knows", "AG (all_red1 -> K(Player1, AF win1))")
}

fn with_formula(n: usize, name: &str, formula: &str) -> String {
    let hand = n / 2;
    let mut text = Text::new(&[
        &format!("A card game: {n} cards, half of them for each player."),
        "",
        "The cards have different values; the better half is red. In each round both play their first",
        "card, and the higher one wins. Who wins more than half of the rounds wins the game.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    for (player, first) in [("Player1", 1), ("Player2", hand + 1)] {
        text.agent(player, |text| {
            text.sees(&each(first..first + hand, |i| format!("card{i}")).join(", "));
            text.section("Vars", |text| text.line("seated : boolean"));
            text.actions("play, watch");
            text.section("Protocol", |text| {
                text.allow(&format!("seated = true and Environment.round < {hand}"), "play");
                text.allow("Other", "watch");
            });
            text.section("Evolution", |text| text.when("seated = true", "Action = play"));
        });
    }
    text.part("Evaluation", |text| {
        let red = each(1..=hand, |i| format!("Environment.card{i} >= {hand}")).join(" and ");
        text.when("all_red1", &format!("Environment.round = 0 and {red}"));
        text.when("win1", &format!("Environment.round = {hand} and Environment.wins + Environment.wins > {hand}"));
    });
    text.part("InitStates", |text| {
        let cards = each(1..=n, |i| format!("Environment.card{i}"));
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let different: Vec<String> = pairs.map(|(i, j)| format!("!({} = {})", cards[i], cards[j])).collect();
        text.line(&format!(
            "Environment.round = 0 and Environment.wins = 0 and Player1.seated = true and Player2.seated = true and {}",
            different.join(" and ")
        ));
    });
    text.part("Formulae", |text| text.formula(name, true, formula));
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    let hand = n / 2;
    text.section("Obsvars", |text| {
        text.line(&format!("round : 0..{hand}"));
        text.comment("The rounds won by player 1.");
        text.line(&format!("wins : 0..{hand}"));
    });
    text.section("Vars", |text| {
        text.comment("The hands, next card first; the places of cards that were played hold 0.");
        (1..=n).for_each(|i| text.line(&format!("card{i} : 0..{}", n - 1)));
    });
    text.only_action("deal");
    text.section("Evolution", |text| {
        let playing = format!("round < {hand}");
        for i in 1..=n {
            let next = if i % hand == 0 { "0".to_owned() } else { format!("card{}", i + 1) };
            text.when(&format!("card{i} = {next}"), &playing);
        }
        text.when("round = round + 1", &playing);
        text.when("wins = wins + 1", &format!("{playing} and card1 > card{}", hand + 1));
    });
}
