//! A small graph as a [`System`](crate::System), drawn by hand or at random, for tests of the algorithms where they are.

use crate::{
    Ban, BriefWork, Budget, Capabilities, Choices, Fixpoints, JointAction, Membership, Observations, Paths, Power,
    Sets, SoughtGroups, Steps, Stop, Unknowns,
};
use num_bigint::BigUint;
use savoir_model::{ActionId, AgentId, CompareOp, EvolutionLine, Expr, ExprId, Model};
use savoir_testkit::fixtures::load;
use std::cell::Cell;

/// Which way suits a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forwards,
    Backwards,
}

/// A graph with at most 64 states, each of which has one variable: its number. Sets are bits.
pub(crate) struct Graph {
    /// By state: the moves of the only player, each with the states that may come of it.
    pub(crate) moves: Vec<Vec<u64>>,
    pub(crate) initial: u64,
    /// By agent: what it sees of a state.
    pub(crate) views: Vec<Vec<u64>>,
    pub(crate) direction: Direction,
    pub(crate) power: Power,
    /// Whether everything ends as if it was beyond an allowance.
    pub(crate) is_exhausted: Cell<bool>,
    /// The steps that it says it has taken: anything that may take fewer is beyond its allowance at once.
    pub(crate) work: u64,
    pub(crate) budget: Budget,
}

pub(crate) fn set(states: &[usize]) -> u64 {
    states.iter().fold(0, |set, state| set | 1 << state)
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |state| set >> state & 1 == 1)
}

impl Graph {
    /// A graph with these edges where state 0 is the initial one, nobody sees anything, and every step is a move.
    pub(crate) fn new(states: usize, edges: &[(usize, usize)]) -> Graph {
        let after = |state| edges.iter().filter(move |(from, _)| *from == state).map(|(_, to)| 1 << to);
        Graph {
            moves: (0..states).map(|state| after(state).collect()).collect(),
            initial: 1,
            views: vec![vec![0; states]; 2],
            direction: Direction::Backwards,
            power: Power::Something,
            is_exhausted: Cell::new(false),
            work: 0,
            budget: Budget::unlimited(),
        }
    }

    /// A graph drawn at random: about two moves in each state, with one or two outcomes.
    pub(crate) fn random(seed: u64, states: usize) -> Graph {
        let mut number = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut draw = |below: usize| {
            number ^= number << 13;
            number ^= number >> 7;
            number ^= number << 17;
            (number >> 16) as usize % below
        };
        let mut graph = Graph::new(states, &[]);
        for state in 0..states {
            for _ in 0..1 + draw(2) {
                let outcomes = 1 << draw(states) | 1 << draw(states);
                graph.moves[state].push(outcomes);
            }
        }
        graph.initial = 1 << draw(states) | 1 << draw(states);
        graph.views = (0..2).map(|_| (0..states).map(|_| draw(3) as u64).collect()).collect();
        let mut reached = graph.initial;
        for _ in 0..states {
            reached |= graph.after(reached);
        }
        // Every state counts as reachable, so it has to be.
        graph.moves[members(graph.initial).next().unwrap()].push(((1 << states) - 1) & !reached | graph.initial);
        graph
    }

    fn all(&self) -> u64 {
        (1 << self.moves.len()) - 1
    }

    fn after(&self, set: u64) -> u64 {
        members(set).flat_map(|state| &self.moves[state]).fold(0, |after, outcomes| after | outcomes)
    }

    /// The moves of a coalition that no ban rules out. The first move of a state is the player's first action, and so on.
    fn moves_under(&self, coalition: &[AgentId], state: usize, bans: &[Ban<u64>]) -> Vec<u64> {
        let moves = &self.moves[state];
        let Some(player) = coalition.first() else {
            return if moves.is_empty() { Vec::new() } else { vec![self.after(1 << state)] };
        };
        let is_banned = |action: usize| {
            let bans = bans.iter().filter(|ban| ban.agent == *player && ban.action.index() == action);
            bans.into_iter().any(|ban| ban.states >> state & 1 == 1)
        };
        (0..moves.len()).filter(|action| !is_banned(*action)).map(|action| moves[action]).collect()
    }

    pub(crate) fn has_edge(&self, from: &[u64], to: &[u64]) -> bool {
        self.after(1 << from[0]) >> to[0] & 1 == 1
    }

    fn holds(model: &Model, condition: ExprId, state: i64) -> bool {
        let value = |id: ExprId| match model.exprs.get(id) {
            Expr::Number(number) => *number,
            Expr::Var(_) => state,
            other => panic!("{other:?} is no number of these models"),
        };
        match model.exprs.get(condition) {
            Expr::Bool(truth) => *truth,
            Expr::And(parts) => parts.iter().all(|part| Graph::holds(model, *part, state)),
            Expr::Or(parts) => parts.iter().any(|part| Graph::holds(model, *part, state)),
            Expr::Compare(op, a, b) => CompareOp::holds(*op, value(*a).cmp(&value(*b))),
            other => panic!("{other:?} is no condition of these models"),
        }
    }
}

/// A model with the variable of a graph, the propositions `p` (1 and 4), `q` (2 and 3) and `r` (5), and some formulas. What
/// it says about steps does not matter.
pub(crate) fn model(formulas: &[&str]) -> Model {
    model_where("", formulas)
}

/// The same with something after the initial states, such as fairness.
pub(crate) fn model_where(section: &str, formulas: &[&str]) -> Model {
    load(&format!(
        "Agent One Vars: x : 0..63; end Vars Actions = {{go, stay}}; Protocol: Other : {{go, stay}}; end Protocol
         Evolution: x = x if Action = go; end Evolution end Agent
         Evaluation p if One.x = 1 or One.x = 4; q if One.x = 2 or One.x = 3; r if One.x = 5; end Evaluation
         InitStates One.x = 0; end InitStates Groups g = {{One}}; end Groups {section}
         Formulae {} end Formulae",
        formulas.iter().map(|formula| format!("{formula};")).collect::<Vec<_>>().join(" ")
    ))
}

impl Sets for Graph {
    type Set = u64;

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn reachable(&self) -> u64 {
        self.all()
    }

    fn initial(&self) -> u64 {
        self.initial
    }

    fn empty(&self) -> u64 {
        0
    }

    fn states_where(&self, model: &Model, condition: ExprId) -> Result<u64, Stop> {
        Ok(members(self.all()).filter(|state| Graph::holds(model, condition, *state as i64)).fold(0, |a, b| a | 1 << b))
    }

    fn union(&self, a: &u64, b: &u64) -> Result<u64, Stop> {
        Ok(a | b)
    }

    fn intersection(&self, a: &u64, b: &u64) -> Result<u64, Stop> {
        if self.is_exhausted.get() { Err(Stop::Memory) } else { Ok(a & b) }
    }

    fn difference(&self, a: &u64, b: &u64) -> Result<u64, Stop> {
        Ok(a & !b)
    }

    fn is_empty(&self, set: &u64) -> bool {
        *set == 0
    }

    fn count(&self, set: &u64) -> Result<BigUint, Stop> {
        Ok(BigUint::from(set.count_ones()))
    }

    fn pick(&self, set: &u64) -> Result<Option<Vec<u64>>, Stop> {
        Ok(members(*set).next().map(|state| vec![state as u64]))
    }

    fn singleton(&self, state: &[u64]) -> Result<u64, Stop> {
        Ok(1 << state[0])
    }
}

impl Steps for Graph {
    fn image(&self, set: &u64) -> Result<u64, Stop> {
        Ok(self.after(*set))
    }

    fn preimage(&self, set: &u64) -> Result<u64, Stop> {
        Ok(members(self.all()).filter(|state| self.after(1 << state) & set != 0).fold(0, |a, b| a | 1 << b))
    }
}

impl Observations for Graph {
    fn indistinguishable(&self, observers: &[AgentId], set: &u64) -> Result<u64, Stop> {
        let views = |state: usize| observers.iter().map(|agent| self.views[agent.index()][state]).collect::<Vec<_>>();
        let seen: Vec<_> = members(*set).map(views).collect();
        Ok(members(self.all()).filter(|state| seen.contains(&views(*state))).fold(0, |a, b| a | 1 << b))
    }
}

impl Choices for Graph {
    fn controllable_predecessors(&self, coalition: &[AgentId], set: &u64) -> Result<u64, Stop> {
        let good = |moves: &Vec<u64>| match coalition {
            [] => !moves.is_empty() && moves.iter().all(|outcomes| outcomes & !set == 0),
            _ => moves.iter().any(|outcomes| outcomes & !set == 0),
        };
        Ok(members(self.all()).filter(|state| good(&self.moves[*state])).fold(0, |a, b| a | 1 << b))
    }

    fn controllable_predecessors_under(
        &self,
        coalition: &[AgentId],
        set: &u64,
        bans: &[Ban<u64>],
    ) -> Result<u64, Stop> {
        let good = |state: usize| self.moves_under(coalition, state, bans).iter().any(|outcomes| outcomes & !set == 0);
        Ok(members(self.all()).filter(|state| good(*state)).fold(0, |a, b| a | 1 << b))
    }

    fn outcomes_under(&self, coalition: &[AgentId], from: &u64, into: &u64, bans: &[Ban<u64>]) -> Result<u64, Stop> {
        let moves = members(*from).flat_map(|state| self.moves_under(coalition, state, bans));
        Ok(moves.filter(|outcomes| outcomes & !into == 0).fold(0, |a, b| a | b))
    }

    fn joint_action(&self, _: &[u64], _: &[u64], _: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        Ok(None)
    }

    fn overflowing(&self, _: &EvolutionLine) -> Result<u64, Stop> {
        Ok(0)
    }
}

impl Membership for Graph {}

impl Paths for Graph {}

impl Fixpoints for Graph {}

impl Unknowns for Graph {}

impl SoughtGroups for Graph {}

impl Capabilities for Graph {
    fn power(&self, _: &[AgentId]) -> Power {
        self.power
    }

    fn searches_forwards(&self) -> bool {
        self.direction == Direction::Forwards
    }

    fn allow_brief_work(&self) -> BriefWork<'_> {
        struct Until<'g>(&'g Graph);
        impl Drop for Until<'_> {
            fn drop(&mut self) {
                self.0.is_exhausted.set(false);
            }
        }
        self.is_exhausted.set(true);
        BriefWork::holding(Until(self))
    }

    fn allow_steps(&self, steps: u64) -> BriefWork<'_> {
        if steps < self.work { self.allow_brief_work() } else { BriefWork::unlimited() }
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn is_beyond_allowance(&self) -> bool {
        self.is_exhausted.get()
    }
}
