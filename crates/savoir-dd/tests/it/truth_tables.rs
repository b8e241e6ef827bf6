//! Every operation against truth tables of six variables, on random functions; before and after sifting.

use num_bigint::BigUint;
use savoir_dd::{Bdd, Diagrams, Halt, Poll, SiftOptions, Unlimited, Var};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const VARIABLES: u32 = 6;

/// The table of a variable: bit `i` is its value in assignment `i`.
fn column(variable: u32) -> u64 {
    (0..64).filter(|assignment| assignment >> variable & 1 == 1).fold(0, |table, bit| table | 1 << bit)
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// The function with this table.
fn build(diagrams: &Diagrams, table: u64) -> Bdd {
    let mut result = diagrams.constant(false);
    for assignment in (0..64).filter(|bit| table >> bit & 1 == 1) {
        let mut minterm = diagrams.constant(true);
        for variable in 0..VARIABLES {
            let literal = diagrams.variable(Var(variable)).unwrap();
            let literal = if assignment >> variable & 1 == 1 { literal } else { diagrams.not(&literal) };
            minterm = diagrams.and(&minterm, &literal).unwrap();
        }
        result = diagrams.or(&result, &minterm).unwrap();
    }
    result
}

fn exists(table: u64, variables: &[u32]) -> u64 {
    variables.iter().fold(table, |table, variable| {
        let shift = 1 << variable;
        let (high, low) = (table & column(*variable), table & !column(*variable));
        high | high >> shift | low | low << shift
    })
}

fn check(diagrams: &Diagrams, f: &Bdd, table: u64) {
    assert!(*f == build(diagrams, table), "expected {table:064b}");
}

fn operations_agree(diagrams: &Diagrams, random: &mut Random) {
    let [a, b, c] = [random.next() & random.next(), random.next(), random.next() | random.next()];
    let [f, g, h] = [a, b, c].map(|table| build(diagrams, table));
    check(diagrams, &diagrams.and(&f, &g).unwrap(), a & b);
    check(diagrams, &diagrams.or(&f, &g).unwrap(), a | b);
    check(diagrams, &diagrams.xor(&f, &h).unwrap(), a ^ c);
    check(diagrams, &diagrams.minus(&g, &f).unwrap(), b & !a);
    check(diagrams, &diagrams.not(&g), !b);
    check(diagrams, &diagrams.if_then_else(&f, &g, &h).unwrap(), a & b | !a & c);
    let chosen: Vec<u32> = (0..VARIABLES).filter(|_| random.below(2) == 0).collect();
    let cube = diagrams.cube(&chosen.iter().map(|variable| Var(*variable)).collect::<Vec<_>>()).unwrap();
    check(diagrams, &diagrams.exists(&f, &cube).unwrap(), exists(a, &chosen));
    check(diagrams, &diagrams.and_exists(&g, &h, &cube).unwrap(), exists(b & c, &chosen));
    assert_eq!(diagrams.disjoint(&f, &g).unwrap(), a & b == 0);
    assert!(diagrams.disjoint(&g, &diagrams.minus(&f, &g).unwrap()).unwrap());
    for variable in 0..VARIABLES {
        let both = exists(!a, &[variable]);
        assert_eq!(diagrams.determines(&f, Var(variable)).unwrap(), both == u64::MAX, "{a:b} {variable}");
    }
    assert_eq!(diagrams.implies(&f, &h).unwrap(), a & !c == 0);
    assert_eq!(diagrams.count(&f, VARIABLES).unwrap(), BigUint::from(a.count_ones()));
    assert_eq!(diagrams.count(&f, VARIABLES + 70).unwrap(), BigUint::from(a.count_ones()) << 70u32);
    let depends = |variable: &u32| exists(b, &[*variable]) != b;
    let mut support: Vec<u32> = diagrams.support(&g).unwrap().iter().map(|variable| variable.0).collect();
    support.sort_unstable();
    assert_eq!(support, (0..VARIABLES).filter(depends).collect::<Vec<_>>());
    if a != 0 {
        let simple = diagrams.simplify(&g, &f).unwrap();
        assert!(diagrams.and(&simple, &f).unwrap() == diagrams.and(&g, &f).unwrap());
        let picked = diagrams.pick(&f).unwrap();
        let number = (0..VARIABLES).filter(|variable| picked[*variable as usize] == Some(true));
        assert_eq!(a >> number.fold(0, |bits, variable| bits | 1 << variable) & 1, 1);
    }
    let wire = diagrams.export(&[f.clone(), h.clone(), diagrams.not(&f)]);
    let other = Diagrams::new(VARIABLES, Box::new(Unlimited));
    let copies = other.import(&wire).unwrap();
    check(&other, &copies[0], a);
    check(&other, &copies[1], c);
    check(&other, &copies[2], !a);
    assert!(diagrams.import(&wire).unwrap()[0] == f);
}

#[test]
fn operations_agree_with_truth_tables() {
    let diagrams = Diagrams::new(VARIABLES, Box::new(Unlimited));
    let mut random = Random(7);
    let pairs: Vec<Vec<Var>> = (0..3).map(|pair| vec![Var(2 * pair), Var(2 * pair + 1)]).collect();
    for round in 0..60 {
        operations_agree(&diagrams, &mut random);
        if round % 10 == 9 {
            let table = random.next();
            let kept = build(&diagrams, table);
            diagrams.sift(&pairs, SiftOptions::default()).unwrap();
            check(&diagrams, &kept, table);
            let order = diagrams.order();
            for pair in order.chunks(2) {
                assert_eq!(pair[0].0 + 1, pair[1].0, "groups stay together: {order:?}");
            }
        }
    }
}

#[test]
fn renaming_moves_variables_whatever_the_order() {
    let diagrams = Diagrams::new(VARIABLES, Box::new(Unlimited));
    let mut random = Random(11);
    for _ in 0..50 {
        // Over variables 0, 2, 4 only.
        let table = exists(random.next() & random.next(), &[1, 3, 5]);
        let f = build(&diagrams, table);
        for targets in [[1, 3, 5], [5, 1, 3], [2, 4, 0]] {
            let pairs: Vec<(Var, Var)> = [0, 2, 4].into_iter().zip(targets).map(|(a, b)| (Var(a), Var(b))).collect();
            let renamed = diagrams.rename(&f, &diagrams.renaming(&pairs)).unwrap();
            let mut expected = 0u64;
            for assignment in 0..64u32 {
                let old = [0, 2, 4].into_iter().zip(targets);
                let source = old.fold(0, |bits, (from, to)| bits | (assignment >> to & 1) << from);
                expected |= (table >> source & 1) << assignment;
            }
            check(&diagrams, &renamed, expected);
        }
    }
}

/// Ten pairs of equal bits: linear if the pairs stand together, exponential if they stand apart.
fn equal_pairs(diagrams: &Diagrams, pairs: u32) -> Bdd {
    (0..pairs).fold(diagrams.constant(true), |all, pair| {
        let (a, b) = (diagrams.variable(Var(pair)).unwrap(), diagrams.variable(Var(pair + pairs)).unwrap());
        diagrams.and(&all, &diagrams.not(&diagrams.xor(&a, &b).unwrap())).unwrap()
    })
}

#[test]
fn sifting_finds_a_good_order() {
    let diagrams = Diagrams::new(20, Box::new(Unlimited));
    let f = equal_pairs(&diagrams, 10);
    assert!(diagrams.size(&f).unwrap() > 2000);
    let single: Vec<Vec<Var>> = (0..20).map(|variable| vec![Var(variable)]).collect();
    diagrams.sift(&single, SiftOptions { max_growth: 2.0, ..SiftOptions::default() }).unwrap();
    assert!(diagrams.size(&f).unwrap() < 60, "{} nodes", diagrams.size(&f).unwrap());
    assert_eq!(diagrams.count(&f, 20).unwrap(), BigUint::from(1024u32));
    assert!(equal_pairs(&diagrams, 10) == f);
}

/// Stops after a number of questions, of which there may be more later.
struct Patience(Arc<AtomicU32>);

impl Poll for Patience {
    fn poll(&self, _bytes: u64) -> Result<(), Halt> {
        let left = self.0.load(Ordering::Relaxed).checked_sub(1).ok_or(Halt::Interrupted)?;
        self.0.store(left, Ordering::Relaxed);
        Ok(())
    }

    fn must_end(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn operations_stop_when_told_and_leave_everything_valid() {
    let patience = Arc::new(AtomicU32::new(3));
    let diagrams = Diagrams::new(40, Box::new(Patience(patience.clone())));
    let mut all = diagrams.constant(true);
    let mut last = None;
    for pair in 0..20 {
        let (a, b) = (diagrams.variable(Var(pair)).unwrap(), diagrams.variable(Var(pair + 20)).unwrap());
        let step = diagrams.xor(&a, &b).and_then(|different| diagrams.and(&all, &different));
        match step {
            Ok(next) => all = next,
            Err(halt) => {
                last = Some((pair, halt));
                break;
            }
        }
    }
    let (pair, halt) = last.unwrap();
    assert_eq!(halt, Halt::Interrupted);
    patience.store(u32::MAX, Ordering::Relaxed);
    assert_eq!(diagrams.count(&all, 2 * pair).unwrap(), BigUint::from(1u32) << pair);
    assert!(diagrams.collect() <= diagrams.size(&all).unwrap() + 40);
}

/// The same, but what needs no memory asks as well.
struct Impatience(Patience);

impl Poll for Impatience {
    fn poll(&self, bytes: u64) -> Result<(), Halt> {
        self.0.poll(bytes)
    }

    fn must_end(&self) -> bool {
        self.0.poll(0).is_err()
    }
}

#[test]
fn sifting_stops_when_told_while_a_group_is_on_its_way() {
    for size in [1, 2, 4] {
        let variables: Vec<Var> = (0..16).map(Var).collect();
        let groups: Vec<Vec<Var>> = variables.chunks(size).map(<[Var]>::to_vec).collect();
        // The collection and the first group alone ask more often than this.
        for patience in 0..50 {
            let left = Arc::new(AtomicU32::new(u32::MAX));
            let diagrams = Diagrams::new(16, Box::new(Impatience(Patience(left.clone()))));
            let f = equal_pairs(&diagrams, 8);
            left.store(patience, Ordering::Relaxed);
            assert_eq!(diagrams.sift(&groups, SiftOptions::default()), Err(Halt::Interrupted));
            left.store(u32::MAX, Ordering::Relaxed);
            assert_eq!(diagrams.count(&f, 16).unwrap(), BigUint::from(256u32));
            assert!(equal_pairs(&diagrams, 8) == f, "after {patience} questions");
            // What was interrupted in the middle of a group can begin again.
            assert_eq!(diagrams.sift(&groups, SiftOptions::default()), Ok(()));
            assert!(equal_pairs(&diagrams, 8) == f, "again after {patience} questions");
        }
    }
}
