//! Making evidence, over the interface that every engine has.
//!
//! Nodes are made one after the other from a queue; a node names the nodes it relies on, and these are about proper
//! parts of its formula. So there is no recursion over the formula, and no circle.

mod failure;
mod forced_path;
mod no_choice;
mod parts;
mod path;
mod possible_state;
mod region;
mod root;
mod start_set;
mod strategy;
mod uniform;

use num_bigint::BigUint;
use region::Region;
use savoir_check::{Checker, Course, Form, GivenUp, Lasso, Stop, System};
use savoir_model::{AtlSemantics, Formula, FormulaId, Model, Quantifier, Shape, Temporal};
use savoir_reference::{JointAction, State, may_perform};
use savoir_replay::{Evidence, EvidenceKind, EvidenceKinds, Node, NodeId, NotShown, Path, Reason, Shown, Tree};
use std::collections::{BTreeMap, VecDeque};

/// Evidence with more states than this is not read by anybody; what comes later is left out, and said to be.
const MOST_STATES: usize = 5_000;

/// Whether strategies are shown for what coalitions can enforce inside of other strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Nested {
    /// A sentence says that they exist.
    #[default]
    Claimed,
    /// They are shown.
    Shown,
}

/// How many moves a strategy has in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Moves {
    /// One that wins.
    #[default]
    One,
    /// All that win; of those that lead to a goal, all that lead there in the fewest steps.
    All,
}

/// What strategies are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StrategyOptions {
    /// Inside of other strategies.
    pub nested: Nested,
    /// In each state.
    pub moves: Moves,
}

/// Shows why a formula has its verdict, with a choice of strategies.
pub fn explain<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    formula: FormulaId,
    holds: bool,
    options: StrategyOptions,
) -> Result<Evidence, GivenUp> {
    let kinds = EvidenceKinds::new(model, formula);
    let mut generator = Generator {
        model,
        kinds,
        nodes: Vec::new(),
        known: BTreeMap::new(),
        open: VecDeque::new(),
        ready: None,
        failure: None,
        states: 0,
        options,
        in_strategy: Vec::new(),
        regions: BTreeMap::new(),
        checker,
    };
    let shown = match generator.checker.semantics().atl {
        AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => generator.run(formula, holds)?,
        AtlSemantics::UniformModel(_) => return Err(GivenUp::OtherModels),
    };
    Ok(Evidence { formula, holds, semantics: checker.semantics(), shown })
}

struct Generator<'a, 'm, S: System> {
    model: &'a Model,
    kinds: EvidenceKinds<'a>,
    checker: &'a mut Checker<'m, S>,
    nodes: Vec<Node>,
    known: BTreeMap<(FormulaId, State), NodeId>,
    open: VecDeque<NodeId>,
    /// A path that was found while looking for the first state, and what for.
    ready: Option<(Course, Lasso)>,
    /// A path to where a formula fails, found in the same way.
    failure: Option<(FormulaId, Vec<State>)>,
    /// How many states there are in the evidence so far.
    states: usize,
    options: StrategyOptions,
    /// By node: whether it is about a state of a strategy.
    in_strategy: Vec<bool>,
    /// What was found out about coalitions, by formula and truth value.
    regions: BTreeMap<(FormulaId, bool), Region<S::Set>>,
}

impl<S: System> Generator<'_, '_, S> {
    fn run(&mut self, formula: FormulaId, holds: bool) -> Result<Shown, GivenUp> {
        let initial = self.checker.system().intersection(&self.checker.system().initial(), self.checker.domain())?;
        let initial_states = self.checker.system().count(&initial)?;
        let is_claim = self.kinds.of(formula, holds) == EvidenceKind::Claim;
        if holds && is_claim && !self.is_connective(formula) && !self.is_strategic(formula) {
            return Ok(Shown::Claim(self.why_not_shown_initially(formula)?));
        }
        if let (false, Form::Possible(goal)) = (holds, Form::of(&self.model.formulas, formula)) {
            let found = self.checker.satisfying(goal)?;
            if self.checker.system().is_empty(&found) {
                return Ok(Shown::Claim(NotShown::AllStates(self.number_of_states()?)));
            }
        }
        let root = if holds {
            self.representative(&initial, formula)?
        } else if initial_states == BigUint::from(1u32) {
            self.checker.system().pick(&initial)?
        } else {
            self.failing(&initial, formula)?
        };
        // Without a fair path there is no state to look at.
        let Some(root) = root else { return Ok(Shown::Claim(NotShown::NoFairPath)) };
        let here = self.checker.system().singleton(&root)?;
        self.node(root, formula, holds);
        self.finish_nodes()?;
        if let (true, Reason::Claim(why)) = (self.is_strategic(formula), &self.nodes[0].reason) {
            return Ok(Shown::Claim(why.clone()));
        }
        let shows_path = matches!(self.nodes[0].reason, Reason::Path(_));
        let fair = if shows_path { None } else { self.fair_path(&here)? };
        let others = if holds { self.other_initial_states(&initial, &initial_states, formula)? } else { Vec::new() };
        Ok(Shown::Tree(Tree { nodes: std::mem::take(&mut self.nodes), others, fair }))
    }

    /// Finds the reasons of all nodes that have none yet, and of those that they rely on.
    fn finish_nodes(&mut self) -> Result<(), GivenUp> {
        self.in_strategy.resize(self.nodes.len(), false);
        while let Some(id) = self.open.pop_front() {
            let reason = self.reason(id)?;
            let inside = self.in_strategy[id.index()] || matches!(reason, Reason::Strategy(_));
            self.in_strategy.resize(self.nodes.len(), inside);
            self.nodes[id.index()].reason = reason;
        }
        Ok(())
    }

    /// The node that says this; made later if it is new.
    fn node(&mut self, state: State, formula: FormulaId, holds: bool) -> NodeId {
        let key = (formula, state);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { state: key.1.clone(), formula, holds, reason: Reason::Parts(Vec::new()) });
        self.known.insert(key, id);
        self.open.push_back(id);
        self.states += 1;
        id
    }

    fn reason(&mut self, id: NodeId) -> Result<Reason, GivenUp> {
        let Node { state, formula, holds, .. } = self.nodes[id.index()].clone();
        if self.kinds.is_fact(formula) {
            return Ok(Reason::Parts(Vec::new()));
        }
        let here = self.checker.system().singleton(&state)?;
        let shown = self.kinds.of(formula, holds) != EvidenceKind::Claim;
        let found = match self.model.formulas.get(formula).clone() {
            _ if self.is_connective(formula) => return Ok(self.parts(&state, &here, formula, holds)?),
            Formula::Enforce(..) if self.in_strategy[id.index()] && self.options.nested == Nested::Claimed => {
                return Ok(Reason::Claim(NotShown::NestedStrategy));
            }
            Formula::Enforce(..) if self.states <= MOST_STATES => return self.strategy(id, formula, holds),
            _ if !shown => return Ok(Reason::Claim(self.why_not_shown(&here, formula)?)),
            _ if self.states > MOST_STATES => return Ok(Reason::Claim(NotShown::TooLarge)),
            Formula::Ctl(quantifier, temporal) => {
                self.ctl_path(&here, temporal, quantifier == Quantifier::Exists)?.map(Reason::Path)
            }
            Formula::Quantified(quantifier, path) => {
                self.lasso(&here, Course::Satisfies(path, quantifier == Quantifier::Exists))?.map(Reason::Path)
            }
            Formula::Knows(..)
            | Formula::KnowsAssuming(..)
            | Formula::SoughtKnows(..)
            | Formula::Everyone(..)
            | Formula::Distributed(..)
            | Formula::Common(..)
            | Formula::Obliged(..) => self.possible_state(&state, &here, formula)?.map(Reason::PossibleState),
            Formula::True
            | Formula::False
            | Formula::Prop(_)
            | Formula::Condition(_)
            | Formula::Red(_)
            | Formula::Green(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Enforce(..)
            | Formula::Path(_) => None,
        };
        // The verdict says that there is something to show; if not, the replay must not be given the chance to agree.
        Ok(found.unwrap_or_else(|| Reason::Parts(Vec::new())))
    }

    /// Why it is not shown that a formula holds in all initial states.
    fn why_not_shown_initially(&self, formula: FormulaId) -> Result<NotShown, Stop> {
        let is_invariant = matches!(Form::of(&self.model.formulas, formula), Form::Always(_));
        if is_invariant {
            return self.number_of_states().map(NotShown::AllStates);
        }
        self.why_not_shown(&self.checker.initial()?, formula)
    }

    /// Why it is not shown what a formula says about all paths from some states.
    fn why_not_shown(&self, states: &S::Set, formula: FormulaId) -> Result<NotShown, Stop> {
        let about_infinite_paths = match self.model.formulas.get(formula).shape() {
            Shape::Ctl(_, Temporal::Next(_)) => false,
            Shape::Ctl(quantifier, temporal) => quantifier.looks_at_ends(temporal),
            Shape::Quantified(..) => true,
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Strategic(..)
            | Shape::Path(_) => false,
        };
        let system = self.checker.system();
        if about_infinite_paths
            && self.model.fairness.is_empty()
            && !system.is_empty(self.checker.stuck()?)
            && !system.has_infinite_path(states, &system.reachable())?
        {
            return Ok(NotShown::NoInfinitePath);
        }
        Ok(NotShown::TooManyCases)
    }

    /// How many states formulas are about.
    fn number_of_states(&self) -> Result<BigUint, Stop> {
        self.checker.system().count(self.checker.domain())
    }

    fn is_strategic(&self, formula: FormulaId) -> bool {
        matches!(self.model.formulas.get(formula), Formula::Enforce(..))
    }

    fn is_connective(&self, formula: FormulaId) -> bool {
        matches!(
            self.model.formulas.get(formula),
            Formula::Not(_) | Formula::And(_) | Formula::Or(_) | Formula::Implies(..) | Formula::Iff(..)
        )
    }

    /// Whether a state formula holds in the only state of a set.
    fn holds(&mut self, formula: FormulaId, here: &S::Set) -> Result<bool, Stop> {
        let set = self.checker.satisfying(formula)?;
        self.checker.system().is_subset(here, &set)
    }

    /// The states of the domain where a state formula has a truth value.
    fn set(&mut self, formula: FormulaId, holds: bool) -> Result<S::Set, Stop> {
        let set = self.checker.satisfying(formula)?;
        if holds { Ok(set) } else { self.checker.system().difference(self.checker.domain(), &set) }
    }

    /// A fair path from the only state of a set; none is needed where there are no constraints.
    fn fair_path(&mut self, here: &S::Set) -> Result<Option<Path>, GivenUp> {
        if self.model.fairness.is_empty() {
            return Ok(None);
        }
        let lasso = self.checker.lasso(here, Course::Any)?;
        Ok(lasso.map(|lasso| self.with_actions(lasso.states, Some(lasso.back))).transpose()?)
    }

    /// Adds the joint actions between states.
    fn with_actions(&mut self, states: Vec<State>, back: Option<usize>) -> Result<Path, Stop> {
        self.states += states.len();
        with_actions(self.model, self.checker.system(), states, back)
    }
}

/// A path through these states, with the joint actions between them.
pub(crate) fn with_actions<S: System>(
    model: &Model,
    system: &S,
    states: Vec<State>,
    back: Option<usize>,
) -> Result<Path, Stop> {
    let ends = states.iter().skip(1).chain(back.map(|back| &states[back]));
    let actions =
        states.iter().zip(ends).map(|(from, to)| action(model, system, from, to)).collect::<Result<_, Stop>>()?;
    Ok(Path { states, actions, back })
}

fn action<S: System>(model: &Model, system: &S, from: &State, to: &State) -> Result<JointAction, Stop> {
    let allowed: Vec<Vec<_>> =
        (model.agent_ids()).map(|agent| may_perform(model, agent, from).into_iter().flatten().collect()).collect();
    let found = system.joint_action(from, to, &allowed)?;
    // If the engine cannot tell how it came there, the replay will not believe it either.
    Ok(found.unwrap_or_else(|| vec![None; allowed.len()]))
}

#[cfg(test)]
mod tests;
