//! Searches for groups on random models: all at once, one by one and guided must find the same groups, in every reading.

use savoir::{
    AtlSemantics, Budget, CheckRequest, Engine, ListLimit, Loaded, Restricted, Semantics, StartSet, SynthAlgorithm,
    SynthAnswer, SynthRequest, SynthTuning, SynthWay, Valuation, synthesise,
};
use savoir_testkit::random::{Crowd, FairnessRate, FormulaKind, World};
use savoir_testkit::{Options, RandomModel, cases};

/// Formulas with variables that fit every random model: all of them have propositions `p` and `q`.
const KNOWLEDGE: [&str; 4] =
    ["AG (p -> GCK(?Y, EF q))", "EF (K(?Y, p) or DK(?Z, !q))", "AX GK(?Y, !GCK(?Z, p))", "LTL F DK(?Y, p)"];
const STRATEGIES: [&str; 4] =
    ["<?Y>F p", "<?Y>G q or <?Y>X p", "EF <?Y>(q U p)", "AG (p -> <?Y>X <?Z>F !q) or !<?Y>F p"];

/// The groups of each formula, and how they were found.
fn groups(text: &str, request: &SynthRequest) -> Option<Vec<(Vec<Valuation>, SynthWay)>> {
    let loaded = Loaded::from_text("random.ispl", text);
    // Some models have no initial state.
    let outcome = synthesise(&loaded, request, &Budget::unlimited(), &mut |_, _| {}).ok()?;
    let found = |result: &savoir::SynthResult| match &result.answer {
        SynthAnswer::Found(found) => (found.groups.listed.elements.clone(), result.way.unwrap()),
        SynthAnswer::Undecided { stop, .. } => panic!("undecided: {stop}"),
    };
    Some(outcome.results.iter().map(found).collect())
}

fn request(formulas: &[&str], atl: AtlSemantics, algorithm: SynthAlgorithm) -> SynthRequest {
    let check = CheckRequest {
        formulas: formulas.iter().map(|formula| (*formula).to_owned()).collect(),
        semantics: Semantics { atl, ..Semantics::default() },
        ..CheckRequest::default()
    };
    SynthRequest { check, listed: ListLimit(usize::MAX), algorithm, ..SynthRequest::default() }
}

fn text(seed: u64, options: &Options) -> String {
    RandomModel::generate(seed, options).to_ispl()
}

#[test]
fn all_at_once_and_one_by_one_find_the_same_groups() {
    let few = Options { max_space: 96, formulas: 1, ..Options::default() };
    let several = Options { crowd: Crowd::Several, ..few.clone() };
    let mut compared = 0;
    let seeds = (0..cases(160)).map(|seed| (&few, seed)).chain((0..cases(16)).map(|seed| (&several, 1_000 + seed)));
    for (options, seed) in seeds {
        let text = text(20_000_000 + seed, options);
        let formulas = [KNOWLEDGE, STRATEGIES].concat();
        let perfect = AtlSemantics::PerfectInformation;
        let Some(expected) = groups(&text, &request(&formulas, perfect, SynthAlgorithm::Enumeration)) else { continue };
        let symbolic = groups(&text, &request(&formulas, perfect, SynthAlgorithm::Symbolic)).unwrap();
        let auto = groups(&text, &request(&formulas, perfect, SynthAlgorithm::Auto)).unwrap();
        for (place, formula) in formulas.iter().enumerate() {
            assert_eq!(symbolic[place].1, SynthWay::Symbolic);
            assert_eq!(symbolic[place].0, expected[place].0, "{formula}, seed {seed}:\n{text}");
            assert_eq!(auto[place].0, expected[place].0, "{formula}, seed {seed}:\n{text}");
            compared += 1;
        }
    }
    assert!(compared >= cases(400), "{compared}");
}

#[test]
fn guided_searches_find_the_groups_of_enumeration() {
    let games = Options {
        max_space: 48,
        formulas: 1,
        kinds: vec![FormulaKind::Strategic],
        fairness: FairnessRate::Sometimes,
        world: World::Games,
        ..Options::default()
    };
    let readings = StartSet::ALL.map(AtlSemantics::Uniform);
    let (mut monotone, mut compared) = (0, 0);
    for seed in 0..cases(64) {
        let text = text(21_000_000 + seed, &games);
        for atl in readings.into_iter().chain([AtlSemantics::UniformModel(Restricted::Everybody)]) {
            let asked = request(&STRATEGIES, atl, SynthAlgorithm::Enumeration);
            let Some(expected) = groups(&text, &asked) else { break };
            // With the bound of perfect information, and without.
            for few_instances in [0, u64::MAX] {
                let tuning = SynthTuning { few_instances, ..SynthTuning::default() };
                let asked = SynthRequest { tuning, ..request(&STRATEGIES, atl, SynthAlgorithm::Auto) };
                let found = groups(&text, &asked).unwrap();
                for (place, formula) in STRATEGIES.iter().enumerate() {
                    assert_eq!(found[place].0, expected[place].0, "{formula}, {atl:?}, seed {seed}:\n{text}");
                    monotone += u64::from(matches!(found[place].1, SynthWay::Guided { monotone: true, .. }));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= cases(400) && monotone >= cases(40), "{compared}, {monotone}");
}

#[test]
fn the_explicit_engine_finds_the_same_groups() {
    let options = Options { max_space: 64, formulas: 1, ..Options::default() };
    for seed in 0..cases(80) {
        let text = text(22_000_000 + seed, &options);
        let formulas = [KNOWLEDGE, STRATEGIES].concat();
        let mut asked = request(&formulas, AtlSemantics::PerfectInformation, SynthAlgorithm::Auto);
        asked.check.engine = Engine::Explicit;
        let explicit = groups(&text, &asked);
        asked.check.engine = Engine::Symbolic;
        let symbolic = groups(&text, &asked);
        let only = |found: Option<Vec<(Vec<Valuation>, SynthWay)>>| {
            found.map(|found| found.into_iter().map(|(groups, _)| groups).collect::<Vec<_>>())
        };
        assert_eq!(only(explicit), only(symbolic), "seed {seed}:\n{text}");
    }
}
