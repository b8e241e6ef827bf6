//! Groups that make formulas true: the examples of the AAMAS 2012 paper, constraints, and what people read.

use savoir::{
    Budget, Candidates, CheckRequest, ChosenGroup, FoundGroups, GroupConstraint, ListLimit, Loaded, NamedGroup,
    SynthAlgorithm, SynthAnswer, SynthError, SynthOutcome, SynthRequest, explain_groups, synthesise,
};

/// Figure 1 of the paper: agent `One` cannot tell w0 from w1, agent `Two` cannot tell w1 from w2.
const FIGURE_1: &str = "
Agent Environment
  Vars:
    w : 0..2;
    first : boolean;
    second : boolean;
  end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    w = 1 and first = false and second = true if w = 0;
    w = 1 and first = false and second = true if w = 1;
    w = 2 and first = true and second = true if w = 1;
    w = 0 and first = false and second = false if w = 2;
  end Evolution
end Agent
Agent One
  Lobsvars = {first};
  Vars: x : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: x = x if Action = none; end Evolution
end Agent
Agent Two
  Lobsvars = {second};
  Vars: x : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: x = x if Action = none; end Evolution
end Agent
Evaluation
  p if Environment.w < 2;
  q if Environment.w = 2;
end Evaluation
InitStates
  Environment.w = 0 and Environment.first = false and Environment.second = false and One.x = false and Two.x = false;
end InitStates
Formulae
  p;
end Formulae
";

/// The condition for starting in one of the worlds.
fn world(number: usize) -> String {
    let (first, second) = (number == 2, number != 0);
    format!(
        "Environment.w = {number} and Environment.first = {first} and Environment.second = {second} and One.x = false \
         and Two.x = false"
    )
}

fn ask(text: &str, request: &SynthRequest) -> SynthOutcome {
    let loaded = Loaded::from_text("groups.ispl", text);
    synthesise(&loaded, request, &Budget::unlimited(), &mut |_, _| {}).unwrap_or_else(|error| panic!("{error}"))
}

fn found(outcome: &SynthOutcome, place: usize) -> &FoundGroups {
    match &outcome.results[place].answer {
        SynthAnswer::Found(found) => found,
        SynthAnswer::Undecided { stop, .. } => panic!("undecided: {stop}"),
    }
}

/// All groups in words: `{1} {1,2}`, agents numbered from 1.
fn listed(outcome: &SynthOutcome, place: usize) -> String {
    let valuations = &found(outcome, place).groups.listed;
    assert!(valuations.is_complete);
    let group = |group: &Vec<usize>| {
        let members: Vec<String> = group.iter().map(|agent| (agent + 1).to_string()).collect();
        format!("{{{}}}", members.join(","))
    };
    let valuation = |valuation: &savoir::Valuation| valuation.groups().iter().map(group).collect::<String>();
    valuations.elements.iter().map(valuation).collect::<Vec<_>>().join(" ")
}

/// The groups of a formula in each world, however they are found.
fn in_worlds(text: &str, formula: &str, expected: [&str; 3]) {
    for (number, expected) in expected.into_iter().enumerate() {
        for algorithm in [SynthAlgorithm::Auto, SynthAlgorithm::Symbolic, SynthAlgorithm::Enumeration] {
            let check = CheckRequest {
                formulas: vec![formula.to_owned()],
                init: Some(world(number)),
                ..CheckRequest::default()
            };
            let outcome = ask(text, &SynthRequest { check, algorithm, ..SynthRequest::default() });
            assert_eq!(listed(&outcome, 0), expected, "{formula} in w{number}, {algorithm:?}");
        }
    }
}

const ALL: &str = "{1} {2} {1,2}";

#[test]
fn the_examples_of_the_paper() {
    // A variable has to occur, so propositions and negation (examples 1 and 2) stand beside knowledge of what is always so.
    in_worlds(FIGURE_1, "p and GK(?Y, true)", [ALL, ALL, ""]);
    in_worlds(FIGURE_1, "!p and GK(?Y, true)", ["", "", ALL]);
    // Example 3.
    in_worlds(FIGURE_1, "EX GK(?Y, p)", ["{1}", "{1}", ALL]);
    // Example 4.
    in_worlds(FIGURE_1, "GK(?Y, p)", [ALL, "{1}", ""]);
    // Example 5.
    in_worlds(FIGURE_1, "K(?Y, p)", ["{1} {2}", "{1}", ""]);
    // Example 7.
    in_worlds(FIGURE_1, "GCK(?Y, p)", ["{1} {2}", "{1}", ""]);
    // Example 6, with the model of figure 2: agent 2 cannot tell anything apart.
    let figure_2 = FIGURE_1.replace("Lobsvars = {second};", "");
    in_worlds(&figure_2, "DK(?Y, p)", ["{1} {1,2}", "{1} {1,2}", ""]);
}

#[test]
fn several_variables_each_have_a_group() {
    let formula = "GK(?Y, p) and !GK(?Z, p)";
    in_worlds(FIGURE_1, formula, ["", "{1}{2} {1}{1,2}", ""]);
    // Under K, a variable stands for one agent wherever it occurs.
    in_worlds(FIGURE_1, "K(?Y, p) and GCK(?Y, p)", ["{1} {2}", "{1}", ""]);
}

/// Three voters of which two have to agree, and a chair who has to be one of them.
const COMMITTEE: &str = "
Semantics = SingleAssignment;
Agent Environment
  Obsvars: phase : 0..2; passed : boolean; end Obsvars
  Vars: chair : 0..1; ann : 0..1; bob : 0..1; cem : 0..1; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    phase = phase + 1 if phase < 2;
    chair = 1 if phase = 0 and Chair.Action = yes;
    ann = 1 if phase = 0 and Ann.Action = yes;
    bob = 1 if phase = 0 and Bob.Action = yes;
    cem = 1 if phase = 0 and Cem.Action = yes;
    passed = true if phase = 1 and chair = 1 and ann + bob + cem >= 2;
  end Evolution
end Agent
VOTERS
Evaluation passed if Environment.passed = true; end Evaluation
InitStates
  Environment.phase = 0 and Environment.passed = false and Environment.chair = 0 and Environment.ann = 0
  and Environment.bob = 0 and Environment.cem = 0;
end InitStates
Groups members = {Ann, Bob, Cem}; end Groups
Formulae
  <?Y>F passed;
  <?Y>G !passed;
end Formulae
";

fn committee() -> String {
    let voter = |name: &str| {
        format!(
            "Agent {name}\n Vars: x : boolean; end Vars\n Actions = {{yes, no}};\n Protocol: Other : {{yes, no}}; end \
             Protocol\n Evolution: x = x if Action = yes; end Evolution\nend Agent\n"
        )
    };
    let voters: String = ["Chair", "Ann", "Bob", "Cem"].into_iter().map(voter).collect();
    COMMITTEE
        .replace("VOTERS", &voters)
        .replace("Environment.cem = 0;", "Environment.cem = 0 INIT;")
        .replace("INIT", "and Chair.x = false and Ann.x = false and Bob.x = false and Cem.x = false")
}

fn named(variable: Option<&str>, agents: &[&str]) -> NamedGroup {
    NamedGroup {
        variable: variable.map(str::to_owned),
        agents: agents.iter().map(|agent| (*agent).to_owned()).collect(),
    }
}

#[test]
fn coalitions_that_win_and_coalitions_that_block() {
    for algorithm in [SynthAlgorithm::Auto, SynthAlgorithm::Symbolic, SynthAlgorithm::Enumeration] {
        let outcome = ask(&committee(), &SynthRequest { algorithm, ..SynthRequest::default() });
        assert_eq!(outcome.results[0].possible.to_string(), "15");
        assert_eq!(listed(&outcome, 0), "{1,2,3} {1,2,4} {1,3,4} {1,2,3,4}");
        assert_eq!(found(&outcome, 0).minimal.count.to_string(), "3");
        assert!(found(&outcome, 0).closure.upward);
        // The chair alone, or two of the others.
        assert_eq!(found(&outcome, 1).minimal.count.to_string(), "4");
        assert_eq!(found(&outcome, 1).satisfying.to_string(), "12");
    }
}

#[test]
fn constraints_say_which_groups_come_into_question() {
    let count = |constraints: Vec<GroupConstraint>, candidates: Candidates| {
        let check = CheckRequest { only: vec![1], ..CheckRequest::default() };
        let outcome = ask(&committee(), &SynthRequest { check, constraints, candidates, ..SynthRequest::default() });
        (outcome.results[0].possible.to_string(), found(&outcome, 0).satisfying.to_string())
    };
    let pair = |possible: &str, satisfying: &str| (possible.to_owned(), satisfying.to_owned());
    let agents = Candidates::Agents;
    use GroupConstraint::{Forbid, Require, Size, Split, Together};
    assert_eq!(count(vec![], agents), pair("15", "4"));
    assert_eq!(count(vec![Require(named(None, &["Ann"]))], agents), pair("8", "3"));
    assert_eq!(count(vec![Forbid(named(Some("Y"), &["Ann"]))], agents), pair("7", "1"));
    assert_eq!(count(vec![Size(None, 3..=3)], agents), pair("4", "3"));
    assert_eq!(count(vec![Size(None, 0..=usize::MAX)], agents), pair("16", "4"));
    assert_eq!(count(vec![Together(named(None, &["Ann", "Bob"]))], agents), pair("7", "2"));
    assert_eq!(count(vec![Split(named(None, &["members"]))], agents), pair("7", "0"));
    assert_eq!(count(vec![], Candidates::AgentsAndEnvironment), pair("31", "8"));
    assert_eq!(count(vec![Require(named(None, &["Ann"])), Forbid(named(None, &["Ann"]))], agents), pair("0", "0"));
}

#[test]
fn a_chosen_group_is_explained_with_and_without_each_member() {
    let ask_for = |agents: &[&str]| {
        let check = CheckRequest { only: vec![1], ..CheckRequest::default() };
        let chosen = vec![named(None, agents)];
        ask(&committee(), &SynthRequest { check, chosen, ..SynthRequest::default() })
    };
    let outcome = ask_for(&["Bob", "Chair", "Ann"]);
    assert_eq!(found(&outcome, 0).chosen, Some(ChosenGroup::Satisfies));
    let explained = explain_groups(&outcome, &outcome.results[0]).unwrap();
    assert_eq!(
        explained.formulas,
        [
            "<{Chair, Ann, Bob}>F passed",
            "<{Ann, Bob}>F passed -- name: without Chair, expect: false",
            "<{Chair, Bob}>F passed -- name: without Ann, expect: false",
            "<{Chair, Ann}>F passed -- name: without Bob, expect: false",
        ]
    );
    let outcome = ask_for(&["Ann"]);
    assert_eq!(found(&outcome, 0).chosen, Some(ChosenGroup::Fails));
    assert_eq!(explain_groups(&outcome, &outcome.results[0]).unwrap().formulas, ["<{Ann}>F passed"]);
}

#[test]
fn examples_are_told_with_what_becomes_of_them_where_nobody_is_left() {
    let explained = |formula: &str, constraints: Vec<GroupConstraint>, chosen: Vec<NamedGroup>| {
        let check = CheckRequest { formulas: vec![formula.to_owned()], ..CheckRequest::default() };
        let outcome = ask(&committee(), &SynthRequest { check, constraints, chosen, ..SynthRequest::default() });
        explain_groups(&outcome, &outcome.results[0]).map(|explained| explained.formulas)
    };
    // The chair blocks alone; without it the coalition is empty, and cannot.
    let found = explained("<?Y>G !passed", vec![], vec![]).unwrap();
    assert_eq!(found, ["<{Chair}>G !passed", "<{}>G !passed -- name: without Chair, expect: false"]);
    let found = explained("<?Y>G !passed and <?Z>F passed", vec![], vec![]).unwrap();
    assert_eq!(found[1], "<{}>G !passed and <{Chair, Ann, Bob}>F passed -- name: Y without Chair, expect: false");
    // Members that are not needed.
    let all = vec![named(None, &["Chair", "Ann", "Bob", "Cem"])];
    let found = explained("<?Y>F passed", vec![], all).unwrap();
    assert!(found[1].ends_with("without Chair, expect: false") && found[2].ends_with("without Ann, expect: true"));
    // Nobody knows anything in a group without members.
    assert!(explained("GK(?Y, !passed)", vec![GroupConstraint::Size(None, 0..=9)], vec![]).is_none());
    // Groups that do not meet the constraints are no groups that fail.
    let check = CheckRequest { only: vec![1], ..CheckRequest::default() };
    let constraints = vec![GroupConstraint::Forbid(named(None, &["Cem"]))];
    let chosen = vec![named(None, &["Chair", "Ann", "Cem"])];
    let outcome = ask(&committee(), &SynthRequest { check, constraints, chosen, ..SynthRequest::default() });
    assert_eq!(self::found(&outcome, 0).chosen, Some(ChosenGroup::NotPossible));
}

#[test]
fn wrong_names_are_errors_that_say_what_was_meant() {
    let error = |request: SynthRequest| {
        let loaded = Loaded::from_text("committee.ispl", &committee());
        match synthesise(&loaded, &request, &Budget::unlimited(), &mut |_, _| {}) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("no error"),
        }
    };
    let chosen = |group: NamedGroup| SynthRequest { chosen: vec![group], ..SynthRequest::default() };
    let text = error(chosen(named(None, &["Anna"])));
    assert!(text.contains("`Anna`") && text.contains("did you mean `Ann`?"), "{text}");
    let text = error(chosen(named(Some("X"), &["Ann"])));
    assert!(text.contains("no formula has a variable `?X`"), "{text}");
    // The environment is no candidate unless somebody says so.
    assert!(error(chosen(named(None, &["Environment"]))).contains("`--env`"));
    let formulas = |texts: &[&str]| CheckRequest {
        formulas: texts.iter().map(|text| (*text).to_owned()).collect(),
        ..CheckRequest::default()
    };
    let check = formulas(&["EF passed"]);
    assert!(error(SynthRequest { check, ..SynthRequest::default() }).contains("formula 1 has no group variable"));
    let check = formulas(&["GK(?Y, passed) or GK(?Z, passed)"]);
    let text = error(SynthRequest { check: check.clone(), ..chosen(named(None, &["Ann"])) });
    assert!(text.contains("formula 1 has several variables: write `Y=…`"), "{text}");
    let text = error(SynthRequest { check, ..chosen(named(Some("Z"), &["Ann"])) });
    assert!(text.contains("no group for `?Y` of formula 1"), "{text}");
    let check = formulas(&["K(?Y, passed)"]);
    let text = error(SynthRequest { check, ..chosen(named(None, &["Ann", "Bob"])) });
    assert!(text.contains("`?Y` of formula 1 stands for one agent"), "{text}");
    let twice = vec![named(Some("Y"), &["Ann"]), named(Some("Y"), &["Bob"])];
    let text = error(SynthRequest { chosen: twice, ..SynthRequest::default() });
    assert!(text.contains("two groups for `?Y`"), "{text}");
    let ground = committee().replace("<?Y>", "<members>");
    let found = synthesise(
        &Loaded::from_text("ground.ispl", &ground),
        &SynthRequest::default(),
        &Budget::unlimited(),
        &mut |_, _| {},
    );
    assert!(matches!(found, Err(SynthError::NoVariables)));
}

#[test]
fn where_no_group_comes_into_question_none_is_looked_for() {
    for algorithm in [SynthAlgorithm::Auto, SynthAlgorithm::Symbolic, SynthAlgorithm::Enumeration] {
        let constraints = vec![GroupConstraint::Size(None, 9..=9)];
        let outcome = ask(&committee(), &SynthRequest { algorithm, constraints, ..SynthRequest::default() });
        assert_eq!(outcome.results[0].possible.to_string(), "0");
        assert_eq!(found(&outcome, 0).satisfying.to_string(), "0");
        assert_eq!(outcome.results[0].way, None);
    }
}

#[test]
fn a_limit_leaves_groups_undecided_and_says_what_is_known() {
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let loaded = Loaded::from_text("committee.ispl", &committee());
    let outcome = synthesise(&loaded, &SynthRequest::default(), &budget, &mut |_, _| {}).unwrap();
    assert_eq!(outcome.results.len(), 2);
    for result in &outcome.results {
        assert!(matches!(result.answer, SynthAnswer::Undecided { stop: savoir::Stop::Time, .. }));
    }
}

#[test]
fn lists_are_as_long_as_they_may_be() {
    let request = SynthRequest { listed: ListLimit(2), ..SynthRequest::default() };
    let outcome = ask(&committee(), &request);
    let groups = &found(&outcome, 0).groups;
    assert_eq!((groups.listed.elements.len(), groups.listed.is_complete), (2, false));
    assert_eq!(groups.count.to_string(), "4");
}
