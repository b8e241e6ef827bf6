//! Formulas about induced models on random models, against the definition: every strategy tried.

use savoir::{Budget, CheckRequest, Loaded, Verdict, check};
use savoir_model::{AgentId, AtlSemantics, FormulaId, Model, Restricted, Semantics};
use savoir_reference::may_perform;
use savoir_testkit::random::{FairnessRate, World};
use savoir_testkit::{FormulaKind, Options, RandomModel, Reference, cases, fixtures::load};
use std::collections::BTreeMap;

/// More strategies are not tried one by one.
const MOST_STRATEGIES: u64 = 64;

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    verdicts: [u64; 2],
    /// Verdicts that differ from those on the model itself.
    other: u64,
    /// Too many strategies to try each.
    refused: u64,
}

/// How many uniform strategies there are.
fn strategies(model: &Model, reference: &Reference<'_>, restricted: Restricted) -> u64 {
    let agents: Vec<AgentId> = match restricted {
        Restricted::Everybody => model.agent_ids().collect(),
        Restricted::Group(group) => model.group(group).members.clone(),
    };
    let mut choices = BTreeMap::new();
    for state in &reference.graph().states {
        for agent in &agents {
            let observed: Vec<u64> =
                model.agent(*agent).observes.iter().map(|variable| state[variable.index()]).collect();
            choices.insert((*agent, observed), may_perform(model, *agent, state).len().max(1) as u64);
        }
    }
    choices.values().fold(1, |product, count| product.saturating_mul(*count))
}

impl Compared {
    /// Compares all formulas of a random model, with everybody restricted and with each group.
    fn compare(&mut self, seed: u64, options: &Options) {
        let text = RandomModel::generate(seed, options).to_ispl();
        let model = load(&text);
        let mut reference = Reference::build(&model, 2_000).unwrap();
        let groups = (0..model.groups.len()).map(|group| Restricted::Group(group.into()));
        for restricted in [Restricted::Everybody].into_iter().chain(groups) {
            if strategies(&model, &reference, restricted) > MOST_STRATEGIES {
                self.refused += 1;
                continue;
            }
            let semantics = Semantics { atl: AtlSemantics::UniformModel(restricted), ..Semantics::default() };
            let request = CheckRequest { semantics, ..CheckRequest::default() };
            let loaded = Loaded::from_text("random.ispl", &text);
            let outcome = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
            for result in outcome.results {
                reference.read_as(semantics);
                let formula: FormulaId = result.property.formula;
                let Ok(expected) = reference.verdict(formula) else { continue };
                let found = result.verdict == Verdict::True;
                let formula_text = model.formula_brief(formula);
                assert!(!matches!(result.verdict, Verdict::Unknown(_)), "seed {seed}");
                assert_eq!(found, expected, "seed {seed}, {restricted:?}: {formula_text}\n{text}");
                self.verdicts[usize::from(found)] += 1;
                reference.read_as(Semantics::default());
                self.other += u64::from(reference.verdict(formula) != Ok(expected));
            }
        }
    }
}

fn compare(all: u64, options: &[Options]) -> Compared {
    let mut compared = Compared::default();
    for seed in 0..cases(all) {
        compared.compare(seed, &options[seed as usize % options.len()]);
    }
    compared
}

#[test]
fn all_operators() {
    let fair = Options { fairness: FairnessRate::Always, ..Options::default() };
    let Compared { verdicts, other, .. } = compare(800, &[Options::default(), fair]);
    assert!(verdicts.iter().all(|count| *count > cases(2_000)) && other > cases(300), "{verdicts:?} {other}");
}

#[test]
fn strategies_in_games() {
    let games = |fairness, depth| {
        let kinds = vec![FormulaKind::Strategic];
        Options { world: World::Games, kinds, fairness, depth, formulas: 4, ..Options::default() }
    };
    let kinds = [games(FairnessRate::Never, 1), games(FairnessRate::Never, 3), games(FairnessRate::Always, 2)];
    let Compared { verdicts, other, .. } = compare(1_200, &kinds);
    assert!(verdicts.iter().all(|count| *count > cases(2_000)) && other > cases(400), "{verdicts:?} {other}");
}
