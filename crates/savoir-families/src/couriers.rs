//! Wide actions: couriers who may choose among as many actions as there are places.

use crate::text::{Text, each};

/// `n` places and some couriers. From place i the roads lead to 2i and 2i + 1, and so on round.
pub(crate) fn text(n: usize, couriers: usize) -> String {
    let mut text = Text::new(&[
        &format!("{couriers} couriers and {n} places. From place i, roads lead to 2i and 2i + 1, counted round."),
        "",
        "Nobody goes where the one before him goes at the same moment.",
    ]);
    (1..=couriers).for_each(|i| {
        let before = (i > 1).then(|| i - 1);
        text.agent(&format!("Courier{i}"), |text| courier(text, n, before));
    });
    let all = |place: usize| each(1..=couriers, |i| format!("Courier{i}.at = {place}")).join(" and ");
    text.part("Evaluation", |text| {
        text.when("home", &all(0));
        text.when("all_far", &all(n - 1));
        text.when("first_far", &format!("Courier1.at = {}", n - 1));
        text.when("last_home", &format!("Courier{couriers}.at = 0"));
        text.when("last_far", &format!("Courier{couriers}.at = {}", n - 1));
    });
    text.part("InitStates", |text| text.line(&all(0)));
    text.part("Formulae", |text| {
        text.formula("can-meet-far-away", true, "EF all_far");
        text.formula("can-always-come-home", true, "AG EF home");
        text.formula("have-to-leave", false, "AF !home");
        text.formula("first-knows-where-it-is", true, "AG (first_far -> K(Courier1, first_far))");
        text.formula("first-knows-where-the-last-is", couriers == 1, "EF K(Courier1, last_far)");
        text.perfect_ability("first-goes-as-it-likes", Some(true), "<Courier1>F first_far");
        text.perfect_ability("last-is-held-up", Some(couriers == 1), &format!("<Courier{couriers}>X !last_home"));
    });
    text.finish()
}

fn courier(text: &mut Text, n: usize, before: Option<usize>) {
    text.variables(&[&format!("at : 0..{}", n - 1)]);
    text.actions(&format!("stay, {}", each(0..n, |place| format!("to{place}")).join(", ")));
    text.section("Protocol", |text| {
        for place in 0..n {
            let from = (0..n).filter(|from| 2 * from % n == place || (2 * from + 1) % n == place);
            let from = each(from, |from| format!("at = {from}")).join(" or ");
            text.allow(&from, &format!("to{place}"));
        }
        text.allow("true", "stay");
    });
    text.section("Evolution", |text| {
        for place in 0..n {
            let free = before.map_or_else(String::new, |before| format!(" and !(Courier{before}.Action = to{place})"));
            text.when(&format!("at = {place}"), &format!("Action = to{place}{free}"));
        }
    });
}
