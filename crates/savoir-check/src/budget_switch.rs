//! Limits that are exchanged while others hold them.

use super::Budget;
use std::sync::{Arc, PoisonError, RwLock};

/// Exchanges the limits of a budget that others hold already.
#[derive(Clone, Debug)]
pub struct BudgetSwitch(Arc<RwLock<Budget>>);

impl BudgetSwitch {
    pub(super) fn new(current: Arc<RwLock<Budget>>) -> BudgetSwitch {
        BudgetSwitch(current)
    }

    /// From now on these limits count.
    pub fn to(&self, budget: &Budget) {
        // A panic while it was being exchanged would leave one or the other.
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = budget.clone();
    }

    /// A budget for others that the switch exchanges as well.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget { current: Some(self.0.clone()), ..Budget::default() }
    }
}
