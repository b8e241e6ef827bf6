//! Propositions and formulas about games.
//!
//! What players are to bring about holds in few places of the board, what they are to keep up in many; otherwise most
//! formulas would hold everywhere or nowhere. Strategies stand above knowledge and knowledge above strategies.

use super::Generator;
use super::behaviour::all_of;
use super::formulas::Topics;
use super::games::Board;
use crate::random::spec::{Cond, Connective, Form, GroupRef, PropositionSpec, TypeSpec, VarRef};

/// Where a formula should hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Rarely,
    Mostly,
}

impl Extent {
    fn opposite(self) -> Extent {
        match self {
            Extent::Rarely => Extent::Mostly,
            Extent::Mostly => Extent::Rarely,
        }
    }
}

impl Generator<'_> {
    /// Propositions about the place on the board: `p` and `r` hold rarely, `q` and `s` mostly; `t` is about anything.
    pub(super) fn aims(&mut self, board: &Board) -> Vec<PropositionSpec> {
        let (p, q) = (self.somewhere(board), Cond::Not("!", Box::new(self.somewhere(board))));
        let r = Cond::Chain(Connective::Or, vec![self.somewhere(board), self.somewhere(board)]);
        let elsewhere = vec![self.somewhere(board), self.somewhere(board)];
        let s = Cond::Not("!", Box::new(Cond::Chain(Connective::Or, elsewhere)));
        let t = self.condition(&self.global(), 1);
        let named = [("p", p), ("q", q), ("r", r), ("s", s), ("t", t)];
        named.map(|(name, condition)| PropositionSpec { name: name.to_owned(), condition }).into()
    }

    /// One place on the board, or what two have in their hands.
    fn somewhere(&mut self, board: &Board) -> Cond {
        let hands: Vec<_> = self.hands().into_iter().filter(|(_, kind)| kind.size() > 1).collect();
        if hands.len() > 1 && self.rng.chance(20) {
            let first = self.rng.below(hands.len() as u64) as usize;
            let two = [&hands[first], &hands[(first + 1) % hands.len()]];
            return all_of(two.map(|(var, kind)| self.is_some_value(var, kind)).into());
        }
        board.at(self.rng.between(0, board.places - 1)).swap_remove(0)
    }

    /// The variables that do not belong to the board.
    fn hands(&self) -> Vec<(VarRef, TypeSpec)> {
        self.global().variables.into_iter().filter(|(var, _)| !Board::has(var)).collect()
    }

    /// One or several places to begin with, and players who may have anything in their hands.
    pub(super) fn openings(&mut self, board: &Board) -> Cond {
        let everywhere = self.rng.chance(30);
        let mut places: Vec<i64> = (0..board.places).filter(|_| everywhere || self.rng.chance(30)).collect();
        if places.is_empty() {
            places.push(self.rng.between(0, board.places - 1));
        }
        let mut places: Vec<Cond> = places.into_iter().map(|place| all_of(board.at(place))).collect();
        let place = if places.len() > 1 { Cond::Chain(Connective::Or, places) } else { places.remove(0) };
        let mut conditions = vec![place];
        for (var, kind) in self.hands() {
            let fixed = self.is_some_value(&var, &kind);
            conditions.extend(self.rng.chance(50).then_some(fixed));
        }
        all_of(conditions)
    }

    /// A formula about what players can do.
    pub(super) fn aim(&mut self, topics: &Topics, depth: u32) -> Form {
        match self.rng.weighted(&[10, 2, 2]) {
            0 => self.power(topics, depth),
            1 => Form::Not(Box::new(self.power(topics, depth))),
            _ => {
                let connective = [Connective::And, Connective::Or, Connective::Implies][self.rng.below(3) as usize];
                Form::Chain(connective, vec![self.power(topics, depth), self.power(topics, depth)])
            }
        }
    }

    /// `<g>X f` and so on.
    fn power(&mut self, topics: &Topics, depth: u32) -> Form {
        let group = self.side(topics);
        let part = |it: &mut Self, extent| Box::new(it.operand(topics, depth.saturating_sub(1), extent));
        match self.rng.weighted(&[2, 5, 3, 3]) {
            0 => Form::Enforce(group, "X", part(self, Extent::Rarely)),
            1 => Form::Enforce(group, "F", part(self, Extent::Rarely)),
            2 => Form::Enforce(group, "G", part(self, Extent::Mostly)),
            _ => Form::EnforceUntil(group, part(self, Extent::Mostly), part(self, Extent::Rarely)),
        }
    }

    /// What is to be brought about or kept up.
    fn operand(&mut self, topics: &Topics, depth: u32, extent: Extent) -> Form {
        if depth == 0 || self.rng.chance(40) {
            return self.place(extent);
        }
        let less = depth - 1;
        match self.rng.weighted(&[3, 3, 3, 2, 1]) {
            0 => self.power(topics, less),
            1 => {
                let f = self.operand(topics, less, extent);
                self.about_knowledge(topics, f)
            }
            2 => {
                let connective = if extent == Extent::Rarely { Connective::And } else { Connective::Or };
                Form::Chain(connective, vec![self.operand(topics, less, extent), self.power(topics, less)])
            }
            3 => Form::Not(Box::new(self.operand(topics, less, extent.opposite()))),
            _ => Form::Prefix(["EF", "AG", "EX", "AF"][self.rng.below(4) as usize], Box::new(self.place(extent))),
        }
    }

    fn place(&mut self, extent: Extent) -> Form {
        let name = match (extent, self.rng.chance(10)) {
            (_, true) => "t",
            (Extent::Rarely, false) => ["p", "r"][self.rng.below(2) as usize],
            (Extent::Mostly, false) => ["q", "s"][self.rng.below(2) as usize],
        };
        Form::Prop(name.to_owned())
    }

    /// Those who have a choice, or some agents.
    fn side(&mut self, topics: &Topics) -> GroupRef {
        if self.rng.chance(40) {
            return self.coalition(topics, 5);
        }
        let players = self.agents.iter().filter(|agent| !agent.is_environment() && agent.actions.len() > 1);
        GroupRef::Listed(players.map(|agent| agent.name.clone()).collect())
    }
}
