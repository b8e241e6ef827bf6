//! Conditions on states, as users write them: over variables, as in `InitStates`, or formulas, as in `Formulae`.

use crate::WrongFormula;
use crate::select::refuse_group_variable;
use savoir_model::{
    AtlSemantics, Expr, ExprId, Formula, FormulaId, Model, Property, Semantics, resolve_condition, resolve_formula,
};
use savoir_reference::Moment;
use savoir_syntax::{Code, Diagnostic, SourceFile, parse_formula};

/// A condition on states.
#[derive(Clone, Debug)]
pub struct Condition {
    /// As it was written.
    pub text: String,
    /// How its operators are read.
    pub(crate) semantics: Semantics,
    /// The model it was read for, with its expressions and formulas added.
    pub(crate) model: Box<Model>,
    pub(crate) meaning: Meaning,
}

/// What a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The values of the variables.
    Values(ExprId),
    /// The reachable states.
    Formula(FormulaId),
}

impl Condition {
    /// Reads a condition. A formula without temporal, epistemic and strategic operators looks at the values only.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(model: &Model, text: &str, semantics: Semantics) -> Result<Condition, WrongFormula> {
        let mut model = Box::new(model.clone());
        let done =
            |model, semantics, meaning| Ok(Condition { text: text.trim().to_owned(), semantics, model, meaning });
        let as_formula = resolve_formula(&mut model, text).and_then(|property| {
            let refused = refuse_group_variable(&model, &property)
                .or_else(|| refuse_other_models(&model, &property, semantics.atl));
            refused.map_or(Ok(property), |found| Err(vec![found]))
        });
        let diagnostics = match as_formula {
            Ok(property) => {
                let semantics = Semantics { atl: property.reading.unwrap_or(semantics.atl), ..semantics };
                let meaning = match as_expression(&mut model, property.formula) {
                    Some(expression) => Meaning::Values(expression),
                    None => Meaning::Formula(property.formula),
                };
                return done(model, semantics, meaning);
            }
            Err(found) => found,
        };
        match resolve_condition(&mut model, text) {
            Ok(expression) => done(model, semantics, Meaning::Values(expression)),
            Err(found) => {
                // What reads as a formula was meant to be one.
                let diagnostics = if parse_formula(text).is_ok() { diagnostics } else { found };
                Err(WrongFormula {
                    source: SourceFile { name: "condition".to_owned(), text: text.to_owned() },
                    diagnostics,
                })
            }
        }
    }

    /// Whether it holds in a state; `None` if that depends on the reachable states.
    #[must_use]
    pub fn holds(&self, state: &[u64]) -> Option<bool> {
        match self.meaning {
            Meaning::Values(expression) => Some(holds(&self.model, expression, state)),
            Meaning::Formula(_) => None,
        }
    }
}

/// What is to be said about a formula that is about other models, by its annotation or by the reading of all formulas: it
/// is true or not, but not of states. Conditions on the values in a state are the same in every reading.
fn refuse_other_models(model: &Model, property: &Property, usual: AtlSemantics) -> Option<Diagnostic> {
    let label = match property.reading {
        Some(_) => "annotated with `uniform-model`",
        None if model.formulas.is_condition(property.formula) => return None,
        None => "read with `uniform-model`",
    };
    match property.reading.unwrap_or(usual) {
        AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => None,
        AtlSemantics::UniformModel(_) => Some(
            Diagnostic::new(Code::UnknownReading, property.span, "a condition on states cannot be about other models")
                .label(label)
                .help("annotate it with `uniform` or `perfect`"),
        ),
    }
}

/// Whether a condition without actions holds in a state.
pub(crate) fn holds(model: &Model, condition: ExprId, state: &[u64]) -> bool {
    Moment { model, state, joint: &[] }.holds(condition)
}

/// The formula as an expression over variables, if it is one. The front end bounds the depth of formulas.
fn as_expression(model: &mut Model, formula: FormulaId) -> Option<ExprId> {
    let expression = match model.formulas.get(formula).clone() {
        Formula::True => Expr::Bool(true),
        Formula::False => Expr::Bool(false),
        Formula::Prop(id) => return Some(model.proposition(id).condition),
        Formula::Condition(condition) => return Some(condition),
        Formula::Red(agent) => return Some(red(model, agent)),
        Formula::Green(agent) => Expr::Not(red(model, agent)),
        Formula::Not(f) => Expr::Not(as_expression(model, f)?),
        Formula::And(parts) => Expr::And(parts.iter().map(|part| as_expression(model, *part)).collect::<Option<_>>()?),
        Formula::Or(parts) => Expr::Or(parts.iter().map(|part| as_expression(model, *part)).collect::<Option<_>>()?),
        Formula::Implies(f, g) => Expr::Implies(as_expression(model, f)?, as_expression(model, g)?),
        Formula::Iff(f, g) => Expr::Iff(as_expression(model, f)?, as_expression(model, g)?),
        Formula::Ctl(..)
        | Formula::Enforce(..)
        | Formula::Knows(..)
        | Formula::KnowsAssuming(..)
        | Formula::SoughtKnows(..)
        | Formula::Everyone(..)
        | Formula::Distributed(..)
        | Formula::Common(..)
        | Formula::Obliged(..)
        | Formula::Quantified(..)
        | Formula::Path(_) => return None,
    };
    Some(model.exprs.add(expression))
}

fn red(model: &mut Model, agent: savoir_model::AgentId) -> ExprId {
    model.agent(agent).red.unwrap_or_else(|| model.exprs.add(Expr::Bool(false)))
}
