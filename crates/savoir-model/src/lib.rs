//! The model: what an ISPL file means, with every name resolved and every type checked.
//!
//! Entry points: [`resolve`] turns a parsed file into a [`Model`] plus diagnostics; [`resolve_formula`] and
//! [`resolve_condition`] add what the command line gives; [`lint::lint`] finds what is legal but suspicious;
//! [`PartialModel::of`] goes as far as it can in a text with errors, and says which name stands for what.
//!
//! What must not be here: sets of states, engines, decision diagrams.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod action_classes;
mod bounds;
mod condition_text;
mod cone;
mod expr;
mod formula;
mod formula_text;
mod formula_words;
mod ids;
pub mod lint;
mod model;
mod number;
mod operator;
mod resolve;
mod same_system;
mod semantics;
mod sought;
mod source_map;
mod vacuity;
mod written_reading;

pub use action_classes::ActionClasses;
pub use expr::{CompareOp, Expr, ExprPool};
pub use formula::{Coalition, Formula, FormulaPool, Quantifier, Temporal};
pub use ids::{
    ActionId, AgentId, CoalitionId, EnumTypeId, EnumValueId, ExprId, FormulaId, GroupId, PropId, PropertyId, VarId,
};
pub use model::{
    Action, Agent, AssignmentSemantics, Domain, EnumType, EvolutionLine, Group, Logic, Model, Property, Proposition,
    ProtocolLine, Variable, Visibility,
};
pub use number::Number;
pub use operator::{
    Accessibility, Argument, Atom, Connective, Family, Introduced, Look, Mcmas, Modality, Notation, Operator, Role,
    Shape, Words,
};
pub use resolve::{PartialModel, Resolution, resolve, resolve_condition, resolve_formula, resolve_until};
pub use semantics::{AtlSemantics, FairnessSemantics, Reading, Restricted, Semantics, StartSet, StrategyReading};
pub use sought::{SoughtGroup, SoughtKind};
pub use source_map::{NameRole, Occurrence, SourceMap, Symbol};
pub use vacuity::{OperandPlace, Polarity};
pub use written_reading::{WrittenReading, WrongReading};
