//! Room for nodes. OxiDD reserves addresses for all nodes that there may ever be when a manager is made, and ends the
//! program if the system refuses them. So it is found out first how many the system grants: it may limit the addresses
//! of a program (`ulimit -v`), promise no more memory than there is, or have less memory than is asked for.

use crate::Halt;
use memmap2::MmapMut;
use oxidd::bcdd::{BCDDManagerRef, new_manager};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most nodes, whatever the system grants. Memory is used only as nodes are made. The numbers of nodes then take 30 bits.
pub(crate) const MOST_NODES: usize = (1 << 30) - 1;
/// With room for fewer nodes there is no point in beginning.
const FEWEST_NODES: usize = 1 << 20;
/// What OxiDD reserves for a node.
const SLOT_BYTES: usize = 16;
/// A manager has one part in so many of the addresses that are left.
const SHARE: usize = 8;
/// From this share of its nodes on OxiDD collects dead ones in the background, in percent.
const COLLECTED_FROM: usize = 95;
/// The computed table does not survive such a collection, so there are never more nodes than this share, in percent. The
/// difference is far more than what is made between two looks at the number of nodes.
const USED_UP_TO: usize = 85;

const _: () = assert!(USED_UP_TO < COLLECTED_FROM);

/// A manager, and how many nodes it may have.
pub(crate) struct Room {
    pub(crate) manager: BCDDManagerRef,
    pub(crate) nodes: usize,
}

impl Room {
    /// As much room as the system grants, at most for so many nodes.
    pub(crate) fn reserve(most: usize) -> Result<Room, Halt> {
        let mut nodes = most;
        while !is_granted(nodes) {
            // Three quarters, then a half, of each power of two.
            nodes = if nodes.is_power_of_two() { nodes / 4 * 3 } else { nodes.next_power_of_two() / 2 };
            if nodes < FEWEST_NODES.min(most) {
                return Err(Halt::Memory);
            }
        }
        // OxiDD's own computed table is not used, so it is as small as it can be. Its threads do nothing, but it panics
        // if the system refuses to start them.
        let made = catch_unwind(AssertUnwindSafe(|| new_manager(nodes, 16, 1)));
        let manager = made.map_err(|_| Halt::Memory)?;
        Ok(Room { manager, nodes: nodes / 100 * USED_UP_TO })
    }
}

/// Whether the system grants addresses for so many nodes, and as many again a few times: for all that comes with them, and
/// for other managers. They are asked for one by one, since some systems refuse at once what is more than all memory.
fn is_granted(nodes: usize) -> bool {
    let held: std::io::Result<Vec<MmapMut>> = (0..SHARE).map(|_| MmapMut::map_anon(nodes * SLOT_BYTES)).collect();
    held.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_from_one_size_to_the_next_get_there() {
        assert!(is_granted(1) && !is_granted(usize::MAX / SLOT_BYTES));
        // So many nodes nobody has addresses for.
        let room = Room::reserve(1 << 50).unwrap();
        assert!(room.nodes <= (1 << 50) / 100 * USED_UP_TO);
        let few = Room::reserve(1000).unwrap();
        assert_eq!(few.nodes, 850);
    }
}
