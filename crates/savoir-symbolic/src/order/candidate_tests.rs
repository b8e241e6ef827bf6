//! Which orders are tried, and where each of them is the one that is needed.

use super::*;
use crate::SymbolicOptions;
use crate::prepare::Preparation;
use savoir_check::Budget;
use savoir_testkit::fixtures::load;

/// A ring of bits, each of which becomes what the one before was. The one at `place` in the file is the one at
/// `of(place)` in the ring; names say nothing about it.
fn ring(count: usize, of: impl Fn(usize) -> usize) -> Model {
    ring_of(count, of, "{keep}")
}

/// The same where a bit that is false comes with some of the two actions.
fn ring_of(count: usize, of: impl Fn(usize) -> usize, choice: &str) -> Model {
    let name = |at: usize| format!("R{}", (0..count).find(|&place| of(place) == at % count).unwrap_or(0));
    let agent = |place: usize| {
        let before = name(of(place) + count - 1);
        format!(
            "Agent R{place} Lobsvars = {{}}; Vars: x : boolean; end Vars Actions = {{keep, flip}};
             Protocol: x = true : {{flip}}; Other : {choice}; end Protocol
             Evolution: x = true if {before}.Action = flip; x = false if {before}.Action = keep; end Evolution
             end Agent\n"
        )
    };
    let agents: String = (0..count).map(agent).collect();
    load(&format!(
        "{agents} Evaluation p if R0.x = true; end Evaluation InitStates R0.x = true; end InitStates
         Formulae end Formulae"
    ))
}

fn prepared(model: &Model) -> Preparation<'_> {
    Preparation::new(model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap()
}

#[test]
fn neighbours_stand_together_however_they_are_declared() {
    let count = 60;
    let of = |place: usize| place * 23 % count;
    let model = ring(count, of);
    let prepared = prepared(&model);
    let distance = |order: OrderName| -> usize {
        let bits = prepared.bits(order).unwrap();
        let mut places = vec![0; count];
        for (at, bit) in bits.iter().enumerate() {
            if let Bit::Current(id, _) = bit {
                places[of(model.variable(*id).owner.index() - 1)] = at;
            }
        }
        (0..count).map(|at| places[at].abs_diff(places[(at + 1) % count])).sum()
    };
    let orders = prepared.orders();
    assert!(orders.contains(&OrderName::ForceFromNeighbours), "{orders:?}");
    let (neighbours, file) = (distance(OrderName::ForceFromNeighbours), distance(OrderName::Force));
    // At most two places apart, with two bits in each.
    assert!(neighbours <= 4 * count && file > 2 * neighbours, "{neighbours} {file}");
}

#[test]
fn neighbours_are_no_start_where_the_file_is_as_good() {
    let model = ring(12, |place| place);
    assert!(!prepared(&model).orders().contains(&OrderName::ForceFromNeighbours));
}

#[test]
fn the_orders_of_mcmas_are_tried_where_what_belongs_together_is_declared_together() {
    let paper = |model: &Model| prepared(model).orders().iter().any(|order| matches!(order, OrderName::Mcmas(_)));
    // In the order of MCMAS, actions come after variables; without a choice nothing is different.
    assert!(paper(&ring_of(60, |place| place, "{keep, flip}")));
    assert!(!paper(&ring_of(60, |place| place * 23 % 60, "{keep, flip}")));
}

/// A ring with a token that can be lost, and variables of the environment that count down while it moves.
fn timed_ring(count: usize, timers: usize) -> Model {
    let agent = |own: usize| {
        let before = (own + count - 1) % count;
        format!(
            "Agent N{own} Vars: has : boolean; end Vars Actions = {{send, lose, wait}};
             Protocol: has = true : {{send, lose}}; Other : {{wait}}; end Protocol
             Evolution: has = true if N{before}.Action = send; has = false if (Action = send or Action = lose);
             end Evolution end Agent\n"
        )
    };
    let timers = |text: &dyn Fn(usize) -> String| (0..timers).map(text).collect::<String>();
    load(&format!(
        "Semantics = SingleAssignment;
         Agent Environment Vars: {} end Vars Actions = {{look}}; Protocol: Other : {{look}}; end Protocol
           Evolution: {} end Evolution end Agent
         {} Evaluation p if N0.has = true; end Evaluation InitStates {} N0.has = true; end InitStates
         Formulae end Formulae",
        timers(&|at| format!("left{at} : 0..{count};")),
        timers(&|at| {
            let (last, left) = (count / 2, format!("left{at}"));
            format!(
                "{left} = {count} if N{last}.Action = send;
                 {left} = {left} - 1 if {left} > 0 and !(N{last}.Action = send);"
            )
        }),
        (0..count).map(agent).collect::<String>(),
        timers(&|at| format!("Environment.left{at} = {count} and ")),
    ))
}

#[test]
fn the_only_variable_that_counts_is_on_top() {
    let top = |model: &Model, order| -> String {
        let bits = prepared(model).bits(order).unwrap();
        let current = bits.iter().find_map(|bit| if let Bit::Current(id, _) = bit { Some(*id) } else { None });
        model.variable(current.unwrap()).name.to_string()
    };
    let one = timed_ring(12, 1);
    assert_eq!(top(&one, OrderName::Force), "left0");
    // Somebody tries it elsewhere.
    assert_eq!(top(&one, OrderName::ForceWholeActions), "has");
    // Of several, none goes with all that has been done.
    assert_eq!(top(&timed_ring(12, 2), OrderName::Force), "has");
}

/// Agents who say something or not, and one who hears whether of each two that are far apart somebody did.
fn choir(count: usize) -> Model {
    let singer = |own: usize| {
        format!(
            "Agent S{own} Vars: x : boolean; end Vars Actions = {{say, rest}};
             Protocol: x = true : {{say}}; Other : {{say, rest}}; end Protocol
             Evolution: x = true if Action = say and S{}.Action = rest; end Evolution end Agent\n",
            (own + 1) % count
        )
    };
    let pair = |own: usize| format!("(S{own}.Action = say or S{}.Action = say)", own + count / 2);
    let heard = (0..count / 2).map(pair).collect::<Vec<_>>().join(" and ");
    load(&format!(
        "Agent Environment Vars: heard : boolean; end Vars Actions = {{listen}};
           Protocol: Other : {{listen}}; end Protocol Evolution: heard = true if {heard}; end Evolution end Agent
         {} Evaluation p if Environment.heard = true; end Evaluation
         InitStates Environment.heard = false; end InitStates Formulae end Formulae",
        (0..count).map(singer).collect::<String>()
    ))
}

#[test]
fn parts_of_a_condition_over_all_agents_stand_together() {
    let model = choir(48);
    let prepared = prepared(&model);
    let finishes = |order| prepared.search(order, &Budget::unlimited().with_memory(8 << 20)).is_ok();
    let orders = prepared.orders();
    assert!(finishes(OrderName::ForceParts), "{orders:?}");
    let others: Vec<OrderName> = orders.into_iter().filter(|order| *order != OrderName::ForceParts).collect();
    assert!(others.len() > 1 && others.iter().all(|&order| !finishes(order)), "{others:?}");
}
