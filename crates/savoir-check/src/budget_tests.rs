//! Limits that are met, and those who look on.

use super::*;
use crate::memory_use::MemoryUse;

#[test]
fn limits_are_noticed() {
    assert_eq!(Budget::unlimited().check(), Ok(()));
    assert_eq!(Budget::unlimited().with_time(Duration::ZERO).check(), Err(Stop::Time));
    assert_eq!(Budget::unlimited().with_time(Duration::MAX).check(), Ok(()));
    assert_eq!(Budget::unlimited().with_memory(10).check_memory(11), Err(Stop::Memory));
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_cancel(flag.clone());
    assert_eq!(budget.check(), Ok(()));
    flag.store(true, Ordering::Relaxed);
    assert_eq!(budget.check(), Err(Stop::Cancelled));
}

#[test]
fn a_part_may_be_dismissed_without_the_whole() {
    let (whole, switch) = Budget::unlimited().switchable();
    let flag = Arc::new(AtomicBool::new(false));
    let part = whole.clone().until(flag.clone());
    assert_eq!(part.check(), Ok(()));
    flag.store(true, Ordering::Relaxed);
    assert_eq!((part.check(), whole.check()), (Err(Stop::Cancelled), Ok(())));
    flag.store(false, Ordering::Relaxed);
    switch.to(&Budget::unlimited().with_time(Duration::ZERO));
    assert_eq!(part.check(), Err(Stop::Time));
}

#[test]
fn addresses_are_counted_apart_from_memory() {
    fn used() -> Option<MemoryUse> {
        Some(MemoryUse { resident: 1000, addresses: 5000 })
    }
    let budget = Budget::unlimited().with_usage(used).with_memory(1);
    assert!(budget.has_addresses(u64::MAX));
    let scarce = budget.with_addresses(6000);
    assert!(scarce.has_addresses(1000) && !scarce.has_addresses(1001));
}

#[test]
fn what_the_program_uses_counts() {
    fn used() -> Option<MemoryUse> {
        Some(MemoryUse { resident: 1000, addresses: 5000 })
    }
    let budget = Budget::unlimited().with_usage(used);
    assert!(budget.has_room(0, u64::MAX));
    let memory = budget.clone().with_memory(1100);
    assert!(memory.has_room(0, 100) && !memory.has_room(0, 101) && !memory.has_room(1101, 0));
    let addresses = budget.with_addresses(5100);
    assert!(addresses.has_room(0, 100) && !addresses.has_room(0, 101) && addresses.has_room(4000, 0));
}

#[test]
fn limits_are_exchanged_under_the_hands_of_those_who_hold_them() {
    let (held, switch) = Budget::unlimited().with_memory(10).switchable();
    let copy = held.clone();
    assert_eq!((copy.check(), copy.check_memory(11)), (Ok(()), Err(Stop::Memory)));
    switch.to(&Budget::unlimited().with_time(Duration::ZERO));
    assert_eq!((held.check(), copy.check()), (Err(Stop::Time), Err(Stop::Time)));
    switch.to(&Budget::unlimited());
    assert_eq!(copy.check_memory(u64::MAX), Ok(()));
}
