//! The cone of influence: what some formulas depend on, and the model without the rest.
//!
//! A variable is kept if a formula or a fairness constraint speaks about it, if an agent observes it whose knowledge is
//! spoken about or whose uniform strategy may depend on it, or if something kept depends on it: the guards and values of
//! its evolution, the protocols of agents whose actions the guards ask for, and initial conditions that it has in common
//! with others. Variables that could keep anything from happening are kept as well: those of protocols that may allow
//! nothing, and those that may be assigned a value outside their domain. The others keep their initial value for ever, so
//! that they cost nothing; every path of the model has a counterpart that looks the same to the formulas, and the other
//! way round.

use crate::{
    AgentId, AssignmentSemantics, AtlSemantics, CompareOp, Domain, EvolutionLine, Expr, ExprId, FormulaId, Look, Model,
    VarId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

impl Model {
    /// The model with only those variables changing that some formulas depend on, each with its reading, and the variables
    /// that do not.
    #[must_use]
    pub fn cone_of_influence(&self, formulas: &[(FormulaId, AtlSemantics)]) -> (Model, Vec<VarId>) {
        let mut cone = Cone::new(self);
        cone.start(formulas);
        cone.close();
        let left_out: Vec<VarId> = self.variable_ids().filter(|id| !cone.kept[id.index()]).collect();
        let model = cone.freeze(&left_out);
        (model, left_out)
    }
}

/// A cone under way.
struct Cone<'m> {
    model: &'m Model,
    /// By variable.
    kept: Vec<bool>,
    /// Kept, but what they depend on was not looked at yet.
    open: Vec<VarId>,
    /// By agent: whether the variables of its protocol are kept.
    protocols: Vec<bool>,
    /// By agent: whether the guards of its evolution are kept.
    guards: Vec<bool>,
    /// By variable: the lines that assign it, and what.
    assigned: Vec<Vec<(&'m EvolutionLine, ExprId)>>,
    /// Parts of the initial condition that all have to hold.
    conjuncts: Vec<Conjunct>,
    /// By variable: which parts of the initial condition speak about it.
    mentions: Vec<Vec<usize>>,
}

/// A part of the initial condition.
struct Conjunct {
    condition: ExprId,
    variables: Vec<VarId>,
}

impl<'m> Cone<'m> {
    fn new(model: &'m Model) -> Cone<'m> {
        let mut assigned = vec![Vec::new(); model.variables.len()];
        for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
            line.assignments.iter().for_each(|(variable, value)| assigned[variable.index()].push((line, *value)));
        }
        let conjunct = |condition| Conjunct { condition, variables: model.exprs.variables(condition) };
        let conjuncts: Vec<Conjunct> = model.exprs.conjuncts(model.init).into_iter().map(conjunct).collect();
        let mut mentions = vec![Vec::new(); model.variables.len()];
        for (index, conjunct) in conjuncts.iter().enumerate() {
            conjunct.variables.iter().for_each(|variable| mentions[variable.index()].push(index));
        }
        Cone {
            model,
            kept: vec![false; model.variables.len()],
            open: Vec::new(),
            protocols: vec![false; model.agents.len()],
            guards: vec![false; model.agents.len()],
            assigned,
            conjuncts,
            mentions,
        }
    }

    fn start(&mut self, formulas: &[(FormulaId, AtlSemantics)]) {
        let model = self.model;
        let asked = formulas.iter().map(|(formula, _)| *formula).chain(model.fairness.iter().copied());
        for look in model.looks_of_all(asked) {
            self.look(look);
        }
        let mut by_reading: FxHashMap<AtlSemantics, Vec<FormulaId>> = FxHashMap::default();
        for (formula, reading) in formulas {
            by_reading.entry(*reading).or_default().push(*formula);
        }
        let observers = by_reading.into_iter().flat_map(|(reading, asked)| reading.observers_of_all(model, &asked));
        for agent in observers.collect::<BTreeSet<_>>() {
            self.observed(agent);
        }
        for agent in model.agent_ids() {
            if model.may_have_no_action(agent) {
                self.protocol(agent);
            }
            for line in model.agent(agent).evolution.iter().filter(|line| model.may_overflow(line)) {
                line.assignments.iter().for_each(|(variable, _)| self.variable(*variable));
            }
        }
    }

    fn look(&mut self, look: Look) {
        match look {
            Look::Proposition(id) => self.condition(self.model.proposition(id).condition),
            Look::Condition(condition) => self.condition(condition),
            Look::Colour(agent) => self.colour(agent),
            Look::Duty(agent) => {
                self.observed(agent);
                self.colour(agent);
            }
            Look::Knowledge(agent) => self.observed(agent),
            // What the members observe makes a difference in some readings only.
            Look::Strategy(_) => {}
        }
    }

    fn variable(&mut self, variable: VarId) {
        if !std::mem::replace(&mut self.kept[variable.index()], true) {
            self.open.push(variable);
        }
    }

    fn condition(&mut self, condition: ExprId) {
        self.model.exprs.variables(condition).into_iter().for_each(|variable| self.variable(variable));
    }

    fn observed(&mut self, agent: AgentId) {
        self.model.agent(agent).observes.iter().for_each(|variable| self.variable(*variable));
    }

    fn colour(&mut self, agent: AgentId) {
        if let Some(red) = self.model.agent(agent).red {
            self.condition(red);
        }
    }

    fn protocol(&mut self, agent: AgentId) {
        if !std::mem::replace(&mut self.protocols[agent.index()], true) {
            let guards = self.model.agent(agent).protocol.iter().filter_map(|line| line.guard);
            guards.for_each(|guard| self.condition(guard));
        }
    }

    /// Adds what kept variables depend on until nothing is missing.
    fn close(&mut self) {
        for variable in self.model.variable_ids() {
            if !self.starts_simply(variable) {
                self.variable(variable);
            }
        }
        while let Some(variable) = self.open.pop() {
            self.evolution(variable);
            for mention in std::mem::take(&mut self.mentions[variable.index()]) {
                for together in std::mem::take(&mut self.conjuncts[mention].variables) {
                    self.variable(together);
                }
            }
        }
    }

    /// What the next value of a variable depends on.
    fn evolution(&mut self, variable: VarId) {
        let model = self.model;
        let owner = model.variable(variable).owner;
        // Under MultiAssignment one line is taken for all variables, so all guards matter.
        if model.semantics == AssignmentSemantics::Multi && !std::mem::replace(&mut self.guards[owner.index()], true) {
            model.agent(owner).evolution.iter().for_each(|line| self.guard(line.guard));
        }
        for (line, value) in std::mem::take(&mut self.assigned[variable.index()]) {
            if model.semantics == AssignmentSemantics::Single {
                self.guard(line.guard);
            }
            self.condition(value);
        }
    }

    fn guard(&mut self, guard: ExprId) {
        self.condition(guard);
        for (agent, _) in self.model.exprs.actions(guard) {
            self.protocol(agent);
        }
    }

    /// Whether the initial condition says nothing about a variable, or just which value it has.
    fn starts_simply(&self, variable: VarId) -> bool {
        match self.mentions[variable.index()][..] {
            [] => true,
            [only] => fixes_a_variable(self.model, self.conjuncts[only].condition),
            _ => false,
        }
    }

    /// The model in which some variables do not change.
    fn freeze(&self, left_out: &[VarId]) -> Model {
        let mut model = self.model.clone();
        let single = model.semantics == AssignmentSemantics::Single;
        for agent in &mut model.agents {
            for line in &mut agent.evolution {
                line.assignments.retain(|(variable, _)| self.kept[variable.index()]);
            }
            // Under MultiAssignment a line without effect is still a choice.
            agent.evolution.retain(|line| !(single && line.assignments.is_empty()));
        }
        let mut conjuncts = self.model.exprs.conjuncts(self.model.init);
        let mentioned: Vec<VarId> = self.model.exprs.variables(self.model.init);
        for &variable in left_out.iter().filter(|variable| mentioned.binary_search(variable).is_err()) {
            conjuncts.push(has_first_value(&mut model, variable));
        }
        model.init = model.exprs.add(Expr::And(conjuncts.into()));
        model
    }
}

/// Whether a condition says that a variable has a certain value of its.
fn fixes_a_variable(model: &Model, condition: ExprId) -> bool {
    let exprs = &model.exprs;
    match exprs.get(condition) {
        Expr::Var(_) => true,
        Expr::Not(inner) => matches!(exprs.get(*inner), Expr::Var(_)),
        Expr::Iff(a, b) => {
            matches!((exprs.get(*a), exprs.get(*b)), (Expr::Var(_), Expr::Bool(_)) | (Expr::Bool(_), Expr::Var(_)))
        }
        Expr::Same(a, b) => {
            let ((Expr::Var(variable), Expr::EnumValue(value)) | (Expr::EnumValue(value), Expr::Var(variable))) =
                (exprs.get(*a), exprs.get(*b))
            else {
                return false;
            };
            let Domain::Enum(kind) = model.variable(*variable).domain else { return false };
            model.enum_types[kind.index()].values.contains(value)
        }
        Expr::Compare(CompareOp::Equal, a, b) => {
            let ((Expr::Var(variable), Expr::Number(value)) | (Expr::Number(value), Expr::Var(variable))) =
                (exprs.get(*a), exprs.get(*b))
            else {
                return false;
            };
            matches!(model.variable(*variable).domain, Domain::Int { low, high } if (low..=high).contains(value))
        }
        _ => false,
    }
}

/// The condition that a variable has its first value.
fn has_first_value(model: &mut Model, variable: VarId) -> ExprId {
    let left = model.exprs.add(Expr::Var(variable));
    let domain = model.variable(variable).domain;
    let condition = match domain {
        Domain::Bool => Expr::Not(left),
        Domain::Int { low, .. } => Expr::Compare(CompareOp::Equal, left, model.exprs.add(Expr::Number(low))),
        Domain::Enum(kind) => {
            let first = model.enum_types[kind.index()].values[0];
            Expr::Same(left, model.exprs.add(Expr::EnumValue(first)))
        }
    };
    model.exprs.add(condition)
}
