//! The table of families, in alphabetical order.

mod known;
mod unlike;

use crate::family::Family;
use std::sync::LazyLock;

pub(crate) static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    let mut families = [known::FAMILIES, unlike::FAMILIES].concat();
    families.sort_by_key(|family| family.name);
    families
});
