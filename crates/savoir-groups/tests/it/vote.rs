//! A weighted vote: which coalitions win, and which of them need all their members.

use num_bigint::BigUint;
use savoir_dd::Unlimited;
use savoir_groups::{Choice, Decisions, GroupSet, GroupSpace, Reference, Slot};

const AGENTS: usize = 40;

fn weight(agent: usize) -> usize {
    agent % 7 + 1
}

fn total() -> usize {
    (0..AGENTS).map(weight).sum()
}

/// The coalitions whose weights reach a quota, handed over as an engine would do it.
fn winning(space: &GroupSpace, quota: usize) -> GroupSet {
    let mut nodes = Vec::new();
    let outcome = |weight: usize| if weight >= quota { Reference::ALL } else { Reference::NONE };
    let mut below: Vec<Reference> = (0..=total()).map(outcome).collect();
    for agent in (0..AGENTS).rev() {
        let reached = 0..=(0..agent).map(weight).sum();
        let decide = |so_far: usize| {
            let (then, other) = (below[so_far + weight(agent)], below[so_far]);
            nodes.push(Choice { slot: Slot::new(0, agent), then, other });
            Reference::node(nodes.len() - 1)
        };
        below = reached.map(decide).collect();
    }
    space.import(&Decisions::new(nodes, below[0]).unwrap()).unwrap()
}

/// How many sets of these agents have each weight.
fn by_weight(agents: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut ways = vec![0; total() + 1];
    ways[0] = 1;
    for agent in agents {
        for weight_so_far in (weight(agent)..ways.len()).rev() {
            ways[weight_so_far] += ways[weight_so_far - weight(agent)];
        }
    }
    ways
}

/// A winning coalition is minimal if it loses without its lightest member: by the first of the lightest members.
fn minimal_by_counting(quota: usize) -> u64 {
    let with_first_lightest = |first: usize| {
        let heavier = |agent: &usize| (weight(*agent), *agent) > (weight(first), first);
        let ways = by_weight((0..AGENTS).filter(heavier));
        let own = weight(first);
        // Of weight at least the quota with this member, and less without it.
        (quota.saturating_sub(own)..quota).map(|rest| ways[rest]).sum::<u64>()
    };
    (0..AGENTS).map(with_first_lightest).sum()
}

#[test]
fn winning_coalitions_and_minimal_ones_are_counted_exactly() {
    let quota = total().div_ceil(2);
    let space = GroupSpace::new(1, AGENTS, &[], Box::new(Unlimited)).unwrap();
    let winning = winning(&space, quota);
    let expected: u64 = by_weight(0..AGENTS)[quota..].iter().sum();
    assert_eq!(space.count(&winning).unwrap(), BigUint::from(expected));
    let minimal = space.minimal(&winning).unwrap();
    assert_eq!(space.count(&minimal).unwrap(), BigUint::from(minimal_by_counting(quota)));
    assert!(space.is_upward_closed_within(&winning, &space.all()).unwrap());
    assert!(!space.is_downward_closed_within(&winning, &space.all()).unwrap());
    assert_eq!(space.up_closure(&minimal).unwrap(), winning);
    let losing = space.complement(&winning);
    let most = space.maximal(&losing).unwrap();
    assert_eq!(space.down_closure(&most).unwrap(), losing);
    assert_eq!(space.list(&minimal, 20).unwrap().elements.len(), 20);
}
