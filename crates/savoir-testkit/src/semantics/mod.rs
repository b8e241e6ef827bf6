//! The semantics, once: each definition as mathematics, with its literal and slow translation below it.
//!
//! Read in this order: `savoir-reference` gives values to expressions and says what one step is, [`graph`] makes a graph
//! out of a model, [`paths`] has the two facts about finite graphs that the rest uses; [`boolean`], [`ctl`], [`knowledge`],
//! [`tableau`] (LTL and CTL*) and [`strategy`] (ATL, with [`outcomes`], and [`game`] for what is too large to enumerate) say
//! where formulas hold. [`uniform`] and [`induced`] are other readings of strategies. Every other engine of the project must
//! agree with this one.
//!
//! **Domain.** Let `R` be the reachable states and `c₁ … cₙ` the fairness constraints, each evaluated over all of `R`
//! as if there were no fairness. A path is *fair* if it is infinite and is in every `⟦cₖ⟧` infinitely often. If there
//! are constraints, formulas are about
//!
//! > `D` = { s ∈ R : some fair path starts in s },
//!
//! and about `D = R` otherwise. A formula `f` holds in a set of states `⟦f⟧ ⊆ D`. All operators look at states of `D`
//! only; negation is complement in `D`.
//!
//! **Verdict.** A formula is true of the model iff `I ∩ D ⊆ ⟦f⟧`: it holds in every initial state that has a fair path.
//!
//! **Reading.** What strategies may depend on, [`AtlSemantics`], is an input. The operators inside a formula are read as the
//! formula is. Fairness constraints have no strategic operators, so they are the same in every reading.

pub mod boolean;
pub mod ctl;
pub mod game;
pub mod graph;
pub mod induced;
pub mod knowledge;
pub mod outcomes;
pub mod paths;
pub mod strategy;
pub mod tableau;
pub mod uniform;

pub use graph::{Graph, Transition};
pub use savoir_reference::{JointAction, State};

use savoir_model::{
    AgentId, AtlSemantics, Coalition, CoalitionId, ExprId, FairnessSemantics, FormulaId, Model, Semantics,
};
use std::fmt;

/// A set of states of a graph: for each state, whether it is in.
pub type StateSet = Vec<bool>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There are more reachable states than the caller wants to wait for.
    TooManyStates,
    /// There are too many combinations of values to look for initial states among them.
    TooManyCombinations,
    /// A path formula has too many temporal operators.
    TableauTooLarge,
    /// A formula contains a group variable, to be found by synthesis: it has no truth value.
    GroupVariable(String),
    /// A path formula was given where a state formula is needed.
    PathFormula,
    /// A coalition, or the agents that are restricted, have too many uniform strategies.
    TooManyStrategies,
    /// In this reading a formula has a verdict, but no set of states where it holds.
    VerdictOnly,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::TooManyStates => f.write_str("more reachable states than the given limit"),
            Refusal::TooManyCombinations => f.write_str("too many combinations of values to find the initial states"),
            Refusal::TableauTooLarge => f.write_str("too many temporal operators in one path formula"),
            Refusal::GroupVariable(name) => write!(f, "group variable `?{name}` has no members"),
            Refusal::PathFormula => f.write_str("a path formula holds of paths, not of states"),
            Refusal::TooManyStrategies => f.write_str("too many uniform strategies to try each"),
            Refusal::VerdictOnly => f.write_str("in some induced model, a formula is true as a whole, not in states"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A model with its graph and its fair states, ready for formulas.
#[derive(Clone, Debug)]
pub struct Reference<'m> {
    model: &'m Model,
    graph: Graph,
    /// `D`.
    domain: StateSet,
    /// `⟦c₁⟧ … ⟦cₙ⟧`.
    constraints: Vec<StateSet>,
    /// How formulas are read.
    semantics: Semantics,
}

impl<'m> Reference<'m> {
    /// Explores a model of at most `limit` states and finds its fair states. Formulas are read with perfect information.
    ///
    /// # Errors
    /// If the model is too large.
    pub fn build(model: &'m Model, limit: usize) -> Result<Reference<'m>, Refusal> {
        Reference::of_graph(model, Graph::explore(model, limit)?)
    }

    /// The same where every state without successor is its own successor, so that no path ends.
    ///
    /// # Errors
    /// If the model is too large.
    pub fn prolonged(model: &'m Model, limit: usize) -> Result<Reference<'m>, Refusal> {
        Reference::of_graph(model, Graph::explore(model, limit)?.prolonged(model.agents.len()))
    }

    /// The same for a graph of the model.
    fn of_graph(model: &'m Model, graph: Graph) -> Result<Reference<'m>, Refusal> {
        let domain = vec![true; graph.states.len()];
        let unfair = Reference { model, graph, domain, constraints: Vec::new(), semantics: Semantics::default() };
        if model.fairness.is_empty() {
            return Ok(unfair);
        }
        let constraints: Vec<StateSet> =
            model.fairness.iter().map(|constraint| unfair.sat(*constraint)).collect::<Result<_, _>>()?;
        let domain = paths::recur(&unfair.graph.successors, &unfair.domain, &constraints);
        Ok(Reference { domain, constraints, ..unfair })
    }

    /// How formulas are read from now on.
    pub fn read_as(&mut self, semantics: Semantics) {
        self.semantics = semantics;
    }

    /// The number of reachable states, fair or not.
    #[must_use]
    pub fn states(&self) -> usize {
        self.graph.states.len()
    }

    /// The reachable part of the model.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// `D`: the states formulas are about.
    #[must_use]
    pub fn domain(&self) -> &StateSet {
        &self.domain
    }

    /// The reachable states without a successor, by index.
    #[must_use]
    pub fn deadlocks(&self) -> Vec<usize> {
        (0..self.states()).filter(|&state| self.graph.successors[state].is_empty()).collect()
    }

    /// Whether a state formula is true of the model: `I ∩ D ⊆ ⟦f⟧`, or of some induced model, if it is read so.
    ///
    /// # Errors
    /// As for [`Reference::sat`], but formulas about induced models do have a verdict.
    pub fn verdict(&self, formula: FormulaId) -> Result<bool, Refusal> {
        let Semantics { atl, fairness: FairnessSemantics::FairPaths } = self.semantics;
        match atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                Ok(self.holds_initially(&self.sat(formula)?))
            }
            AtlSemantics::UniformModel(restricted) => self.verdict_on_induced_models(restricted, formula),
        }
    }

    /// Whether `I ∩ D` is part of a set.
    #[must_use]
    pub fn holds_initially(&self, set: &StateSet) -> bool {
        self.graph.initial.iter().all(|&state| !self.domain[state] || set[state])
    }

    /// The states, as codes and sorted, where a state formula holds.
    ///
    /// # Errors
    /// As for [`Reference::sat`].
    pub fn sat_states(&self, formula: FormulaId) -> Result<Vec<State>, Refusal> {
        let sat = self.sat(formula)?;
        Ok(self.graph.states.iter().zip(sat).filter(|(_, holds)| *holds).map(|(state, _)| state.clone()).collect())
    }

    /// The states of the domain with a property given by their indices.
    fn select(&self, mut holds: impl FnMut(usize) -> bool) -> StateSet {
        (0..self.states()).map(|state| self.domain[state] && holds(state)).collect()
    }

    /// The complement of a set within the domain.
    fn complement(&self, set: &[bool]) -> StateSet {
        self.select(|state| !set[state])
    }

    /// Whether a condition without actions holds in a state.
    fn condition(&self, condition: ExprId, state: usize) -> bool {
        savoir_reference::Moment { model: self.model, state: &self.graph.states[state], joint: &[] }.holds(condition)
    }

    /// Whether the local state of an agent is red: nowhere unless it has a `RedStates` condition.
    fn is_red(&self, agent: AgentId, state: usize) -> bool {
        self.model.agent(agent).red.is_some_and(|red| self.condition(red, state))
    }

    fn members(&self, coalition: CoalitionId) -> Result<&'m [AgentId], Refusal> {
        match self.model.formulas.coalition(coalition) {
            Coalition::Agents { members, .. } => Ok(members),
            Coalition::Variable(name) => Err(Refusal::GroupVariable(name.clone())),
        }
    }
}
