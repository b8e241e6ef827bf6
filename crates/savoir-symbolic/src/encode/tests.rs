//! Conditions, initial states, the relation in parts and its slices, compared with what is written out by hand.

use super::*;
use crate::order::{Subject, declared};
use savoir_dd::Unlimited;
use savoir_model::{ActionClasses, ActionId, AgentId, VarId};
use savoir_testkit::fixtures::load;

/// A model with its bits in the order of the file.
pub(super) struct Bits {
    pub(super) model: Model,
    pub(super) classes: ActionClasses,
    pub(super) encoding: Encoding,
    diagrams: Diagrams,
}

impl Bits {
    pub(super) fn new(text: &str) -> Bits {
        let model = load(text);
        let classes = ActionClasses::new(&model);
        let (changes, determined) = (changing(&model), vec![false; model.agents.len()]);
        let subject = Subject { model: &model, classes: &classes, determined: &determined, changes: &changes };
        let encoding = Encoding::new(&model, &declared(&subject));
        let diagrams = Diagrams::new(encoding.count(), Box::new(Unlimited));
        Bits { model, classes, encoding, diagrams }
    }

    pub(super) fn conditions(&self) -> Conditions<'_> {
        Conditions::new(&self.model, &self.diagrams, &self.encoding, &self.classes)
    }

    fn agent(&self, name: &str) -> AgentId {
        self.model.agent_ids().find(|id| self.model.agent(*id).name == name).unwrap()
    }

    /// All states, reachable or not.
    pub(super) fn states(&self) -> Vec<Vec<u64>> {
        let sizes = self.model.variables.iter().map(|variable| self.model.domain_size(variable.domain) as u64);
        sizes.fold(vec![Vec::new()], |states, size| {
            let longer = |state: &Vec<u64>| (0..size).map(|code| [state.clone(), vec![code]].concat()).collect();
            states.iter().flat_map::<Vec<Vec<u64>>, _>(longer).collect()
        })
    }

    /// The values of current or next bits in a state.
    fn values(&self, choose: impl Fn(&VariableBits) -> &Vec<Var>, state: &[u64]) -> Vec<(Var, bool)> {
        let pairs = self.encoding.variables.iter().zip(state);
        let values = pairs.flat_map(|(bits, code)| spelled(choose(bits), bits.spelling.bits(*code)));
        values.collect()
    }

    pub(super) fn states_where(&self, set: &Bdd) -> Vec<Vec<u64>> {
        let has = |state: &Vec<u64>| self.diagrams.holds_at(set, self.values(|bits| &bits.current, state));
        self.states().into_iter().filter(has).collect()
    }

    fn one(&self, state: &[u64]) -> Bdd {
        let literals = self.values(|bits| &bits.current, state);
        let literals = literals.into_iter().map(|(bit, value)| spells(&self.diagrams, &[bit], u64::from(value)));
        self.diagrams.all(literals.collect::<Result<Vec<Bdd>, Halt>>().unwrap()).unwrap()
    }

    /// A relation is as expected for every state, every action of one agent, by its number, and every next state.
    fn expect(&self, relation: &Bdd, agent: &str, expected: impl Fn(&[u64], u32, &[u64]) -> bool) {
        let agent = self.agent(agent);
        for action in 0..self.model.agent(agent).actions.len() as u32 {
            let class = u64::from(self.classes.class(agent, ActionId(action)));
            let performed: Vec<(Var, bool)> = spelled(&self.encoding.actions[agent.index()], class).collect();
            for (from, to) in self.states().iter().flat_map(|from| self.states().into_iter().map(move |to| (from, to)))
            {
                let values = [self.values(|bits| &bits.current, from), self.values(|bits| &bits.next, &to)].concat();
                let found = self.diagrams.holds_at(relation, values.into_iter().chain(performed.iter().copied()));
                assert_eq!(found, expected(from, action, &to), "{from:?} {action} {to:?}");
            }
        }
    }
}

/// The values of bits that spell a number, the first of which is the highest.
fn spelled(bits: &[Var], number: u64) -> impl Iterator<Item = (Var, bool)> {
    bits.iter().enumerate().map(move |(place, bit)| (*bit, number >> (bits.len() - 1 - place) & 1 == 1))
}

/// A walker who goes up to two steps and then home, and a coin that falls when the walker goes. The values of a state:
/// how far the walker is, whether at home, a value that never changes, how the coin lies and whether it was tossed.
const WALKER: &str = "
Agent Walker
  Vars: at : 0..2; home : boolean; fixed : boolean; end Vars
  Actions = {go, rest};
  Protocol: home = true : {rest}; Other : {go, rest}; end Protocol
  Evolution:
    at = at + 1 and home = false if Action = go and at < 2;
    at = 0 and home = true if Action = rest and at = 2;
  end Evolution
end Agent
Agent Coin
  Vars: heads : boolean; tossed : boolean; end Vars
  Actions = {fall};
  Protocol: Other : {fall}; end Protocol
  Evolution:
    heads = true and tossed = true if Walker.Action = go;
    heads = false and tossed = true if Walker.Action = go;
  end Evolution
end Agent
Evaluation far if Walker.at = 2; end Evaluation
InitStates Walker.at < 2 and Walker.home = false and Coin.heads = Walker.fixed and Coin.tossed = false; end InitStates
Formulae end Formulae
";

const GO: u32 = 0;

#[test]
fn where_lines_exclude_each_other_each_variable_has_its_own_part() {
    let bits = Bits::new(WALKER);
    let mut conditions = bits.conditions();
    assert_eq!(conditions.find_determined().unwrap(), [true, false, true]);
    let (parts, deterministic) = conditions.parts().unwrap();
    assert!(!deterministic, "the coin may fall either way");
    let mut sets: Vec<Vec<VarId>> = parts.iter().map(|part| part.sets.clone()).collect();
    sets.sort();
    assert_eq!(sets, [vec![], vec![VarId(0)], vec![VarId(1)], vec![VarId(3), VarId(4)]]);
    for Part { sets, relation } in &parts {
        match sets.first() {
            None => bits.expect(relation, "Walker", |from, action, _| from[1] == 0 || action != GO),
            Some(VarId(0)) => bits.expect(relation, "Walker", |from, action, to| match (action, from[0]) {
                (GO, 0 | 1) => to[0] == from[0] + 1,
                (GO, _) => to[0] == from[0],
                (_, 2) => to[0] == 0,
                (_, at) => to[0] == at,
            }),
            Some(VarId(1)) => bits.expect(relation, "Walker", |from, action, to| match (action, from[0]) {
                (GO, 0 | 1) => to[1] == 0,
                (GO, _) => to[1] == from[1],
                (_, 2) => to[1] == 1,
                _ => to[1] == from[1],
            }),
            Some(_) => bits.expect(relation, "Walker", |from, action, to| match action {
                GO => to[4] == 1,
                _ => to[3..] == from[3..],
            }),
        }
    }
}

#[test]
fn the_relation_is_a_function_where_no_two_lines_are_enabled() {
    let other = "heads = false and tossed = true if Walker.Action = go;";
    for (line, is_function) in [("", true), ("heads = false if Walker.Action = rest;", true), (other, false)] {
        let bits = Bits::new(&WALKER.replace(other, line));
        let mut conditions = bits.conditions();
        conditions.find_determined().unwrap();
        assert_eq!(conditions.parts().unwrap().1, is_function, "{line}");
    }
}

#[test]
fn variables_that_never_change_have_no_next_bits() {
    let bits = Bits::new(WALKER);
    assert_eq!(changing(&bits.model), [true, true, false, true, true]);
    let next: Vec<usize> = bits.encoding.variables.iter().map(|bits| bits.next.len()).collect();
    assert_eq!((next, bits.encoding.state_bits()), (vec![2, 1, 0, 1, 1], 6));
}

#[test]
fn a_value_that_does_not_fit_leads_nowhere() {
    let bits = Bits::new(&WALKER.replace("Action = go and at < 2", "Action = go"));
    let line = &bits.model.agent(bits.agent("Walker")).evolution[0];
    let (variable, value) = line.assignments[0];
    let assigned = bits.conditions().assign(variable, value).unwrap();
    bits.expect(&assigned, "Walker", |from, _, to| to[0] == from[0] + 1);
}

#[test]
fn initial_states_have_legal_values_only() {
    let bits = Bits::new(WALKER);
    let initial = bits.conditions().initial().unwrap();
    let expected = [[0, 0, 0, 0, 0], [0, 0, 1, 1, 0], [1, 0, 0, 0, 0], [1, 0, 1, 1, 0]];
    assert_eq!(bits.states_where(&initial), expected);
    // Three is no value of the first variable, though two bits spell it.
    assert_eq!(bits.diagrams.count(&initial, bits.encoding.state_bits()).unwrap(), 4u32.into());
    let free = Bits::new(&WALKER.replace("Walker.at < 2 and Walker.home", "Walker.home"));
    let initial = free.conditions().initial().unwrap();
    assert_eq!(free.diagrams.count(&initial, free.encoding.state_bits()).unwrap(), 6u32.into());
}

#[test]
fn actions_that_follow_from_the_state_need_no_bits() {
    let other = "Protocol: home = true : {rest}; Other : {go, rest};";
    // Without a choice, with one, and with one that cannot be seen without looking at the conditions.
    for (protocol, is_determined, is_plain) in [
        ("Protocol: home = true : {rest}; Other : {go};", true, true),
        (other, false, false),
        ("Protocol: at = 0 : {go}; at > 0 : {rest};", true, false),
        ("Protocol: at = 0 : {go}; at < 2 : {rest};", false, false),
    ] {
        let bits = Bits::new(&WALKER.replace(other, protocol));
        let walker = bits.agent("Walker");
        assert_eq!(bits.conditions().find_determined().unwrap()[walker.index()], is_determined, "{protocol}");
        assert_eq!(plainly_determined(&bits.model, &bits.classes, walker), is_plain, "{protocol}");
    }
}

#[test]
fn conditions_hold_where_they_should() {
    let bits = Bits::new(
        "Agent Ann Vars: hat : {red, green, blue}; n : 0..5; b : boolean; end Vars
           Actions = {go}; Protocol: Other : {go}; end Protocol Evolution: b = ~b if Action = go; end Evolution end Agent
         Agent Bob Vars: coat : {red, green, blue}; c : boolean; end Vars
           Actions = {go}; Protocol: Other : {go}; end Protocol Evolution: c = ~c if Action = go; end Evolution end Agent
         Evaluation
           blue if Ann.hat = blue;
           alike if Ann.hat = Bob.coat;
           agree if Ann.b = Bob.c;
           high if Ann.n > 3;
           mixed if !(Ann.hat = green) and (Ann.n = 2 or Ann.b = true);
         end Evaluation
         InitStates Ann.n = 0; end InitStates Formulae end Formulae",
    );
    // Names are numbered by the alphabet: blue, green, red.
    let expected: [fn(&[u64]) -> bool; 5] = [
        |state| state[0] == 0,
        |state| state[0] == state[3],
        |state| state[2] == state[4],
        |state| state[1] > 3,
        |state| state[0] != 1 && (state[1] == 2 || state[2] == 1),
    ];
    let named = bits.conditions().named().unwrap();
    for (proposition, expected) in bits.model.propositions.iter().zip(expected) {
        let states: Vec<Vec<u64>> = bits.states().into_iter().filter(|state| expected(state)).collect();
        assert_eq!(bits.states_where(&named[&proposition.condition]), states, "{}", proposition.name);
    }
}

/// A scheduler says who may change something: the left one a bit if it likes to, the right one two bits.
const SCHEDULER: &str = "
Agent Scheduler
  Vars: fixed : boolean; end Vars
  Actions = {left, right, idle, never};
  Protocol: Other : {left, right, idle}; end Protocol
  Evolution: fixed = fixed if Action = idle; end Evolution
end Agent
Agent Left
  Vars: x : boolean; end Vars
  Actions = {flip, keep};
  Protocol: Other : {flip, keep}; end Protocol
  Evolution: x = ~x if Scheduler.Action = left and Action = flip; end Evolution
end Agent
Agent Right
  Vars: y : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: y = y + 1 if Scheduler.Action = right and y < 3; end Evolution
end Agent
Evaluation on if Left.x = true; end Evaluation
InitStates Left.x = false and Right.y = 0; end InitStates
Formulae end Formulae
";

#[test]
fn the_relation_is_split_by_whose_actions_change_least() {
    let bits = Bits::new(SCHEDULER);
    let mut conditions = bits.conditions();
    conditions.find_determined().unwrap();
    let parts = conditions.parts().unwrap().0;
    let clusters = SymbolicTuning::default().clusters;
    // Of three bits, the actions of the scheduler change 1, 2 and 0; those of the left one 3 and 2.
    assert!(split(&conditions, &parts, 0.33).unwrap().is_none());
    for below in [0.34, 0.9] {
        let found = split(&conditions, &parts, below).unwrap().unwrap();
        let slices = Slices::new(&bits.diagrams, &bits.encoding, found, clusters);
        let scheduler = bits.encoding.actions[slices.splitter.index()].len();
        assert_eq!((slices.performed.len(), scheduler), (3, 2));
        let from = bits.one(&[0, 0, 1]);
        let images: Vec<Vec<Vec<u64>>> = (slices.transitions.iter())
            .map(|slice| bits.states_where(&slice.image(&bits.diagrams, &from).unwrap()))
            .collect();
        // There is none for the action that is never possible.
        let expected = [vec![vec![0, 0, 1], vec![0, 1, 1]], vec![vec![0, 0, 2]], vec![vec![0, 0, 1]]];
        assert_eq!(images, expected);
    }
}

#[test]
fn actions_that_change_the_same_variables_are_one_slice() {
    let model = SCHEDULER
        .replace("{left, right, idle, never}", "{left, right, idle, never, twice}")
        .replace("{left, right, idle};", "{left, right, idle, twice};")
        .replace("and y < 3;", "and y < 3;\n    y = y + 2 if Scheduler.Action = twice and y < 2;");
    let bits = Bits::new(&model);
    let mut conditions = bits.conditions();
    conditions.find_determined().unwrap();
    let parts = conditions.parts().unwrap().0;
    let found = split(&conditions, &parts, 0.5).unwrap().unwrap();
    let slices = Slices::new(&bits.diagrams, &bits.encoding, found, SymbolicTuning::default().clusters);
    // `right` and `twice` both change `y`; each of them goes on from where the other does not lead.
    let image = |from: &[u64]| -> Vec<Vec<Vec<u64>>> {
        let from = bits.one(from);
        let images = slices.transitions.iter().map(|slice| slice.image(&bits.diagrams, &from).unwrap());
        images.map(|image| bits.states_where(&image)).collect()
    };
    let left = vec![vec![0, 0, 1], vec![0, 1, 1]];
    assert_eq!(image(&[0, 0, 1]), [left, vec![vec![0, 0, 2], vec![0, 0, 3]], vec![vec![0, 0, 1]]]);
    assert_eq!(image(&[0, 1, 3])[1], [vec![0, 1, 3]]);
}

/// Actions that concern one part alone are not in its clusters, and yet moves lead only where they lead.
#[test]
fn moves_lead_where_their_actions_lead() {
    let bits = Bits::new(SCHEDULER);
    let mut conditions = bits.conditions();
    conditions.find_determined().unwrap();
    let parts = conditions.parts().unwrap().0.into_iter().map(|part| part.relation).collect();
    let pairs: Vec<(Var, Var)> = bits.encoding.variables.iter().flat_map(VariableBits::pairs).collect();
    let clusters = SymbolicTuning::default().clusters;
    let transitions = Transitions::new(&bits.diagrams, &bits.encoding, parts, &pairs, clusters);
    let from = bits.one(&[0, 0, 1]);
    let by = |agent: &str, action: usize| {
        let (agent, action) = (bits.agent(agent), ActionId::from(action));
        let performed = conditions.performs(agent, bits.classes.class(agent, action)).unwrap();
        bits.diagrams.and(&from, &performed).unwrap()
    };
    let after = |moves: &Bdd| bits.states_where(&transitions.image_of_moves(&bits.diagrams, moves).unwrap());
    let all = [vec![0, 0, 1], vec![0, 0, 2], vec![0, 1, 1]];
    assert_eq!(bits.states_where(&transitions.image(&bits.diagrams, &from).unwrap()), all);
    assert_eq!(after(&from), all);
    // `left` and `right` of the scheduler, and `keep` of the left one.
    assert_eq!(after(&by("Scheduler", 0)), [all[0].clone(), all[2].clone()]);
    assert_eq!(after(&by("Scheduler", 1)), [all[1].clone()]);
    assert_eq!(after(&by("Left", 1)), [all[0].clone(), all[1].clone()]);
}
