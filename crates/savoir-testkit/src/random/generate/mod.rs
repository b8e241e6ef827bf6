//! From a seed to a model: declarations, behaviour, propositions, initial states, groups, formulas, in this order.
//!
//! Everything generated resolves without an error: literals are in range, only observable variables are read, types
//! match. The choices are weighted so that models are small but not trivial, and so that every feature of the language is
//! met within a few hundred seeds.

mod aims;
mod behaviour;
mod conditions;
mod declarations;
mod formulas;
mod games;

use super::rng::Rng;
use super::spec::{AgentSpec, ENVIRONMENT, RandomModel, Semantics, TypeSpec, VarRef};

/// What to generate.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of combinations of values does not exceed this, so neither do the reachable states.
    pub max_space: u64,
    /// How many formulas each model has.
    pub formulas: usize,
    /// The kinds of formulas, taken in turn.
    pub kinds: Vec<FormulaKind>,
    /// How deep formulas are nested.
    pub depth: u32,
    /// How often there are fairness constraints.
    pub fairness: FairnessRate,
    /// What the models are like.
    pub world: World,
    /// How many agents there are.
    pub crowd: Crowd,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_space: 192,
            formulas: 10,
            kinds: FormulaKind::ALL.to_vec(),
            depth: 3,
            fairness: FairnessRate::Sometimes,
            world: World::Anything,
            crowd: Crowd::Few,
        }
    }
}

/// A kind of formulas. Kinds overlap: knowledge occurs below temporal operators and the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// CTL, with some knowledge inside.
    Ctl,
    /// Knowledge and norms, with some CTL inside.
    Knowledge,
    /// ATL, with all of the above inside.
    Strategic,
    /// LTL, with knowledge inside.
    Ltl,
    /// CTL*, with knowledge and ATL inside.
    CtlStar,
}

impl FormulaKind {
    /// Every kind.
    pub const ALL: [FormulaKind; 5] =
        [FormulaKind::Ctl, FormulaKind::Knowledge, FormulaKind::Strategic, FormulaKind::Ltl, FormulaKind::CtlStar];
}

/// How often there are fairness constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairnessRate {
    /// In no model.
    Never,
    /// In some models, as the seed decides.
    Sometimes,
    /// In every model.
    Always,
}

/// How many agents there are beside the environment; games have as many as they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// One to three.
    Few,
    /// Four or five.
    Several,
}

/// What models are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// Everything that the language has.
    Anything,
    /// Games where it matters who sees what, with few uniform strategies.
    Games,
}

impl RandomModel {
    /// The model with this seed.
    #[must_use]
    pub fn generate(seed: u64, options: &Options) -> RandomModel {
        let mut rng = Rng::new(seed);
        let weights = match options.world {
            World::Anything => [3, 2, 5],
            World::Games => [5, 2, 3],
        };
        let semantics = [Semantics::Default, Semantics::Multi, Semantics::Single][rng.weighted(&weights)];
        let style = if rng.chance(40) { Style::Risky } else { Style::Careful };
        let mut generator = Generator { rng, options, semantics, style, agents: Vec::new() };
        let (propositions, initial) = match options.world {
            World::Anything => {
                generator.declare();
                generator.behave();
                (generator.propositions(), generator.initial())
            }
            World::Games => {
                let board = generator.play();
                (generator.aims(&board), generator.openings(&board))
            }
        };
        let (groups, fairness, properties) = generator.questions(&propositions);
        RandomModel { semantics, agents: generator.agents, propositions, initial, groups, fairness, properties }
    }
}

/// Whether deadlocks and overflows are avoided or welcome.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Careful,
    Risky,
}

/// A model in the making.
struct Generator<'o> {
    rng: Rng,
    options: &'o Options,
    semantics: Semantics,
    style: Style,
    agents: Vec<AgentSpec>,
}

/// What a condition may mention.
#[derive(Clone, Default)]
struct Scope {
    variables: Vec<(VarRef, TypeSpec)>,
    /// Agents, by name or as the owner of the line, with their actions.
    actions: Vec<(Option<String>, Vec<String>)>,
}

impl Scope {
    /// The variables of a kind.
    fn of_kind(&self, kind: impl Fn(&TypeSpec) -> bool) -> Vec<(VarRef, TypeSpec)> {
        self.variables.iter().filter(|(_, found)| kind(found)).cloned().collect()
    }

    /// The same without one variable: comparing a variable with itself, or assigning it to itself, says little.
    fn without(&self, var: &VarRef) -> Scope {
        let variables = self.variables.iter().filter(|(other, _)| other != var).cloned().collect();
        Scope { variables, actions: self.actions.clone() }
    }

    fn numbers(&self) -> Vec<(VarRef, TypeSpec)> {
        self.of_kind(|kind| matches!(kind, TypeSpec::Int(..)))
    }

    fn flags(&self) -> Vec<(VarRef, TypeSpec)> {
        self.of_kind(|kind| *kind == TypeSpec::Bool)
    }
}

impl Generator<'_> {
    /// The local state of an agent: its own variables and what it sees of the environment.
    fn local(&self, agent: &AgentSpec) -> Scope {
        let named = |owner: &str, name: &str| VarRef { agent: owner.to_owned(), name: name.to_owned() };
        let own = agent.all_variables().map(|it| (named(&agent.name, &it.name), it.kind.clone()));
        let environment = self.agents.first().filter(|first| first.is_environment() && !agent.is_environment());
        let seen = environment.into_iter().flat_map(|environment| {
            let listed = environment.variables.iter().filter(|it| agent.lobsvars.contains(&it.name));
            environment.observable.iter().chain(listed).map(|it| (named(ENVIRONMENT, &it.name), it.kind.clone()))
        });
        Scope { variables: own.chain(seen).collect(), actions: Vec::new() }
    }

    /// Local state and joint action.
    fn guard_scope(&self, agent: &AgentSpec) -> Scope {
        let named = self.agents.iter().map(|it| (Some(it.name.clone()), it.actions.clone()));
        let own = (None, agent.actions.clone());
        // The own action is tested more often than those of others.
        let actions = [own.clone(), own].into_iter().chain(named).filter(|(_, actions)| !actions.is_empty());
        Scope { actions: actions.collect(), ..self.local(agent) }
    }

    /// Every variable.
    fn global(&self) -> Scope {
        let named = |agent: &AgentSpec, name: &str| VarRef { agent: agent.name.clone(), name: name.to_owned() };
        let variables = self
            .agents
            .iter()
            .flat_map(|agent| agent.all_variables().map(move |it| (named(agent, &it.name), it.kind.clone())));
        Scope { variables: variables.collect(), actions: Vec::new() }
    }
}
