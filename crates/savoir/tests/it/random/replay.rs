//! The replay believes nothing: evidence that was changed is rejected, or is right after all by the reference.

use crate::common::{evidence, explicit};
use savoir_evidence::StrategyOptions;
use savoir_model::{ActionId, Model};
use savoir_replay::{Evidence, Node, NodeId, Path, Reason, Shown, Tree, replay};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, Rng};
use savoir_testkit::semantics::Transition;
use savoir_testkit::{Options, RandomModel, Reference, cases};

fn paths(tree: &mut Tree) -> Vec<&mut Path> {
    let mut found: Vec<&mut Path> = tree.fair.iter_mut().collect();
    for node in &mut tree.nodes {
        match &mut node.reason {
            Reason::Path(reason) => {
                found.push(&mut reason.path);
                found.extend(reason.fair.iter_mut());
            }
            Reason::PossibleState(possible) => {
                for link in &mut possible.links {
                    found.push(&mut link.access);
                    found.extend(link.fair.iter_mut());
                }
            }
            Reason::Parts(_) | Reason::Strategy(_) | Reason::Conflict(_) | Reason::Claim(_) => {}
        }
    }
    found
}

/// Changes something at random; whether there was something to change.
fn mutate(model: &Model, tree: &mut Tree, rng: &mut Rng) -> bool {
    let below = |rng: &mut Rng, count: usize| rng.below(count as u64) as usize;
    let change_value = |rng: &mut Rng, state: &mut Vec<u64>| {
        let Some(place) = (!state.is_empty()).then(|| rng.below(state.len() as u64) as usize) else { return false };
        state[place] = rng.below(4);
        true
    };
    let kind = rng.below(7);
    if kind < 3 {
        let node = below(rng, tree.nodes.len());
        let count = tree.nodes.len() as u64;
        let node: &mut Node = &mut tree.nodes[node];
        return match (kind, &mut node.reason) {
            (0, _) => change_value(rng, &mut node.state),
            (1, _) => {
                node.holds = !node.holds;
                true
            }
            (_, Reason::Parts(parts)) => parts.pop().is_some(),
            (_, Reason::Path(reason)) => reason.marks.pop().is_some(),
            (_, Reason::PossibleState(possible)) => {
                possible.node = NodeId(rng.below(count) as u32);
                possible.links.pop().is_some()
            }
            (_, Reason::Strategy(_) | Reason::Conflict(_) | Reason::Claim(_)) => false,
        };
    }
    let mut paths = paths(tree);
    if paths.is_empty() {
        return false;
    }
    let chosen = below(rng, paths.len());
    let path: &mut Path = paths[chosen];
    let place = below(rng, path.states.len());
    match kind {
        3 => change_value(rng, &mut path.states[place]),
        4 if path.states.len() > 1 => {
            path.states.remove(place);
            let action = place.min(path.actions.len() - 1);
            path.actions.remove(action);
            true
        }
        5 if !path.actions.is_empty() => {
            let step = below(rng, path.actions.len());
            let agent = below(rng, model.agents.len());
            path.actions[step][agent] = Some(ActionId::from(below(rng, 3)));
            true
        }
        6 => {
            path.back = path.back.is_none().then_some(place);
            true
        }
        _ => false,
    }
}

/// What the replay accepted is right: every step is a transition, every node says the truth.
fn is_right(reference: &Reference<'_>, evidence: &Evidence, tree: &mut Tree) -> bool {
    let graph = reference.graph();
    let number = |state: &Vec<u64>| graph.states.binary_search(state);
    for path in paths(tree) {
        let ends = path.states.iter().skip(1).chain(path.back.map(|back| &path.states[back]));
        for ((from, action), to) in path.states.iter().zip(&path.actions).zip(ends) {
            let (Ok(from), Ok(to)) = (number(from), number(to)) else { return false };
            let step = Transition { from, action: action.clone(), to };
            if graph.transitions.binary_search(&step).is_err() {
                return false;
            }
        }
    }
    tree.nodes[0].formula == evidence.formula
        && tree.nodes.iter().all(|node| {
            number(&node.state).is_ok_and(|index| reference.sat(node.formula).unwrap()[index] == node.holds)
        })
}

#[test]
fn changed_evidence_is_noticed() {
    let mut rng = Rng::new(17);
    let (mut rejected, mut harmless) = (0, 0);
    for seed in 0..cases(400) {
        let fairness = if seed % 4 == 0 { FairnessRate::Always } else { FairnessRate::Never };
        let text = RandomModel::generate(seed, &Options { fairness, ..Options::default() }).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        for original in evidence(&model, &explicit(&model), StrategyOptions::default()) {
            for _ in 0..4 {
                let mut changed = original.clone();
                let Shown::Tree(tree) = &mut changed.shown else { break };
                if !mutate(&model, tree, &mut rng) || changed == original {
                    continue;
                }
                match replay(&model, &changed) {
                    Err(_) => rejected += 1,
                    // Claims are not checked, and say so.
                    Ok(replayed) if !replayed.claims.is_empty() => {}
                    Ok(_) => {
                        let mut tree = match &changed.shown {
                            Shown::Tree(tree) => tree.clone(),
                            Shown::Claim(_) => unreachable!("it was a tree"),
                        };
                        let place = format!("seed {seed}\n{text}\n{changed:#?}");
                        assert!(is_right(&reference, &changed, &mut tree), "{place}");
                        harmless += 1;
                    }
                }
            }
        }
    }
    assert!(rejected > cases(1000) && harmless < rejected / 5, "{rejected} rejected, {harmless} harmless");
}
