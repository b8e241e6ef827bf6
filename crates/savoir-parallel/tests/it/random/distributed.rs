//! Distributed exploration with one to four ranks, threads or processes, and batches of any size: verdicts, states and
//! transitions.

use savoir_check::Budget;
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::{Model, Semantics};
use savoir_parallel::{
    DistributedOptions, DistributedRecord, DistributedTuning, Others, Question, ThreadTransport, Told,
    decide_distributed, distributed_refusal,
};
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Answer, FormulaKind, Options, cases, check_random};
use std::cell::Cell;

/// One way to distribute states.
#[derive(Clone, Copy, Debug)]
struct Way {
    ranks: usize,
    as_processes: bool,
    tuning: DistributedTuning,
}

impl Way {
    /// Ways one after the other, so that all kinds of combinations come up.
    fn number(number: usize) -> Way {
        let batch_bytes = [1, 20, 300, 1 << 18][number / 4 % 4];
        let round_steps = [1, 5, 40, 1 << 14][number / 3 % 4];
        let remembered_states = [1, 8, 1 << 10][number % 3];
        Way {
            ranks: 1 + number % 4,
            as_processes: number % 5 < 2,
            tuning: DistributedTuning { batch_bytes, round_steps, remembered_states },
        }
    }

    fn options(&self) -> DistributedOptions {
        let threads = if self.as_processes { 1 } else { self.ranks };
        DistributedOptions { threads, stack_bytes: 4 << 20, tuning: self.tuning }
    }

    /// What the first rank says; all of them have to come to an end.
    fn answer(&self, model: &Model) -> (Answer, DistributedRecord) {
        let budget = Budget::unlimited();
        if !self.as_processes {
            return self.process(model, &budget, None).unwrap();
        }
        let mut ends = ThreadTransport::connect(self.ranks, &budget).into_iter();
        let first = ends.next().unwrap();
        std::thread::scope(|scope| {
            for end in ends {
                let budget = budget.clone();
                scope.spawn(move || assert!(self.process(model, &budget, Some(&end)).is_none()));
            }
            self.process(model, &budget, Some(&first)).unwrap()
        })
    }

    fn process(&self, model: &Model, budget: &Budget, others: Others<'_>) -> Option<(Answer, DistributedRecord)> {
        let asked: Vec<Question> = questions(model).into_iter().flatten().collect();
        let mut answer = Answer::default();
        let mut verdicts = Vec::new();
        let record = decide_distributed(model, self.options(), budget, others, &asked, &mut |told| match told {
            Told::States(states) => answer.states = states.try_into().ok(),
            Told::NoFairPath => {}
            Told::Verdict(verdict) => verdicts.push(verdict),
        });
        let record = record.unwrap()?;
        assert_eq!(record.ranks.len(), self.ranks);
        let mut verdicts = verdicts.into_iter();
        answer.verdicts = questions(model).into_iter().map(|asked| asked.and_then(|_| verdicts.next())).collect();
        Some((answer, record))
    }
}

/// By property: the question, if it is not refused.
fn questions(model: &Model) -> Vec<Option<Question>> {
    let question = |formula| (formula, Semantics::default());
    let asked = model.properties.iter().map(|property| question(property.formula));
    asked.map(|asked| distributed_refusal(model, asked).is_none().then_some(asked)).collect()
}

/// Compares so many models; gives how many formulas were decided.
fn compare(count: u64, seed: u64, options: &Options) -> u64 {
    let number = Cell::new(0);
    let decided = Cell::new(0);
    // Once a way has failed, it is the one that smaller models are tried with.
    let failing = Cell::new(None);
    check_random(count, seed, options, |model| {
        let way = failing.get().unwrap_or_else(|| Way::number(number.replace(number.get() + 1)));
        let (answer, record) = way.answer(model);
        decided.set(decided.get() + answer.verdicts.iter().flatten().count() as u64);
        if failing.get().is_none() && savoir_testkit::compare(model, &answer).is_err() {
            eprintln!("{way:?}");
            failing.set(Some(way));
        }
        let owned: u64 = record.ranks.iter().map(|rank| rank.states).sum();
        let whole = ExplicitSystem::explore(model, ExplicitOptions::with_threads(1), Budget::unlimited()).unwrap();
        assert_eq!(owned, whole.state_count() as u64, "{way:?}");
        assert_eq!(record.transitions(), whole.transition_count().unwrap() as u64, "{way:?}");
        assert_eq!(way.answer(model).1, record, "{way:?}: not the same again");
        Ok(answer)
    });
    decided.get()
}

/// The kinds of which nothing, or little, is refused.
fn mostly_decided() -> Options {
    Options { kinds: vec![FormulaKind::Ctl, FormulaKind::Knowledge], ..Options::default() }
}

#[test]
fn distributed() {
    let decided = compare(cases(1600), 50_000, &mostly_decided());
    assert!(decided >= cases(12_000), "{decided} formulas");
}

#[test]
fn distributed_with_fairness() {
    let decided = compare(cases(800), 51_000_000, &Options { fairness: FairnessRate::Always, ..mostly_decided() });
    assert!(decided >= cases(6000), "{decided} formulas");
}

/// Formulas of all kinds: those that are not refused are decided.
#[test]
fn distributed_of_all_kinds() {
    let decided = compare(cases(400), 52_000_000, &Options { max_space: 900, ..Options::default() });
    assert!(decided >= cases(800), "{decided} formulas");
}
