//! All groups at once: one evaluation of the formula on an engine with variables for groups.

use super::{Question, Space};
use crate::session::Session;
use savoir_check::{Budget, Stop};
use savoir_groups::GroupSet;
use savoir_model::{AgentId, Model, Semantics};

/// The choices of groups that satisfy a formula, with the space that they are in.
pub(super) fn all_at_once(
    session: &mut Session<'_>,
    model: &mut Model,
    question: &Question,
    semantics: Semantics,
    candidates: &[AgentId],
    budget: &Budget,
) -> Result<(Space, GroupSet), Stop> {
    let coalitions = question.coalitions(model);
    let formula = question.selected.property.formula;
    let failing = session.groups().groups_without(model, formula, &coalitions, semantics)?;
    let space = Space::new(question.variables.len(), candidates, &failing.order, budget)?;
    let failing = space.read(&failing, candidates, budget)?;
    let satisfying = space.groups.complement(&failing);
    let possible = question.possible(&space, budget)?;
    let satisfying = space.stop(space.groups.and(&satisfying, &possible), budget)?;
    Ok((space, satisfying))
}
