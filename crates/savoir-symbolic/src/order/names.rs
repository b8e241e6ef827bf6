//! An order by the numbers in names: what belongs to `Child3` and `coin3` stands together.

use super::{Element, Subject};
use savoir_model::Model;

/// What has no number comes first; `None` if nothing has.
pub(crate) fn order(subject: &Subject<'_>) -> Option<Vec<Element>> {
    let mut elements = subject.elements();
    elements.sort_by_key(|element| number(subject.model, *element));
    elements.iter().any(|element| number(subject.model, *element).is_some()).then_some(elements)
}

fn number(model: &Model, element: Element) -> Option<u64> {
    let agent = |id| last_number(&model.agent(id).name);
    match element {
        Element::Variable(id) => {
            let variable = model.variable(id);
            last_number(&variable.name).or_else(|| agent(variable.owner))
        }
        Element::Action(id) | Element::ActionValue(id, _) => agent(id),
    }
}

/// The last run of digits in a name.
fn last_number(name: &str) -> Option<u64> {
    let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = name[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    name[start..end].parse().ok()
}
