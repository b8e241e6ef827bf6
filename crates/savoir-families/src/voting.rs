//! Simple voting with a coercer: Jamroga, Knapik and Kurpiewski, "Fixpoint approximation of strategic abilities under
//! imperfect information" (AAMAS'17). The encoding is our own; each voter goes through the same states as there, so with
//! two candidates there are 15^N.

use crate::text::{Text, any, each};

/// What the coercer and the first voter can do about each other.
pub(crate) fn text(voters: usize, candidates: usize) -> String {
    let mut text = Text::new(&[
        &format!(
            "Voting under coercion: {voters} voter{}, {candidates} candidates.",
            if voters == 1 { "" } else { "s" }
        ),
        "",
        "A voter votes, then shows the receipt to the coercer or refuses to, each when it likes. Then the",
        "coercer punishes or spares the voter, one voter at a time and without delay.",
        "The coercer sees who has voted, who has refused, and the votes on receipts that are shown; a",
        "voter sees nothing but its own vote. Unlike in the paper, the coercer waits only while nobody",
        "is left to be judged.",
    ]);
    text.agent("Coercer", |text| coercer(text, voters, candidates));
    (1..=voters).for_each(|i| text.agent(&format!("Voter{i}"), |text| voter(text, candidates)));
    text.part("Evaluation", |text| {
        (1..=candidates).for_each(|j| text.when(&format!("for{j}"), &format!("Voter1.vote = {j}")));
        text.when("voted", "!(Voter1.vote = 0)");
        text.when("refused", "Coercer.seen1 = refused");
        text.when("judged", "!(Coercer.sentence1 = none)");
        text.when("punished", "Coercer.sentence1 = punished");
        text.when("all_judged", &each(1..=voters, |i| format!("!(Coercer.sentence{i} = none)")).join(" and "));
    });
    text.part("InitStates", |text| {
        let start = |i| {
            format!(
                "Coercer.seen{i} = nothing and Coercer.sentence{i} = none and Voter{i}.vote = 0 and Voter{i}.decided = false"
            )
        };
        text.line(&each(1..=voters, start).join(" and "));
    });
    text.part("Groups", |text| {
        text.line("coercer = {Coercer}");
        text.line("voter1 = {Voter1}");
        text.line(&format!("voters = {{{}}}", each(1..=voters, |i| format!("Voter{i}")).join(", ")));
    });
    text.part("Formulae", |text| {
        text.ability("all-who-disobey-are-punished", true, true, "<coercer>G (judged and !punished -> for1)");
        text.ability(
            "just-those-who-disobey-are-punished",
            true,
            false,
            "<coercer>G (judged -> (punished and !for1 or !punished and for1))",
        );
        text.ability("obedience-can-be-enforced", false, false, "<coercer>G (voted -> for1)");
        text.ability("voter-can-refuse", true, true, "<voter1>F (for2 and refused and !K(Coercer, for2))");
        text.ability("voter-can-escape", false, false, "<voter1>F (judged and for2 and !punished)");
        text.ability("voters-come-to-an-end", true, true, "<voters>F all_judged");
        let unknown = each(1..=candidates, |j| format!("!K(Coercer, for{j})")).join(" and ");
        text.formula("refusal-tells-nothing", true, &format!("AG (refused -> {unknown})"));
    });
    text.finish()
}

fn coercer(text: &mut Text, voters: usize, candidates: usize) {
    let shown = each(1..=candidates, |j| format!("shown{j}"));
    text.section("Vars", |text| {
        for i in 1..=voters {
            text.line(&format!("seen{i} : {{nothing, voted, refused, {}}}", shown.join(", ")));
            text.line(&format!("sentence{i} : {{none, punished, spared}}"));
        }
    });
    text.actions(&format!("{}, wait", each(1..=voters, |i| format!("punish{i}, spare{i}")).join(", ")));
    text.section("Protocol", |text| {
        for i in 1..=voters {
            let decided = format!("!(seen{i} = nothing) and !(seen{i} = voted) and sentence{i} = none");
            text.allow(&decided, &format!("punish{i}, spare{i}"));
        }
        text.allow("Other", "wait");
    });
    text.section("Evolution", |text| {
        for i in 1..=voters {
            let does = |action: String| format!("Voter{i}.Action = {action}");
            let votes = each(1..=candidates, |j| does(format!("vote{j}")));
            text.when(&format!("seen{i} = voted"), &any(&votes));
            text.when(&format!("seen{i} = refused"), &does("refuse".to_owned()));
            (1..=candidates).for_each(|j| text.when(&format!("seen{i} = shown{j}"), &does(format!("show{j}"))));
            text.when(&format!("sentence{i} = punished"), &format!("Action = punish{i}"));
            text.when(&format!("sentence{i} = spared"), &format!("Action = spare{i}"));
        }
    });
}

fn voter(text: &mut Text, candidates: usize) {
    text.section("Vars", |text| {
        text.comment("The candidate voted for, 0 before the vote.");
        text.line(&format!("vote : 0..{candidates}"));
        text.comment("Whether the receipt was shown or refused.");
        text.line("decided : boolean");
    });
    let (votes, shows) = (each(1..=candidates, |j| format!("vote{j}")), each(1..=candidates, |j| format!("show{j}")));
    text.actions(&format!("{}, {}, refuse, wait", votes.join(", "), shows.join(", ")));
    text.section("Protocol", |text| {
        text.allow("vote = 0", &format!("{}, wait", votes.join(", ")));
        for j in 1..=candidates {
            text.allow(&format!("vote = {j} and decided = false"), &format!("show{j}, refuse, wait"));
        }
        text.allow("Other", "wait");
    });
    text.section("Evolution", |text| {
        (1..=candidates).for_each(|j| text.when(&format!("vote = {j}"), &format!("Action = vote{j}")));
        let decides: Vec<String> =
            shows.iter().map(String::as_str).chain(["refuse"]).map(|a| format!("Action = {a}")).collect();
        text.when("decided = true", &any(&decides));
    });
}
