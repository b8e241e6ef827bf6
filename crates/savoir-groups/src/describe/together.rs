//! Slots that agree in every valuation of a set.

use crate::{GroupSet, GroupSpace, Slot};
use savoir_dd::Halt;

impl GroupSpace {
    /// The slots in classes that agree throughout a set; only classes of at least two.
    ///
    /// All slots are thought to agree until a valuation of the set shows otherwise; each such valuation is used to tell
    /// apart all that it can, so no more pairs are compared than there are slots and classes.
    pub(super) fn agreeing(&self, set: &GroupSet, slots: &[Slot]) -> Result<Vec<Vec<Slot>>, Halt> {
        let mut open = vec![slots.to_vec()];
        let mut found = Vec::new();
        while let Some(class) = open.pop() {
            let Some((first, others)) = class.split_first() else { continue };
            let mut witness = None;
            for other in others {
                let differ = self.diagrams.xor(&self.has(*first)?.0, &self.has(*other)?.0)?;
                witness = self.diagrams.pick(&self.diagrams.and(&set.0, &differ)?);
                if witness.is_some() {
                    break;
                }
            }
            match witness {
                None => found.push(class),
                Some(values) => {
                    open.push(class);
                    let holds = |slot: &Slot| values[self.var(*slot).0 as usize] == Some(true);
                    let halves = |class: Vec<Slot>| {
                        let (yes, no): (Vec<Slot>, Vec<Slot>) = class.into_iter().partition(holds);
                        [yes, no]
                    };
                    open = open.into_iter().flat_map(halves).filter(|class| !class.is_empty()).collect();
                }
            }
        }
        found.retain(|class| class.len() > 1);
        found.sort();
        Ok(found)
    }
}
