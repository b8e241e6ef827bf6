//! The three castles of the literature on uniform strategies: Pilecki, Bednarczyk and Jamroga, "Synthesis and verification
//! of uniform strategies for multi-agent systems" (CLIMA'14), after an example of Busard and others. The encoding is our own.

use crate::text::{Text, any, each};

/// The castles of a model, each with the number of its workers.
struct Castles {
    workers: [usize; 3],
    life: usize,
}

/// Two castles together can defeat the third.
pub(crate) fn text(workers: [usize; 3], life: usize) -> String {
    let castles = Castles { workers, life };
    let [w1, w2, w3] = workers;
    let mut text = Text::new(&[
        &format!("Three castles with {w1}, {w2} and {w3} workers and {life} life points each."),
        "",
        "In each round every worker of a castle that stands waits, attacks one of the other castles, or",
        "defends its own; after it has defended it must do something else. A castle with more attackers",
        "than defenders loses the difference in life points, and is defeated when none are left.",
        "A worker sees the life points of its own castle, whether it may defend, and which castles are",
        "defeated; it does not see the life points of the others, nor whether their workers may defend.",
    ]);
    text.agent("Environment", |text| castles.environment(text));
    for castle in 1..=3 {
        (1..=workers[castle - 1]).for_each(|i| worker(&mut text, castle, i));
    }
    text.part("Evaluation", |text| {
        for castle in 1..=3 {
            text.when(&format!("defeated{castle}"), &format!("Environment.defeated{castle} = true"));
        }
        for castle in 1..=2 {
            text.when(&format!("strong{castle}"), &format!("Environment.life{castle} >= {}", castles.strong()));
        }
        text.when("unharmed1", &format!("Environment.life1 = {life}"));
    });
    text.part("InitStates", |text| {
        let castle = |castle| format!("Environment.life{castle} = {life} and Environment.defeated{castle} = false");
        let fresh = (1..=3).flat_map(|castle| castles.names(castle)).map(|name| format!("{name}.tired = false"));
        text.line(&each(1..=3, castle).into_iter().chain(fresh).collect::<Vec<_>>().join(" and "));
    });
    text.part("Groups", |text| {
        for group in [&[1][..], &[2], &[3], &[1, 2], &[1, 3], &[2, 3]] {
            let name: String = group.iter().map(ToString::to_string).collect();
            let members: Vec<String> = group.iter().flat_map(|castle| castles.names(*castle)).collect();
            text.line(&format!("c{name} = {{{}}}", members.join(", ")));
        }
    });
    text.part("Formulae", |text| {
        if !castles.usual() {
            text.comment("Which verdicts to expect is known for the usual numbers only.");
        }
        castles.formulas().into_iter().for_each(|(name, known, formula)| match known {
            None => text.question(name, formula),
            Some((perfect, None)) => text.formula(name, perfect, formula),
            Some((perfect, Some(uniform))) => text.ability(name, perfect, uniform, formula),
        });
    });
    text.finish()
}

/// A formula with its name and, if known, its verdicts for strategies with perfect information and for uniform ones.
type Question = (&'static str, Option<(bool, Option<bool>)>, &'static str);

impl Castles {
    /// The life points of a castle that has lost one at most, and stands.
    fn strong(&self) -> usize {
        1.max(self.life - 1)
    }

    /// Whether the castles are as strong as each other, or nearly so, and have the usual life points.
    fn usual(&self) -> bool {
        let [w1, w2, w3] = self.workers;
        self.life == 3 && w1 >= w2 && w2 >= w3 && w1 - w3 <= 1
    }

    /// The formulas. Verdicts are given for the usual numbers; those for perfect information come from checks of all sizes.
    ///
    /// Uniform strategies are not enough to protect a castle for this reason: while nothing changes that a worker sees, it
    /// defends in the first round or never. So castle 3 may defend itself in the first round, if it stands after that,
    /// and finds castle 1 without defenders in the second one. But they are enough to defeat castle 3: all attack it, and it
    /// stands for two rounds at most. Everything else was found by trying all uniform strategies, up to 6 workers.
    fn formulas(&self) -> [Question; 9] {
        let (n, [_, _, w3]) = (self.workers.iter().sum::<usize>(), self.workers);
        let searched = (n <= 6).then_some(true);
        let known =
            |perfect: bool, uniform| self.usual().then_some((perfect, if perfect { uniform } else { Some(false) }));
        // A castle or two with so many life points left all the time.
        let kept = |perfect, least: usize, protected: usize| {
            let defenders = protected * (w3 + least).saturating_sub(self.life);
            let attackers = (n - w3).saturating_sub(defenders);
            let lost = w3 + least > self.life && attackers < w3 + self.life;
            known(perfect, if lost { Some(false) } else { searched })
        };
        let divisible = n.is_multiple_of(3);
        [
            ("two-defeat-the-third", known(true, Some(true)), "<c12>F defeated3"),
            ("two-protect-one", kept(true, 1, 1), "<c12>G !defeated1"),
            ("two-protect-both", kept(true, 1, 2), "<c12>G (!defeated1 and !defeated2)"),
            ("two-keep-one-strong", kept(!divisible || n == 6, 2, 1), "<c12>G strong1"),
            ("two-keep-both-strong", kept(!divisible && n != 10, 2, 2), "<c12>G (strong1 and strong2)"),
            ("two-keep-one-unharmed", kept(n == 4 || n == 5, 3, 1), "<c12>G unharmed1"),
            (
                "two-leave-nothing",
                known(true, searched.map(|found| found && n > 3)),
                "<c12>F (defeated1 and defeated2 and defeated3)",
            ),
            ("one-protects-itself", known(false, None), "<c1>G !defeated1"),
            ("one-defeats-another", known(false, None), "<c3>F defeated1"),
        ]
    }

    /// The names of the workers of a castle.
    fn names(&self, castle: usize) -> Vec<String> {
        each(1..=self.workers[castle - 1], |i| name(castle, i))
    }

    fn environment(&self, text: &mut Text) {
        text.section("Obsvars", |text| (1..=3).for_each(|castle| text.line(&format!("defeated{castle} : boolean"))));
        text.section("Vars", |text| {
            (1..=3).for_each(|castle| text.line(&format!("life{castle} : 0..{}", self.life)));
        });
        text.only_action("watch");
        text.section("Evolution", |text| {
            (1..=3).for_each(|castle| self.losses(text, castle));
        });
    }

    /// What a castle loses in a round.
    fn losses(&self, text: &mut Text, castle: usize) {
        let most = (1..=3).filter(|other| *other != castle).map(|other| self.workers[other - 1]).sum::<usize>();
        let life = format!("life{castle}");
        for lost in 1..self.life.min(most + 1) {
            let more = if lost < most { format!(" and !({})", self.harm(castle, lost + 1)) } else { String::new() };
            let exactly = format!("{}{more}", self.harm(castle, lost));
            text.when(&format!("{life} = {life} - {lost}"), &format!("{life} > {lost} and {exactly}"));
        }
        for target in [format!("{life} = 0"), format!("defeated{castle} = true")] {
            for left in 1..=self.life.min(most) {
                text.when(&target, &format!("{life} = {left} and {}", self.harm(castle, left)));
            }
        }
    }

    /// A castle has at least `lost` attackers more than defenders: so many among the others attack and among its own
    /// workers do not defend.
    fn harm(&self, castle: usize, lost: usize) -> String {
        let attack = (1..=3)
            .filter(|other| *other != castle)
            .flat_map(|other| self.names(other))
            .map(|name| format!("{name}.Action = attack{castle}"));
        let defend = self.names(castle).into_iter().map(|name| format!("!({name}.Action = defend)"));
        let harmful: Vec<String> = attack.chain(defend).collect();
        at_least(self.workers[castle - 1] + lost, &harmful)
    }
}

/// At least `k` of the conditions hold, where `k` is neither 0 nor more than there are. Halving keeps the text short.
fn at_least(k: usize, conditions: &[String]) -> String {
    if k == 1 {
        return any(conditions);
    }
    if k == conditions.len() {
        return conditions.join(" and ");
    }
    let (left, right) = conditions.split_at(conditions.len() / 2);
    let cases = (k.saturating_sub(right.len())..=k.min(left.len())).map(|i| match (i, k - i) {
        (0, rest) => at_least(rest, right),
        (some, 0) => at_least(some, left),
        (some, rest) => format!("{} and {}", at_least(some, left), at_least(rest, right)),
    });
    any(&cases.collect::<Vec<_>>())
}

fn name(castle: usize, i: usize) -> String {
    format!("Worker{castle}_{i}")
}

fn worker(text: &mut Text, castle: usize, i: usize) {
    text.agent(&name(castle, i), |text| {
        text.sees(&format!("life{castle}"));
        text.section("Vars", |text| {
            text.comment("It has defended in the last round.");
            text.line("tired : boolean");
        });
        let attacks = each((1..=3).filter(|other| *other != castle), |other| format!("attack{other}")).join(", ");
        let stands = format!("Environment.life{castle} > 0");
        let active = format!("wait, {attacks}");
        text.protocol(
            &format!("{active}, defend"),
            &[(&stands, &active), (&format!("{stands} and tired = false"), "defend")],
            "wait",
        );
        text.section("Evolution", |text| {
            text.when("tired = true", "Action = defend");
            text.when("tired = false", "tired = true");
        });
    });
}
