//! Orders of a small model, bit by bit.

use super::*;
use crate::prepare::Preparation;
use crate::{SymbolicOptions, SymbolicTuning};
use savoir_check::Budget;
use savoir_testkit::fixtures::load;

/// Two counters that count while a switch goes up; only the switch has a choice.
fn model() -> Model {
    let counter = |own: &str| {
        format!(
            "Agent C{own}
               Vars: a{own} : 0..3; still{own} : boolean; end Vars
               Actions = {{go}};
               Protocol: Other : {{go}}; end Protocol
               Evolution: a{own} = a{own} + 1 if a{own} < 3 and Switch.Action = up; end Evolution
             end Agent\n"
        )
    };
    load(&format!(
        "Agent Switch
           Vars: on : boolean; end Vars
           Actions = {{up, down}};
           Protocol: Other : {{up, down}}; end Protocol
           Evolution: on = true if Action = up; on = false if Action = down; end Evolution
         end Agent
         {}{}
         Evaluation p if C1.a1 = 3; end Evaluation
         InitStates Switch.on = false and C1.a1 = 0 and C2.a2 = 0; end InitStates
         Formulae end Formulae",
        counter("1"),
        counter("2"),
    ))
}

fn prepared<'m>(model: &'m Model, order: OrderChoice) -> Preparation<'m> {
    Preparation::new(model, &SymbolicOptions { order, ..SymbolicOptions::default() }, &Budget::unlimited()).unwrap()
}

fn lines(model: &Model, order: OrderChoice) -> Vec<String> {
    let prepared = prepared(model, order);
    let bits = prepared.bits(prepared.first_order()).unwrap();
    SavedOrder::new(model, bits).to_string().lines().map(str::to_owned).collect()
}

#[test]
fn the_orders_of_mcmas_are_as_the_paper_says() {
    let model = model();
    let switch = |order| -> Vec<String> {
        lines(&model, OrderChoice::Paper(order)).into_iter().filter(|line| line.starts_with("Switch")).collect()
    };
    let (on, next, action) = ("Switch.on 0", "Switch.on' 0", "Switch.Action 0");
    assert_eq!(switch(PaperOrder::Interleaved), [on, next, action]);
    assert_eq!(switch(PaperOrder::ActionsBetween), [on, action, next]);
    assert_eq!(switch(PaperOrder::ActionsLast), [on, next, action]);
    let all = lines(&model, OrderChoice::Paper(PaperOrder::StatesThenActions));
    assert_eq!(all.last().map(String::as_str), Some(action), "all actions come after all states");
    // What never changes has no next value; counters have two bits, the higher one first.
    let counter: Vec<&String> = all.iter().filter(|line| line.starts_with("C1")).collect();
    assert_eq!(counter, ["C1.a1 0", "C1.a1' 0", "C1.a1 1", "C1.a1' 1", "C1.still1 0"]);
}

#[test]
fn every_candidate_has_every_bit_once() {
    let model = model();
    let prepared = prepared(&model, OrderChoice::Auto);
    let sorted = |order| {
        let mut bits = prepared.bits(order).unwrap();
        bits.sort_unstable();
        bits
    };
    let orders = prepared.orders();
    assert!(orders.contains(&OrderName::Force) && orders.len() > 1, "{orders:?}");
    let names: Vec<String> = orders.iter().map(ToString::to_string).collect();
    for &order in &orders {
        assert_eq!(sorted(order), sorted(OrderName::Force), "{names:?}");
    }
    // Equal orders are listed once.
    for (place, &order) in orders.iter().enumerate() {
        assert!(
            orders[..place].iter().all(|&other| prepared.bits(other).unwrap() != prepared.bits(order).unwrap()),
            "{names:?}"
        );
    }
}

#[test]
fn numbers_in_names_bring_together_what_belongs_together() {
    let model = model();
    let prepared = prepared(&model, OrderChoice::Auto);
    let order = SavedOrder::new(&model, prepared.bits(OrderName::Names).unwrap()).to_string();
    let place = |line: &str| order.lines().position(|other| other == line).unwrap();
    assert!(place("Switch.on 0") < place("C1.a1 0"), "what has no number comes first");
    assert!(place("C1.still1 0") < place("C2.a2 0"));
}

#[test]
fn what_depends_on_each_other_stands_together() {
    // A ring of six bits, declared in an order that puts neighbours far apart.
    let ring = [0usize, 3, 1, 4, 2, 5];
    let agent = |&own: &usize| {
        format!(
            "Agent R{own} Lobsvars = {{}}; Vars: x : boolean; end Vars Actions = {{keep, flip}};
             Protocol: x = true : {{flip}}; Other : {{keep}}; end Protocol
             Evolution: x = true if R{0}.Action = flip; x = false if R{0}.Action = keep; end Evolution end Agent\n",
            (own + 5) % 6
        )
    };
    let agents: String = ring.iter().map(agent).collect();
    let init: Vec<String> = (0..6).map(|at| format!("R{at}.x = {}", at == 0)).collect();
    let model = load(&format!(
        "{agents} Evaluation p if R0.x = true; end Evaluation InitStates {}; end InitStates Formulae end Formulae",
        init.join(" and ")
    ));
    let prepared = prepared(&model, OrderChoice::Auto);
    let distance = |order: OrderName| -> usize {
        let bits = prepared.bits(order).unwrap();
        let place = |agent: usize| {
            let is_it = |bit: &Bit| matches!(bit, Bit::Current(id, _) if model.agent(model.variable(*id).owner).name == format!("R{agent}"));
            bits.iter().position(is_it).unwrap()
        };
        (0..6).map(|at| place(at).abs_diff(place((at + 1) % 6))).sum()
    };
    // A ring can be laid out with neighbours at most two places apart, and each place has two bits.
    assert!(distance(OrderName::Force) <= 2 * 2 * 6, "{}", distance(OrderName::Force));
}

#[test]
fn a_saved_order_is_read_back_and_completed() {
    let model = model();
    let all = lines(&model, OrderChoice::Auto);
    let saved = SavedOrder::read(&all.join("\n"), &model).unwrap();
    assert_eq!(lines(&model, OrderChoice::Saved(saved)), all);
    let some = SavedOrder::read("-- a comment\n\nC2.a2 1\nSwitch.on' 0\n", &model).unwrap();
    let completed = lines(&model, OrderChoice::Saved(some));
    assert_eq!(completed[..2], ["C2.a2 1", "Switch.on' 0"]);
    assert_eq!(completed.len(), all.len());
    let error = |text: &str| SavedOrder::read(text, &model).unwrap_err().to_string();
    assert_eq!(error("C1.a1 0\nC1.a1 0"), "line 2: `C1.a1 0` was there before");
    assert_eq!(error("C1.b 0"), "line 1: `C1.b 0` is not a bit of this model");
    assert_eq!(error("C1.a1 2"), "line 1: `C1.a1 2` is not a bit of this model");
}

#[test]
fn tunables_are_passed_down() {
    let model = model();
    let mut tuning = SymbolicTuning::default();
    tuning.force.stale_rounds = 0;
    let options = SymbolicOptions { tuning, ..SymbolicOptions::default() };
    let prepared = Preparation::new(&model, &options, &Budget::unlimited()).unwrap();
    // Without a round FORCE leaves everything as it was declared.
    let first = SavedOrder::new(&model, prepared.bits(OrderName::Force).unwrap()).to_string();
    assert!(first.starts_with("Switch.Action 0\nSwitch.on 0\n"), "{first}");
}

/// Speakers in a ring whose word follows from two variables of theirs: what is heard is the parity of all words. Transitions
/// tie what they see to coins between them; only the words tie it to who is a liar.
fn speakers(count: usize) -> Model {
    let speaker = |own| {
        let next = own % count + 1;
        format!(
            "Agent Speaker{own}
               Lobsvars = {{coin{own}, coin{next}}};
               Vars: liar : boolean; sight : {{none, yes, no}}; end Vars
               Actions = {{quiet, yes, no}};
               Protocol:
                 (liar = true and sight = no) or (liar = false and sight = yes) : {{yes}};
                 (liar = true and sight = yes) or (liar = false and sight = no) : {{no}};
                 Other : {{quiet}};
               end Protocol
               Evolution:
                 sight = yes if sight = none and Environment.coin{own} = Environment.coin{next};
                 sight = no if sight = none and Environment.coin{own} <> Environment.coin{next};
               end Evolution
             end Agent\n"
        )
    };
    let joined = |text: &dyn Fn(usize) -> String| (1..=count).map(text).collect::<Vec<_>>().join(" and ");
    let only = |liar: usize| format!("({})", joined(&|own| format!("Speaker{own}.liar = {}", own == liar)));
    load(&format!(
        "Agent Environment
           Vars: odd : boolean; {} end Vars
           Actions = {{listen}};
           Protocol: Other : {{listen}}; end Protocol
           Evolution: odd = true if {}; end Evolution
         end Agent
         {}
         Evaluation odd if Environment.odd = true; end Evaluation
         InitStates Environment.odd = false and {} and ({}); end InitStates
         Formulae end Formulae",
        (1..=count).map(|own| format!("coin{own} : boolean; ")).collect::<String>(),
        parity(1, count, true),
        (1..=count).map(speaker).collect::<String>(),
        joined(&|own| format!("Speaker{own}.sight = none")),
        (0..=count).map(only).collect::<Vec<_>>().join(" or "),
    ))
}

/// Whether an odd number of speakers say yes, or an even one.
fn parity(first: usize, last: usize, odd: bool) -> String {
    match (first == last, odd) {
        (true, true) => format!("Speaker{first}.Action = yes"),
        (true, false) => format!("!(Speaker{first}.Action = yes)"),
        (false, _) => {
            let middle = usize::midpoint(first, last);
            let both =
                |low: bool| format!("({} and {})", parity(first, middle, low), parity(middle + 1, last, low != odd));
            format!("({} or {})", both(true), both(false))
        }
    }
}

#[test]
fn what_an_action_follows_from_stands_together_in_large_conditions() {
    let count = 24;
    let model = speakers(count);
    let lines = lines(&model, OrderChoice::Auto);
    let place = |name: String| lines.iter().position(|line| *line == name).unwrap();
    for own in 1..=count {
        let (liar, sight) = (place(format!("Speaker{own}.liar 0")), place(format!("Speaker{own}.sight 0")));
        assert!(liar.abs_diff(sight) < 12, "{own}: {liar} and {sight}");
    }
    // With all liars above what they saw, the parity alone takes more than 2^24 nodes.
    let prepared = prepared(&model, OrderChoice::Auto);
    assert!(prepared.search(OrderName::Force, &Budget::unlimited().with_memory(4 << 20)).is_ok());
}
