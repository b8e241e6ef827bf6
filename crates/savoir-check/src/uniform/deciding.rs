//! Deciding the start sets of many states, one after the other or several at a time.

use super::search::{Answer, Search, Winning};
use super::start_sets::StartSets;
use super::workers::{WorkerAnswer, Workers};
use crate::{Checker, Stop, System};
use std::ops::ControlFlow;

/// Whether a search may end when one start set is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Thoroughness {
    AllStates,
    UntilOneIsLost,
}

/// States with the same start set.
struct StartClass<Set> {
    states: Set,
    start: Set,
}

/// What is decided so far about some states.
pub(super) struct Deciding<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    starts: StartSets<'a, 'm, S>,
    thoroughness: Thoroughness,
    /// Not decided.
    open: S::Set,
    pub(super) won: S::Set,
}

impl<'a, 'm, S: System> Deciding<'a, 'm, S> {
    pub(super) fn new(starts: StartSets<'a, 'm, S>, thoroughness: Thoroughness, open: S::Set) -> Self {
        let checker = starts.checker;
        Deciding { checker, starts, thoroughness, open, won: checker.system.empty() }
    }

    /// Decides all states, or until one is lost if that is enough.
    pub(super) fn run(&mut self, search: &mut Search<'_, '_, S>) -> Result<(), Stop> {
        self.win_at_once(search)?;
        while let [class] = &self.classes(1)?[..] {
            if search.is_worth_sharing() && !self.checker.system.is_subset(&self.open, &class.states)? {
                return self.run_in_threads(search);
            }
            if self.run_one(search, class)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn run_one(&mut self, search: &mut Search<'_, '_, S>, class: &StartClass<S::Set>) -> Result<ControlFlow<()>, Stop> {
        let answer = search.solve(&class.start)?;
        self.take(class, &answer)
    }

    /// Goes on with several threads, if the engine can share its sets with them.
    fn run_in_threads(&mut self, search: &mut Search<'_, '_, S>) -> Result<(), Stop> {
        let sets = search.sets_to_share()?;
        let game = search.shared_game(&sets)?;
        std::thread::scope(|scope| {
            let mut workers = match &game {
                Some(game) => Workers::start(scope, game, search.threads()),
                None => Workers::none(),
            };
            let result = self.run_with(search, &mut workers);
            search.note_workers(&workers);
            result
        })
    }

    fn run_with(&mut self, search: &mut Search<'_, '_, S>, workers: &mut Workers) -> Result<(), Stop> {
        let least = workers.count().max(1);
        let most = match self.thoroughness {
            Thoroughness::AllStates => least.saturating_mul(self.checker.uniform_search().tuning.shared_start_sets),
            // The next one may be lost.
            Thoroughness::UntilOneIsLost => least,
        };
        let mut size = least;
        loop {
            let work = search.sat_work().filter(|_| workers.count() > 1);
            let classes = self.classes(if work.is_some() { size } else { 1 })?;
            let answers = match work {
                Some(work) if classes.len() > 1 => self.ask(workers, &classes, search, work)?,
                _ => classes.iter().map(|_| WorkerAnswer::GivenUp).collect(),
            };
            if classes.is_empty() {
                return Ok(());
            }
            let mut needless = 0;
            for (class, answer) in classes.iter().zip(answers) {
                // A strategy for another start set may win from here too.
                if self.checker.system.is_empty(&self.checker.system.intersection(&class.states, &self.open)?) {
                    needless += 1;
                    continue;
                }
                let flow = match known(answer) {
                    Some(answer) => {
                        search.note_decided(&answer);
                        self.take(class, &answer)?
                    }
                    None => self.run_one(search, class)?,
                };
                if flow.is_break() {
                    return Ok(());
                }
            }
            // Where a strategy wins from many start sets, few are decided at a time.
            let is_wasteful = needless * 4 > classes.len();
            size = if is_wasteful { size / 2 } else { size * 2 }.clamp(least, most);
        }
    }

    /// Asks threads about start sets that are small enough to be listed; the others are left to whoever asks.
    fn ask(
        &self,
        workers: &mut Workers,
        classes: &[StartClass<S::Set>],
        search: &Search<'_, '_, S>,
        work: u64,
    ) -> Result<Vec<WorkerAnswer>, Stop> {
        let starts: Result<Vec<_>, Stop> = classes.iter().map(|class| search.listed(&class.start)).collect();
        let starts = match starts {
            Err(Stop::TooLarge) => return Ok(classes.iter().map(|_| WorkerAnswer::GivenUp).collect()),
            starts => starts?,
        };
        let ends = self.thoroughness == Thoroughness::UntilOneIsLost;
        workers.decide(starts, work, |answer| ends && matches!(answer, WorkerAnswer::Lost))
    }

    /// Some of the open states, by their start sets.
    fn classes(&self, most: usize) -> Result<Vec<StartClass<S::Set>>, Stop> {
        let system = self.checker.system;
        let mut classes = Vec::new();
        let mut rest = self.open.clone();
        while classes.len() < most
            && let Some(state) = system.pick(&rest)?
        {
            let states = self.starts.with_same(&state)?;
            rest = system.difference(&rest, &states)?;
            classes.push(StartClass { states, start: self.starts.of(&state)? });
        }
        Ok(classes)
    }

    /// Takes an answer for the states it is about, and for others that the strategy wins from.
    fn take(&mut self, class: &StartClass<S::Set>, answer: &Answer<S::Set>) -> Result<ControlFlow<()>, Stop> {
        let system = self.checker.system;
        let mut decided = system.intersection(&class.states, &self.open)?;
        self.open = system.difference(&self.open, &decided)?;
        let Answer::Won(winning) = answer else {
            return Ok(match self.thoroughness {
                Thoroughness::AllStates => ControlFlow::Continue(()),
                Thoroughness::UntilOneIsLost => ControlFlow::Break(()),
            });
        };
        if !system.is_empty(&self.open)
            && let Some(wins) = winning.wins(system, self.checker.uniform_search().tuning.shared_states)?
        {
            let others = system.intersection(&self.open, &self.starts.known_in(&wins)?)?;
            self.open = system.difference(&self.open, &others)?;
            decided = system.union(&decided, &others)?;
        }
        self.won = system.union(&self.won, &decided)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Takes what a bound from below says is won, if there is more than one start set: it takes about as long as one search
    /// over sets.
    fn win_at_once(&mut self, search: &mut Search<'_, '_, S>) -> Result<(), Stop> {
        let system = self.checker.system;
        let [class] = &self.classes(1)?[..] else { return Ok(()) };
        if system.is_subset(&self.open, &class.states)? {
            return Ok(());
        }
        if let Some(wins) = search.won_without_search()? {
            self.won = system.intersection(&self.open, &self.starts.known_in(&wins)?)?;
            search.note_won_at_once(system.count(&self.won)?);
            self.open = system.difference(&self.open, &self.won)?;
        }
        Ok(())
    }
}

/// The answer, unless there is none.
fn known<Set>(answer: WorkerAnswer) -> Option<Answer<Set>> {
    match answer {
        WorkerAnswer::Won(strategy, states) => Some(Answer::Won(Winning::Listed(strategy, states))),
        WorkerAnswer::Lost => Some(Answer::Lost),
        WorkerAnswer::GivenUp => None,
    }
}
