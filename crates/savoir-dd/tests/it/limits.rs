//! What is different for large numbers, for brief attempts, and for diagrams that are used again.

use num_bigint::BigUint;
use savoir_dd::{Bdd, DiagramTuning, Diagrams, Halt, Poll, Unlimited, Var};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn fresh(variables: u32) -> Diagrams {
    Diagrams::new(variables, Box::new(Unlimited))
}

/// Where variable `i` equals variable `i + half`, for all `i` below `half`: exponential in this order.
fn equal_halves(diagrams: &Diagrams, half: u32) -> Bdd {
    let equal = |i: u32| {
        let (a, b) = (diagrams.variable(Var(i)).unwrap(), diagrams.variable(Var(i + half)).unwrap());
        let (a_only, b_only) = (diagrams.minus(&a, &b).unwrap(), diagrams.minus(&b, &a).unwrap());
        diagrams.not(&diagrams.or(&a_only, &b_only).unwrap())
    };
    (0..half).fold(diagrams.constant(true), |all, i| diagrams.and(&all, &equal(i)).unwrap())
}

#[test]
fn counts_are_exact_on_both_sides_of_the_largest_integer() {
    for variables in [1, 2, 63, 64, 125, 126, 127, 128, 200] {
        let diagrams = fresh(variables);
        let two = |exponent: u32| BigUint::from(1u32) << exponent;
        assert_eq!(diagrams.count(&diagrams.constant(true), variables).unwrap(), two(variables));
        assert_eq!(diagrams.count(&diagrams.constant(false), variables).unwrap(), BigUint::ZERO);
        let last = diagrams.variable(Var(variables - 1)).unwrap();
        assert_eq!(diagrams.count(&last, variables).unwrap(), two(variables - 1));
        // Everywhere but in one place.
        let cube = (0..variables).map(|i| diagrams.variable(Var(i)).unwrap());
        let cube = cube.fold(diagrams.constant(true), |all, variable| diagrams.and(&all, &variable).unwrap());
        assert_eq!(diagrams.count(&diagrams.not(&cube), variables).unwrap(), two(variables) - 1u32);
    }
}

#[test]
fn a_brief_conjunction_is_given_up_or_right() {
    let diagrams = fresh(24);
    let first = equal_halves(&diagrams, 12);
    let second = diagrams.variable(Var(23)).unwrap();
    assert_eq!(diagrams.and_within(&first, &second, 10).unwrap(), None);
    let expected = diagrams.and(&first, &second).unwrap();
    assert_eq!(diagrams.and_within(&first, &second, 1_000_000).unwrap(), Some(expected));
    let cube = diagrams.cube(&[Var(0), Var(5)]).unwrap();
    assert_eq!(diagrams.and_exists_within(&first, &second, &cube, 10).unwrap(), None);
    let expected = diagrams.and_exists(&first, &second, &cube).unwrap();
    assert_eq!(diagrams.and_exists_within(&first, &second, &cube, 1_000_000).unwrap(), Some(expected));
}

/// Says no from some time on, to whoever asks or only to those who want memory.
#[derive(Default)]
struct Ends {
    over: AtomicBool,
    full: AtomicBool,
}

struct Ended(Arc<Ends>);

impl Poll for Ended {
    fn poll(&self, _bytes: u64) -> Result<(), Halt> {
        if self.0.over.load(Ordering::Relaxed) || self.0.full.load(Ordering::Relaxed) {
            Err(Halt::Interrupted)
        } else {
            Ok(())
        }
    }

    fn must_end(&self) -> bool {
        self.0.over.load(Ordering::Relaxed)
    }
}

#[test]
fn looking_and_collecting_end_when_everything_does() {
    let ends = Arc::new(Ends::default());
    let diagrams = Diagrams::new(40, Box::new(Ended(ends.clone())));
    let found = equal_halves(&diagrams, 16);
    let nodes = diagrams.nodes();
    let stopped = || {
        assert_eq!(diagrams.size(&found), Err(Halt::Interrupted));
        assert_eq!(diagrams.support(&found), Err(Halt::Interrupted));
    };
    ends.over.store(true, Ordering::Relaxed);
    stopped();
    assert_eq!(diagrams.count(&found, 40), Err(Halt::Interrupted));
    assert_eq!(diagrams.collect(), nodes);
    // Without room nothing can be counted, but dead nodes can be freed.
    ends.over.store(false, Ordering::Relaxed);
    ends.full.store(true, Ordering::Relaxed);
    stopped();
    assert_eq!(diagrams.count(&found, 40), Err(Halt::Memory));
    assert!(diagrams.collect() < nodes);
    ends.full.store(false, Ordering::Relaxed);
    assert_eq!(diagrams.count(&found, 40), Ok(BigUint::from(1u32) << 24));
    assert_eq!(diagrams.support(&found).map(|support| support.len()), Ok(32));
    assert_eq!(diagrams.size(&found).unwrap(), diagrams.collect() + 1);
}

#[test]
fn diagrams_can_be_used_again() {
    let diagrams = fresh(8);
    drop(equal_halves(&diagrams, 4));
    let diagrams = diagrams.renewed(20, Box::new(Unlimited)).unwrap();
    assert_eq!((diagrams.variables(), diagrams.nodes()), (20, 0));
    let found = equal_halves(&diagrams, 10);
    assert_eq!(diagrams.count(&found, 20).unwrap(), BigUint::from(1u32 << 10));
    // After much work, with a function that somebody still needs, or with fewer variables, others are made.
    let others = diagrams.renewed(30, Box::new(Unlimited)).unwrap();
    assert_eq!((others.variables(), others.nodes()), (30, 0));
    assert_eq!(others.renewed(3, Box::new(Unlimited)).unwrap().variables(), 3);
    drop(found);
    let large = fresh(32);
    drop(equal_halves(&large, 16));
    let nodes = large.nodes();
    assert!(nodes > 10_000, "{nodes}");
    assert_eq!(large.renewed(40, Box::new(Unlimited)).unwrap().variables(), 40);
}

#[test]
fn there_are_never_more_nodes_than_room_was_reserved_for() {
    let most_nodes = 1 << 20;
    let tuning = DiagramTuning { most_nodes, ..DiagramTuning::default() };
    let diagrams = Diagrams::tuned(44, Box::new(Unlimited), tuning).unwrap();
    let equal = |i: u32| {
        let (a, b) = (diagrams.variable(Var(i)).unwrap(), diagrams.variable(Var(i + 22)).unwrap());
        diagrams.not(&diagrams.xor(&a, &b).unwrap())
    };
    // Partners that are far from each other: two million nodes.
    let all = (0..22).try_fold(diagrams.constant(true), |all, i| diagrams.and(&all, &equal(i)));
    assert_eq!(all.map(|_| ()), Err(Halt::Memory));
    // From 95 percent on OxiDD would collect nodes that the computed table still knows.
    assert!(diagrams.nodes() < most_nodes / 100 * 93, "{}", diagrams.nodes());
    assert!(diagrams.collect() < most_nodes / 100 * 93);
    assert!(diagrams.and(&equal(0), &equal(1)).is_ok(), "small functions are found after that");
}
