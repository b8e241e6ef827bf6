//! Questions to engines that have a definition in terms of single steps, which one engine takes and the other improves:
//! both give the same answers on random models.

use savoir::{AttemptName, CheckRequest, Engine, Loaded, Reached, Why, check};
use savoir_check::{Budget, Capabilities, Checker, Combination, Membership, Sets, Stop, System, Verdict};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::{Formula, Model, PropId, Semantics, Temporal};
use savoir_symbolic::{LeaveOut, OrderChoice, PaperOrder, SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Options, RandomModel};

/// The states of a set, in order.
fn states<S: System>(system: &S, set: &S::Set) -> Vec<Vec<u64>> {
    let mut rest = set.clone();
    let mut found = Vec::new();
    while let Some(state) = system.pick(&rest).unwrap() {
        rest = system.difference(&rest, &system.singleton(&state).unwrap()).unwrap();
        found.push(state);
    }
    found
}

/// For each two propositions: what recurs ahead of the first one outside of the second, within few and many rounds; and
/// the least state where the first one holds and the second one comes next, with those of all states that lead there.
type Answers = Vec<(Option<usize>, Option<Vec<Vec<u64>>>, Option<Vec<u64>>, Vec<Vec<u64>>)>;

fn answers<S: System>(model: &Model, system: &S) -> Answers {
    let all = system.reachable();
    let propositions = || (0..model.propositions.len()).map(PropId::from);
    let mut found = Vec::new();
    let condition = |id| system.states_where(model, model.proposition(id).condition).unwrap();
    for (first, second) in propositions().flat_map(|first| propositions().map(move |second| (first, second))) {
        let (first, second) = (condition(first), condition(second));
        let outside = system.difference(&all, &second).unwrap();
        let start = system.intersection(&first, &outside).unwrap();
        let recurring = system.recurring_ahead(&start, &outside, 10_000).unwrap();
        let has_path = system.has_infinite_path(&start, &outside).unwrap();
        assert_eq!(recurring.as_ref().map(|set| !system.is_empty(set)), Some(has_path));
        let none = system.recurring_ahead(&start, &outside, 0).unwrap().map(|set| states(system, &set).len());
        let leads = &mut |part: &S::Set| {
            let next = system.intersection(&system.image(part)?, &second)?;
            Ok::<bool, Stop>(!system.is_empty(&next))
        };
        let least = system.least_where(&first, leads).unwrap();
        let before = least.as_ref().map(|state| states(system, &system.preimage_among(state, &all).unwrap()));
        found.push((none, recurring.map(|set| states(system, &set)), least, before.unwrap_or_default()));
    }
    found
}

#[test]
fn both_engines_give_the_same_answers() {
    let (mut recurring, mut least, mut later) = (0, 0, 0);
    for seed in 3_000_000..3_000_200 {
        let model = load(&RandomModel::generate(seed, &Options::default()).to_ispl());
        let options = ExplicitOptions { threads: 1, ..ExplicitOptions::default() };
        let explicit = ExplicitSystem::explore(&model, options, Budget::unlimited()).unwrap();
        if explicit.state_count() > 300 {
            continue;
        }
        let symbolic = SymbolicSystem::build(&model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap();
        let always = SymbolicOptions { leave_out: LeaveOut::Always, ..SymbolicOptions::default() };
        let shorter = SymbolicSystem::build(&model, &always, &Budget::unlimited()).unwrap();
        let found = answers(&model, &explicit);
        assert_eq!(found, answers(&model, &symbolic), "seed {seed}");
        assert_eq!(found, answers(&model, &shorter), "seed {seed} without redundant bits");
        for (_, set, state, _) in found {
            recurring += usize::from(set.is_some_and(|set| !set.is_empty()));
            later += usize::from(state.as_ref().is_some_and(|state| state.iter().any(|code| *code > 0)));
            least += usize::from(state.is_some());
        }
    }
    assert!(recurring > 100 && least > 100 && later > 50, "{recurring} {least} {later}");
}

/// A walk through values without any pattern: as diagrams, many nodes for each of so many states.
fn scattered(states: u64) -> String {
    let mut values: Vec<u64> = (0..states).map(|state| (state * 2_654_435_761) % (1 << 24)).collect();
    values.push(values[0]);
    let lines: String = values.windows(2).map(|pair| format!("v = {} if v = {};\n", pair[1], pair[0])).collect();
    format!(
        "Agent M
           Vars: v : 0..16777215; end Vars
           Actions = {{go}};
           Protocol: Other : {{go}}; end Protocol
           Evolution: {lines} end Evolution
         end Agent
         Evaluation start if M.v = 0; end Evaluation
         InitStates M.v = 0; end InitStates
         Formulae AG EF start; end Formulae"
    )
}

#[test]
fn few_states_for_many_nodes_do_not_suit_diagrams() {
    for states in [20, 500] {
        let model = load(&scattered(states));
        let system = SymbolicSystem::build(&model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap();
        assert_eq!(system.count(&system.reachable()).unwrap(), states.into());
    }
    let loaded = Loaded::from_text("scattered", &scattered(500));
    let checked = |request: &CheckRequest| {
        let outcome = check(&loaded, request, &Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!((outcome.engine, outcome.results[0].verdict), (Engine::Explicit, Verdict::True));
        let steps: Vec<(AttemptName, Why)> =
            outcome.plan.records.iter().map(|record| (record.attempt.name, record.why)).collect();
        (outcome, steps)
    };
    // They are a long path.
    let (_, steps) = checked(&CheckRequest::default());
    assert_eq!(steps, [(AttemptName::Tiny, Why::ManySteps), (AttemptName::Narrow, Why::Taken)]);
    // If that were not seen.
    let mut request = CheckRequest::default();
    request.plan.narrow.mean_level = Some(0);
    let (_, steps) = checked(&request);
    let overtaken = [
        (AttemptName::Tiny, Why::NotTiny),
        (AttemptName::FirstOrder, Why::BesideFirst),
        (AttemptName::Beside, Why::Taken),
    ];
    assert_eq!(steps, overtaken);
    // If diagrams were first.
    request.plan.pace.first_poll = u64::MAX;
    let (outcome, steps) = checked(&request);
    let expected = [
        (AttemptName::Tiny, Why::NotTiny),
        (AttemptName::FirstOrder, Why::DoesNotSuit),
        (AttemptName::Modest, Why::Taken),
    ];
    assert_eq!(steps, expected);
    assert!(matches!(outcome.plan.records[1].reached, Reached::Encoded { suits: false, .. }));
}

/// As many equal pairs as given, the first halves far from the second ones in any order that follows the text.
fn pairs(count: usize) -> Model {
    let each = |write: &dyn Fn(usize) -> String, between: &str| (0..count).map(write).collect::<Vec<_>>().join(between);
    let agent = |name: &str| {
        let variables = each(&|pair| format!("x{pair} : boolean;"), " ");
        let changes = each(&|pair| format!("x{pair} = false if x{pair} = false;"), " ");
        format!(
            "Agent {name} Vars: {variables} end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
             Evolution: {changes} end Evolution end Agent\n"
        )
    };
    load(&format!(
        "{}{} Evaluation {} end Evaluation InitStates {}; end InitStates Formulae AG ({}); end Formulae",
        agent("First"),
        agent("Second"),
        each(&|pair| format!("p{pair} if First.x{pair} = true; q{pair} if Second.x{pair} = true;"), " "),
        each(&|pair| format!("First.x{pair} = false and Second.x{pair} = false"), " and "),
        each(&|pair| format!("(p{pair} <-> q{pair})"), " and "),
    ))
}

#[test]
fn a_condition_that_only_reachable_states_keep_small_is_found_within_them() {
    let condition = |model: &Model| {
        let formula = model.formulas.get(model.properties[0].formula);
        let Formula::Ctl(_, Temporal::Globally(condition)) = *formula else {
            panic!("{formula:?} is not `AG` of a condition")
        };
        condition
    };
    let combination = |model: &Model, formula| Combination::of(model, formula).unwrap();
    let model = pairs(18);
    let options = SymbolicOptions { order: OrderChoice::Paper(PaperOrder::Interleaved), ..SymbolicOptions::default() };
    let system = SymbolicSystem::build(&model, &options, &Budget::unlimited()).unwrap();
    assert!(model.formulas.is_condition(condition(&model)));
    assert_eq!(system.states_where_combined(&model, &combination(&model, condition(&model))).unwrap(), None);
    // Others are not tried any more, or each of many could take as long.
    let first = model.formulas.closure(condition(&model))[0];
    assert_eq!(system.states_where_combined(&model, &combination(&model, first)).unwrap(), None);
    let mut checker = Checker::new(&model, &system, Semantics::default()).unwrap();
    assert_eq!(checker.verdict(model.properties[0].formula), Verdict::True);
    // All by itself it would have more than 2^18.
    assert!(system.effort().nodes.unwrap() < 100_000, "{:?}", system.effort().nodes);
    // A smaller one is found as a whole, and is the same.
    let model = pairs(4);
    let system = SymbolicSystem::build(&model, &options, &Budget::unlimited()).unwrap();
    assert_eq!(
        system.states_where_combined(&model, &combination(&model, condition(&model))).unwrap(),
        Some(system.reachable())
    );
}
