//! Evidence about uniform strategies, from both engines: strategies win from whole start sets and say the same as their
//! short form, conflicts leave no strategy and need each of their confusions, and the replay notices what is changed.

use super::set_games::hidden;
use crate::common::{explain_all, explicit, strategies, symbolic};
use savoir_check::{Budget, Checker, System, UniformAlgorithm, UniformSearch};
use savoir_evidence::{Feature, Nested, Policy, Sight, StrategyOptions};
use savoir_explicit::CompiledSteps;
use savoir_model::{AgentId, AtlSemantics, Model, Semantics, StartSet};
use savoir_replay::{
    Claim, Conflict, ConflictProblem, Evidence, Node, NotShown, Problem, Reason, Shown, Strategy, StrategyProblem,
    replay,
};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind};
use savoir_testkit::{Options, RandomModel, Reference, cases};

/// What was seen in a test, so that it does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    /// Strategies that win from one state, and from several.
    single: u64,
    shared: u64,
    /// What fails even with perfect information, in the state itself or in another one of the start set.
    hopeless: u64,
    hopeless_elsewhere: u64,
    conflicts: u64,
    several_confusions: u64,
    relying_on_fairness: u64,
}

/// The evidence for all formulas of a model in a reading.
fn all_evidence<S: System>(model: &Model, system: &S, semantics: Semantics) -> Vec<Evidence> {
    let steps = CompiledSteps::new(model, Budget::unlimited());
    let mut checker = Checker::new(model, system, semantics).unwrap();
    checker.search_uniform_strategies(UniformSearch::new(&steps, UniformAlgorithm::Auto));
    let options = StrategyOptions { nested: Nested::Shown, ..StrategyOptions::default() };
    explain_all(model, checker, options)
}

fn check(model: &Model, reference: &Reference<'_>, evidence: &Evidence, seen: &mut Seen) {
    let replayed = replay(model, evidence).unwrap_or_else(|problem| panic!("{problem}\n{evidence:#?}"));
    let is_fair = !model.fairness.is_empty();
    for claim in &replayed.claims {
        let follows = matches!(claim, Claim::NoWayOut(_) | Claim::WholeStartSet { .. });
        // Parts that are no facts have to be believed in a game.
        let is_plain = strategies(evidence).is_empty() || !matches!(claim, Claim::WholeStartSet { .. });
        assert!(is_fair || !follows || is_plain, "{claim:?}\n{evidence:#?}");
        let strategic = matches!(claim, Claim::Truth { why: NotShown::TooManyAnswers | NotShown::NestedStrategy, .. });
        assert!(!strategic, "{claim:?}");
        seen.relying_on_fairness += u64::from(matches!(claim, Claim::Truth { why: NotShown::ReliesOnFairness, .. }));
    }
    let Shown::Tree(tree) = &evidence.shown else { return };
    for node in &tree.nodes {
        let index = reference.graph().states.binary_search(&node.state).unwrap();
        assert_eq!(reference.sat(node.formula).unwrap()[index], node.holds, "{evidence:#?}");
        match &node.reason {
            Reason::Strategy(strategy) => check_strategy(model, evidence, node, strategy, seen),
            Reason::Conflict(conflict) => {
                let claimed = replayed.claims.contains(&Claim::NoWayOut(node.formula));
                check_conflict(model, evidence, node, conflict, claimed, seen);
            }
            Reason::Parts(_) | Reason::Path(_) | Reason::PossibleState(_) | Reason::Claim(_) => {}
        }
    }
}

/// Changes the reason of a node; what the replay says to that.
fn changed(model: &Model, evidence: &Evidence, node: &Node, reason: Reason) -> Problem {
    let mut evidence = evidence.clone();
    let Shown::Tree(tree) = &mut evidence.shown else { panic!() };
    let place = tree.nodes.iter().position(|other| other == node).unwrap();
    tree.nodes[place].reason = reason;
    match replay(model, &evidence) {
        Ok(_) => panic!("not noticed: {evidence:#?}"),
        Err(mismatch) => {
            assert_eq!(mismatch.node.index(), place);
            let mut problem = mismatch.problem;
            while let Problem::In(_, inner) = problem {
                problem = *inner;
            }
            problem
        }
    }
}

fn check_strategy(model: &Model, evidence: &Evidence, node: &Node, strategy: &Strategy, seen: &mut Seen) {
    let links = strategy.start_set.as_ref().unwrap();
    let without = |place: usize| {
        let mut links = links.clone();
        links.remove(place);
        Reason::Strategy(Strategy { start_set: Some(links), ..strategy.clone() })
    };
    if !node.holds {
        seen.hopeless += u64::from(links.is_empty());
        seen.hopeless_elsewhere += u64::from(!links.is_empty());
        return;
    }
    seen.single += u64::from(links.is_empty());
    seen.shared += u64::from(!links.is_empty());
    if !links.is_empty() && model.fairness.is_empty() {
        let problem = changed(model, evidence, node, without(links.len() - 1));
        assert_eq!(problem, StrategyProblem::MissingStart.into());
    }
    let policy = Policy::new(model, node.formula, true, strategy).unwrap();
    assert_eq!(policy.sight, Sight::Observations);
    for table in &policy.tables {
        let [agent] = table.agents[..] else { panic!("{policy:?}") };
        assert!(table.variables().iter().all(|id| model.agent(agent).observes.contains(id)), "{policy:?}");
        let actions = table.cases.iter().flat_map(|case| &case.guard).map(|literal| literal.feature);
        assert!(actions.into_iter().all(|feature| matches!(feature, Feature::Variable(_))));
    }
    for row in &strategy.rows {
        let [choice] = &row.choices[..] else { panic!("{strategy:?}") };
        let chooses = |agent: AgentId| model.agent(agent).actions.len() > 1;
        let expected: Vec<_> =
            model.agent_ids().zip(&choice.own).map(|(agent, action)| action.filter(|_| chooses(agent))).collect();
        let decided = policy.decide(&row.state, &[]);
        assert!(decided.is_empty() && policy.tables.is_empty() || decided == [expected], "{policy:?}");
    }
}

fn check_conflict(
    model: &Model,
    evidence: &Evidence,
    node: &Node,
    conflict: &Conflict,
    claimed: bool,
    seen: &mut Seen,
) {
    seen.conflicts += 1;
    seen.several_confusions += u64::from(conflict.confusions.len() > 1);
    let plain = model.formulas.operands(node.formula).into_iter().all(|part| model.formulas.get(part).is_fact());
    assert!(!claimed || !plain, "{evidence:#?}");
    for place in 0..conflict.confusions.len() {
        let mut fewer = conflict.clone();
        let left_out = fewer.confusions.remove(place);
        if !claimed {
            let problem = changed(model, evidence, node, Reason::Conflict(fewer));
            assert_eq!(problem, ConflictProblem::StrategyWins.into());
        }
        let mut same = conflict.clone();
        let action = left_out.states[0].action;
        same.confusions[place].states.iter_mut().for_each(|state| state.action = action);
        let problem = changed(model, evidence, node, Reason::Conflict(same));
        assert_eq!(problem, ConflictProblem::SameAction(left_out.agent).into());
    }
}

fn on_model(text: &str, seen: &mut Seen) {
    let model = load(text);
    let Ok(mut reference) = Reference::build(&model, 1_000) else { return };
    if reference.graph().initial.is_empty() {
        return;
    }
    for start in StartSet::ALL {
        let semantics = Semantics { atl: AtlSemantics::Uniform(start), ..Semantics::default() };
        reference.read_as(semantics);
        if model.properties.iter().any(|property| reference.sat(property.formula).is_err()) {
            continue;
        }
        for found in
            [all_evidence(&model, &explicit(&model), semantics), all_evidence(&model, &symbolic(&model), semantics)]
        {
            for evidence in found {
                assert_eq!(evidence.holds, reference.verdict(evidence.formula).unwrap());
                check(&model, &reference, &evidence, seen);
            }
        }
    }
}

fn on_models(texts: impl Iterator<Item = String>) -> Seen {
    let mut seen = Seen::default();
    for text in texts {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| on_model(&text, &mut seen)));
        assert!(result.is_ok(), "{text}");
    }
    seen
}

#[test]
fn uniform_evidence_replays() {
    let seen = on_models((0..cases(60)).map(|seed| hidden::game(seed, false)));
    let Seen { single, shared, hopeless, hopeless_elsewhere, conflicts, several_confusions, .. } = seen;
    let all = [single, shared, hopeless, hopeless_elsewhere, conflicts, several_confusions];
    assert!(all.iter().all(|count| *count > cases(10)), "{seen:?}");
}

#[test]
fn uniform_evidence_replays_on_random_models() {
    let kinds = vec![FormulaKind::Strategic];
    let options =
        Options { max_space: 40, formulas: 4, kinds, depth: 2, fairness: FairnessRate::Never, ..Options::default() };
    let seeds = 7_400_000..7_400_000 + cases(80);
    let seen = on_models(seeds.map(|seed| RandomModel::generate(seed, &options).to_ispl()));
    assert!(seen.single > cases(20) && seen.shared > cases(20) && seen.hopeless > cases(20), "{seen:?}");
}

#[test]
fn uniform_evidence_replays_under_fairness() {
    let seen = on_models((0..cases(40)).map(|seed| hidden::game(seed, true)));
    assert!(seen.single > cases(5) && seen.shared > cases(5) && seen.relying_on_fairness > 0, "{seen:?}");
}
