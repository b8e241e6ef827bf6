//! Simulations of random models against the reference semantics: steps, knowledge, shortest paths and sets of states.

mod knowledge;
mod walks;

use savoir::Engine;
use savoir_model::{Formula, FormulaId, Model, PropId};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::semantics::Graph;
use savoir_testkit::{Options, RandomModel, Reference, StateSet};

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
        let mut model = load(&RandomModel::generate(seed, &options).to_ispl());
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

/// Which states satisfy `p`, the first proposition.
fn first_proposition(model: &Model, reference: &Reference<'_>) -> StateSet {
    let holds = |state: &Vec<u64>| {
        savoir_reference::Moment { model, state, joint: &[] }.holds(model.proposition(PropId::from(0)).condition)
    };
    reference.graph().states.iter().map(holds).collect()
}
