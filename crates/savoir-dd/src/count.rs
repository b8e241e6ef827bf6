//! Looking into functions: how many assignments satisfy one, which one does, which variables matter.

use crate::{Bdd, Diagrams, Var};
use num_bigint::BigUint;
use oxidd_core::function::{BooleanFunction, Function};
use oxidd_core::util::num::Natural;
use oxidd_core::util::{OptBool, SatCountCache};
use oxidd_core::{HasLevel, InnerNode, LevelNo, Manager, Node};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Sums of two counts over so many variables are no greater than the greatest `u128`, which is faster than a large number.
const FIT_INTO_U128: u32 = 126;

impl Diagrams {
    /// How many values of `variables` many variables, which must include all that `f` depends on, satisfy `f`.
    #[must_use]
    pub fn count(&self, f: &Bdd, variables: u32) -> BigUint {
        if variables <= FIT_INTO_U128 {
            let mut cache = SatCountCache::<u128, FxBuildHasher>::default();
            return f.0.sat_count(variables, &mut cache).into();
        }
        let mut cache = SatCountCache::<Natural, FxBuildHasher>::default();
        let count = f.0.sat_count(variables, &mut cache);
        let digits = count.mantissa().iter().flat_map(|digit| [*digit as u32, (*digit >> 32) as u32]).collect();
        BigUint::new(digits) << count.exp()
    }

    /// Values that satisfy `f`, as few as possible of them fixed: by variable, `None` where it does not matter. Where
    /// there is a choice, a variable is false. `None` if nothing satisfies it.
    #[must_use]
    pub fn pick(&self, f: &Bdd) -> Option<Vec<Option<bool>>> {
        let cube = f.0.pick_cube(|_, _, _| false)?;
        let value = |value| match value {
            OptBool::None => None,
            OptBool::False => Some(false),
            OptBool::True => Some(true),
        };
        Some(cube.into_iter().map(value).collect())
    }

    /// Whether `f` holds where the variables have these values; those that are not listed must not matter.
    #[must_use]
    pub fn holds_at(&self, f: &Bdd, values: impl IntoIterator<Item = (Var, bool)>) -> bool {
        f.0.eval(values.into_iter().map(|(variable, value)| (variable.0, value)))
    }

    /// The variables a function depends on, in their order.
    #[must_use]
    pub fn support(&self, f: &Bdd) -> Vec<Var> {
        f.0.with_manager_shared(|manager, edge| {
            let mut seen = FxHashSet::default();
            let mut levels = vec![false; manager.num_levels() as usize];
            let mut open = vec![edge];
            while let Some(edge) = open.pop() {
                if let Node::Inner(node) = manager.get_node(edge)
                    && seen.insert(edge.node_id())
                {
                    levels[node.level() as usize] = true;
                    open.extend(node.children());
                }
            }
            let found = levels.iter().enumerate().filter(|(_, found)| **found);
            found.map(|(level, _)| Var(manager.level_to_var(level as LevelNo))).collect()
        })
    }
}
