//! Simple voting with a coercer as the authors of STV2 measure it: one event at a time, receipts one voter after the other,
//! then judgements one voter after the other. The encoding is our own.
//!
//! Each voter may vote for a candidate of its own. In the files of STV2, however, all voters have actions of the same names,
//! and the numbers of states and transitions that were published in 2023, 1 + C (2^(2N+1) - 1) states, are those of voters who
//! vote at once and alike: here they are a *bloc* that follows the first of them.

use crate::text::{Text, each};

/// A model with these voters and candidates.
#[derive(Clone, Copy)]
struct Election {
    voters: usize,
    candidates: usize,
    is_bloc: bool,
}

/// Each voter votes when it likes, for whom it likes.
pub(crate) fn own_votes(voters: usize, candidates: usize) -> String {
    Election { voters, candidates, is_bloc: false }.text()
}

/// All voters vote at once, for the candidate of the first one.
pub(crate) fn bloc(voters: usize, candidates: usize) -> String {
    Election { voters, candidates, is_bloc: true }.text()
}

impl Election {
    fn text(self) -> String {
        let voters = self.voters;
        let mut text = Text::new(&[
            &format!(
                "Simple voting: {voters} voter{}, {} candidates.",
                if voters == 1 { "" } else { "s" },
                self.candidates
            ),
            "",
            if self.is_bloc {
                "All voters vote at once, for the candidate that the first one chooses. Then, in order of"
            } else {
                "Each voter votes for some candidate, in any order. Those who have voted, in order of"
            },
            "their numbers, show the vote to the coercer or refuse to. When all have been heard, the coercer",
            "punishes or spares them, in the same order.",
            "The coercer sees what is shown and refused, but sees nobody vote; a voter sees its own vote only.",
        ]);
        text.agent("Environment", |text| self.environment(text));
        text.agent("Coercer", |text| self.coercer(text));
        (1..=voters).for_each(|i| text.agent(&format!("Voter{i}"), |text| self.voter(text, i)));
        text.part("Evaluation", |text| {
            (1..=self.candidates).for_each(|j| text.when(&format!("for{j}"), &format!("Voter1.vote = {j}")));
            text.when("voted", "!(Voter1.vote = 0)");
            text.when("refused", "Coercer.seen1 = refused");
            text.when("judged", "!(Coercer.sentence1 = none)");
            text.when("punished", "Coercer.sentence1 = punished");
            text.when("all_judged", &format!("!(Coercer.sentence{voters} = none)"));
        });
        text.part("InitStates", |text| {
            let calls = (1..=voters).filter(|i| self.leader(*i) == *i).map(|i| format!("Environment.voted{i} = false"));
            let start = each(1..=voters, |i| {
                format!(
                    "Coercer.seen{i} = nothing and Coercer.sentence{i} = none and Voter{i}.vote = 0 and Voter{i}.stage = voting"
                )
            });
            let all: Vec<String> = ["Environment.turn = 0".to_owned()].into_iter().chain(calls).chain(start).collect();
            text.line(&all.join(" and "));
        });
        text.part("Groups", |text| {
            text.line("coercer = {Coercer}");
            text.line("voter1 = {Voter1}");
            text.line(&format!("voters = {{{}}}", each(1..=voters, |i| format!("Voter{i}")).join(", ")));
        });
        text.part("Formulae", |text| self.formulas(text));
        text.finish()
    }

    /// Those of the paper that `voting` is from, and two that STV2 is measured with: the last ones about coalitions.
    fn formulas(self, text: &mut Text) {
        text.ability("all-who-disobey-are-punished", true, true, "<coercer>G (judged and !punished -> for1)");
        text.ability(
            "just-those-who-disobey-are-punished",
            true,
            false,
            "<coercer>G (judged -> (punished and !for1 or !punished and for1))",
        );
        text.ability("obedience-can-be-enforced", false, false, "<coercer>G (voted -> for1)");
        text.ability("voter-can-escape", false, false, "<voter1>F (judged and for2 and !punished)");
        text.ability("voter-can-hide", true, true, "<voter1>F (for2 and refused and !K(Coercer, for2))");
        text.ability("voters-come-to-an-end", true, true, "<voters>F all_judged");
        // Before the vote nobody has obeyed.
        text.ability("obedience-or-punishment-always", false, false, "<coercer>G (for1 or punished)");
        text.ability("voter-can-refuse", true, true, "<voter1>F (for1 and refused)");
        // In a bloc, the vote that another voter shows is that of the first one.
        let unknown = each(1..=self.candidates, |j| format!("!K(Coercer, for{j})")).join(" and ");
        let tells_nothing = !self.is_bloc || self.voters == 1;
        text.formula("refusal-tells-nothing", tells_nothing, &format!("AG (refused -> {unknown})"));
    }

    /// The voter whose vote a voter casts.
    fn leader(self, voter: usize) -> usize {
        if self.is_bloc { 1 } else { voter }
    }

    /// It says whose turn it is.
    fn environment(self, text: &mut Text) {
        let voters = self.voters;
        let leaders: Vec<usize> = (1..=voters).filter(|i| self.leader(*i) == *i).collect();
        text.section("Vars", |text| {
            text.comment("How many voters have been heard and judged.");
            text.line(&format!("turn : 0..{}", 2 * voters));
            leaders.iter().for_each(|i| text.line(&format!("voted{i} : boolean")));
        });
        let calls = leaders.iter().map(|i| format!("call{i}"));
        let hearings = (1..=voters).flat_map(|i| [format!("hear{i}"), format!("judge{i}")]);
        let actions: Vec<String> = calls.chain(hearings).chain(["rest".to_owned()]).collect();
        text.actions(&actions.join(", "));
        text.section("Protocol", |text| {
            leaders.iter().for_each(|i| text.allow(&format!("voted{i} = false"), &format!("call{i}")));
            for i in 1..=voters {
                text.allow(&format!("turn = {} and voted{} = true", i - 1, self.leader(i)), &format!("hear{i}"));
                text.allow(&format!("turn = {}", voters + i - 1), &format!("judge{i}"));
            }
            text.allow("Other", "rest");
        });
        text.section("Evolution", |text| {
            leaders.iter().for_each(|i| text.when(&format!("voted{i} = true"), &format!("Action = call{i}")));
            for i in 1..=voters {
                text.when(&format!("turn = {i}"), &format!("Action = hear{i}"));
                text.when(&format!("turn = {}", voters + i), &format!("Action = judge{i}"));
            }
        });
    }

    fn coercer(self, text: &mut Text) {
        let shown = each(1..=self.candidates, |j| format!("shown{j}"));
        text.section("Vars", |text| {
            for i in 1..=self.voters {
                text.line(&format!("seen{i} : {{nothing, refused, {}}}", shown.join(", ")));
                text.line(&format!("sentence{i} : {{none, punished, spared}}"));
            }
        });
        let judging = format!("!(seen{n} = nothing) and sentence{n} = none", n = self.voters);
        text.protocol("punish, spare, wait", &[(&judging, "punish, spare")], "wait");
        text.section("Evolution", |text| {
            for i in 1..=self.voters {
                let heard = |action: &str| format!("Environment.Action = hear{i} and Voter{i}.Action = {action}");
                text.when(&format!("seen{i} = refused"), &heard("refuse"));
                (1..=self.candidates)
                    .for_each(|j| text.when(&format!("seen{i} = shown{j}"), &heard(&format!("show{j}"))));
                let judged = |action: &str| format!("Environment.Action = judge{i} and Action = {action}");
                text.when(&format!("sentence{i} = punished"), &judged("punish"));
                text.when(&format!("sentence{i} = spared"), &judged("spare"));
            }
        });
    }

    fn voter(self, text: &mut Text, i: usize) {
        let leader = self.leader(i);
        text.section("Vars", |text| {
            text.comment("The candidate voted for, 0 before the vote.");
            text.line(&format!("vote : 0..{}", self.candidates));
            text.line("stage : {voting, deciding, waiting, judged}");
        });
        let votes = each(1..=self.candidates, |j| format!("vote{j}"));
        let shows = each(1..=self.candidates, |j| format!("show{j}"));
        let own = if leader == i { votes.clone() } else { Vec::new() };
        let actions: Vec<String> =
            own.iter().chain(&shows).cloned().chain(["refuse".to_owned(), "wait".to_owned()]).collect();
        text.actions(&actions.join(", "));
        text.section("Protocol", |text| {
            if leader == i {
                text.allow("stage = voting", &votes.join(", "));
            }
            for (j, show) in (1..).zip(&shows) {
                text.allow(&format!("stage = deciding and vote = {j}"), &format!("{show}, refuse"));
            }
            text.allow("Other", "wait");
        });
        text.section("Evolution", |text| {
            let whose = if leader == i { "Action".to_owned() } else { format!("Voter{leader}.Action") };
            let called = format!("Environment.Action = call{leader}");
            for (j, vote) in (1..).zip(&votes) {
                text.when(&format!("vote = {j}"), &format!("{called} and {whose} = {vote}"));
            }
            text.when("stage = deciding", &called);
            text.when("stage = waiting", &format!("Environment.Action = hear{i}"));
            text.when("stage = judged", &format!("Environment.Action = judge{i}"));
        });
    }
}
