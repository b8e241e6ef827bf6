//! What decisions depend on: as few variables as possible, and rather those that the players see.

use super::{Feature, Player, Sight};
use savoir_model::{ActionId, AgentId, Domain, Model, VarId};
use savoir_reference::JointAction;
use std::collections::BTreeMap;

/// More values than this are not compared; features that might have been given up are kept then.
const MOST_WORK: usize = 50_000_000;

/// What is done in a state, after the coalition has chosen if the others are to answer.
pub(super) struct Instance<'s> {
    pub(super) state: &'s [u64],
    pub(super) own: &'s [Option<ActionId>],
    pub(super) moves: Vec<JointAction>,
}

/// Decisions in terms of the features they depend on.
pub(super) struct Sample {
    /// The features that are needed, the most telling ones first, and whether they are numbers.
    pub(super) features: Vec<(Feature, bool)>,
    /// Different decisions.
    pub(super) decisions: Vec<Vec<JointAction>>,
    /// Values of the features with the number of a decision, each once, in the order of the play.
    pub(super) points: Vec<(Vec<u64>, usize)>,
}

impl Sample {
    pub(super) fn new(
        model: &Model,
        members: &[AgentId],
        players: (Player, Sight),
        agents: &[AgentId],
        instances: &[Instance<'_>],
    ) -> Sample {
        let mut decisions: Vec<Vec<JointAction>> = Vec::new();
        let mut numbers: BTreeMap<&Vec<JointAction>, usize> = BTreeMap::new();
        let mut decided = Vec::with_capacity(instances.len());
        for instance in instances {
            let number = *numbers.entry(&instance.moves).or_insert_with(|| {
                decisions.push(instance.moves.clone());
                decisions.len() - 1
            });
            decided.push(number);
        }
        let features = needed(ranked(model, members, players, agents), instances, &decided);
        let mut seen = BTreeMap::new();
        let mut points = Vec::new();
        for (instance, decision) in instances.iter().zip(decided) {
            let values = values(&features, instance);
            if seen.insert(values.clone(), decision).is_none() {
                points.push((values, decision));
            }
        }
        let is_number = |feature: Feature| match feature {
            Feature::Variable(id) => matches!(model.variable(id).domain, Domain::Int { .. }),
            Feature::Action(_) => false,
        };
        let features = features.into_iter().map(|feature| (feature, is_number(feature))).collect();
        Sample { features, decisions, points }
    }
}

/// Gives up features as long as the rest tells different decisions apart, the least telling ones first.
fn needed(mut features: Vec<Feature>, instances: &[Instance<'_>], decided: &[usize]) -> Vec<Feature> {
    let Some(first) = instances.first() else { return Vec::new() };
    // What is always the same tells nothing.
    features.retain(|feature| {
        let value = feature.of(first.state, first.own);
        instances.iter().any(|other| feature.of(other.state, other.own) != value)
    });
    let mut work = 0;
    for place in (0..features.len()).rev() {
        work += features.len() * instances.len();
        if work > MOST_WORK {
            break;
        }
        let given_up = features.remove(place);
        if !tells_apart(&features, instances, decided) {
            features.insert(place, given_up);
        }
    }
    features
}

fn values(features: &[Feature], instance: &Instance<'_>) -> Vec<u64> {
    features.iter().map(|feature| feature.of(instance.state, instance.own)).collect()
}

fn tells_apart(features: &[Feature], instances: &[Instance<'_>], decided: &[usize]) -> bool {
    let mut known: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    instances
        .iter()
        .zip(decided)
        .all(|(instance, decision)| *known.entry(values(features, instance)).or_insert(*decision) == *decision)
}

/// All features that may be looked at: first what the coalition does, for those who answer; then what the players have of their own; then what
/// all of them see, what some of them see, and the rest.
fn ranked(model: &Model, members: &[AgentId], (player, sight): (Player, Sight), agents: &[AgentId]) -> Vec<Feature> {
    let actions = members.iter().filter(|agent| player == Player::Others && model.agent(**agent).actions.len() > 1);
    let mut features: Vec<Feature> = actions.map(|agent| Feature::Action(*agent)).collect();
    let sees = |agent: &AgentId, id: VarId| model.agent(*agent).observes.contains(&id);
    let may_look_at = |id: &VarId| match sight {
        Sight::Everything => true,
        Sight::Observations => agents.iter().all(|agent| sees(agent, *id)),
    };
    let mut variables: Vec<VarId> = model.variable_ids().filter(may_look_at).collect();
    variables.sort_by_key(|id| {
        if agents.contains(&model.variable(*id).owner) && agents.len() == 1 {
            0
        } else if agents.iter().all(|agent| sees(agent, *id)) {
            1
        } else if agents.iter().any(|agent| sees(agent, *id)) {
            2
        } else {
            3
        }
    });
    features.extend(variables.into_iter().map(Feature::Variable));
    features
}
