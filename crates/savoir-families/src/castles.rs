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
            text.comment("Where no verdict is expected, it depends on the numbers in a way that we cannot state.");
        }
        for Question { name, perfect, uniform, formula } in castles.questions() {
            text.perfect_ability(name, perfect, formula);
            if let Some(uniform) = uniform {
                text.uniform_ability(name, uniform, formula);
            }
        }
    });
    text.finish()
}

/// A formula about two castles or one, and what is known about its verdicts.
struct Question {
    name: &'static str,
    perfect: Option<bool>,
    uniform: Option<bool>,
    formula: &'static str,
}

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

/// What is known about the verdicts.
///
/// Members of a coalition have to know that their uniform strategy wins, each by himself. Workers see nothing of what their
/// fellows and the other castles have gone through; so in the beginning those of castle 2 consider it possible that castle
/// 1 has one life point left, and workers who have all just defended. This is the *weak position* of castle 1. Castle 2
/// has one as well, as workers of castle 1 see it. A coalition of one castle considers it possible that all of its workers
/// but one have just defended.
impl Castles {
    /// The formulas. For perfect information and the usual numbers, the verdicts come from checks of all sizes.
    fn questions(&self) -> [Question; 9] {
        let n = self.workers.iter().sum::<usize>();
        let uneven = !n.is_multiple_of(3);
        // Uniform strategies are strategies too: what they can do can be done, and what cannot be done they cannot do.
        let question = |name, perfect: bool, uniform: Option<bool>, formula| {
            let usual = self.usual().then_some(perfect);
            let perfect = usual.or(uniform.filter(|can| *can));
            Question { name, perfect, uniform: uniform.or(perfect.filter(|can| !can)), formula }
        };
        // What has to hold for ever does not hold in the weak position, where castle 3 defeats castle 1 at once.
        let doomed = Some(false);
        [
            question("two-defeat-the-third", true, self.two_defeat_the_third(), "<c12>F defeated3"),
            question("two-protect-one", true, doomed, "<c12>G !defeated1"),
            question("two-protect-both", true, doomed, "<c12>G (!defeated1 and !defeated2)"),
            question("two-keep-one-strong", uneven || n == 6, doomed, "<c12>G strong1"),
            question("two-keep-both-strong", uneven && n != 10, doomed, "<c12>G (strong1 and strong2)"),
            question("two-keep-one-unharmed", n == 4 || n == 5, doomed, "<c12>G unharmed1"),
            question(
                "two-leave-nothing",
                true,
                self.two_leave_nothing(),
                "<c12>F (defeated1 and defeated2 and defeated3)",
            ),
            question("one-protects-itself", false, self.one_protects_itself(), "<c1>G !defeated1"),
            question("one-defeats-another", false, self.one_defeats_another(), "<c3>F defeated1"),
        ]
    }

    /// All attack castle 3 at once; or else they may be too slow.
    ///
    /// In the weak position of the larger one of the two, castle 3 defeats it with one worker, and all others defend. In
    /// the next round one worker is left who may defend, and from then on one half can defend in each round.
    fn two_defeat_the_third(&self) -> Option<bool> {
        let ([w1, w2, w3], smaller) = (self.workers, self.workers[0].min(self.workers[1]));
        let lost = (w1 + w2 + 1).saturating_sub(w3) + smaller - 1;
        if w1 + w2 >= w3 + self.life {
            Some(true)
        } else if w3 >= 2 * smaller && lost < self.life {
            Some(false)
        } else {
            // Found by trying.
            self.usual().then_some(true)
        }
    }

    /// With enough workers, each castle is attacked by so many that all are defeated in the first round.
    ///
    /// In the weak position of castle 1, all have to be defeated at once: castle 3 may defeat castle 1 with one worker, and
    /// after that attack nobody. So enough of castle 1 attack castle 2, even if castle 3 defends with all workers
    /// instead; then castle 3 has to be defeated by the others, but for one of castle 2 who attacks castle 1. The same
    /// goes for the weak position of castle 2.
    fn two_leave_nothing(&self) -> Option<bool> {
        let ([w1, w2, w3], life) = (self.workers, self.life);
        if w1.min(w2) < life || w1 + w2 <= 2 * life + w3 {
            Some(false)
        } else {
            (w1 + w2 >= 3 * life + w3).then_some(true)
        }
    }

    /// If all of its workers but one have just defended, it may be defeated at once.
    fn one_protects_itself(&self) -> Option<bool> {
        let [_, w2, w3] = self.workers;
        (w2 + w3 > self.life).then_some(false)
    }

    /// Castle 3 attacks castle 1 at once; or else, if all of its workers but one have just defended, it may be defeated at
    /// once by castle 2 and by those of castle 1 who are not needed to survive its attack.
    fn one_defeats_another(&self) -> Option<bool> {
        let ([w1, w2, w3], life) = (self.workers, self.life);
        if w3 >= w1 + life {
            return Some(true);
        }
        let needed = (w3 + 1).saturating_sub(life);
        (w1 + w2 > life + needed).then_some(false)
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
