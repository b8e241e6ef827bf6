//! The formulas and initial states that a request is about, and what is to be said if they cannot be checked.

use crate::outcome::{CheckError, WrongFormula};
use crate::request::CheckRequest;
use savoir_model::{Model, Property, resolve_condition, resolve_formula};
use savoir_syntax::{Code, Diagnostic, SourceFile, Span};

/// A formula to check, with its number.
pub(crate) struct Selected {
    pub(crate) index: usize,
    pub(crate) property: Property,
}

/// Puts the initial states of the request in place of the model's own.
pub(crate) fn replace_initial_states(model: &mut Model, request: &CheckRequest) -> Result<(), CheckError> {
    let Some(text) = &request.init else { return Ok(()) };
    model.init = resolve_condition(model, text).map_err(|found| wrong_condition(text, found))?;
    model.init_span = Span { start: 0, end: u32::try_from(text.trim_end().len()).unwrap_or(u32::MAX) };
    Ok(())
}

pub(crate) fn wrong_condition(text: &str, diagnostics: Vec<Diagnostic>) -> CheckError {
    let source = SourceFile { name: "initial condition".to_owned(), text: text.to_owned() };
    CheckError::Formulas(vec![WrongFormula { source, diagnostics }])
}

/// The formulas to check, and the numbers of those of the model that have group variables: `synth` is for these. To ask for
/// one of them is an error.
pub(crate) fn select(model: &mut Model, request: &CheckRequest) -> Result<(Vec<Selected>, Vec<usize>), CheckError> {
    if request.formulas.is_empty() {
        let wanted = |index: usize| request.only.is_empty() || request.only.contains(&(index + 1));
        let all = model.properties.iter().cloned().enumerate().filter(|(index, _)| wanted(*index));
        let (mut selected, mut sought, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for (index, property) in all {
            match refuse_group_variable(model, &property) {
                Some(found) => {
                    sought.push(index + 1);
                    refused.push(found);
                }
                None => selected.push(Selected { index: index + 1, property }),
            }
        }
        let is_asked_for = !request.only.is_empty() && !refused.is_empty();
        return if is_asked_for { Err(CheckError::Model(refused)) } else { Ok((selected, sought)) };
    }
    let selected = given(model, request, |model, property| {
        refuse_group_variable(model, &property).map_or(Ok(property), |found| Err(vec![found]))
    })?;
    Ok((selected, Vec::new()))
}

/// The formulas whose groups are sought: those given apart, or those of the model that have a variable or were chosen.
pub(crate) fn select_sought(model: &mut Model, request: &CheckRequest) -> Result<Vec<Selected>, CheckError> {
    if !request.formulas.is_empty() {
        return given(model, request, |_, property| Ok(property));
    }
    let has_variable = |property: &Property| model.formulas.group_variable(property.formula).is_some();
    let wanted = |index: usize, property: &Property| match request.only.is_empty() {
        true => has_variable(property),
        false => request.only.contains(&(index + 1)),
    };
    let all = model.properties.iter().cloned().enumerate().filter(|(index, property)| wanted(*index, property));
    Ok(all.map(|(index, property)| Selected { index: index + 1, property }).collect())
}

/// The formulas that are given apart.
fn given(
    model: &mut Model,
    request: &CheckRequest,
    accept: impl Fn(&Model, Property) -> Result<Property, Vec<Diagnostic>>,
) -> Result<Vec<Selected>, CheckError> {
    let mut selected = Vec::with_capacity(request.formulas.len());
    let mut wrong = Vec::new();
    for (index, text) in request.formulas.iter().enumerate() {
        let index = index + 1;
        match resolve_formula(model, text).and_then(|property| accept(model, property)) {
            Ok(property) => selected.push(Selected { index, property }),
            Err(diagnostics) => wrong.push(WrongFormula {
                source: SourceFile { name: format!("formula {index}"), text: text.clone() },
                diagnostics,
            }),
        }
    }
    if wrong.is_empty() { Ok(selected) } else { Err(CheckError::Formulas(wrong)) }
}

pub(crate) fn refuse_group_variable(model: &Model, property: &Property) -> Option<Diagnostic> {
    let name = model.formulas.group_variable(property.formula)?;
    Some(
        Diagnostic::new(Code::GroupVariable, property.span, format!("`?{name}` stands for an unknown group"))
            .label("`check` needs to know the group")
            .help("`savoir synth` finds the groups that make the formula true"),
    )
}

pub(crate) fn no_initial_state(model: &Model) -> Diagnostic {
    Diagnostic::new(Code::NoInitialState, model.init_span, "no state satisfies the initial condition")
        .label("contradictory")
        .help("without an initial state every formula would hold: weaken the condition")
}

pub(crate) fn no_fair_path(model: &Model) -> Diagnostic {
    let span = model.fairness_span.unwrap_or(model.init_span);
    Diagnostic::new(Code::NoFairPath, span, "no path satisfies the fairness constraints")
        .label("never satisfied infinitely often together")
        .help("every formula holds for want of a fair path: weaken the constraints")
}
