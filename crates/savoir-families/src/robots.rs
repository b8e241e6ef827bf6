//! Two robots on a ring that look for each other: a rendezvous with partial sight, in a model of our own.

use crate::text::{Text, any, each};

/// What a robot may do, and the cells that it moves.
const MOVES: [(&str, isize); 3] = [("left", -1), ("stay", 0), ("right", 1)];

/// The robots can meet, if each sees where the other is.
///
/// With charge c there are 4c + 1 cells. If the robots are 2c cells apart, the shorter way takes all their charge, and on the
/// longer one they cannot meet. Each has to walk right for one cell of the other and left for another one, and cannot
/// tell these apart; so neither may move before it sees the other, and no uniform strategy is enough.
/// To leave cell 1, a robot need only see whether the other one is next to it.
pub(crate) fn text(charge: usize) -> String {
    let n = 4 * charge + 1;
    let mut text = Text::new(&[
        &format!("Two robots on a ring of {n} cells."),
        "",
        &format!(
            "The robots are put into different cells. Each has charge for {charge} moves to the next cell, left or"
        ),
        "right, as many as it takes to meet half-way.",
        "A robot sees its cell, its charge, and whether the other one is in the next cell to the left or",
        "to the right; if it is further away it may be anywhere.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    (1..=2).for_each(|i| text.agent(&format!("Robot{i}"), |text| robot(text, i, charge)));
    text.part("Evaluation", |text| {
        text.when("met", "Environment.placed = 2 and Environment.cell1 = Environment.cell2");
        text.when("close", "Environment.ahead = true or Environment.behind = true");
        text.when(
            "first_cell_free",
            "Environment.placed = 2 and !(Environment.cell1 = 1) and !(Environment.cell2 = 1)",
        );
    });
    text.part("InitStates", |text| {
        text.line(&format!(
            "Environment.placed = 0 and Environment.ahead = false and Environment.behind = false and Environment.cell1 = 0 and Environment.cell2 = 0 and Robot1.charge = {charge} and Robot2.charge = {charge}"
        ));
    });
    text.part("Groups", |text| {
        text.line("first = {Robot1}");
        text.line("robots = {Robot1, Robot2}");
    });
    text.part("Formulae", |text| {
        text.ability("robots-can-meet", true, false, "<robots>F met");
        text.ability("robots-can-keep-apart", true, true, "<robots>G !met");
        text.ability("first-cell-can-be-left-apart", true, true, "<robots>(!met U first_cell_free)");
        text.formula("neighbours-see-each-other", true, "AG (close -> K(Robot1, close) and K(Robot2, close))");
        text.ability("one-robot-can-find-the-other", false, false, "<first>F met");
    });
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| {
        text.line("placed : 0..2");
        text.comment("Robot 2 is in the next cell to the right of robot 1, or to the left.");
        text.line("ahead : boolean");
        text.line("behind : boolean");
    });
    text.section("Vars", |text| {
        text.comment("Where the robots are, 0 before they are placed.");
        (1..=2).for_each(|i| text.line(&format!("cell{i} : 0..{n}")));
    });
    text.actions(&format!("{}, watch", each(1..=n, |c| format!("put{c}")).join(", ")));
    text.section("Protocol", |text| {
        for c in 1..=n {
            text.allow(&format!("placed = 0 or (placed = 1 and !(cell1 = {c}))"), &format!("put{c}"));
        }
        text.allow("Other", "watch");
    });
    text.section("Evolution", |text| {
        text.when("placed = placed + 1", "placed < 2");
        for c in 1..=n {
            let (left, right) = ((c + n - 2) % n + 1, c % n + 1);
            text.when(&format!("cell1 = {c}"), &format!("placed = 0 and Action = put{c}"));
            text.when(&format!("cell2 = {c}"), &format!("placed = 1 and Action = put{c}"));
            text.when("ahead = true", &format!("placed = 1 and Action = put{c} and cell1 = {left}"));
            text.when("behind = true", &format!("placed = 1 and Action = put{c} and cell1 = {right}"));
        }
        (1..=2).for_each(|i| walk(text, n, i));
        for shift in -2..=2 {
            sight(text, n, "ahead", shift, 1);
            sight(text, n, "behind", shift, -1);
        }
    });
}

/// How a robot gets from cell to cell.
fn walk(text: &mut Text, n: usize, i: usize) {
    let (cell, does) = (format!("cell{i}"), |action: &str| format!("Robot{i}.Action = {action}"));
    text.when(&format!("{cell} = {cell} + 1"), &format!("{} and {cell} < {n}", does("right")));
    text.when(&format!("{cell} = 1"), &format!("{} and {cell} = {n}", does("right")));
    text.when(&format!("{cell} = {cell} - 1"), &format!("{} and {cell} > 1", does("left")));
    text.when(&format!("{cell} = {n}"), &format!("{} and {cell} = 1", does("left")));
}

/// Whether robot 2 is `distance` cells to the right of robot 1 after it has moved `shift` cells more than robot 1.
fn sight(text: &mut Text, n: usize, flag: &str, shift: isize, distance: isize) {
    let pairs = MOVES.iter().flat_map(|one| MOVES.iter().map(move |two| (one, two)));
    let moves: Vec<String> = pairs
        .filter(|((_, one), (_, two))| two - one == shift)
        .map(|((one, _), (two, _))| format!("(Robot1.Action = {one} and Robot2.Action = {two})"))
        .collect();
    let moves = format!("placed = 2 and {}", any(&moves));
    let before = (distance - shift).rem_euclid(n as isize);
    let then = format!("(cell2 - cell1 = {before} or cell1 - cell2 = {})", n as isize - before);
    text.when(&format!("{flag} = true"), &format!("{moves} and {then}"));
    text.when(&format!("{flag} = false"), &format!("{moves} and !{then}"));
}

fn robot(text: &mut Text, i: usize, charge: usize) {
    text.sees(&format!("cell{i}"));
    text.variables(&[&format!("charge : 0..{charge}")]);
    text.protocol("left, stay, right", &[("Environment.placed = 2 and charge > 0", "left, stay, right")], "stay");
    text.section("Evolution", |text| {
        text.when("charge = charge - 1", "Action = left or Action = right");
    });
}
