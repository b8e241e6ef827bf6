//! Conditions over states and actions as diagrams.

use super::arithmetic::{Arithmetic, spells};
use super::bits::Encoding;
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Diagrams, Halt};
use savoir_model::{ActionClasses, AgentId, Domain, EnumValueId, Expr, ExprId, Model, VarId};

/// How the action of an agent is represented.
#[derive(Clone, Debug)]
pub(crate) enum ActionCode {
    /// By bits of its own.
    Bits,
    /// The agent has at most one action class in each state: where it has each.
    Determined(Vec<Bdd>),
}

/// Builds diagrams for conditions; remembers those it has built.
pub(crate) struct Conditions<'a> {
    pub(crate) arithmetic: Arithmetic<'a>,
    pub(crate) classes: &'a ActionClasses,
    /// By agent; `Bits` until found out otherwise.
    pub(crate) actions: Vec<ActionCode>,
    known: FxHashMap<ExprId, Bdd>,
}

impl<'a> Conditions<'a> {
    pub(crate) fn new(
        model: &'a Model,
        diagrams: &'a Diagrams,
        encoding: &'a Encoding,
        classes: &'a ActionClasses,
    ) -> Conditions<'a> {
        Conditions {
            arithmetic: Arithmetic::new(model, diagrams, encoding),
            classes,
            actions: vec![ActionCode::Bits; model.agents.len()],
            known: FxHashMap::default(),
        }
    }

    pub(crate) fn diagrams(&self) -> &'a Diagrams {
        self.arithmetic.diagrams
    }

    /// Where a condition holds.
    pub(crate) fn condition(&mut self, id: ExprId) -> Result<Bdd, Halt> {
        if let Some(found) = self.known.get(&id) {
            return Ok(found.clone());
        }
        let diagrams = self.diagrams();
        let result = match self.arithmetic.model.exprs.get(id) {
            Expr::Bool(value) => diagrams.constant(*value),
            Expr::Var(variable) => self.arithmetic.code(*variable, 1)?,
            Expr::Not(inner) => diagrams.not(&self.condition(*inner)?),
            Expr::And(parts) => {
                let parts = parts.iter().map(|part| self.condition(*part)).collect::<Result<Vec<Bdd>, Halt>>()?;
                diagrams.all(parts)?
            }
            Expr::Or(parts) => {
                let parts = parts.iter().map(|part| self.condition(*part)).collect::<Result<Vec<Bdd>, Halt>>()?;
                diagrams.any(parts)?
            }
            Expr::Implies(a, b) => diagrams.or(&diagrams.not(&self.condition(*a)?), &self.condition(*b)?)?,
            Expr::Iff(a, b) => {
                let (a, b) = (self.condition(*a)?, self.condition(*b)?);
                diagrams.not(&diagrams.xor(&a, &b)?)
            }
            Expr::ActionIs(agent, action) => self.performs(*agent, self.classes.class(*agent, *action))?,
            Expr::Compare(op, a, b) => self.arithmetic.compare(*op, *a, *b)?,
            Expr::Same(a, b) => self.same(*a, *b)?,
            _ => unreachable!("the resolver gives conditions only truth values"),
        };
        self.known.insert(id, result.clone());
        Ok(result)
    }

    /// Where an agent performs an action of a class.
    pub(crate) fn performs(&self, agent: AgentId, class: u32) -> Result<Bdd, Halt> {
        match &self.actions[agent.index()] {
            ActionCode::Determined(where_each) => Ok(where_each[class as usize].clone()),
            ActionCode::Bits => {
                spells(self.diagrams(), &self.arithmetic.encoding.actions[agent.index()], u64::from(class))
            }
        }
    }

    /// Whether an agent may have a choice: its actions are not known to follow from the state.
    pub(crate) fn chooses(&self, agent: AgentId) -> bool {
        matches!(self.actions[agent.index()], ActionCode::Bits)
    }

    fn enum_values(&self, variable: VarId) -> &'a [EnumValueId] {
        let model = self.arithmetic.model;
        match model.variable(variable).domain {
            Domain::Enum(id) => &model.enum_types[id.index()].values,
            Domain::Bool | Domain::Int { .. } => &[],
        }
    }

    /// Where two enumeration values have the same name.
    fn same(&self, a: ExprId, b: ExprId) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        let exprs = &self.arithmetic.model.exprs;
        match (exprs.get(a), exprs.get(b)) {
            (Expr::Var(variable), Expr::EnumValue(value)) | (Expr::EnumValue(value), Expr::Var(variable)) => {
                match self.enum_values(*variable).iter().position(|known| known == value) {
                    Some(code) => self.arithmetic.code(*variable, code as u64),
                    None => Ok(diagrams.constant(false)),
                }
            }
            (Expr::Var(a), Expr::Var(b)) => {
                let mut result = diagrams.constant(false);
                let others = self.enum_values(*b);
                for (code, value) in self.enum_values(*a).iter().enumerate() {
                    if let Some(other) = others.iter().position(|known| known == value) {
                        let both = diagrams
                            .and(&self.arithmetic.code(*a, code as u64)?, &self.arithmetic.code(*b, other as u64)?)?;
                        result = diagrams.or(&result, &both)?;
                    }
                }
                Ok(result)
            }
            (a, b) => Ok(diagrams.constant(a == b)),
        }
    }
}
