//! Sets of astronomic size, and questions that are stopped.

use num_bigint::BigUint;
use savoir_dd::{Halt, Poll, Unlimited};
use savoir_groups::{GroupSpace, Slot};

#[test]
fn the_first_of_very_many() {
    let space = GroupSpace::new(1, 200, &[], Box::new(Unlimited)).unwrap();
    let listing = space.list(&space.all(), 1000).unwrap();
    assert_eq!(listing.elements.len(), 1000);
    assert_eq!(listing.elements[201].groups(), [vec![0, 1]]);
    assert_eq!(listing.elements[999].groups(), [vec![4, 13]]);
    assert!(!listing.is_complete);
    let majority = space.size(0, 101..=200).unwrap();
    let listing = space.list(&majority, 1000).unwrap();
    assert_eq!(listing.elements[0].groups(), [(0..101).collect::<Vec<_>>()]);
    assert!(listing.elements.is_sorted());
    let minimal = space.minimal(&majority).unwrap();
    assert_eq!(minimal, space.size(0, 101..=101).unwrap());
}

#[test]
fn an_order_that_is_bad_for_lists() {
    let mut order = Slot::by_agent(3, 200);
    order.reverse();
    let space = GroupSpace::new(3, 200, &order, Box::new(Unlimited)).unwrap();
    // Each agent is in at least one group: the valuations of fewest members are the 3^200 partitions.
    let covered = |agent| space.counted(&[0, 1, 2].map(|variable| Slot { variable, agent }), &(1..=3).into());
    let covering = space.intersection((0..200).map(|agent| covered(agent).unwrap())).unwrap();
    assert_eq!(space.count(&covering).unwrap(), BigUint::from(7u32).pow(200));
    assert_eq!(space.count(&space.minimal(&covering).unwrap()).unwrap(), BigUint::from(3u32).pow(200));
    let listing = space.list(&covering, 100).unwrap();
    assert_eq!(listing.elements[0].groups()[2].len(), 200);
    assert!(listing.elements.is_sorted() && listing.elements.len() == 100);
}

/// Says no from the first question on.
struct Ended;

impl Poll for Ended {
    fn poll(&self, _bytes: u64) -> Result<(), Halt> {
        Err(Halt::Interrupted)
    }
}

#[test]
fn everything_can_be_stopped() {
    let space = GroupSpace::new(1, 200, &[], Box::new(Ended)).unwrap();
    assert_eq!(space.size(0, 50..=100), Err(Halt::Interrupted));
    assert!(space.list(&space.all(), 100_000).is_err());
}
