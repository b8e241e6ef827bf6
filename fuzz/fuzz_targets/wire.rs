//! Decision diagrams as bytes. Any bytes are refused or give diagrams that can be written as the same bytes and that have
//! the same functions wherever they are read; and functions that were written come back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir_dd::{Bdd, Diagrams, SiftOptions, Unlimited, Var, Wire};
use savoir_fuzz::Choices;
use std::cell::Cell;

/// A truth table has a bit for each valuation of these.
const VARIABLES: u32 = 6;
/// Functions that one input makes.
const FUNCTIONS: usize = 16;
/// Inputs until the nodes of functions that are gone are freed.
const BETWEEN_COLLECTIONS: u32 = 500;

struct Places {
    /// In the order of the numbers.
    plain: Diagrams,
    /// In another order.
    shuffled: Diagrams,
    inputs: Cell<u32>,
}

thread_local! {
    static PLACES: Places = Places {
        plain: Diagrams::new(VARIABLES, Box::new(Unlimited)),
        shuffled: shuffled(),
        inputs: Cell::new(0),
    };
}

/// Diagrams whose order suits a function that pairs variables which are far apart.
fn shuffled() -> Diagrams {
    let diagrams = Diagrams::new(VARIABLES, Box::new(Unlimited));
    let variable = |number| diagrams.variable(Var(number)).unwrap();
    let pairs = (0..3).map(|low| diagrams.and(&variable(low), &variable(low + 3)).unwrap());
    let _kept = pairs.fold(diagrams.constant(false), |sum, pair| diagrams.or(&sum, &pair).unwrap());
    let alone: Vec<Vec<Var>> = (0..VARIABLES).map(|number| vec![Var(number)]).collect();
    diagrams.sift(&alone, SiftOptions::default()).unwrap();
    assert_ne!(diagrams.order(), (0..VARIABLES).map(Var).collect::<Vec<Var>>());
    diagrams
}

/// The truth table of a function that is written down.
fn table(wire: &Wire, function: usize) -> u64 {
    let holds = |bits: u64| u64::from(wire.holds_at(function, |variable| bits >> variable.0 & 1 == 1)) << bits;
    (0..1 << VARIABLES).map(holds).sum()
}

/// The functions with these truth tables, and their complements, are the same in both orders and on the way.
fn is_same_everywhere(places: &Places, wire: &Wire) {
    let tables: Vec<u64> = (0..wire.roots().count()).map(|function| table(wire, function)).collect();
    for diagrams in [&places.plain, &places.shuffled] {
        let functions = diagrams.import(wire).unwrap();
        let written = diagrams.export(&functions);
        assert_eq!(Wire::from_bytes(&written.to_bytes()).as_ref(), Ok(&written));
        assert_eq!((0..functions.len()).map(|function| table(&written, function)).collect::<Vec<u64>>(), tables);
        let equal =
            |(one, other): (usize, usize)| (functions[one] == functions[other]) == (tables[one] == tables[other]);
        assert!((1..functions.len()).all(|place| equal((place - 1, place))));
    }
}

/// Functions that the bytes put together, with their truth tables.
fn make(diagrams: &Diagrams, choices: &mut Choices<'_>) -> (Vec<Bdd>, Vec<u64>) {
    let mut made = vec![(diagrams.constant(true), u64::MAX)];
    for number in 0..VARIABLES {
        let bits = (0..64).map(|bits: u64| (bits >> number & 1) << bits).sum();
        made.push((diagrams.variable(Var(number)).unwrap(), bits));
    }
    while !choices.is_empty() && made.len() < FUNCTIONS {
        let operation = choices.byte();
        let [(f, a), (g, b), (h, c)] = [(); 3].map(|()| made[choices.below(made.len())].clone());
        made.push(match operation % 4 {
            0 => (diagrams.and(&f, &g).unwrap(), a & b),
            1 => (diagrams.or(&f, &g).unwrap(), a | b),
            2 => (diagrams.not(&f), !a),
            _ => (diagrams.if_then_else(&f, &g, &h).unwrap(), a & b | !a & c),
        });
    }
    made.into_iter().unzip()
}

fuzz_target!(|data: &[u8]| {
    let Some((&way, rest)) = data.split_first() else { return };
    PLACES.with(|places| {
        places.inputs.set(places.inputs.get() + 1);
        if places.inputs.get() % BETWEEN_COLLECTIONS == 0 {
            places.plain.collect();
            places.shuffled.collect();
        }
        let bytes = match way % 4 {
            // As they are.
            0 => rest.to_vec(),
            // With a beginning and a checksum that fit, so that the rest is looked at.
            1 | 2 => {
                let mut bytes = [b"SVDD\x01", rest].concat();
                bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
                bytes
            }
            _ => {
                let here = if way & 4 == 0 { &places.plain } else { &places.shuffled };
                let (functions, tables) = make(here, &mut Choices::new(rest));
                let wire = here.export(&functions);
                assert!((0..functions.len()).all(|function| table(&wire, function) == tables[function]));
                assert!(here.import(&wire).unwrap() == functions);
                wire.to_bytes()
            }
        };
        match Wire::from_bytes(&bytes) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(wire) => {
                assert_eq!(wire.to_bytes(), bytes);
                if wire.variables() <= VARIABLES && wire.roots().count() <= 2 * FUNCTIONS {
                    is_same_everywhere(places, &wire);
                }
            }
        }
    });
});
