//! Drones with limited energy, after the drone model of Jamroga, Konikowska, Kurpiewski and Penczek ("Multi-valued
//! verification of strategic ability"). The map and the encoding are our own.

use crate::text::{Text, any, each};

/// Together the drones can visit all places, if they know where each of them was dropped.
///
/// With k drones and energy e there are ke + 1 places, so no flight may be in vain. A drone that sees nothing of the
/// others leaves (k - 1)e places out, which it knows for each place where it may be dropped. These are more than
/// (k - 1)e places together, since each of them is visited if the drone is dropped there; so for each drone at most e of the
/// ke + 1 places are never left out, and some place may be left out by all drones. No uniform strategy is enough.
/// A search for one has no such argument, and takes long from e = 3 on.
/// But it is if one place need not be visited: each drone flies to e places of its own.
pub(crate) fn text(energy: usize, drones: usize) -> String {
    let places = drones * energy + 1;
    let mut text = Text::new(&[
        &format!("{drones} drones with energy for {energy} flight{} each.", if energy == 1 { "" } else { "s" }),
        "",
        &format!("The wind drops the drones anywhere among {places} places, one after the other. Then each flies from"),
        "place to place, from any to any, until its energy is used up.",
        "A drone sees where it is and how much energy it has; it does not see the others, nor which",
        "places have been visited.",
    ]);
    text.agent("Environment", |text| environment(text, drones, places));
    (1..=drones).for_each(|i| text.agent(&format!("Drone{i}"), |text| drone(text, i, drones, energy, places)));
    let visited = each(1..=places, |p| format!("Environment.visited{p} = true"));
    text.part("Evaluation", |text| {
        text.when("all_visited", &visited.join(" and "));
        text.when("all_but_the_last_visited", &visited[..places - 1].join(" and "));
        text.when("first_visited", &visited[0]);
    });
    text.part("InitStates", |text| {
        let fresh = each(1..=places, |p| format!("Environment.visited{p} = false"));
        let based = each(1..=drones, |i| format!("Drone{i}.at = 0 and Drone{i}.energy = {energy}"));
        text.line(&format!("Environment.dropped = 0 and {} and {}", fresh.join(" and "), based.join(" and ")));
    });
    text.part("Groups", |text| {
        text.line("first = {Drone1}");
        text.line(&format!("drones = {{{}}}", each(1..=drones, |i| format!("Drone{i}")).join(", ")));
    });
    text.part("Formulae", |text| {
        text.ability("drones-can-visit-all-but-the-last", true, true, "<drones>F all_but_the_last_visited");
        text.ability("one-drone-can-visit-a-place", true, true, "<first>F first_visited");
        text.ability("one-drone-can-visit-all-places", false, false, "<first>F all_visited");
        // Last, since it may take far longer than the others.
        text.ability("drones-can-visit-all-places", true, false, "<drones>F all_visited");
    });
    text.finish()
}

fn environment(text: &mut Text, drones: usize, places: usize) {
    text.section("Obsvars", |text| {
        text.comment("How many drones have been dropped.");
        text.line(&format!("dropped : 0..{drones}"));
    });
    text.section("Vars", |text| (1..=places).for_each(|p| text.line(&format!("visited{p} : boolean"))));
    let drops = each(1..=places, |p| format!("drop{p}")).join(", ");
    let waiting = format!("dropped < {drones}");
    text.protocol(&format!("{drops}, calm"), &[(&waiting, &drops)], "calm");
    text.section("Evolution", |text| {
        text.when("dropped = dropped + 1", &waiting);
        for p in 1..=places {
            let arrivals = each(1..=drones, |i| format!("Drone{i}.Action = fly{p}"));
            let arrivals: Vec<String> = [format!("Action = drop{p}")].into_iter().chain(arrivals).collect();
            text.when(&format!("visited{p} = true"), &any(&arrivals));
        }
    });
}

fn drone(text: &mut Text, i: usize, drones: usize, energy: usize, places: usize) {
    text.section("Vars", |text| {
        text.comment("Where it is, 0 before it is dropped.");
        text.line(&format!("at : 0..{places}"));
        text.line(&format!("energy : 0..{energy}"));
    });
    let flights = each(1..=places, |p| format!("fly{p}")).join(", ");
    let flying = format!("Environment.dropped = {drones} and energy > 0");
    text.actions(&format!("{flights}, rest"));
    text.section("Protocol", |text| {
        (1..=places).for_each(|p| text.allow(&format!("{flying} and !(at = {p})"), &format!("fly{p}")));
        text.allow("Other", "rest");
    });
    text.section("Evolution", |text| {
        for p in 1..=places {
            let dropped = format!("Environment.dropped = {} and Environment.Action = drop{p}", i - 1);
            text.when(&format!("at = {p}"), &format!("Action = fly{p} or ({dropped})"));
        }
        text.when("energy = energy - 1", &flying);
    });
}
