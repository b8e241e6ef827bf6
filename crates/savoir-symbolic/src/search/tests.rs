//! Bits that follow from others, step by step: when they are left out, and what happens if they do so no longer.

use super::*;
use crate::meter::BudgetPoll;
use crate::options::{OrderChoice, PaperOrder, SymbolicOptions};
use crate::prepare::Preparation;
use crate::tuning::{DependencyTuning, SymbolicTuning};
use savoir_check::{Budget, Membership, Sets};
use savoir_dd::Diagrams;
use savoir_model::Model;
use savoir_testkit::fixtures::load;

fn options(leave_out: LeaveOut, dependencies: DependencyTuning) -> SymbolicOptions {
    SymbolicOptions {
        // The bits in the order of the file: the first ones are left out first.
        order: OrderChoice::Paper(PaperOrder::Interleaved),
        reach: Reach::Frontier,
        leave_out,
        tuning: SymbolicTuning { dependencies, ..SymbolicTuning::default() },
        ..SymbolicOptions::default()
    }
}

fn usual() -> DependencyTuning {
    SymbolicTuning::default().dependencies
}

/// How many bits are left out after each step: before the next states were found, and after.
fn left_out_by_step(model: &Model, options: &SymbolicOptions) -> Vec<(u32, u32)> {
    let budget = Budget::unlimited();
    let prepared = Preparation::new(model, options, &budget).unwrap();
    let order = prepared.bits(prepared.first_order()).unwrap();
    let (poll, meter) = BudgetPoll::new(budget.clone(), u64::MAX);
    let diagrams = Diagrams::new(order.len() as u32, Box::new(poll));
    let (mut encoded, parts) = EncodedModel::new(&prepared, &order, diagrams, (&budget, &meter)).unwrap();
    let mut search = ReachabilitySearch::new(&mut encoded, parts, options.leave_out);
    let mut counts = Vec::new();
    loop {
        search.repair_functions().unwrap();
        let repaired = search.dependencies.count();
        let EncodedModel { diagrams, whole, .. } = &*search.encoded;
        let new = diagrams.minus(&whole.image(diagrams, &search.start).unwrap(), &search.reachable).unwrap();
        if diagrams.is_false(&new) {
            return counts;
        }
        search.reachable = diagrams.or(&search.reachable, &new).unwrap();
        search.start = new.clone();
        search.layers.push(new);
        search.simplify().unwrap();
        counts.push((repaired, search.dependencies.count()));
    }
}

/// All states, in order, and how many bits are left out at the end.
fn found(model: &Model, options: &SymbolicOptions) -> (Vec<Vec<u64>>, u32) {
    let system = crate::SymbolicSystem::build(model, options, &Budget::unlimited()).unwrap();
    (system.list(&system.reachable()).unwrap(), system.left_out())
}

/// One agent that goes through these values of a bit and a number, the first one first.
fn sequence(values: &[(bool, u64)]) -> Model {
    let line = |pair: &[(bool, u64)]| {
        let [(y, z), (next_y, next_z)] = pair else { panic!("two") };
        format!("y = {next_y} and z = {next_z} if Action = go and y = {y} and z = {z};\n")
    };
    let (y, z) = values[0];
    load(&format!(
        "Agent Walker Vars: y : boolean; z : 0..3; end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
           Evolution: {} end Evolution end Agent
         Evaluation on if Walker.y = true; end Evaluation
         InitStates Walker.y = {y} and Walker.z = {z}; end InitStates Formulae end Formulae",
        values.windows(2).map(line).collect::<String>()
    ))
}

/// A clock that counts to 7, a bit that is set at will, and a copy of it that is set at will itself after so many steps.
fn copy_until(end: u64) -> Model {
    load(&format!(
        "Agent Environment Obsvars: n : 0..8; end Obsvars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
           Evolution: n = n + 1 if n < 7; end Evolution end Agent
         Agent First Vars: x : boolean; end Vars Actions = {{on, off}}; Protocol: Other : {{on, off}}; end Protocol
           Evolution: x = true if Action = on; x = false if Action = off; end Evolution end Agent
         Agent Copy Vars: y : boolean; end Vars Actions = {{yes, no}}; Protocol: Other : {{yes, no}}; end Protocol
           Evolution:
             y = true if Environment.n < {end} and First.Action = on or Environment.n >= {end} and Action = yes;
             y = false if Environment.n < {end} and First.Action = off or Environment.n >= {end} and Action = no;
           end Evolution end Agent
         Evaluation same if First.x = Copy.y; end Evaluation
         InitStates Environment.n = 0 and First.x = false and Copy.y = false; end InitStates
         Formulae end Formulae"
    ))
}

#[test]
fn a_bit_returns_when_it_follows_no_longer() {
    let always = options(LeaveOut::Always, usual());
    // Before the fourth step it is seen that the two may differ.
    let counts = left_out_by_step(&copy_until(3), &always);
    assert_eq!(counts, [(0, 1), (1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0)]);
    let counts = left_out_by_step(&copy_until(8), &always);
    assert_eq!(counts, [(0, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1)]);
    for end in [1, 3, 6, 8] {
        let model = copy_until(end);
        let (states, left_out) = found(&model, &always);
        assert_eq!(left_out, u32::from(end == 8), "{end}");
        assert_eq!(states, found(&model, &options(LeaveOut::Never, usual())).0, "{end}");
        // One state at first, then two a step while they are alike, then four.
        let alike = end.min(7) as usize;
        assert_eq!(states.len(), 1 + 2 * alike + 4 * (7 - alike), "{end}");
    }
}

#[test]
fn a_function_changes_at_values_that_were_not_seen_before() {
    let always = options(LeaveOut::Always, usual());
    for last in [false, true] {
        // After one step the bit is the last one of the number, after two it is another function of it.
        let values = [(false, 0), (true, 1), (true, 2), (last, 3)];
        let model = sequence(&values);
        let counts = left_out_by_step(&model, &always);
        assert_eq!(counts, [(0, 1), (0, 1), (1, 1)], "{last}");
        let mut expected: Vec<Vec<u64>> = values.iter().map(|(y, z)| vec![u64::from(*y), *z]).collect();
        expected.sort();
        assert_eq!(found(&model, &always), (expected, 1), "{last}");
    }
}

#[test]
fn a_bit_that_has_always_been_the_same_is_kept() {
    let model = sequence(&[(false, 0), (false, 1), (false, 2), (true, 3)]);
    let counts = left_out_by_step(&model, &options(LeaveOut::Always, usual()));
    assert_eq!(counts, [(0, 0), (0, 0), (0, 1)]);
}

#[test]
fn a_function_of_too_many_bits_is_a_coincidence() {
    let model = sequence(&[(false, 0), (true, 1), (true, 2), (false, 3)]);
    let small = DependencyTuning { function_bits: 1, ..usual() };
    // The first function has one bit, the second one two.
    let counts = left_out_by_step(&model, &options(LeaveOut::Always, small));
    assert_eq!(counts, [(0, 1), (0, 0), (0, 0)]);
    let flat = DependencyTuning { function_nodes: 0, ..usual() };
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Always, flat)), [(0, 0); 3]);
    // After so many coincidences no other bit is looked at.
    let hasty = DependencyTuning { function_bits: 0, coincidences: 0, ..usual() };
    assert_eq!(left_out_by_step(&copy_until(8), &options(LeaveOut::Always, hasty)), [(0, 0); 7]);
}

#[test]
fn bits_are_left_out_when_that_is_worth_while() {
    let model = copy_until(8);
    // By default small models are not looked at, and never if it is not wanted.
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Grow, usual())), [(0, 0); 7]);
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Never, usual())), [(0, 0); 7]);
    let often = DependencyTuning { nodes: 0, polls: 0, bytes: 0, again: 0, ..usual() };
    let eager = DependencyTuning { worthwhile_percent: 100, bit_percent: 100, ..often };
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Grow, eager)).last(), Some(&(1, 1)));
    // Where diagrams have few bytes there is nothing to gain.
    let large = DependencyTuning { bytes: 1 << 40, ..eager };
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Grow, large)), [(0, 0); 7]);
    // A set that stays as large is not worth it.
    let demanding = DependencyTuning { worthwhile_percent: 1, ..eager };
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Grow, demanding)), [(0, 0); 7]);
    let demanding = DependencyTuning { bit_percent: 1, ..eager };
    assert_eq!(left_out_by_step(&model, &options(LeaveOut::Grow, demanding)), [(0, 0); 7]);
}
