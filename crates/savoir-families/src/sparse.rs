//! Random automata with few steps each, two of which at a time share a few steps that they can only make together.

use crate::random::Random;
use crate::text::{Text, each};

/// An automaton.
struct Automaton {
    /// States are 0 to `states`, the last of which nothing leads to.
    states: usize,
    /// Steps that it makes alone: one from each state that can be reached to the next, and some more.
    own: Vec<(usize, usize)>,
    /// Steps with another automaton: a name that both know, who that is, and where it leads.
    shared: Vec<(usize, usize, usize, usize)>,
}

/// `n` automata drawn by a seed.
pub(crate) fn text(n: usize, seed: usize) -> String {
    let automata = draw(n, &mut Random::of_text(&format!("sparse {n} {seed}")));
    let mut text = Text::new(&[
        &format!(
            "{n} random automata (number {seed} of them). Each goes its own way; some steps are made by two together."
        ),
        "",
        "Nothing leads to the last state of an automaton.",
    ]);
    for (i, automaton) in automata.iter().enumerate() {
        text.agent(&format!("Automaton{i}"), |text| agent(text, automaton));
    }
    let all = |place: &dyn Fn(&Automaton) -> usize| {
        let at: Vec<String> = automata
            .iter()
            .enumerate()
            .map(|(i, automaton)| format!("Automaton{i}.at = {}", place(automaton)))
            .collect();
        at.join(" and ")
    };
    text.part("Evaluation", |text| {
        text.when("start", &all(&|_| 0));
        text.when("all_far", &all(&|automaton| automaton.states - 1));
        text.when("lost", &format!("Automaton0.at = {}", automata[0].states));
        text.when("first_far", &format!("Automaton0.at = {}", automata[0].states - 1));
        text.when("last_far", &format!("Automaton{}.at = {}", n - 1, automata[n - 1].states - 1));
    });
    text.part("InitStates", |text| text.line(&all(&|_| 0)));
    text.part("Formulae", |text| {
        text.formula("can-all-be-far", true, "EF all_far");
        text.formula("can-always-come-back", true, "AG EF start");
        text.formula("nobody-is-lost", true, "AG !lost");
        text.formula("first-knows-where-it-is", true, "AG (first_far -> K(Automaton0, first_far))");
        text.formula("first-knows-where-the-last-is", false, "AG (last_far -> K(Automaton0, last_far))");
        text.formula("has-to-go-far", false, "AF first_far");
        text.formula("something-can-always-happen", true, "AG EX true");
    });
    text.finish()
}

fn draw(n: usize, random: &mut Random) -> Vec<Automaton> {
    let mut automata: Vec<Automaton> = (0..n)
        .map(|_| {
            let states = 3 + random.below(6);
            let mut own: Vec<(usize, usize)> = (0..states).map(|state| (state, (state + 1) % states)).collect();
            own.extend((0..2).map(|_| (random.below(states), random.below(states))));
            own.retain(|(from, to)| from != to);
            own.sort_unstable();
            own.dedup();
            Automaton { states, own, shared: Vec::new() }
        })
        .collect();
    for shared in 0..n {
        let one = random.below(n);
        let other = (one + 1 + random.below(n - 1)) % n;
        for (from, to) in [(one, other), (other, one)] {
            let states = automata[from].states;
            automata[from].shared.push((shared, to, random.below(states), random.below(states)));
        }
    }
    automata
}

fn agent(text: &mut Text, automaton: &Automaton) {
    text.variables(&[&format!("at : 0..{}", automaton.states)]);
    let steps = numbered(&automaton.own);
    let most = steps.iter().map(|step| step.2 + 1).max().unwrap_or(0);
    let names = each(0..most, |choice| format!("go{choice}")).into_iter().chain(["rest".to_owned()]);
    let names: Vec<String> = names.chain(automaton.shared.iter().map(|step| format!("meet{}", step.0))).collect();
    text.actions(&names.join(", "));
    text.section("Protocol", |text| {
        for state in 0..automaton.states {
            let own = steps.iter().filter(|step| step.0 == state).map(|step| format!("go{}", step.2));
            let shared = automaton.shared.iter().filter(|step| step.2 == state).map(|step| format!("meet{}", step.0));
            let actions: Vec<String> = own.chain(shared).chain(["rest".to_owned()]).collect();
            text.allow(&format!("at = {state}"), &actions.join(", "));
        }
        text.allow("Other", "rest");
    });
    text.section("Evolution", |text| {
        for (from, to, choice) in &steps {
            text.when(&format!("at = {to}"), &format!("at = {from} and Action = go{choice}"));
        }
        for (name, other, from, to) in &automaton.shared {
            text.when(
                &format!("at = {to}"),
                &format!("at = {from} and Action = meet{name} and Automaton{other}.Action = meet{name}"),
            );
        }
    });
}

/// The steps from each state, numbered from 0.
fn numbered(own: &[(usize, usize)]) -> Vec<(usize, usize, usize)> {
    let number = |place: usize| own[..place].iter().filter(|step| step.0 == own[place].0).count();
    own.iter().enumerate().map(|(place, &(from, to))| (from, to, number(place))).collect()
}
