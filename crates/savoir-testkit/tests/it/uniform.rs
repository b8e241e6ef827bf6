//! Readings with uniform strategies: small games, each of which shows one difference.

use savoir_model::AtlSemantics::{self, PerfectInformation, Uniform, UniformModel};
use savoir_model::StartSet::{Common, Distributed, Everyone, Objective};
use savoir_model::{Restricted, Semantics, StartSet, resolve_formula};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Reference, Refusal};

/// A game on a board of the environment, whose variables are hidden unless an agent lists them.
#[derive(Clone, Copy)]
struct Game {
    /// The variables of the environment.
    board: &'static str,
    /// How they change.
    moves: &'static str,
    /// The other agents: their names, what they see of the board, their actions.
    players: &'static [(&'static str, &'static str, &'static str)],
    propositions: &'static str,
    initial: &'static str,
    fairness: &'static str,
}

impl Game {
    fn text(&self) -> String {
        let player = |(name, seen, actions): &(&str, &str, &str)| {
            format!(
                "Agent {name} Lobsvars = {{{seen}}}; Vars: nothing : 1..1; end Vars Actions = {{{actions}}};
                 Protocol: Other : {{{actions}}}; end Protocol Evolution: end Evolution end Agent\n"
            )
        };
        let Game { board, moves, propositions, initial, .. } = self;
        let players: String = self.players.iter().map(player).collect();
        let fairness = match self.fairness {
            "" => String::new(),
            constraint => format!("Fairness {constraint}; end Fairness"),
        };
        format!(
            "Agent Environment Vars: {board} end Vars Actions = {{}}; Protocol: end Protocol
             Evolution: {moves} end Evolution end Agent
             {players}
             Evaluation {propositions} end Evaluation InitStates {initial}; end InitStates
             Groups players = {{P}}; end Groups {fairness} Formulae true; end Formulae"
        )
    }

    fn with_fairness(self, fairness: &'static str) -> Game {
        Game { fairness, ..self }
    }

    fn ask<T>(
        &self,
        reading: AtlSemantics,
        formula: &str,
        question: fn(&Reference<'_>, savoir_model::FormulaId) -> T,
    ) -> T {
        let mut model = load(&self.text());
        let property = resolve_formula(&mut model, formula).unwrap_or_else(|found| panic!("{formula}: {found:?}"));
        let mut reference = Reference::build(&model, 100).unwrap();
        reference.read_as(Semantics { atl: reading, ..Semantics::default() });
        question(&reference, property.formula)
    }

    /// The values of the first variable in the states where a formula holds.
    fn sat(&self, reading: AtlSemantics, formula: &str) -> Vec<u64> {
        let states = self.ask(reading, formula, |reference, formula| reference.sat_states(formula).unwrap());
        states.iter().map(|state| state[0]).collect()
    }

    fn verdict(&self, reading: AtlSemantics, formula: &str) -> bool {
        self.ask(reading, formula, |reference, formula| reference.verdict(formula).unwrap())
    }

    /// Whether the formula holds in the same states with all start sets.
    fn same_for_all_starts(&self, formula: &str, states: &[u64]) {
        for start in StartSet::ALL {
            assert_eq!(self.sat(Uniform(start), formula), states, "{formula} {start}");
        }
    }
}

const INDUCED: AtlSemantics = UniformModel(Restricted::Everybody);

/// A coin lies at 0 or 1, and whoever names its side has it turned to 2; otherwise it falls to 3.
const COIN: Game = Game {
    board: "x : 0..3;",
    moves: "x = 2 if x = 0 and P.Action = head; x = 3 if x = 0 and P.Action = tail;
            x = 3 if x = 1 and P.Action = head; x = 2 if x = 1 and P.Action = tail;",
    players: &[("P", "", "head, tail"), ("Q", "x", "look")],
    propositions: "won if Environment.x = 2; lost if Environment.x = 3;",
    initial: "Environment.x = 0 or Environment.x = 1",
    fairness: "",
};

#[test]
fn start_sets_say_who_knows_that_the_strategy_wins() {
    for operator in ["X", "F"] {
        let formula = format!("<P>{operator} won");
        assert_eq!(COIN.sat(PerfectInformation, &formula), [0, 1, 2]);
        assert_eq!(COIN.sat(Uniform(Objective), &formula), [0, 1, 2], "one guess for each side of the coin");
        // P considers it possible that the coin has fallen to 3, even in 2.
        for start in [Everyone, Distributed, Common] {
            assert_eq!(COIN.sat(Uniform(start), &formula), [0; 0], "{start}");
        }
    }
    // Q sees the coin, and together they know everything.
    let formula = "<{P, Q}>X won";
    assert_eq!(COIN.sat(Uniform(Distributed), formula), [0, 1, 2]);
    assert_eq!(COIN.sat(Uniform(Everyone), formula), [0; 0]);
    assert_eq!(COIN.sat(Uniform(Common), formula), [0; 0]);
    // So they do with the environment, which has no actions.
    assert_eq!(COIN.sat(Uniform(Distributed), "<{P, Environment}>X won"), [0, 1, 2]);
    assert_eq!(COIN.sat(Uniform(Everyone), "<{P, Environment}>X won"), [0; 0]);
    // Nobody's strategy is the empty one; nobody together knows nothing, each of nobody knows everything.
    assert_eq!(COIN.sat(Uniform(Objective), "<{}>G won"), [2]);
    assert_eq!(COIN.sat(Uniform(Everyone), "<{}>G won"), [2]);
    assert_eq!(COIN.sat(Uniform(Common), "<{}>G won"), [2]);
    assert_eq!(COIN.sat(Uniform(Distributed), "<{}>G won"), [0; 0]);
    COIN.same_for_all_starts("<P>G (!won or !lost)", &[0, 1, 2, 3]);
}

/// P sees `a` and R sees `b`. From 0 the chain 0 ∼ 1 ∼ 2 leads to where nothing wins.
#[test]
fn common_knowledge_follows_chains() {
    let game = Game {
        board: "x : 0..2; a : 0..1; b : 0..1;",
        moves: "x = x if true;",
        players: &[("P", "a", "rest"), ("R", "b", "rest")],
        propositions: "fine if Environment.x <> 2;",
        initial: "(Environment.x = 0 and Environment.a = 0 and Environment.b = 0)
                  or (Environment.x = 1 and Environment.a = 0 and Environment.b = 1)
                  or (Environment.x = 2 and Environment.a = 1 and Environment.b = 1)",
        fairness: "",
    };
    let formula = "<{P, R}>G fine";
    assert_eq!(game.sat(Uniform(Objective), formula), [0, 1]);
    assert_eq!(game.sat(Uniform(Everyone), formula), [0]);
    assert_eq!(game.sat(Uniform(Distributed), formula), [0, 1]);
    assert_eq!(game.sat(Uniform(Common), formula), [0; 0]);
}

/// From 0, `go` leads to 1, and from there `stop` wins. Whoever does not see the difference does the same twice.
const TWO_STEPS: Game = Game {
    board: "x : 0..3;",
    moves: "x = 1 if x = 0 and P.Action = go; x = 3 if x = 0 and P.Action = stop;
            x = 3 if x = 1 and P.Action = go; x = 2 if x = 1 and P.Action = stop;",
    players: &[("P", "", "go, stop")],
    propositions: "won if Environment.x = 2; lost if Environment.x = 3; on if Environment.x < 2;",
    initial: "Environment.x = 0",
    fairness: "",
};

#[test]
fn a_uniform_strategy_does_the_same_again() {
    let formula = "<P>F won";
    assert_eq!(TWO_STEPS.sat(PerfectInformation, formula), [0, 1, 2]);
    assert_eq!(TWO_STEPS.sat(Uniform(Objective), formula), [1, 2]);
    assert_eq!(TWO_STEPS.sat(Uniform(Everyone), formula), [0; 0]);
    // In each step on its own there is a strategy; operands are read as the whole is.
    assert_eq!(TWO_STEPS.sat(Uniform(Objective), "<P>X <P>X won"), [0, 1, 2]);
    assert_eq!(TWO_STEPS.sat(Uniform(Objective), "<P>(on U won)"), [1, 2]);
    // Where P wins objectively depends on what it does not see.
    assert_eq!(TWO_STEPS.sat(Uniform(Objective), "!K(P, <P>F won)"), [0, 1, 2, 3]);
    assert_eq!(TWO_STEPS.sat(Uniform(Objective), "<P>X K(P, !lost)"), [0; 0]);
    let seeing = Game { players: &[("P", "x", "go, stop")], ..TWO_STEPS };
    seeing.same_for_all_starts(formula, &[0, 1, 2]);
}

/// In 0 only `pull` is possible, in 1 only `push`, and both lead to 2; there anything is possible.
const DOOR: Game = Game {
    board: "x : 0..2;",
    moves: "x = 2 if x = 0 and P.Action = pull; x = x - 3 if x = 0 and P.Action = push;
            x = x - 3 if x = 1 and P.Action = pull; x = 2 if x = 1 and P.Action = push;",
    players: &[("P", "", "pull, push")],
    propositions: "open if Environment.x = 2; left if Environment.x = 0;",
    initial: "Environment.x = 0 or Environment.x = 1",
    fairness: "",
};

#[test]
fn a_coalition_that_blocks_itself_has_not_won() {
    // A constraint that every path satisfies changes nothing: all states have fair paths.
    for game in [DOOR, DOOR.with_fairness("true")] {
        assert_eq!(game.sat(PerfectInformation, "<P>G true"), [0, 1, 2]);
        assert_eq!(game.sat(Uniform(Objective), "<P>G true"), [0, 1, 2]);
        for start in [Everyone, Distributed, Common] {
            assert_eq!(game.sat(Uniform(start), "<P>G true"), [0; 0], "{start}");
            assert_eq!(game.sat(Uniform(start), "<P>X true"), [0; 0], "{start}");
            assert_eq!(game.sat(Uniform(start), "<P>F open"), [0; 0], "{start}");
            // What has come true already stays true.
            assert_eq!(game.sat(Uniform(start), "<P>F true"), [0, 1, 2], "{start}");
            assert_eq!(game.sat(Uniform(start), "<P>(left U true)"), [0, 1, 2], "{start}");
        }
        assert!(!game.verdict(Uniform(Everyone), "<P>X open") && game.verdict(Uniform(Objective), "<P>X open"));
    }
    // A step into a state where the same action is impossible is a step.
    let trap = Game {
        board: "x : 0..1;",
        moves: "x = 1 if x = 0 and P.Action = go; x = x - 3 if x = 1 and P.Action = go;",
        propositions: "far if Environment.x = 1;",
        initial: "Environment.x = 0",
        players: &[("P", "", "go, stay")],
        fairness: "",
    };
    for game in [trap, trap.with_fairness("true")] {
        assert_eq!(game.sat(Uniform(Objective), "<P>X far"), [0, 1]);
        assert_eq!(game.sat(Uniform(Objective), "<P>F far"), [0, 1]);
        assert_eq!(game.sat(Uniform(Objective), "<P>G far"), [1]);
        assert_eq!(game.sat(PerfectInformation, "<P>F <P>G far"), [0, 1]);
        assert_eq!(game.sat(Uniform(Everyone), "<P>F far"), [0, 1], "go wins in 0 and has won in 1");
        assert_eq!(game.sat(Uniform(Everyone), "<P>X far"), [0; 0]);
        assert_eq!(game.sat(Uniform(Everyone), "<P>X true"), [0, 1], "stay");
    }
}

/// From 0, P can go to 1, where it is stuck, to 2, where it stays, or stay in 0.
const WAYS_OUT: Game = Game {
    board: "x : 0..2;",
    moves: "x = 1 if x = 0 and P.Action = quit; x = 2 if x = 0 and P.Action = leave; x = x - 3 if x = 1;",
    players: &[("P", "", "quit, leave, stay")],
    propositions: "here if Environment.x = 0; stuck if Environment.x = 1;",
    initial: "Environment.x = 0",
    fairness: "",
};

#[test]
fn what_leaves_the_fair_paths_is_harmless() {
    assert_eq!(WAYS_OUT.sat(Uniform(Objective), "<P>F stuck"), [0, 1]);
    assert_eq!(WAYS_OUT.sat(Uniform(Objective), "<P>G false"), [0; 0]);
    // Now all fair paths stay in 0, the only state that formulas are about.
    let fair = WAYS_OUT.with_fairness("here");
    fair.same_for_all_starts("true", &[0]);
    for formula in ["<P>G false", "<P>X false", "<P>F stuck", "<P>(here U stuck)"] {
        fair.same_for_all_starts(formula, &[0]);
        assert_eq!(fair.sat(PerfectInformation, formula), [0], "{formula}");
    }
    let only_quit = "x = 1 if x = 0 and P.Action = quit; x = x - 3 if x = 1;";
    let only_leave = "x = 2 if x = 0 and P.Action = leave;";
    for moves in [only_quit, only_leave] {
        assert_eq!(Game { moves, ..fair }.sat(Uniform(Everyone), "<P>X false"), [0], "{moves}");
    }
    let nowhere = Game { moves: "x = x if true;", ..fair };
    assert_eq!(nowhere.sat(Uniform(Objective), "<P>G false"), [0; 0]);
    // States without a fair path do not belong to start sets.
    let coin = COIN.with_fairness("!lost");
    assert_eq!(coin.sat(Uniform(Objective), "true"), [0, 1, 2]);
    assert_eq!(coin.sat(Uniform(Common), "<P>F won"), [0, 1, 2], "a wrong guess is not fair");
    assert_eq!(coin.sat(Uniform(Common), "<P>X !won"), [0; 0]);
    assert_eq!(coin.sat(Uniform(Objective), "<P>X !won"), [0, 1], "by the guess that is not fair");
}

#[test]
fn agents_know_what_the_induced_model_allows() {
    // Q sees whether the coin has been turned; P knows nothing but its own protocol.
    let game = Game {
        board: "x : 0..2;",
        moves: "x = 1 if x = 0 and P.Action = head; x = 2 if x = 0 and P.Action = tail;",
        players: &[("P", "", "head, tail")],
        propositions: "one if Environment.x = 1; two if Environment.x = 2; done if Environment.x > 0;",
        initial: "Environment.x = 0",
        fairness: "",
    };
    for (formula, usually, induced) in [
        ("AX one", false, true),
        ("AX one and EX two", false, false),
        ("EX one and EX two", true, false),
        ("AG K(P, !two)", false, true),
        ("EF two and AG K(P, !one)", false, true),
        ("EF two and EF one", true, false),
        ("<{}>X two", false, true),
        ("<P>X one and <P>X two", true, false),
        ("AG (!two or !one)", true, true),
        ("false", false, false),
    ] {
        assert_eq!(game.verdict(PerfectInformation, formula), usually, "{formula}");
        assert_eq!(game.verdict(INDUCED, formula), induced, "{formula}");
    }
    // With this constraint one of the models has no fair path.
    let fair = game.with_fairness("one");
    assert!(fair.verdict(INDUCED, "false") && !fair.verdict(PerfectInformation, "false"));
    let refused = game.ask(INDUCED, "true", |reference, formula| reference.sat(formula));
    assert_eq!(refused, Err(Refusal::VerdictOnly));
}

#[test]
fn only_restricted_agents_give_up_their_choices() {
    // The coin is turned if P and R say different things.
    let game = Game {
        board: "x : 0..1;",
        moves: "x = 1 if P.Action = head and R.Action = tail; x = 1 if P.Action = tail and R.Action = head;",
        players: &[("P", "", "head, tail"), ("R", "", "head, tail")],
        propositions: "turned if Environment.x = 1;",
        initial: "Environment.x = 0",
        fairness: "",
    };
    let group = load(&game.text()).groups.iter().position(|group| group.name == "players").unwrap();
    let only_p = UniformModel(Restricted::Group(group.into()));
    for formula in ["AX turned", "AG !turned", "AG K(P, !turned)"] {
        assert!(game.verdict(INDUCED, formula) && !game.verdict(only_p, formula), "{formula}");
    }
    assert!(!game.verdict(INDUCED, "EX turned and EX !turned") && game.verdict(only_p, "EX turned and EX !turned"));
    assert!(game.verdict(only_p, "<R>X turned and <R>X !turned"), "R has its choices, and perfect information");
}

#[test]
fn too_many_strategies_are_refused() {
    let counter = Game {
        board: "x : 0..20;",
        moves: "x = x + 1 if x < 20 and P.Action = up; x = 0 if P.Action = down;",
        players: &[("P", "x", "up, down")],
        propositions: "top if Environment.x = 20;",
        initial: "Environment.x = 0",
        fairness: "",
    };
    let refusal = |reading| counter.ask(reading, "<P>F top", |reference, formula| reference.verdict(formula));
    assert_eq!(refusal(PerfectInformation), Ok(true));
    assert_eq!(refusal(Uniform(Objective)), Err(Refusal::TooManyStrategies));
    assert_eq!(refusal(INDUCED), Err(Refusal::TooManyStrategies));
}
