//! The transition relation in parts: what agents may choose, and how variables change together.

use super::arithmetic::{Form, spells};
use super::bits::VariableBits;
use super::condition::{ActionCode, Conditions};
use savoir_dd::{Bdd, Halt, Var};
use savoir_model::{ActionClasses, AgentId, Domain, EvolutionLine, Expr, ExprId, Model, VarId};

/// By variable: whether some line assigns it anything but itself.
pub(crate) fn changing(model: &Model) -> Vec<bool> {
    let mut changes = vec![false; model.variables.len()];
    for (variable, value) in model.agents.iter().flat_map(|agent| &agent.evolution).flat_map(|line| &line.assignments) {
        changes[variable.index()] |= *model.exprs.get(*value) != Expr::Var(*variable);
    }
    changes
}

/// A part of the transition relation.
pub(crate) struct Part {
    /// The variables whose next values it sets; none if it only restricts actions.
    pub(crate) sets: Vec<VarId>,
    pub(crate) relation: Bdd,
}

impl Conditions<'_> {
    /// For each action class of an agent, where it may choose it.
    pub(crate) fn enabled(&mut self, agent: AgentId) -> Result<Vec<Bdd>, Halt> {
        let (model, diagrams, classes) = (self.arithmetic.model, self.diagrams(), self.classes);
        let mut enabled = vec![diagrams.constant(false); classes.count(agent)];
        let own = model.agent(agent);
        if own.actions.is_empty() || own.protocol.is_empty() {
            let all = if own.actions.is_empty() { vec![0] } else { classes.all(agent) };
            all.into_iter().for_each(|class| enabled[class as usize] = diagrams.constant(true));
            return Ok(enabled);
        }
        let mut matched = diagrams.constant(false);
        for line in &own.protocol {
            let when = match line.guard {
                Some(guard) => self.condition(guard)?,
                None => diagrams.not(&matched),
            };
            matched = diagrams.or(&matched, &when)?;
            for class in classes.of(agent, &line.actions) {
                let place = &mut enabled[class as usize];
                *place = diagrams.or(place, &when)?;
            }
        }
        Ok(enabled)
    }

    /// Finds out which agents have at most one action class in each state, and represents their actions by that.
    pub(crate) fn find_determined(&mut self) -> Result<Vec<bool>, Halt> {
        let model: &Model = self.arithmetic.model;
        let mut determined = Vec::with_capacity(model.agents.len());
        for agent in model.agent_ids() {
            let enabled = self.enabled(agent)?;
            let is_determined = plainly_determined(model, self.classes, agent) || self.exclusive(&enabled)?;
            if is_determined {
                self.actions[agent.index()] = ActionCode::Determined(enabled);
            }
            determined.push(is_determined);
        }
        Ok(determined)
    }

    fn exclusive(&self, sets: &[Bdd]) -> Result<bool, Halt> {
        let diagrams = self.diagrams();
        let mut before = diagrams.constant(false);
        for set in sets {
            if !diagrams.is_false(&diagrams.and(&before, set)?) {
                return Ok(false);
            }
            before = diagrams.or(&before, set)?;
        }
        Ok(true)
    }

    /// All parts, choices of agents and changes, in the order of the variables they set; and whether the next state is
    /// a function of state and actions.
    pub(crate) fn parts(&mut self) -> Result<(Vec<Part>, bool), Halt> {
        let model: &Model = self.arithmetic.model;
        let mut parts: Vec<(u32, Part)> = Vec::new();
        let changes = changing(model);
        let mut deterministic = true;
        for agent in model.agent_ids() {
            let choice = self.choice(agent)?;
            if !self.diagrams().is_true(&choice) {
                let place = self.arithmetic.encoding.actions[agent.index()].first().map_or(0, |bit| bit.0);
                parts.push((place, Part { sets: Vec::new(), relation: choice }));
            }
            for (variables, lines) in model.changing_together(agent) {
                let encoding = self.arithmetic.encoding;
                let changing: Vec<VarId> = variables.into_iter().filter(|id| changes[id.index()]).collect();
                let guards = lines.iter().map(|line| self.condition(line.guard)).collect::<Result<Vec<Bdd>, Halt>>()?;
                let exclusive = self.exclusive(&guards)?;
                deterministic &= exclusive;
                // Where at most one line is enabled, the next value of each variable is a function with its own part.
                for sets in changing.chunks(if exclusive { 1 } else { changing.len().max(1) }) {
                    let place = sets.iter().flat_map(|id| &encoding.variables[id.index()].next);
                    let place = place.map(|bit| bit.0).min().unwrap_or(0);
                    parts.push((place, Part { sets: sets.to_vec(), relation: self.change(sets, &lines)? }));
                }
            }
        }
        parts.sort_by_key(|(place, _)| *place);
        Ok((parts.into_iter().map(|(_, part)| part).collect(), deterministic))
    }

    /// What an agent may choose.
    pub(crate) fn choice(&mut self, agent: AgentId) -> Result<Bdd, Halt> {
        let enabled = self.enabled(agent)?;
        let diagrams = self.diagrams();
        let mut choice = diagrams.constant(false);
        for (class, when) in enabled.iter().enumerate() {
            let performed = match self.actions[agent.index()] {
                ActionCode::Determined(_) => when.clone(),
                ActionCode::Bits => diagrams.and(when, &self.performs(agent, class as u32)?)?,
            };
            choice = diagrams.or(&choice, &performed)?;
        }
        Ok(choice)
    }

    /// How variables change together: one of the enabled lines is taken, or nothing changes.
    fn change(&mut self, variables: &[VarId], lines: &[&EvolutionLine]) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        let mut change = diagrams.constant(false);
        let mut enabled = diagrams.constant(false);
        for line in lines {
            let guard = self.condition(line.guard)?;
            enabled = diagrams.or(&enabled, &guard)?;
            let mut taken = guard;
            for &variable in variables {
                let step = match line.assignments.iter().find(|(assigned, _)| *assigned == variable) {
                    Some((_, value)) => self.assign(variable, *value)?,
                    None => self.keep(variable)?,
                };
                taken = diagrams.and(&taken, &step)?;
            }
            change = diagrams.or(&change, &taken)?;
        }
        let mut idle = diagrams.not(&enabled);
        for &variable in variables {
            idle = diagrams.and(&idle, &self.keep(variable)?)?;
        }
        diagrams.or(&change, &idle)
    }

    /// A variable keeps its value.
    pub(crate) fn keep(&self, variable: VarId) -> Result<Bdd, Halt> {
        let bits = &self.arithmetic.encoding.variables[variable.index()];
        self.equal_bits(&bits.current, &bits.next)
    }

    fn equal_bits(&self, a: &[Var], b: &[Var]) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        let mut result = diagrams.constant(true);
        for (a, b) in a.iter().zip(b).rev() {
            let same = diagrams.not(&diagrams.xor(&diagrams.variable(*a)?, &diagrams.variable(*b)?)?);
            result = diagrams.and(&same, &result)?;
        }
        Ok(result)
    }

    /// The next value of a variable is that of an expression; nowhere if that is not one of its values.
    pub(crate) fn assign(&mut self, variable: VarId, value: ExprId) -> Result<Bdd, Halt> {
        let (model, diagrams) = (self.arithmetic.model, self.diagrams());
        let domain = model.variable(variable).domain;
        let VariableBits { next, spelling, .. } = self.arithmetic.encoding.variables[variable.index()].clone();
        match domain {
            Domain::Bool => {
                let truth = self.condition(value)?;
                match next.first() {
                    Some(bit) => Ok(diagrams.not(&diagrams.xor(&diagrams.variable(*bit)?, &truth)?)),
                    None => Ok(diagrams.constant(true)),
                }
            }
            Domain::Enum(kind) => match model.exprs.get(value) {
                Expr::EnumValue(name) => {
                    let values = &model.enum_types[kind.index()].values;
                    let code = values.iter().position(|known| known == name).unwrap_or(0);
                    spells(self.diagrams(), &next, spelling.bits(code as u64))
                }
                Expr::Var(other) => self.equal_bits(&self.arithmetic.encoding.variables[other.index()].current, &next),
                _ => unreachable!("the resolver gives enumerations only values and variables"),
            },
            Domain::Int { low, .. } => {
                let equal = self.arithmetic.equals(value, &Form::bits(&next, low))?;
                diagrams.and(&equal, &self.legal(&next, model.domain_size(domain))?)
            }
        }
    }
}

/// Whether the shape of its protocol shows that an agent has at most one action class in each state: one line, or one
/// line and what is left by it, with one class each.
pub(crate) fn plainly_determined(model: &Model, classes: &ActionClasses, agent: AgentId) -> bool {
    if classes.count(agent) == 1 {
        return true;
    }
    let protocol = &model.agent(agent).protocol;
    let single = protocol.iter().all(|line| classes.of(agent, &line.actions).len() <= 1);
    let guards = protocol.iter().filter(|line| line.guard.is_some()).count();
    !protocol.is_empty() && single && guards <= 1
}
