//! Uniform strategies, and why there is none.

use super::{StrategyOptions, described, evidence_as, first_strategy};
use savoir_model::{AtlSemantics, Semantics, StartSet};
use savoir_replay::{Claim, Coverage, replay};

/// One of three boxes has the prize. Ann sees whether it is the first, Bob whether it is the last; each of them opens a box,
/// and it is over. A state is the box with the prize, what Ann and Bob see of it, and how it ended: 1 if both were right, 2 if
/// not.
const BOXES: &str = "
Agent Environment
  Vars: prize : 0..2; first : boolean; last : boolean; end_of_it : 0..2; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    end_of_it = 1 if end_of_it = 0 and ((prize = 0 and Ann.Action = a and Bob.Action = a)
      or (prize = 1 and Ann.Action = b and Bob.Action = b) or (prize = 2 and Ann.Action = c and Bob.Action = c));
    end_of_it = 2 if end_of_it = 0 and !((prize = 0 and Ann.Action = a and Bob.Action = a)
      or (prize = 1 and Ann.Action = b and Bob.Action = b) or (prize = 2 and Ann.Action = c and Bob.Action = c));
  end Evolution
end Agent
Agent Ann
  Lobsvars = {first, end_of_it};
  Vars: x : boolean; end Vars
  Actions = {a, b, c};
  Protocol: Other : {a, b, c}; end Protocol
  Evolution: x = false if x = true; end Evolution
end Agent
Agent Bob
  Lobsvars = {last, end_of_it};
  Vars: x : boolean; end Vars
  Actions = {a, b, c};
  Protocol: Other : {a, b, c}; end Protocol
  Evolution: x = false if x = true; end Evolution
end Agent
Evaluation
  won if Environment.end_of_it = 1;
  over if Environment.end_of_it > 0;
end Evaluation
InitStates
  ((Environment.prize = 0 and Environment.first = true and Environment.last = false)
    or (Environment.prize = 1 and Environment.first = false and Environment.last = false)
    or (Environment.prize = 2 and Environment.first = false and Environment.last = true))
  and Environment.end_of_it = 0 and Ann.x = false and Bob.x = false;
end InitStates
Groups both = {Ann, Bob}; ann = {Ann}; end Groups
Formulae end Formulae
";

fn lines(start: StartSet, formula: &str) -> Vec<String> {
    let semantics = Semantics { atl: AtlSemantics::Uniform(start), ..Semantics::default() };
    let (model, made) = evidence_as(semantics, BOXES, formula, StrategyOptions::default());
    described(&model, &made)
}

#[test]
fn a_strategy_is_followed_from_the_start_set() {
    // From the first state alone both know what to do.
    // So do they from each of the other initial states.
    let alone = [
        "010000: <both>F won | 010000 1 a.a>010100 | end 010100",
        "100000: <both>F won | 100000 1 b.b>100100 | end 100100",
        "201000: <both>F won | 201000 1 c.c>201100 | end 201100",
    ];
    assert_eq!(lines(StartSet::Objective, "<both>F won"), alone);
    assert_eq!(lines(StartSet::Distributed, "<both>F won"), alone);
    let (_, made) = {
        let semantics = Semantics { atl: AtlSemantics::Uniform(StartSet::Common), ..Semantics::default() };
        evidence_as(semantics, BOXES, "<both>F over", StrategyOptions::default())
    };
    let strategy = first_strategy(&made);
    let starts: Vec<&[u64]> = strategy.start_set.iter().flatten().map(|link| link.state.as_slice()).collect();
    // Bob thinks the second state possible in the first one, and there Ann thinks the third one possible.
    assert_eq!(starts, [&[1, 0, 0, 0, 0, 0][..], &[2, 0, 1, 0, 0, 0]]);
    assert_eq!((strategy.rows.len(), strategy.coverage), (3, Coverage::Whole));
}

#[test]
fn members_confuse_states() {
    for start in [StartSet::Everyone, StartSet::Common] {
        let found = lines(start, "<both>F won");
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("| Bob a on 010000 b on 100000"), "{found:?}");
    }
}

#[test]
fn nobody_wins_alone() {
    for start in StartSet::ALL {
        let found = lines(start, "<ann>F won");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("010000: not <ann>F won | 010000 - a>"), "{found:?}");
    }
}

#[test]
fn where_not_all_states_can_be_looked_at_the_start_set_is_claimed_to_be_whole() {
    let semantics = Semantics { atl: AtlSemantics::Uniform(StartSet::Everyone), ..Semantics::default() };
    let claims = |text: &str| {
        let (model, made) = evidence_as(semantics, text, "<both>X over", StrategyOptions::default());
        let formula = made.formula;
        let claims = replay(&model, &made).unwrap().claims;
        claims.contains(&Claim::WholeStartSet { formula, states: 2 })
    };
    assert!(!claims(BOXES));
    // The replay does not try so many values to find the initial states.
    let large = BOXES.replace("end_of_it : 0..2; end", "end_of_it : 0..2; big : 0..999999; end");
    assert!(claims(&large.replace("and Ann.x", "and Environment.big + 1 < 2 and Ann.x")));
}
