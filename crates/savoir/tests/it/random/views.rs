//! Who sees and knows what, what refutes it, and which worlds are possible, on random models and with both engines, against
//! the definitions.

use savoir::{
    AgentId, BigUint, Budget, BuildOptions, Condition, DoubtLink, Engine, InspectRequest, Knower, Known, Model,
    Semantics, Session, State, StateKind, ViewError, WorldsRequest, inspect, refute, worlds,
};
use savoir_reference::Moment;
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind, Rng};
use savoir_testkit::{Options, RandomModel, Reference, cases};
use std::collections::BTreeSet;

/// How often something was seen.
#[derive(Debug, Default)]
struct Seen {
    known: usize,
    open: usize,
    unfair: usize,
    refuted: usize,
    chains: usize,
    cut: usize,
    several: usize,
}

struct Looking<'a> {
    model: &'a Model,
    reference: &'a Reference<'a>,
    /// The states of the domain.
    domain: Vec<&'a State>,
    /// The formulas of the model, with where they hold.
    watched: Vec<(Condition, BTreeSet<State>)>,
}

impl<'a> Looking<'a> {
    fn new(model: &'a Model, reference: &'a Reference<'a>) -> Looking<'a> {
        let states = reference.graph().states.iter().zip(reference.domain());
        let domain = states.filter(|(_, inside)| **inside).map(|(state, _)| state).collect();
        let read = |text: &str| Condition::read(model, text, Semantics::default()).unwrap();
        let formulas = model.properties.iter().map(|property| {
            let truths = reference.sat(property.formula).unwrap();
            let holds = reference.graph().states.iter().zip(&truths).filter(|(_, holds)| **holds);
            (read(&property.text), holds.map(|(state, _)| state.clone()).collect())
        });
        let propositions = model.propositions.iter().map(|proposition| {
            let holds = |state: &&State| Moment { model, state, joint: &[] }.holds(proposition.condition);
            (read(&proposition.name), reference.graph().states.iter().filter(holds).cloned().collect())
        });
        let watched = formulas.chain(propositions);
        Looking { model, reference, domain, watched: watched.collect() }
    }

    fn alike(&self, agents: &[AgentId], one: &State, other: &State) -> bool {
        let sees = |agent: &AgentId| self.model.agent(*agent).observes.iter();
        agents.iter().flat_map(sees).all(|id| one[id.index()] == other[id.index()])
    }

    /// What an agent considers possible, in order.
    fn possible(&self, agents: &[AgentId], state: &State) -> Vec<State> {
        self.domain.iter().filter(|other| self.alike(agents, state, other)).map(|other| (*other).clone()).collect()
    }

    fn inspect(&self, session: &mut Session<'_>, state: &State, seen: &mut Seen) {
        let watched: Vec<Condition> = self.watched.iter().map(|(condition, _)| condition.clone()).collect();
        let request = InspectRequest { state, agents: &[], most: 3, watched: &watched };
        let found = inspect(session, &request).unwrap();
        let inside = self.domain.contains(&state);
        assert_eq!(found.kind, if inside { StateKind::InDomain } else { StateKind::WithoutFairPath });
        seen.unfair += usize::from(!inside);
        for ((_, holds), truth) in self.watched.iter().zip(&found.watched) {
            // Where no fair path starts, only what looks at values is true or not.
            assert!(!inside || *truth == Some(holds.contains(state)));
        }
        for insight in &found.agents {
            let possible = self.possible(&[insight.agent], state);
            assert_eq!(insight.possible.count, BigUint::from(possible.len()));
            assert_eq!(insight.possible.states, possible.iter().take(3).cloned().collect::<Vec<_>>());
            assert_eq!(insight.is_complete(), possible.len() <= 3);
            assert_eq!(insight.sees, self.model.agent(insight.agent).observes);
            let known = |holds: &dyn Fn(&State) -> bool| match possible.iter().filter(|other| holds(other)).count() {
                _ if possible.is_empty() => Known::Open,
                0 => Known::False,
                count if count == possible.len() => Known::True,
                _ => Known::Open,
            };
            for (proposition, status) in self.model.propositions.iter().zip(&insight.propositions) {
                let holds =
                    |other: &State| Moment { model: self.model, state: other, joint: &[] }.holds(proposition.condition);
                assert_eq!(*status, known(&holds));
                *(if *status == Known::Open { &mut seen.open } else { &mut seen.known }) += 1;
            }
            for ((_, holds), status) in self.watched.iter().zip(&insight.watched) {
                assert_eq!(*status, known(&|other: &State| holds.contains(other)));
            }
        }
    }

    fn refute(&self, session: &mut Session<'_>, state: &State, seen: &mut Seen) {
        let agents: Vec<AgentId> = self.model.agent_ids().collect();
        let mut knowers: Vec<Knower> = agents.iter().map(|agent| Knower::Agent(*agent)).collect();
        knowers.extend([Knower::Everyone(agents.clone()), Knower::Distributed(agents.clone())]);
        knowers.extend([Knower::Common(agents.clone()), Knower::Common(agents[1..].to_vec())]);
        for (condition, holds) in &self.watched {
            for knower in &knowers {
                let found = refute(session, state, knower, condition);
                if !self.domain.contains(&state) {
                    assert_eq!(found, Err(ViewError::NoFairPath));
                    continue;
                }
                let found = found.unwrap();
                assert_eq!(found.holds, holds.contains(state));
                let groups: Vec<Vec<AgentId>> = match knower {
                    Knower::Agent(agent) => vec![vec![*agent]],
                    Knower::Distributed(members) => vec![members.clone()],
                    Knower::Everyone(members) | Knower::Common(members) => {
                        members.iter().map(|one| vec![*one]).collect()
                    }
                };
                let one_step = !matches!(knower, Knower::Common(_));
                let layers = self.layers(&groups, state, if one_step { 2 } else { usize::MAX });
                let wanted = layers.iter().find_map(|layer| layer.iter().find(|other| !holds.contains(*other)));
                assert_eq!(found.refuted.as_ref().map(|world| &world.state), wanted);
                let Some(world) = &found.refuted else { continue };
                seen.refuted += 1;
                seen.chains += usize::from(world.links.len() > 1);
                let mut at = state;
                for DoubtLink { observers, state: next } in &world.links {
                    assert!(groups.contains(observers) && self.alike(observers, at, next));
                    at = next;
                }
                assert_eq!(at, &world.state);
            }
        }
    }

    /// States by the length of chains of doubts, each layer in order.
    fn layers(&self, groups: &[Vec<AgentId>], state: &State, most: usize) -> Vec<BTreeSet<State>> {
        let mut layers = vec![BTreeSet::from([state.clone()])];
        while layers.len() < most {
            let last = &layers[layers.len() - 1];
            let next = last.iter().flat_map(|one| groups.iter().flat_map(move |group| self.possible(group, one)));
            let next: BTreeSet<State> = next.filter(|one| layers.iter().all(|layer| !layer.contains(one))).collect();
            if next.is_empty() {
                break;
            }
            layers.push(next);
        }
        layers
    }

    fn worlds(&self, session: &mut Session<'_>, state: &State, agents: &[AgentId], seen: &mut Seen) {
        let most = 6;
        let found = worlds(session, &WorldsRequest { state, agents, most });
        if !self.domain.contains(&state) {
            assert_eq!(found, Err(ViewError::NoFairPath));
            return;
        }
        let found = found.unwrap();
        let layers = self.layers(&agents.iter().map(|agent| vec![*agent]).collect::<Vec<_>>(), state, usize::MAX);
        let all: Vec<(usize, &State)> = layers
            .iter()
            .enumerate()
            .flat_map(|(distance, layer)| layer.iter().map(move |one| (distance, one)))
            .collect();
        assert_eq!(found.count, BigUint::from(all.len()));
        let listed: Vec<(usize, &State)> = found.distance.iter().copied().zip(&found.states).collect();
        assert_eq!(listed, all[..all.len().min(most)]);
        assert_eq!(found.is_complete(), all.len() <= most);
        seen.cut += usize::from(!found.is_complete());
        for (agent, classes) in found.agents.iter().zip(&found.classes) {
            let numbers: BTreeSet<usize> = classes.iter().flatten().copied().collect();
            assert_eq!(numbers.len(), found.states.len());
            for (number, class) in classes.iter().enumerate() {
                seen.several += usize::from(class.len() > 1);
                let first = &found.states[class[0]];
                assert!(class.iter().all(|one| self.alike(&[*agent], first, &found.states[*one])));
                let other = classes[..number].iter().any(|class| self.alike(&[*agent], first, &found.states[class[0]]));
                assert!(!other);
            }
        }
    }
}

fn on_models(first: u64, count: u64, fairness: FairnessRate) -> Seen {
    let kinds = vec![FormulaKind::Knowledge, FormulaKind::Ctl];
    let options = Options { max_space: 60, formulas: 2, kinds, depth: 2, fairness, ..Options::default() };
    let mut seen = Seen::default();
    for seed in first..first + cases(count) {
        let text = RandomModel::generate(seed, &options).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 2_000) else { continue };
        let looking = Looking::new(&model, &reference);
        let mut rng = Rng::new(seed);
        for engine in [Engine::Explicit, Engine::Symbolic] {
            let options = BuildOptions { engine, ..BuildOptions::with_threads(1) };
            let Ok(mut session) = Session::open(&model, &options, &Budget::unlimited()) else { continue };
            for state in rng.some(&looking.reference.graph().states, 20).iter().take(4) {
                looking.inspect(&mut session, state, &mut seen);
                looking.refute(&mut session, state, &mut seen);
                let agents: Vec<AgentId> = rng.some(&model.agent_ids().collect::<Vec<_>>(), 60);
                if !agents.is_empty() {
                    looking.worlds(&mut session, state, &agents, &mut seen);
                }
            }
        }
    }
    seen
}

#[test]
fn views_are_as_defined() {
    let seen = on_models(8_400_000, 400, FairnessRate::Never);
    assert!(seen.known > 50 && seen.open > 50 && seen.unfair == 0 && seen.refuted > 50, "{seen:?}");
    assert!(seen.chains > 5 && seen.cut > 5 && seen.several > 50, "{seen:?}");
}

#[test]
fn views_are_as_defined_under_fairness() {
    let seen = on_models(8_500_000, 400, FairnessRate::Always);
    assert!(seen.known > 50 && seen.unfair > 5 && seen.refuted > 20, "{seen:?}");
}
