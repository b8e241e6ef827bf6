//! Readings with uniform strategies: laws that connect them with each other, with perfect information and with induced
//! models, and how often they differ on random games.

use savoir_model::{
    AgentId, AtlSemantics, Formula, FormulaId, Model, Restricted, Semantics, StartSet, resolve_formula,
};
use savoir_testkit::random::{FairnessRate, World};
use savoir_testkit::{FormulaKind, Options, RandomModel, Reference, Refusal, StateSet, cases, fixtures::load};

fn games(fairness: FairnessRate, depth: u32) -> Options {
    let kinds = vec![FormulaKind::Strategic];
    Options { world: World::Games, kinds, fairness, depth, formulas: 4, ..Options::default() }
}

fn sat(reference: &mut Reference<'_>, formula: FormulaId, atl: AtlSemantics) -> Result<StateSet, Refusal> {
    reference.read_as(Semantics { atl, ..Semantics::default() });
    reference.sat(formula)
}

/// Where a formula holds with perfect information, and with each start set.
fn all_readings(reference: &mut Reference<'_>, formula: FormulaId) -> Option<(StateSet, [StateSet; 4])> {
    let perfect = sat(reference, formula, AtlSemantics::PerfectInformation).ok()?;
    let uniform = StartSet::ALL.map(|start| sat(reference, formula, AtlSemantics::Uniform(start)));
    let uniform: Vec<StateSet> = uniform.into_iter().collect::<Result<_, _>>().ok()?;
    Some((perfect, uniform.try_into().unwrap()))
}

fn is_within(small: &StateSet, large: &StateSet) -> bool {
    small.iter().zip(large).all(|(small, large)| !small || *large)
}

/// Whether each member can tell all reachable states apart.
fn sees_everything(model: &Model, reference: &Reference<'_>, members: &[AgentId]) -> bool {
    members.iter().all(|agent| {
        let observes = &model.agent(*agent).observes;
        let states = &reference.graph().states;
        let mut seen: Vec<Vec<u64>> =
            states.iter().map(|state| observes.iter().map(|variable| state[variable.index()]).collect()).collect();
        seen.sort();
        seen.dedup();
        seen.len() == states.len()
    })
}

#[test]
fn the_start_sets_are_ordered() {
    let (mut compared, mut seeing, mut alone) = (0, 0, 0);
    for seed in 0..cases(800) {
        let fairness = [FairnessRate::Never, FairnessRate::Always][(seed % 2) as usize];
        let text = RandomModel::generate(seed, &games(fairness, 1)).to_ispl();
        let model = load(&text);
        let mut reference = Reference::build(&model, 1_000).unwrap();
        let parts = model.properties.iter().flat_map(|property| model.formulas.closure(property.formula));
        for part in parts {
            // The operands have no strategies inside, so they are the same in all readings.
            let Formula::Enforce(coalition, _) = *model.formulas.get(part) else { continue };
            let members = model.formulas.members(coalition);
            let Some((perfect, uniform)) = all_readings(&mut reference, part) else { continue };
            let [objective, everyone, distributed, common] = &uniform;
            let place = format!("seed {seed}: {}\n{text}", model.formula_brief(part));
            assert!(is_within(objective, &perfect), "{place}");
            assert!(is_within(everyone, objective) && is_within(common, everyone), "{place}");
            assert!(is_within(distributed, objective), "{place}");
            if members.is_empty() {
                assert!(*objective == perfect && everyone == objective && common == objective, "{place}");
            } else {
                assert!(is_within(everyone, distributed), "{place}");
            }
            if members.len() == 1 {
                assert!(everyone == distributed && everyone == common, "{place}");
                alone += 1;
            }
            if sees_everything(&model, &reference, members) && !members.is_empty() {
                assert!(uniform.iter().all(|set| *set == perfect), "{place}");
                seeing += 1;
            }
            compared += 1;
        }
    }
    assert!(compared > cases(3_000) && alone > cases(500) && seeing > cases(100), "{compared} {alone} {seeing}");
}

/// What a coalition enforces with a uniform strategy from the one initial state happens in the model that the strategy
/// induces; and there, paths do not end too early.
const INDUCED: [(&str, &str); 4] = [
    ("<g>X p", "AX p and EX true"),
    ("<g>G q", "AG (q and EX true)"),
    ("<g>F p", "AF p and !E(!p U (!p and !EX true))"),
    ("<g>(q U p)", "A(q U p) and !E(!p U (!p and !EX true))"),
];

#[test]
fn strategies_induce_models() {
    let mut found = [0; 2];
    for seed in 0..cases(2_000) {
        let mut model = load(&RandomModel::generate(seed, &games(FairnessRate::Never, 1)).to_ispl());
        let Some(group) = model.groups.iter().position(|group| group.name == "g") else { continue };
        let pairs = INDUCED.map(|pair| {
            let (strategy, path) = pair;
            [strategy, path].map(|text| resolve_formula(&mut model, text).unwrap().formula)
        });
        let mut reference = Reference::build(&model, 1_000).unwrap();
        if reference.graph().initial.len() != 1 {
            continue;
        }
        for ([strategy, path], text) in pairs.into_iter().zip(INDUCED) {
            let objective = AtlSemantics::Uniform(StartSet::Objective);
            let Ok(enforced) = sat(&mut reference, strategy, objective) else { continue };
            let enforced = reference.holds_initially(&enforced);
            let atl = AtlSemantics::UniformModel(Restricted::Group(group.into()));
            reference.read_as(Semantics { atl, ..Semantics::default() });
            assert_eq!(reference.verdict(path), Ok(enforced), "seed {seed}: {text:?}");
            found[usize::from(enforced)] += 1;
        }
    }
    assert!(found.iter().all(|count| *count > cases(200)), "{found:?}");
}

/// The games are such that it matters how formulas are read.
#[test]
fn readings_differ_on_games() {
    let (mut all, mut refused, mut unlike_perfect, mut verdicts) = (0, 0, [0; 4], 0);
    let (mut mixed, mut not_common, mut not_distributed, mut induced) = (0, 0, 0, 0);
    for seed in 0..cases(1_000) {
        let model = load(&RandomModel::generate(seed, &games(FairnessRate::Sometimes, 2)).to_ispl());
        let mut reference = Reference::build(&model, 1_000).unwrap();
        for property in &model.properties {
            all += 1;
            let Some((perfect, uniform)) = all_readings(&mut reference, property.formula) else {
                refused += 1;
                continue;
            };
            let [_, everyone, distributed, common] = &uniform;
            let here_and_there = |set: &StateSet| set.contains(&true) && set != reference.domain();
            mixed += u64::from(uniform.iter().any(here_and_there));
            for (set, unlike) in uniform.iter().zip(&mut unlike_perfect) {
                *unlike += u64::from(*set != perfect);
            }
            let verdict = reference.holds_initially(&perfect);
            verdicts += u64::from(uniform.iter().any(|set| reference.holds_initially(set) != verdict));
            not_common += u64::from(everyone != common);
            not_distributed += u64::from(everyone != distributed);
            let atl = AtlSemantics::UniformModel(Restricted::Everybody);
            reference.read_as(Semantics { atl, ..Semantics::default() });
            induced += u64::from(reference.verdict(property.formula).is_ok_and(|induced| induced != verdict));
        }
    }
    println!("{all} formulas, {refused} refused, {mixed} hold here and not there, {verdicts} other verdicts");
    println!("unlike perfect information {unlike_perfect:?}, induced {induced}");
    println!("everyone unlike distributed {not_distributed}, unlike common {not_common}");
    assert!(refused < all / 50 && mixed > all * 2 / 5 && verdicts > all / 8 && induced > all / 15);
    let [objective, others @ ..] = unlike_perfect;
    assert!(objective > all / 40 && others.iter().all(|unlike| *unlike > all / 4), "{unlike_perfect:?}");
    assert!(not_distributed > all / 20 && not_common > all / 1_000, "{not_distributed} {not_common}");
}
