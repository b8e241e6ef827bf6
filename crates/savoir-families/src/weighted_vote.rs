//! A secret vote where voters have weights, for questions about coalitions: which can carry a motion, and which can block it?
//!
//! All vote at the same time, so a coalition wins if and only if its weights reach the quota, and it blocks if and only if
//! those of the others do not. The numbers of such coalitions are known from adding up weights, without any model.

use crate::text::{Text, each};

/// The weight of a voter, counted from 1.
fn weight(voter: usize) -> usize {
    (voter - 1) % 7 + 1
}

fn total(n: usize) -> usize {
    (1..=n).map(weight).sum()
}

/// More than half of the weights.
fn quota(n: usize) -> usize {
    total(n) / 2 + 1
}

/// Coalitions that win and that block.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("A vote of {n} voters with weights: who can carry a motion, and who can block it?"),
        "",
        "All say yes or no in secret, at the same time. Then the ballots are counted: the motion is passed",
        &format!("if the weights of those who said yes come to at least {} of {}.", quota(n), total(n)),
    ]);
    text.agent("Environment", |text| environment(text, n));
    (1..=n).for_each(|i| text.agent(&format!("Voter{i}"), voter));
    text.part("Evaluation", |text| text.when("passed", "Environment.passed = true"));
    text.part("InitStates", |text| {
        let blank = each(1..=n, |i| format!(" and Environment.ballot{i} = 0")).concat();
        text.line(&format!("Environment.phase = voting and Environment.passed = false{blank}"));
    });
    text.part("Groups", |text| groups(text, n));
    text.part("Formulae", |text| formulas(text, n));
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| {
        text.line("phase : {voting, counting, closed}");
        text.line("passed : boolean");
    });
    text.section("Vars", |text| (1..=n).for_each(|i| text.line(&format!("ballot{i} : 0..1"))));
    text.only_action("count");
    text.section("Evolution", |text| {
        text.when("phase = counting", "phase = voting");
        text.when("phase = closed", "phase = counting");
        for i in 1..=n {
            text.when(&format!("ballot{i} = 1"), &format!("phase = voting and Voter{i}.Action = yes"));
        }
        let weighed = |i| match weight(i) {
            1 => format!("ballot{i}"),
            weight => format!("{weight} * ballot{i}"),
        };
        let sum = each(1..=n, weighed).join(" + ");
        text.when("passed = true", &format!("phase = counting and {sum} >= {}", quota(n)));
    });
}

/// Whoever votes keeps nothing in mind: what counts is in the ballots.
fn voter(text: &mut Text) {
    text.section("Vars", |_| {});
    text.protocol("yes, no", &[], "yes, no");
    text.section("Evolution", |_| {});
}

/// The fewest first voters that reach the quota.
fn enough(n: usize) -> usize {
    (1..=n).find(|last| total(*last) >= quota(n)).unwrap_or(n)
}

fn groups(text: &mut Text, n: usize) {
    let members = |last: usize| each(1..=last, |i| format!("Voter{i}")).join(", ");
    text.line("first = {Voter1}");
    text.line(&format!("enough = {{{}}}", members(enough(n))));
    text.line(&format!("too_few = {{{}}}", members(enough(n) - 1)));
    text.line(&format!("everyone = {{{}}}", members(n)));
}

fn formulas(text: &mut Text, n: usize) {
    let groups = [("first", 1), ("enough", enough(n)), ("too_few", enough(n) - 1), ("everyone", n)];
    for (group, last) in groups {
        let wins = total(last) >= quota(n);
        text.formula(&format!("{}-can-win", group.replace('_', "-")), wins, &format!("<{group}>F passed"));
    }
    for (group, last) in groups {
        let blocks = total(n) - total(last) < quota(n);
        text.formula(&format!("{}-can-block", group.replace('_', "-")), blocks, &format!("<{group}>G !passed"));
    }
    text.sought("winning", "<?Y>F passed");
    text.sought("blocking", "<?Y>G !passed");
}
