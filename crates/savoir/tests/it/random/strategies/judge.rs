//! Whether strategies do what they are for, are as short as possible, and say the same as their short form.

use super::arena::{Arena, comes_to, stays};
use savoir_evidence::{Moves, Policy};
use savoir_model::{AgentId, Formula, FormulaId, Model, Temporal};
use savoir_reference::JointAction;
use savoir_replay::{Choice, Node, Strategy};
use savoir_testkit::Reference;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Judge<'r> {
    pub(super) model: &'r Model,
    pub(super) reference: &'r Reference<'r>,
}

impl Judge<'_> {
    fn number(&self, state: &Vec<u64>) -> Result<usize, String> {
        self.reference.graph().states.binary_search(state).map_err(|_| "an unreachable state".to_owned())
    }

    fn set(&self, formula: FormulaId, holds: bool) -> Vec<bool> {
        let set = self.reference.sat(formula).unwrap();
        set.iter().zip(self.reference.domain()).map(|(truth, inside)| *inside && *truth == holds).collect()
    }

    /// Whether a strategy does what it is for: all plays that follow it are tried.
    pub(super) fn judge(&self, node: &Node, strategy: &Strategy) -> Result<(), String> {
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(node.formula) else {
            return Err("no coalition".to_owned());
        };
        let arena = Arena::new(self.reference, self.model.formulas.members(coalition));
        let mut rows: BTreeMap<usize, &[Choice]> = BTreeMap::new();
        for row in &strategy.rows {
            // A row for a state that no play can come to does no harm.
            if let Ok(state) = self.number(&row.state) {
                rows.insert(state, &row.choices);
            }
        }
        // Where a play may go from each row.
        let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (&state, choices) in &rows {
            let mut ends = BTreeSet::new();
            for choice in *choices {
                let found = arena.moves[state].get(&choice.own).ok_or("no move")?;
                if node.holds {
                    ends.extend(found);
                } else {
                    let [answer] = &choice.answers[..] else { return Err("not one answer".to_owned()) };
                    let answer = self.number(&answer.state)?;
                    ends.extend(found.get(&answer));
                }
            }
            let all = arena.moves[state].keys().all(|own| choices.iter().any(|choice| choice.own == *own));
            if node.holds && ends.is_empty() || !node.holds && !all {
                return Err("a move is missing".to_owned());
            }
            next.insert(state, ends);
        }
        let start = self.number(&node.state)?;
        match (temporal, node.holds) {
            (Temporal::Next(f), holds) => {
                let good = self.set(f, holds);
                let ends = next.get(&start).ok_or("no first move")?;
                if ends.iter().all(|end| good[*end]) { Ok(()) } else { Err("a wrong step".to_owned()) }
            }
            (Temporal::Finally(g), true) => comes_to(&next, start, &vec![true; arena.moves.len()], &self.set(g, true)),
            (Temporal::Until(f, g), true) => comes_to(&next, start, &self.set(f, true), &self.set(g, true)),
            (Temporal::Globally(f), false) => {
                let mut target = self.set(f, false);
                next.iter().filter(|(_, ends)| ends.is_empty()).for_each(|(state, _)| target[*state] = true);
                comes_to(&next, start, &vec![true; arena.moves.len()], &target)
            }
            (Temporal::Globally(f), true) => stays(&next, start, &self.set(f, true), &vec![false; arena.moves.len()]),
            (Temporal::Finally(g), false) => stays(&next, start, &self.set(g, false), &vec![false; arena.moves.len()]),
            (Temporal::Until(f, g), false) => {
                let (without, neither) = (self.set(g, false), self.set(f, false));
                let escape: Vec<bool> = without.iter().zip(&neither).map(|(g, f)| *g && *f).collect();
                stays(&next, start, &without, &escape)
            }
        }
    }

    /// Whether every row says after how many steps it is decided, which is as few as possible; and whether a permissive
    /// strategy leaves out no move that wins.
    pub(super) fn is_best(&self, node: &Node, strategy: &Strategy, moves: Moves) {
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(node.formula) else { panic!() };
        let arena = Arena::new(self.reference, self.model.formulas.members(coalition));
        let all = vec![true; arena.moves.len()];
        let steps = match (temporal, node.holds) {
            (Temporal::Finally(g), true) => arena.steps_to_force(&all, &self.set(g, true)),
            (Temporal::Until(f, g), true) => arena.steps_to_force(&self.set(f, true), &self.set(g, true)),
            (Temporal::Globally(f), false) => arena.steps_to_spoil(&self.set(f, false)),
            _ => Vec::new(),
        };
        let won = self.set(node.formula, node.holds);
        for row in &strategy.rows {
            let state = self.number(&row.state).unwrap();
            if !steps.is_empty() {
                assert_eq!(row.rank, steps[state]);
            }
            if node.holds && moves == Moves::All {
                let wins = |end: &usize| match temporal {
                    Temporal::Next(f) => self.set(f, true)[*end],
                    Temporal::Globally(_) => won[*end],
                    Temporal::Finally(_) | Temporal::Until(..) => {
                        steps[*end].is_some_and(|end| Some(end) < steps[state])
                    }
                };
                let winning = arena.moves[state].iter().filter(|(_, ends)| ends.iter().all(wins)).count();
                assert_eq!(row.choices.len(), winning);
            } else if node.holds {
                assert_eq!(row.choices.len(), 1);
            }
        }
    }

    /// Whether the short form of a strategy says the same.
    pub(super) fn same_policy(&self, node: &Node, strategy: &Strategy) -> usize {
        let policy = Policy::new(self.model, node.formula, node.holds, strategy).unwrap();
        let agents: Vec<AgentId> = policy.tables.iter().flat_map(|table| table.agents.clone()).collect();
        let part = |joint: &JointAction| -> JointAction {
            let of = |agent: AgentId| if agents.contains(&agent) { joint[agent.index()] } else { None };
            self.model.agent_ids().map(of).collect()
        };
        if agents.is_empty() {
            return 0;
        }
        for row in &strategy.rows {
            if node.holds {
                let expected: BTreeSet<JointAction> = row.choices.iter().map(|choice| part(&choice.own)).collect();
                let found: BTreeSet<JointAction> = policy.decide(&row.state, &[]).into_iter().collect();
                assert_eq!(found, expected);
            } else {
                for choice in &row.choices {
                    assert_eq!(policy.decide(&row.state, &choice.own), [part(&choice.answers[0].action)]);
                }
            }
        }
        strategy.rows.len().saturating_sub(policy.tables[0].cases.len())
    }
}
