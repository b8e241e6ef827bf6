//! Simulations of random models against the reference semantics: steps, knowledge, shortest paths and sets of states.

use savoir::simulate::{Command, Ending, Filter, Known, Reply, Settings, Simulation, Step, Trouble};
use savoir::{Budget, BuildOptions, Engine, Stop};
use savoir_model::{AgentId, Formula, FormulaId, Model, PropId};
use savoir_testkit::fixtures::try_load;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::semantics::Graph;
use savoir_testkit::{Options, RandomModel, Reference, StateSet};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn settings(engine: Engine) -> Settings {
    Settings { build: BuildOptions { engine, ..BuildOptions::with_threads(1) }, budget: Budget::unlimited() }
}

/// A random model with at least one initial state; its formulas are `K(i, p)` and `K(i, !p)` for all agents and
/// propositions.
struct Sample {
    model: Model,
    /// By agent and proposition: that it is known to hold, that it is known not to hold.
    knows: Vec<Vec<(FormulaId, FormulaId)>>,
}

impl Sample {
    fn new(seed: u64) -> Sample {
        let fairness = if seed.is_multiple_of(3) { FairnessRate::Always } else { FairnessRate::Sometimes };
        let options = Options { fairness, ..Options::default() };
        let mut model = try_load(&RandomModel::generate(seed, &options).to_ispl()).unwrap();
        let knows = model
            .agent_ids()
            .map(|agent| {
                let pair = |index| {
                    let p = model.formulas.add(Formula::Prop(PropId::from(index)));
                    let not = model.formulas.add(Formula::Not(p));
                    (model.formulas.add(Formula::Knows(agent, p)), model.formulas.add(Formula::Knows(agent, not)))
                };
                (0..model.propositions.len()).map(pair).collect()
            })
            .collect();
        Sample { model, knows }
    }
}

fn number(graph: &Graph, state: &[u64]) -> usize {
    graph.states.iter().position(|known| known == state).expect("a simulated state is reachable")
}

fn run(session: &mut Simulation<'_>, line: &str) -> Result<Reply, Trouble> {
    session.execute(&Command::parse(line).unwrap().unwrap())
}

/// Both engines on the models of some seeds that have an initial state.
fn for_each_model(seeds: std::ops::Range<u64>, mut test: impl FnMut(&Sample, &Reference<'_>, Engine, u64)) {
    let mut tested = 0;
    for seed in seeds {
        let sample = Sample::new(seed);
        let reference = Reference::build(&sample.model, 10_000).unwrap();
        if reference.states() > 0 {
            tested += 1;
            [Engine::Explicit, Engine::Symbolic].iter().for_each(|engine| test(&sample, &reference, *engine, seed));
        }
    }
    assert!(tested > 10, "only {tested} models have an initial state");
}

#[test]
fn steps_are_those_of_the_reference() {
    for_each_model(0..60, |sample, reference, engine, seed| {
        let model = &sample.model;
        let graph = reference.graph();
        let mut session = Simulation::new(model, settings(engine), seed).unwrap();
        let initial: Vec<usize> = session.initial().states.iter().map(|state| number(graph, state)).collect();
        assert!(session.initial().complete);
        assert_eq!(initial, graph.initial, "seed {seed}");
        run(&mut session, "start random").unwrap();
        for _ in 0..15 {
            let from = number(graph, &session.here().state);
            let options = session.options(&Filter::default());
            assert!(options.complete);
            let mut listed: Vec<(Vec<_>, usize)> =
                options.steps.iter().map(|step| (step.action.clone(), number(graph, &step.state))).collect();
            listed.sort();
            let expected: Vec<(Vec<_>, usize)> = graph
                .transitions
                .iter()
                .filter(|transition| transition.from == from)
                .map(|transition| (transition.action.clone(), transition.to))
                .collect();
            assert_eq!(listed, expected, "seed {seed}");
            let Reply::Walked(walk) = run(&mut session, "random 1").unwrap() else { panic!() };
            if expected.is_empty() {
                assert_eq!((walk.ending, walk.places.len()), (Ending::Stuck, 0));
                break;
            }
            let here = session.here();
            let taken = (here.action.clone().unwrap(), number(graph, &here.state));
            assert!(expected.contains(&taken), "seed {seed}");
            assert_eq!(walk.places, [here]);
        }
    });
}

#[test]
fn knowledge_is_that_of_the_reference() {
    for_each_model(100..160, |sample, reference, engine, seed| {
        let mut session = Simulation::new(&sample.model, settings(engine), seed).unwrap();
        let sat = |formula: FormulaId| reference.sat(formula).unwrap();
        for _ in 0..6 {
            let here = number(reference.graph(), &session.here().state);
            let Reply::Knowledge(knowledge) = run(&mut session, "knows").unwrap() else { panic!() };
            for about in knowledge {
                let alike = alike(&sample.model, reference, about.agent, here);
                assert_eq!(about.possible, alike.len().into(), "seed {seed}");
                let name = &sample.model.agent(about.agent).name;
                let Reply::Possible(listed) = run(&mut session, &format!("possible {name} 1000")).unwrap() else {
                    panic!()
                };
                let listed: Vec<usize> = listed.states.iter().map(|state| number(reference.graph(), state)).collect();
                assert_eq!(listed, alike, "seed {seed}");
                if reference.domain()[here] {
                    for (known, (yes, no)) in about.propositions.iter().zip(&sample.knows[about.agent.index()]) {
                        assert_eq!(*known == Known::True, sat(*yes)[here], "seed {seed}");
                        assert_eq!(*known == Known::False, sat(*no)[here], "seed {seed}");
                    }
                }
            }
            run(&mut session, "random 1").unwrap();
        }
    });
}

/// The states of the domain that an agent cannot tell from a state.
fn alike(model: &Model, reference: &Reference<'_>, agent: AgentId, state: usize) -> Vec<usize> {
    let states = &reference.graph().states;
    let same = |other: usize| {
        model
            .agent(agent)
            .observes
            .iter()
            .all(|variable| states[other][variable.index()] == states[state][variable.index()])
    };
    (0..states.len()).filter(|&other| reference.domain()[other] && same(other)).collect()
}

/// Which states satisfy `p`, the first proposition.
fn first_proposition(model: &Model, reference: &Reference<'_>) -> StateSet {
    let holds = |state: &Vec<u64>| {
        savoir_reference::Moment { model, state, joint: &[] }.holds(model.proposition(PropId::from(0)).condition)
    };
    reference.graph().states.iter().map(holds).collect()
}

#[test]
fn goals_are_reached_on_shortest_paths() {
    let mut reached = 0;
    for_each_model(200..260, |sample, reference, engine, seed| {
        let model = &sample.model;
        let graph = reference.graph();
        let goal = first_proposition(model, reference);
        let mut session = Simulation::new(model, settings(engine), seed).unwrap();
        let distance = distance(graph, number(graph, &session.here().state), &goal);
        let name = &model.propositions[0].name;
        let Reply::Walked(walk) = run(&mut session, &format!("goal {name}")).unwrap() else { panic!() };
        match distance {
            None => assert_eq!(walk.ending, Ending::Unreachable(name.clone()), "seed {seed}"),
            Some(distance) => {
                reached += usize::from(distance > 0);
                assert_eq!((walk.ending, walk.places.len()), (Ending::Reached(name.clone()), distance), "seed {seed}");
                assert!(goal[number(graph, &session.here().state)], "seed {seed}");
                for place in walk.places {
                    let from = number(graph, &place.before.unwrap());
                    let step = (from, place.action.unwrap(), number(graph, &place.state));
                    let known = graph
                        .transitions
                        .iter()
                        .any(|known| (known.from, &known.action, known.to) == (step.0, &step.1, step.2));
                    assert!(known, "seed {seed}");
                }
            }
        }
    });
    assert!(reached > 5, "only {reached} goals take a step");
}

fn distance(graph: &Graph, from: usize, goal: &StateSet) -> Option<usize> {
    let mut seen = BTreeSet::from([from]);
    let mut open = VecDeque::from([(from, 0)]);
    while let Some((state, distance)) = open.pop_front() {
        if goal[state] {
            return Some(distance);
        }
        open.extend(
            graph.successors[state].iter().filter(|next| seen.insert(**next)).map(|next| (*next, distance + 1)),
        );
    }
    None
}

#[test]
fn sets_have_the_states_of_the_reference() {
    for_each_model(300..360, |sample, reference, engine, seed| {
        let model = &sample.model;
        let graph = reference.graph();
        let count = graph.states.len();
        let holds = first_proposition(model, reference);
        let name = &model.propositions[0].name;
        let mut session = Simulation::new(model, settings(engine), seed).unwrap();
        let mut expected: BTreeSet<usize> = graph.initial.iter().copied().collect();
        let mut last = expected.clone();
        let filter = format!("set where {name}");
        for line in [
            "set initial",
            "set step",
            "set step",
            &filter,
            "set before",
            "set back",
            "set step",
            "set reachable",
            "set here",
        ] {
            let before = expected.clone();
            expected = match line {
                "set initial" => graph.initial.iter().copied().collect(),
                "set step" => expected.iter().flat_map(|state| graph.successors[*state].iter().copied()).collect(),
                "set before" => (0..count)
                    .filter(|state| graph.successors[*state].iter().any(|next| expected.contains(next)))
                    .collect(),
                "set back" => last.clone(),
                "set reachable" => (0..count).collect(),
                "set here" => BTreeSet::from([number(graph, &session.here().state)]),
                _ => expected.iter().copied().filter(|state| holds[*state]).collect(),
            };
            last = before;
            let Reply::Set(report) = run(&mut session, line).unwrap() else { panic!() };
            assert_eq!(report.count, expected.len().into(), "seed {seed}, {line}");
            let inside = expected.iter().filter(|state| holds[**state]).count();
            assert_eq!(report.propositions[0].holds, inside.into(), "seed {seed}, {line}");
            let Reply::Set(listed) = run(&mut session, "set list 1000").unwrap() else { panic!() };
            let listed: Vec<usize> = listed.states.iter().map(|state| number(graph, state)).collect();
            assert_eq!(listed, expected.iter().copied().collect::<Vec<_>>(), "seed {seed}, {line}");
            let Reply::Across(across) = run(&mut session, "set knows").unwrap() else { panic!() };
            for about in across {
                let (yes, no) = sample.knows[about.agent.index()][about.proposition.index()];
                let known = |formula| {
                    let sat = reference.sat(formula).unwrap();
                    expected.iter().filter(|state| sat[**state]).count()
                };
                let inside = expected.iter().filter(|state| reference.domain()[**state]).count();
                let (yes, no) = (known(yes), known(no));
                assert_eq!(about.knows_true, yes.into(), "seed {seed}, {line}");
                assert_eq!(about.knows_false, no.into(), "seed {seed}, {line}");
                assert_eq!(about.open, (inside - yes - no).into(), "seed {seed}, {line}");
            }
        }
    });
}

#[test]
fn formulas_hold_here_as_in_the_reference() {
    for_each_model(400..430, |sample, reference, engine, seed| {
        let mut session = Simulation::new(&sample.model, settings(engine), seed).unwrap();
        run(&mut session, "random 3").unwrap();
        let here = number(reference.graph(), &session.here().state);
        for property in &sample.model.properties {
            let answer = run(&mut session, &format!("is {}", property.text));
            match answer {
                Ok(Reply::Truth { holds, .. }) => {
                    // Without operators a formula speaks about values, fair path or not.
                    if reference.domain()[here] {
                        assert_eq!(
                            holds,
                            reference.sat(property.formula).unwrap()[here],
                            "seed {seed} {}",
                            property.text
                        );
                    }
                }
                Err(Trouble::Wrong(message)) => assert!(!reference.domain()[here], "{message}"),
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    });
}

#[test]
fn a_saved_session_leads_to_the_same_place() {
    for_each_model(500..540, |sample, _, engine, seed| {
        let mut session = Simulation::new(&sample.model, settings(engine), seed).unwrap();
        for line in ["start random", "random 12", "set initial", "set step"] {
            run(&mut session, line).unwrap();
        }
        if session.here().step > 2 {
            run(&mut session, "back 2").unwrap();
        }
        let script = session.script();
        let mut again = Simulation::new(&sample.model, settings(engine), 0).unwrap();
        for line in script.lines() {
            run(&mut again, line).unwrap_or_else(|trouble| panic!("seed {seed}: {line}: {}\n{script}", trouble.text()));
        }
        assert_eq!(again.history(), session.history(), "seed {seed}");
        assert_eq!(again.here(), session.here());
        assert_eq!(again.script(), script);
    });
}

const TWO: &str = "
Agent Coin
  Vars: side : {heads, tails}; end Vars
  Actions = {toss, wait};
  Protocol: side = heads : {toss, wait}; Other : {wait}; end Protocol
  Evolution:
    side = heads if Action = toss;
    side = tails if Action = toss;
  end Evolution
end Agent
Agent Watcher
  Vars: bored : boolean; end Vars
  Actions = {look};
  Protocol: Other : {look}; end Protocol
  Evolution: bored = true if Coin.Action = wait; end Evolution
end Agent
Evaluation lost if Coin.side = tails; bored if Watcher.bored = true; end Evaluation
InitStates Coin.side = heads and Watcher.bored = false; end InitStates
Formulae EF lost; end Formulae
";

#[test]
fn commands_that_do_not_fit_say_why() {
    let model = try_load(TWO).unwrap();
    let mut session = Simulation::new(&model, settings(Engine::Auto), 0).unwrap();
    let mut wrong = |line: &str| match run(&mut session, line) {
        Err(trouble) => trouble.text(),
        Ok(reply) => panic!("{line}: {reply:?}"),
    };
    assert_eq!(wrong("start 2"), "there is only one initial state");
    assert_eq!(wrong("start lost"), "no initial state satisfies `lost`");
    assert_eq!(wrong("do"), "say what `Coin` does: it may do `toss` or `wait`");
    assert_eq!(wrong("do Coin=jump"), "`Coin` has no action `jump`");
    assert_eq!(wrong("do Con=toss"), "there is no agent `Con`; did you mean `Coin`?");
    assert_eq!(wrong("do Coin=wait, Coin=wait"), "`Coin` is named twice");
    assert_eq!(wrong("do Coin=toss"), "this leads to 2 states: choose one with `-> NUMBER` or `-> CONDITION`");
    assert_eq!(wrong("do Coin=toss -> 3"), "the outcomes have the numbers 1 to 2");
    assert_eq!(wrong("do Coin=toss -> bored"), "no outcome satisfies `bored`");
    assert_eq!(wrong("step"), "there are 3 steps: choose one with `step NUMBER`");
    assert_eq!(wrong("back"), "there are only 0 steps before");
    assert_eq!(wrong("forward 2"), "there are only 0 steps ahead");
    assert_eq!(wrong("jump 4"), "the path has only 0 steps");
    assert_eq!(wrong("jump lost"), "`lost` holds nowhere on the path");
    assert_eq!(wrong("set back"), "there is no set before this one");
    assert!(wrong("is losst").contains("losst"));
    assert!(wrong("is Coin.side = head").contains("head"));
    run(&mut session, "do Coin=toss -> lost").unwrap();
    let Err(trouble) = run(&mut session, "do Coin=toss") else { panic!() };
    assert_eq!(trouble.text(), "`Coin` may not do `toss` here, only `wait`");
    run(&mut session, "is K(Watcher, lost)").unwrap();
}

#[test]
fn a_limit_leaves_the_question_open_and_the_session_whole() {
    let model = try_load(TWO).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_cancel(flag.clone());
    let mut session = Simulation::new(&model, Settings { budget, ..settings(Engine::Symbolic) }, 0).unwrap();
    flag.store(true, std::sync::atomic::Ordering::Relaxed);
    for line in ["knows", "set initial", "goal lost", "random 3"] {
        let Err(trouble) = run(&mut session, line) else { panic!("{line} was not interrupted") };
        assert!(matches!(trouble, Trouble::Stopped(Stop::Cancelled)), "{line}");
        assert_eq!(trouble.text(), "unknown: interrupted");
    }
    flag.store(false, std::sync::atomic::Ordering::Relaxed);
    let Reply::Walked(walk) = run(&mut session, "goal lost").unwrap() else { panic!() };
    assert_eq!((walk.ending, walk.places.len()), (Ending::Reached("lost".to_owned()), 1));
}

#[test]
fn very_many_joint_actions_are_counted_but_not_listed() {
    let agent = |index: usize| {
        format!(
            "Agent A{index} Vars: x : boolean; end Vars Actions = {{a, b}}; Protocol: Other : {{a, b}}; end Protocol \
             Evolution: x = true if Action = a; x = false if Action = a; end Evolution end Agent\n"
        )
    };
    let agents: String = (0..60).map(agent).collect();
    let start: Vec<String> = (0..60).map(|index| format!("A{index}.x = false")).collect();
    let text = format!(
        "{agents} Evaluation p if A0.x = true; end Evaluation InitStates {}; end InitStates Formulae p; end Formulae",
        start.join(" and ")
    );
    let model = try_load(&text).unwrap();
    let mut session = Simulation::new(&model, settings(Engine::Symbolic), 7).unwrap();
    let options = session.options(&Filter::default());
    assert_eq!(options.joint_actions, num_bigint::BigUint::from(1u64 << 60));
    assert!(!options.complete && !options.steps.is_empty());
    run(&mut session, "random 50").unwrap();
    let script = session.script();
    let mut again = Simulation::new(&model, settings(Engine::Symbolic), 0).unwrap();
    for line in script.lines() {
        run(&mut again, line).unwrap_or_else(|trouble| panic!("{line}: {}", trouble.text()));
    }
    assert_eq!(again.here(), session.here());
    let Reply::Set(report) = run(&mut session, "set step").unwrap() else { panic!() };
    assert_eq!(report.count, num_bigint::BigUint::from(1u64 << 60));
    let Step { state, .. } = options.steps[0].clone();
    assert_eq!(state.len(), 60);
}
