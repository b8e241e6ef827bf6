use super::{ImportError, Wire, WireError, WireRef};
use crate::{Bdd, Diagrams, Unlimited, Var};

fn diagrams(variables: u32) -> Diagrams {
    Diagrams::new(variables, Box::new(Unlimited))
}

/// The parity of some variables.
fn parity(diagrams: &Diagrams, variables: impl Iterator<Item = u32>) -> Bdd {
    let xor = |sum: Bdd, variable| {
        let bit = diagrams.variable(Var(variable)).unwrap();
        diagrams.if_then_else(&bit, &diagrams.not(&sum), &sum).unwrap()
    };
    variables.fold(diagrams.constant(false), xor)
}

/// A message with the right checksum around these bytes behind the version.
fn message(content: &[u8]) -> Vec<u8> {
    let mut bytes = [b"SVDD\x01", content].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn functions_come_back_from_bytes() {
    let here = diagrams(9);
    let functions = [parity(&here, 0..9), here.constant(false), here.variable(Var(8)).unwrap(), parity(&here, 3..7)];
    let wire = here.export(&functions);
    let bytes = wire.to_bytes();
    assert_eq!(Wire::from_bytes(&bytes), Ok(wire));
    assert!(here.import(&Wire::from_bytes(&bytes).unwrap()).unwrap() == functions);
    let there = diagrams(20);
    let copies = there.import(&Wire::from_bytes(&bytes).unwrap()).unwrap();
    assert!(copies[0] == parity(&there, 0..9) && copies[3] == parity(&there, 3..7));
}

#[test]
fn what_functions_share_is_written_once() {
    let here = diagrams(9);
    let whole = parity(&here, 0..9);
    let functions: Vec<Bdd> =
        (0..100).map(|number| if number % 2 == 0 { whole.clone() } else { here.not(&whole) }).collect();
    let wire = here.export(&functions);
    assert_eq!(wire.nodes().count(), 9);
    assert!(here.import(&wire).unwrap() == functions);
    // What one function is and another one contains.
    let parts: Vec<Bdd> = (0..9).map(|first| parity(&here, first..9)).collect();
    assert_eq!(here.export(&parts).nodes().count(), 9);
}

#[test]
fn a_message_over_other_variables_is_refused() {
    let here = diagrams(3);
    let wire = here.export(&[here.variable(Var(0)).unwrap()]);
    assert_eq!(diagrams(2).import(&wire).unwrap_err(), ImportError::Variables(3));
}

#[test]
fn any_changed_byte_is_noticed() {
    let here = diagrams(6);
    let bytes = here.export(&[parity(&here, 0..6)]).to_bytes();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            let found = Wire::from_bytes(&changed).unwrap_err();
            let expected = match place {
                0..4 => WireError::Foreign,
                4 => WireError::Version(1 ^ (1 << bit)),
                _ => WireError::Checksum,
            };
            assert_eq!(found, expected, "byte {place}");
        }
        assert!(Wire::from_bytes(&bytes[..place]).is_err());
    }
}

#[test]
fn hostile_messages_are_refused() {
    // Two variables, one node `variable 0: true, false`, one root.
    assert!(Wire::from_bytes(&message(&[2, 1, 0, 0, 1, 1, 2])).is_ok());
    for (content, expected) in [
        (&[][..], WireError::Truncated),
        (&[2], WireError::Truncated),
        (&[2, 1, 0, 0, 1], WireError::Truncated),
        (&[2, 1, 0, 0, 1, 1, 2, 0], WireError::Trailing),
        (&[2, 1, 2, 0, 1, 1, 2], WireError::Variable { node: 0, variable: 2, variables: 2 }),
        // A node that leads to itself, or to the future; a root beyond all nodes.
        (&[2, 1, 0, 2, 1, 1, 2], WireError::Reference),
        (&[2, 1, 0, 0, 3, 1, 2], WireError::Reference),
        (&[2, 1, 0, 0, 1, 1, 4], WireError::Reference),
        // Four thousand million nodes in a few bytes.
        (&[2, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 1], WireError::Count(u32::MAX)),
        (&[2, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0], WireError::Count(u32::MAX)),
        // Numbers of 33 bits, of six bytes, and with a byte too many.
        (&[0xff, 0xff, 0xff, 0xff, 0x1f, 0, 0], WireError::Number),
        (&[0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0], WireError::Number),
        (&[0x82, 0, 1, 0, 0, 1, 1, 2], WireError::Number),
        // The same variable above itself, and two that are above each other.
        (&[2, 2, 0, 0, 1, 0, 2, 0, 1, 2], WireError::Unordered),
        (&[2, 4, 0, 0, 1, 1, 2, 0, 1, 0, 1, 0, 2, 0, 1, 2], WireError::Unordered),
    ] {
        assert_eq!(Wire::from_bytes(&message(content)), Err(expected), "{content:?}");
    }
    assert_eq!(Wire::from_bytes(b"SVD"), Err(WireError::Foreign));
    assert_eq!(Wire::from_bytes(b"SVDD"), Err(WireError::Truncated));
    assert_eq!(Wire::from_bytes(b"SVDD\x01\0\0\0"), Err(WireError::Truncated));
    assert_eq!(Wire::from_bytes(b"SVDD\x02"), Err(WireError::Version(2)));
}

#[test]
fn bytes_do_not_depend_on_what_else_there_is() {
    let (here, there) = (diagrams(7), diagrams(7));
    let _other = parity(&there, 1..5);
    let functions = |diagrams: &Diagrams| [parity(diagrams, 0..4), parity(diagrams, 2..7)];
    let bytes = here.export(&functions(&here)).to_bytes();
    assert_eq!(bytes, there.export(&functions(&there)).to_bytes());
    assert_eq!(here.export(&[]).roots().collect::<Vec<WireRef>>(), []);
}

/// All values of four variables.
fn all() -> impl Iterator<Item = [bool; 4]> {
    (0..16u32).map(|number| [3, 2, 1, 0].map(|bit| number >> bit & 1 == 1))
}

#[test]
fn a_written_function_has_the_values_and_solutions_of_the_function() {
    let diagrams = Diagrams::new(4, Box::new(Unlimited));
    let [a, b, c, d] = [0, 1, 2, 3].map(|number| diagrams.variable(Var(number)).unwrap());
    let [ab, cd] = [(&a, &b), (&c, &d)].map(|(one, other)| diagrams.and(one, other).unwrap());
    let either = diagrams.or(&ab, &cd).unwrap();
    let functions = [either.clone(), diagrams.not(&either), a, diagrams.constant(true), diagrams.constant(false)];
    let wire = diagrams.export(&functions);
    let order = diagrams.order();
    for (number, function) in functions.iter().enumerate() {
        let value = |values: &[bool; 4], variable: Var| values[variable.0 as usize];
        let holds = |values: &[bool; 4]| wire.holds_at(number, |variable| value(values, variable));
        for values in all() {
            let pairs = order.iter().map(|variable| (*variable, value(&values, *variable)));
            assert_eq!(holds(&values), diagrams.holds_at(function, pairs), "function {number} of {values:?}");
        }
        let mut found: Vec<[bool; 4]> = Vec::new();
        let mut visit = |values: &[bool]| {
            let mut by_number = [false; 4];
            order.iter().zip(values).for_each(|(variable, value)| by_number[variable.0 as usize] = *value);
            found.push(by_number);
            Ok::<(), ()>(())
        };
        wire.solutions(number, &order, &mut visit).unwrap();
        found.sort_unstable();
        assert_eq!(found, all().filter(holds).collect::<Vec<_>>(), "function {number}");
    }
    assert_eq!(wire.solutions(0, &order, &mut |_| Err("enough")), Err("enough"));
}
