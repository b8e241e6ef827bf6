//! Plays at random against the strategies in evidence, on random models and with both engines: whatever the user does, each
//! step is one of the model, and what the winner claims comes about.

use super::set_games::hidden;
use savoir::play::{NoPlay, Play, Round, Side, Status, WrongMove, open};
use savoir::{AtlSemantics, Budget, BuildOptions, Engine, Semantics, Session, StartSet};
use savoir_model::{ActionId, AgentId, Formula, FormulaId, Model, Temporal};
use savoir_reference::{JointAction, State, choices, joint_actions, successors};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind, Rng};
use savoir_testkit::{Options, RandomModel, Reference, cases};
use std::collections::{BTreeMap, BTreeSet};

/// A play that nothing ends is followed so far.
const MOST_ROUNDS: usize = 30;

/// How often something was seen, so that the test does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    reached: usize,
    kept: usize,
    lost: usize,
    avoided: usize,
    stuck: usize,
    outcomes: usize,
    refused: usize,
    relying_on_fairness: usize,
    conflicts: usize,
}

/// Who plays at random, with what the reference knows.
struct Referee<'a> {
    model: &'a Model,
    reference: &'a Reference<'a>,
    semantics: Semantics,
    rng: Rng,
}

impl Referee<'_> {
    fn holds(&self, formula: FormulaId, state: &State) -> bool {
        let index = self.reference.graph().states.binary_search(state).unwrap();
        self.reference.sat(formula).unwrap()[index]
    }

    /// The actions of the user's agents, at random; `None` where nothing can come of those that were picked.
    fn pick(&mut self, play: &mut Play, seen: &mut Seen) -> Round {
        let round = play.round();
        loop {
            let picked = round.choices.iter().map(|(agent, actions)| (*agent, *self.rng.pick(actions).unwrap()));
            let picked: Vec<(AgentId, ActionId)> = picked.collect();
            match play.choose(&picked) {
                Ok(found) => return found,
                Err(WrongMove::NoOutcome) => {
                    seen.refused += 1;
                    assert!(!self.is_possible(play, &round.state, &picked), "{picked:?} is a move");
                    assert_eq!(play.round(), round);
                }
                Err(wrong) => panic!("{wrong}"),
            }
        }
    }

    /// Whether a state follows if these agents do this, and the winner's agents what the strategy says, or anything where
    /// they answer.
    fn is_possible(&self, play: &Play, state: &State, picked: &[(AgentId, ActionId)]) -> bool {
        let row = play.strategy().rows.iter().find(|row| row.state == *state).unwrap();
        let agrees = |joint: &JointAction| {
            let fixed = picked.iter().all(|(agent, action)| joint[agent.index()] == Some(*action));
            let mut own = row.choices[0].own.iter().zip(joint);
            let follows = play.winner() == Side::Opponents || own.all(|(own, done)| own.is_none() || own == done);
            fixed && follows
        };
        let mut joint = joint_actions(self.model, state).into_iter().filter(agrees);
        joint.any(|joint| !successors(self.model, state, &joint).is_empty())
    }

    /// A step of the model, and the choice of the winner.
    fn check_step(&self, before: &State, after: &Round) -> JointAction {
        let joint = after.did.clone().unwrap();
        assert!(joint_actions(self.model, before).contains(&joint), "{joint:?} in {before:?}");
        assert!(
            successors(self.model, before, &joint).contains(&after.state),
            "{before:?} {joint:?} {:?}",
            after.state
        );
        joint
    }

    /// What a moment of a play says is so.
    fn check_status(&self, play: &Play, round: &Round) {
        let (Formula::Enforce(coalition, temporal), holds) =
            (self.model.formulas.get(play.formula()), play.node().holds)
        else {
            panic!()
        };
        let has = |formula: FormulaId| self.holds(formula, &round.state);
        match (round.status, *temporal) {
            (Status::Reached, Temporal::Next(f) | Temporal::Finally(f) | Temporal::Until(_, f)) => {
                assert!(holds && has(f));
            }
            (Status::Lost, Temporal::Next(f) | Temporal::Globally(f)) => assert!(!holds && !has(f)),
            (Status::Lost, Temporal::Until(f, h)) => assert!(!holds && !has(f) && !has(h)),
            (Status::AvoidedSoFar, Temporal::Globally(f)) => assert!(holds && has(f)),
            (Status::AvoidedSoFar, Temporal::Finally(f) | Temporal::Until(_, f)) => assert!(!holds && !has(f)),
            (Status::Stuck, _) => {
                let members = self.model.formulas.members(*coalition);
                let is_move = |own: &JointAction| {
                    let agrees = |joint: &JointAction| own.iter().zip(joint).all(|(a, b)| a.is_none() || a == b);
                    let mut joint = joint_actions(self.model, &round.state).into_iter().filter(agrees);
                    joint.any(|joint| !successors(self.model, &round.state, &joint).is_empty())
                };
                assert!(!holds && !choices(self.model, members, &round.state).any(|own| is_move(&own)));
            }
            (Status::GoingOn, Temporal::Until(f, h)) => assert!(holds && has(f) && !has(h)),
            (Status::GoingOn, Temporal::Finally(f)) => assert!(holds && !has(f)),
            (Status::GoingOn, Temporal::Globally(f)) => assert!(!holds && has(f)),
            (Status::GoingOn, Temporal::Next(_)) => assert_eq!(round.number, 0),
            (status, temporal) => panic!("{status:?} {temporal:?}"),
        }
    }

    /// One play from each start.
    fn plays(&mut self, play: &mut Play, seen: &mut Seen) {
        // By member and observation: what it does.
        let mut done: BTreeMap<(AgentId, Vec<u64>), ActionId> = BTreeMap::new();
        for start in 0..play.starts().len() {
            let first = play.start(start).unwrap();
            self.check_status(play, &first);
            let mut before = first.clone();
            while !before.status.is_over() && before.number < MOST_ROUNDS {
                let mut after = self.pick(play, seen);
                if !after.outcomes.is_empty() {
                    seen.outcomes += 1;
                    assert_eq!((after.number, &after.state), (before.number, &before.state));
                    assert_eq!(play.choose(&[]), Err(WrongMove::OutcomeFirst));
                    let wanted = successors(self.model, &before.state, after.did.as_ref().unwrap());
                    assert_eq!(wanted.iter().collect::<BTreeSet<_>>(), after.outcomes.iter().collect());
                    assert_eq!(play.choose_outcome(after.outcomes.len()), Err(WrongMove::NoSuchOutcome));
                    let number = self.rng.below(after.outcomes.len() as u64) as usize;
                    let chosen = after.outcomes[number].clone();
                    after = play.choose_outcome(number).unwrap();
                    assert_eq!(after.state, chosen);
                }
                let joint = self.check_step(&before.state, &after);
                self.check_status(play, &after);
                self.check_uniform(play, &before.state, &joint, &mut done);
                if let (Some(old), Some(new)) = (before.within, after.within) {
                    assert!(new < old, "{old} {new}");
                }
                assert_eq!(
                    (after.number, after.status.is_over()),
                    (before.number + 1, after.choices.is_empty() && after.status.is_over())
                );
                before = after;
            }
            self.count(play, &first, &before, seen);
            for _ in 0..before.number {
                play.back().unwrap();
            }
            assert_eq!((play.round(), play.back()), (first, Err(WrongMove::Start)));
        }
    }

    /// Members of a uniform strategy do the same wherever they observe the same.
    fn check_uniform(
        &self,
        play: &Play,
        state: &State,
        joint: &JointAction,
        done: &mut BTreeMap<(AgentId, Vec<u64>), ActionId>,
    ) {
        if play.winner() != Side::Coalition || !matches!(self.semantics.atl, AtlSemantics::Uniform(_)) {
            return;
        }
        for agent in play.agents(Side::Coalition) {
            let seen = self.model.agent(agent).observes.iter().map(|id| state[id.index()]).collect();
            let action = joint[agent.index()].unwrap();
            assert_eq!(*done.entry((agent, seen)).or_insert(action), action);
        }
    }

    fn count(&self, play: &Play, first: &Round, last: &Round, seen: &mut Seen) {
        // What is decided is decided in time.
        if let Some(within) = first.within {
            assert!(last.status.is_over() && last.number <= within as usize, "{first:?} {last:?}");
        }
        match (last.status, play.winner()) {
            (Status::Reached, _) => seen.reached += 1,
            (Status::Lost, _) => seen.lost += 1,
            (Status::Stuck, _) => seen.stuck += 1,
            (Status::AvoidedSoFar, Side::Coalition) => seen.kept += 1,
            (Status::AvoidedSoFar, Side::Opponents) => seen.avoided += 1,
            (Status::GoingOn, _) => panic!("it was to be decided: {first:?} {last:?}"),
        }
    }
}

fn on_model(seed: u64, text: &str, semantics: Semantics, seen: &mut Seen) {
    let model = load(text);
    let Ok(mut reference) = Reference::build(&model, 2_000) else { return };
    reference.read_as(semantics);
    let parts = model.properties.iter().flat_map(|property| model.formulas.closure(property.formula));
    let questions: BTreeSet<FormulaId> =
        parts.filter(|part| matches!(model.formulas.get(*part), Formula::Enforce(..))).collect();
    // Where there are too many strategies to try each, it is not known what holds where.
    let known = |part: &FormulaId| model.formulas.operands(*part).into_iter().all(|one| reference.sat(one).is_ok());
    let questions: BTreeSet<FormulaId> = questions.into_iter().filter(known).collect();
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let options = BuildOptions { engine, ..BuildOptions::with_threads(1) };
        let Ok(mut session) = Session::open(&model, &options, &Budget::unlimited()) else { continue };
        for formula in questions.iter().copied() {
            let mut play = match open(&mut session, formula, semantics) {
                Ok(play) => play,
                Err(NoPlay::ReliesOnFairness) => {
                    seen.relying_on_fairness += 1;
                    continue;
                }
                Err(NoPlay::Conflict) => {
                    seen.conflicts += 1;
                    continue;
                }
                Err(NoPlay::NotShown(_)) if !model.fairness.is_empty() => continue,
                Err(other) => panic!("{}: {other}\n{text}", model.formula_brief(formula)),
            };
            assert_eq!(play.formula(), formula);
            assert!(model.fairness.is_empty() || play.winner() == Side::Coalition, "answers would have to be fair");
            let mut referee = Referee { model: &model, reference: &reference, semantics, rng: Rng::new(seed) };
            (0..3).for_each(|_| referee.plays(&mut play, seen));
        }
    }
}

fn on_models(first: u64, count: u64, fairness: FairnessRate, atl: AtlSemantics) -> Seen {
    let kinds = vec![FormulaKind::Strategic];
    let options = Options { max_space: 60, formulas: 4, kinds, depth: 2, fairness, ..Options::default() };
    let mut seen = Seen::default();
    for seed in first..first + cases(count) {
        let text = RandomModel::generate(seed, &options).to_ispl();
        on_model(seed, &text, Semantics { atl, ..Semantics::default() }, &mut seen);
    }
    seen
}

#[test]
fn who_has_a_strategy_wins() {
    let seen = on_models(8_100_000, 800, FairnessRate::Never, AtlSemantics::PerfectInformation);
    assert!(seen.reached > 20 && seen.kept > 20 && seen.lost > 20 && seen.avoided > 20, "{seen:?}");
    assert!(seen.stuck > 5 && seen.outcomes > 5 && seen.refused > 5 && seen.relying_on_fairness == 0, "{seen:?}");
}

#[test]
fn who_has_a_strategy_wins_under_fairness_too() {
    let seen = on_models(8_200_000, 800, FairnessRate::Always, AtlSemantics::PerfectInformation);
    assert!(seen.reached > 20 && seen.kept > 5 && seen.lost + seen.avoided + seen.stuck == 0, "{seen:?}");
    assert!(seen.relying_on_fairness > 5, "{seen:?}");
}

#[test]
fn uniform_strategies_win_by_what_their_members_see() {
    for start in [StartSet::Everyone, StartSet::Objective] {
        let seen = on_models(8_300_000, 400, FairnessRate::Never, AtlSemantics::Uniform(start));
        assert!(seen.reached > 20 && seen.kept > 20 && seen.avoided > 5 && seen.lost > 5, "{seen:?}");
    }
    let mut seen = Seen::default();
    for seed in 0..cases(400) {
        let atl = AtlSemantics::Uniform(StartSet::Everyone);
        on_model(seed, &hidden::game(seed, false), Semantics { atl, ..Semantics::default() }, &mut seen);
    }
    assert!(seen.reached > 20 && seen.conflicts > 20, "{seen:?}");
}
