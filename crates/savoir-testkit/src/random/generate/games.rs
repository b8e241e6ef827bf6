//! Games: models where it matters who sees what.
//!
//! The environment has a board that agents see little of, and what they do decides where it goes, in each place in another
//! way. So a strategy that does the same in many places often cannot do what one with perfect information can. Places have
//! colours, and agents see different ones of them, so that one may exclude what another considers possible. Some joint
//! actions have no successor, some have several. Agents have few observations, so that all their uniform strategies can be
//! tried.

use super::{Generator, Scope};
use crate::random::spec::{
    Action, AgentSpec, Arithmetic, Assignment, Cond, Connective, ENVIRONMENT, EvolutionSpec, ProtocolSpec, Rhs,
    Semantics, Term, TypeSpec, VarRef, VarSpec,
};

/// The product of the numbers of uniform strategies of all agents is at most about this.
const ROOM: u64 = 600;
/// The variable of the environment that says where the game is.
const PLACE: &str = "x";
/// Variables of the environment for the colours of the place.
const COLOURS: [&str; 2] = ["u", "v"];

/// What the environment is about.
pub(super) struct Board {
    /// The number of places.
    pub(super) places: i64,
    /// For each of the first `COLOURS`, that of each place, from 0 to 2.
    colours: Vec<Vec<i64>>,
    views: Views,
}

/// What players see of the board.
#[derive(Clone, Copy)]
enum Views {
    /// The first two players one colour each, a third one both.
    OneColour,
    Anything,
}

/// Where a step leads.
#[derive(Clone, Copy)]
enum Way {
    /// To the next place.
    On,
    Anywhere,
    /// Out of the board, which is impossible: there is no such step.
    Out,
}

impl Board {
    /// The place is this one, and its colours are right.
    pub(super) fn at(&self, place: i64) -> Vec<Cond> {
        let variable = |name: &str| VarRef { agent: ENVIRONMENT.to_owned(), name: name.to_owned() };
        let is = |name: &str, value| Cond::Compare("=", Term::Var(variable(name)), Term::Literal(value));
        let colours = COLOURS.iter().zip(&self.colours).map(|(name, colour)| is(name, colour[place as usize]));
        std::iter::once(is(PLACE, place)).chain(colours).collect()
    }

    /// The game goes to a place.
    fn to(&self, place: i64) -> Vec<Assignment> {
        let becomes =
            |name: &str, value| Assignment { target: name.to_owned(), value: Rhs::Number(Term::Literal(value)) };
        let colours = COLOURS.iter().zip(&self.colours).map(|(name, colour)| becomes(name, colour[place as usize]));
        std::iter::once(becomes(PLACE, place)).chain(colours).collect()
    }

    /// Whether a variable of the environment belongs to the board.
    pub(super) fn has(variable: &VarRef) -> bool {
        variable.agent == ENVIRONMENT && (variable.name == PLACE || COLOURS.contains(&variable.name.as_str()))
    }
}

impl Generator<'_> {
    /// The agents of a game, with all they do.
    pub(super) fn play(&mut self) -> Board {
        let places = self.rng.between(4, 7);
        // Places and colours change together.
        let count = if self.semantics == Semantics::Single { 0 } else { self.rng.weighted(&[1, 2, 5]) };
        let colours = (0..count).map(|_| (0..places).map(|_| self.rng.between(0, 2)).collect()).collect();
        let views = if count == 2 && self.rng.chance(60) { Views::OneColour } else { Views::Anything };
        let board = Board { places, colours, views };
        let environment = self.environment(&board);
        self.agents.push(environment);
        // The environment sees the place, and its actions are another reason why players do not know what comes of theirs.
        let mut room = ROOM;
        if self.rng.chance(25) {
            self.agents[0].actions = vec!["a".to_owned(), "b".to_owned()];
            room >>= places;
        }
        for name in &["M", "N", "P"][..1 + self.rng.weighted(&[2, 5, 3])] {
            let player = self.player(name, &board, &mut room);
            self.agents.push(player);
        }
        for index in 0..self.agents.len() {
            let agent = self.agents[index].clone();
            let (local, guard) = (self.local(&agent), self.guard_scope(&agent));
            let red = self.rng.chance(30).then(|| self.condition(&local, 1));
            let mut protocol = self.protocol(&agent, &local);
            if !agent.actions.is_empty() && self.rng.chance(60) {
                protocol = vec![ProtocolSpec { guard: None, actions: agent.actions.clone() }];
            }
            let mut evolution = Vec::new();
            if agent.is_environment() {
                evolution = self.moves(&agent, &board, &local, &guard);
            } else if self.rng.chance(50) {
                evolution = self.evolution(&agent, &local, &guard);
            }
            self.agents[index] = AgentSpec { red, protocol, evolution, ..agent };
        }
        board
    }

    /// The environment, with the board, and perhaps a flag beside it.
    fn environment(&mut self, board: &Board) -> AgentSpec {
        let mut environment = AgentSpec { actions: Vec::new(), ..self.agent(ENVIRONMENT) };
        let place = VarSpec { name: PLACE.to_owned(), kind: TypeSpec::Int(0, board.places - 1) };
        environment.variables.push(place);
        for (name, _) in COLOURS.iter().zip(&board.colours) {
            environment.variables.push(VarSpec { name: (*name).to_owned(), kind: TypeSpec::Int(0, 2) });
        }
        let flag = VarSpec { name: "y".to_owned(), kind: TypeSpec::Bool };
        match self.rng.weighted(&[6, 2, 2]) {
            0 => {}
            1 => environment.observable.push(flag),
            _ => environment.variables.push(flag),
        }
        environment
    }

    /// A player with some actions, who sees so little that its strategies fit into the room.
    fn player(&mut self, name: &str, board: &Board, room: &mut u64) -> AgentSpec {
        let environment = self.agents[0].clone();
        let mut player = self.agent(name);
        let kind = [TypeSpec::Int(2, 2), TypeSpec::Bool, TypeSpec::Int(0, 2)][self.rng.weighted(&[5, 4, 1])].clone();
        player.variables.push(VarSpec { name: "x".to_owned(), kind });
        let hidden: Vec<String> = environment.variables.iter().map(|it| it.name.clone()).collect();
        let seen = |name: &String| self.rng.chance(if name == PLACE { 10 } else { 55 });
        player.lobsvars = match (board.views, COLOURS.get(self.agents.len() - 1)) {
            (Views::OneColour, Some(colour)) => vec![(*colour).to_owned()],
            (Views::OneColour, None) => COLOURS.map(str::to_owned).into(),
            (Views::Anything, _) => hidden.into_iter().filter(seen).collect(),
        };
        let size = |player: &AgentSpec| {
            let listed = environment.variables.iter().filter(|it| player.lobsvars.contains(&it.name));
            let seen = environment.observable.iter().chain(listed).chain(&player.variables);
            let observations = seen.map(|it| it.kind.size()).product::<u64>();
            (player.actions.len() as u64).saturating_pow(u32::try_from(observations).unwrap_or(u32::MAX))
        };
        while size(&player) > *room && player.lobsvars.pop().is_some() {}
        if size(&player) > *room {
            player.variables[0].kind = TypeSpec::Int(2, 2);
            player.actions.truncate(if *room < 4 { 1 } else { 2 });
        }
        *room = (*room / size(&player)).max(1);
        player
    }

    /// Where the board goes: in some places nowhere, in others as one of the players says, perhaps together with another.
    fn moves(&mut self, environment: &AgentSpec, board: &Board, local: &Scope, guard: &Scope) -> Vec<EvolutionSpec> {
        let players: Vec<AgentSpec> = self.agents.iter().filter(|agent| agent.actions.len() > 1).cloned().collect();
        let mut lines = Vec::new();
        for place in 0..board.places {
            if self.rng.chance(15) {
                continue;
            }
            let Some(player) = self.rng.pick(&players).cloned() else { continue };
            // One of the actions leads on, so that there is something that is worth doing.
            let good = self.rng.pick(&player.actions).cloned();
            for action in &player.actions {
                let ways = if Some(action) == good.as_ref() { vec![Way::On] } else { self.ways() };
                for way in ways {
                    let line = self.step(board, place, way, &test(&player, action), &players);
                    lines.push(line);
                }
            }
        }
        let flag = environment.all_variables().find(|variable| variable.name == "y");
        if let Some(flag) = flag {
            for _ in 0..1 + self.rng.below(2) {
                lines.push(self.line(environment, std::slice::from_ref(flag), local, guard));
            }
        }
        lines
    }

    fn ways(&mut self) -> Vec<Way> {
        match self.rng.weighted(&[4, 8, 2, 2]) {
            0 => Vec::new(),
            1 => vec![Way::Anywhere],
            2 => vec![Way::Anywhere, Way::On],
            _ => vec![Way::Out],
        }
    }

    /// What happens in a place if an action is performed, perhaps only together with another one.
    fn step(&mut self, board: &Board, place: i64, way: Way, action: &Cond, players: &[AgentSpec]) -> EvolutionSpec {
        let x = || Term::Var(VarRef { agent: ENVIRONMENT.to_owned(), name: PLACE.to_owned() });
        let mut conditions = vec![Cond::Compare("=", x(), Term::Literal(place)), action.clone()];
        if self.rng.chance(20)
            && let Some(other) = self.rng.pick(players).cloned()
            && let Some(action) = self.rng.pick(&other.actions)
        {
            conditions.push(test(&other, action));
        }
        let mut assignments = board.to(match way {
            Way::On => (place + 1) % board.places,
            Way::Anywhere | Way::Out => self.rng.between(0, board.places - 1),
        });
        if let Way::Out = way {
            let (operator, number) =
                if place + 1 < board.places { (Arithmetic::Subtract, place + 1) } else { (Arithmetic::Add, 1) };
            let outside = Term::Binary(operator, Box::new(x()), Box::new(Term::Literal(number)));
            assignments[0].value = Rhs::Number(outside);
        }
        EvolutionSpec { assignments, guard: Cond::Chain(Connective::And, conditions) }
    }
}

fn test(player: &AgentSpec, action: &str) -> Cond {
    Cond::Action(Action { operator: "=", agent: Some(player.name.clone()), action: action.to_owned() })
}
