//! The partitioned algorithms with any number of threads, partitions and processes: verdicts and state counts.

use savoir_check::{Budget, Checker, Verdict};
use savoir_model::{Model, Semantics};
use savoir_parallel::{
    Algorithm, Others, PartitionOptions, Question, ThreadTransport, Told, Work, decide, reach_together,
};
use savoir_symbolic::{InitialPart, LeaveOut, Reach, SymbolicOptions, SymbolicSystem};
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Answer, Options, cases, check_random};
use std::cell::Cell;

/// One way to check in parts.
#[derive(Clone, Copy, Debug)]
struct Way {
    algorithm: Algorithm,
    partitions: Option<usize>,
    threads: usize,
    processes: usize,
    leave_out: LeaveOut,
}

impl Way {
    /// Ways one after the other, so that all kinds of combinations come up.
    fn number(number: usize) -> Way {
        let partitions = [None, Some(1), Some(2), Some(3), Some(5), Some(17)];
        Way {
            algorithm: Algorithm::ALL[number % 4],
            partitions: partitions[number / 4 % 6],
            threads: 1 + number / 3 % 4,
            processes: 1 + number / 5 % 3,
            leave_out: if number % 7 < 3 { LeaveOut::Always } else { LeaveOut::Grow },
        }
    }

    fn symbolic(&self) -> SymbolicOptions {
        let reach = if self.leave_out == LeaveOut::Always { Reach::Frontier } else { Reach::Auto };
        SymbolicOptions { leave_out: self.leave_out, reach, ..SymbolicOptions::default() }
    }

    /// What the first process says; all of them have to come to an end.
    fn answer(&self, model: &Model) -> Answer {
        let budget = Budget::unlimited();
        if self.processes == 1 {
            return self.process(model, &budget, None).unwrap();
        }
        let mut ends = ThreadTransport::connect(self.processes, &budget).into_iter();
        let first = ends.next().unwrap();
        std::thread::scope(|scope| {
            for end in ends {
                let budget = budget.clone();
                scope.spawn(move || assert!(self.process(model, &budget, Some(&end)).is_none()));
            }
            self.process(model, &budget, Some(&first)).unwrap()
        })
    }

    fn process(&self, model: &Model, budget: &Budget, others: Others<'_>) -> Option<Answer> {
        let symbolic = self.symbolic();
        let reach = |part: &InitialPart| {
            SymbolicSystem::build(model, &SymbolicOptions { part: part.clone(), ..symbolic.clone() }, budget)
        };
        let Way { algorithm, partitions, threads, .. } = *self;
        let options = PartitionOptions { algorithm, partitions, threads, stack_bytes: 4 << 20 };
        let work = Work { model, symbolic: &symbolic, options, budget, reach: &reach };
        let is_first = others.is_none_or(|others| others.rank() == 0);
        let answer = if algorithm == Algorithm::Semi { semi(&work, others) } else { in_parts(&work, others) };
        assert_eq!(answer.is_some(), is_first);
        answer
    }
}

fn questions(model: &Model) -> Vec<Question> {
    model.properties.iter().map(|property| (property.formula, Semantics::default())).collect()
}

fn in_parts(work: &Work<'_, '_>, others: Others<'_>) -> Option<Answer> {
    let mut answer = Answer { states: None, deadlocks: None, verdicts: Vec::new(), satisfying: Vec::new() };
    let record = decide(work, others, &questions(work.model), &mut |told| match told {
        Told::States(states) => answer.states = states.try_into().ok(),
        Told::NoFairPath => {}
        Told::Verdict(verdict) => answer.verdicts.push(Some(verdict)),
    });
    let record = record.unwrap()?;
    assert!(record.seats.iter().all(|seat| !seat.parts.is_empty()), "{record:?}");
    let mut parts: Vec<usize> = record.seats.iter().flat_map(|seat| seat.parts.clone()).collect();
    parts.sort_unstable();
    assert_eq!(parts, (0..record.sizes.len()).collect::<Vec<_>>(), "each part once");
    answer.satisfying = vec![None; answer.verdicts.len()];
    Some(answer)
}

fn semi(work: &Work<'_, '_>, others: Others<'_>) -> Option<Answer> {
    let (system, _) = reach_together(work, others).unwrap()?;
    let mut checker = Checker::new(work.model, &system, Semantics::default()).unwrap();
    let verdicts: Vec<Option<bool>> = (work.model.properties.iter())
        .map(|property| match checker.verdict(property.formula) {
            Verdict::True => Some(true),
            Verdict::False => Some(false),
            Verdict::Unknown(_) => None,
        })
        .collect();
    let satisfying = vec![None; verdicts.len()];
    Some(Answer { states: system.state_count().unwrap().try_into().ok(), deadlocks: None, verdicts, satisfying })
}

fn compare(count: u64, seed: u64, options: &Options) {
    let number = Cell::new(0);
    // Once a way has failed, it is the one that smaller models are tried with.
    let failing = Cell::new(None);
    check_random(count, seed, options, |model| {
        let way = failing.get().unwrap_or_else(|| Way::number(number.replace(number.get() + 1)));
        let answer = way.answer(model);
        let whole =
            Way { algorithm: Algorithm::Semi, partitions: Some(1), threads: 1, processes: 1, ..way }.answer(model);
        if (answer.states, &answer.verdicts) != (whole.states, &whole.verdicts) && failing.get().is_none() {
            eprintln!("{way:?}");
            failing.set(Some(way));
        }
        Ok(answer)
    });
}

#[test]
fn partitioned() {
    compare(cases(1600), 40_000, &Options::default());
}

#[test]
fn partitioned_with_fairness() {
    compare(cases(800), 41_000_000, &Options { fairness: FairnessRate::Always, ..Options::default() });
}
