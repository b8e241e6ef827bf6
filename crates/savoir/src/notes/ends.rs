//! Whether a verdict depends on paths that end.

use super::FormulaNote;
use savoir_check::{Checker, Stop, System};
use savoir_model::FormulaId;

/// Whether the verdict would be another one if paths that end counted.
pub(super) fn depends_on_ends<S: System>(
    checker: &mut Checker<'_, S>,
    formula: FormulaId,
    holds: bool,
) -> Result<Option<FormulaNote>, Stop> {
    match checker.holds_on_prolonged_paths(formula)? {
        Some(prolonged) if prolonged != holds => {
            let every_path = !checker.system().has_infinite_path(&checker.initial()?, checker.domain())?;
            Ok(Some(FormulaNote::EndedPaths { every_path }))
        }
        Some(_) | None => Ok(None),
    }
}
