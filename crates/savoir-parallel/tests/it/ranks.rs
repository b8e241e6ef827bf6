//! Ranks that stop in the middle: all others come to an end within seconds, and say why.

use savoir_check::{Budget, Stop};
use savoir_model::{Model, Semantics};
use savoir_parallel::{
    DistributedOptions, DistributedRecord, DistributedTuning, Others, PartitionError, Question, Rank, ThreadTransport,
    Told, Transport, TransportError, decide_distributed,
};
use savoir_testkit::fixtures::load;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Small batches, so that there are many rounds.
const TUNING: DistributedTuning = DistributedTuning { batch_bytes: 500, round_steps: 100, remembered_states: 64 };

fn options(threads: usize) -> DistributedOptions {
    DistributedOptions { threads, stack_bytes: 4 << 20, tuning: TUNING }
}

/// A family of models, with all its formulas.
fn generated(name: &str, size: usize) -> Model {
    load(&savoir_families::family(name).unwrap().generate(size).unwrap())
}

fn questions(model: &Model) -> Vec<Question> {
    model.properties.iter().map(|property| (property.formula, Semantics::default())).collect()
}

fn decide(model: &Model, budget: &Budget, others: Others<'_>) -> Result<Option<DistributedRecord>, PartitionError> {
    decide_distributed(model, options(3), budget, others, &questions(model), &mut |_| ())
}

/// What happens to a message: it becomes another one, or its sender is gone.
type Fails = fn(Vec<u8>) -> Option<Vec<u8>>;

/// An end of a connection that does something to a message after so many others, or is gone then.
struct Failing {
    end: ThreadTransport,
    left: Cell<usize>,
    fails: Fails,
}

impl Transport for Failing {
    fn rank(&self) -> Rank {
        self.end.rank()
    }

    fn size(&self) -> usize {
        self.end.size()
    }

    fn send(&self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        let left = self.left.get();
        if left > 0 {
            self.left.set(left - 1);
            return self.end.send(to, message);
        }
        let Some(message) = (self.fails)(message) else { return Err(TransportError::Lost(self.rank())) };
        // It goes on as if nothing had happened.
        self.left.set(usize::MAX);
        self.end.send(to, message)
    }

    fn receive(&self, from: Rank) -> Result<Vec<u8>, TransportError> {
        self.end.receive(from)
    }

    /// It is gone before it can say so.
    fn give_up(&self, _: Stop) {}

    fn sent_bytes(&self) -> u64 {
        self.end.sent_bytes()
    }
}

/// What the first two of three ranks say when the third one fails after so many messages.
fn with_failing(model: &Model, left: usize, fails: Fails) -> [PartitionError; 2] {
    let budget = Budget::unlimited();
    let mut ends = ThreadTransport::connect(3, &budget);
    let failing = Failing { end: ends.pop().unwrap(), left: Cell::new(left), fails };
    let start = Instant::now();
    let errors = std::thread::scope(|scope| {
        let run = |end: ThreadTransport| {
            let budget = budget.clone();
            scope.spawn(move || decide(model, &budget, Some(&end)).unwrap_err())
        };
        let threads = [ends.remove(0), ends.remove(0)].map(run);
        scope.spawn({
            let budget = budget.clone();
            move || decide(model, &budget, Some(&failing)).unwrap_err()
        });
        threads.map(|thread| thread.join().unwrap())
    });
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    errors
}

fn is_about(error: &PartitionError, rank: Rank) -> bool {
    use TransportError::{Damaged, GivenUp, Lost};
    let PartitionError::Transport(error) = error else { return false };
    // Whoever was told of it by another rank says so.
    matches!(error, Lost(lost) | Damaged(lost, _) if *lost == rank) || matches!(error, GivenUp(_, Stop::Cancelled))
}

/// A rank that is gone in the middle of the exploration, of the search for transitions, of a fixpoint.
#[test]
fn a_rank_that_disappears_is_missed() {
    let model = generated("muddy-says", 9);
    let all = decide(&model, &Budget::unlimited(), None).unwrap().unwrap();
    let messages = 2 * all.rounds as usize;
    assert!(messages > 40, "{messages}");
    for left in [0, 1, 2, 9, messages / 3, messages / 2, messages - 5] {
        let errors = with_failing(&model, left, |_| None);
        assert!(errors.iter().all(|error| is_about(error, 2)), "{left}: {errors:?}");
        assert!(errors.contains(&PartitionError::Transport(TransportError::Lost(2))), "{left}: {errors:?}");
    }
}

#[test]
fn damaged_messages_are_noticed() {
    let model = generated("muddy-says", 9);
    let truncated = |mut message: Vec<u8>| message.pop().map(|_| message);
    let emptied = |_: Vec<u8>| Some(Vec::new());
    let flipped = |mut message: Vec<u8>| {
        let last = message.len() - 1;
        message[last] ^= 4;
        Some(message)
    };
    let another_topic = |mut message: Vec<u8>| {
        message[0] ^= 1;
        Some(message)
    };
    let damages: [Fails; 4] = [truncated, emptied, flipped, another_topic];
    for (number, damage) in damages.into_iter().enumerate() {
        for left in [1, 4, 11, 30] {
            let errors = with_failing(&model, left, damage);
            let damaged =
                |error: &PartitionError| matches!(error, PartitionError::Transport(TransportError::Damaged(2, _)));
            assert!(errors.iter().any(damaged), "damage {number} after {left}: {errors:?}");
            assert!(errors.iter().all(|error| is_about(error, 2)), "{errors:?}");
        }
    }
}

/// Whichever rank meets a limit, all say which one.
#[test]
fn limits_end_all_ranks() {
    let model = generated("dining-ck", 12);
    let time = Budget::unlimited().with_time(Duration::from_millis(300));
    assert_eq!(decide(&model, &time, None), Err(PartitionError::Stopped(Stop::Time)));
    let memory = Budget::unlimited().with_memory(40_000);
    assert_eq!(decide(&model, &memory, None), Err(PartitionError::Stopped(Stop::Memory)));
    let flag = Arc::new(AtomicBool::new(false));
    let cancelled = Budget::unlimited().with_cancel(flag.clone());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        assert_eq!(decide(&model, &cancelled, None), Err(PartitionError::Stopped(Stop::Cancelled)));
    });
}

/// Only one of the processes has a limit.
#[test]
fn a_limit_of_one_process_ends_the_others() {
    let model = generated("dining-ck", 10);
    let ends = ThreadTransport::connect(3, &Budget::unlimited());
    std::thread::scope(|scope| {
        let model = &model;
        let run = |end: ThreadTransport| {
            scope.spawn(move || {
                let limit = if end.rank() == 1 { 20_000 } else { u64::MAX };
                decide(model, &Budget::unlimited().with_memory(limit), Some(&end))
            })
        };
        let threads: Vec<_> = ends.into_iter().map(run).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), Err(PartitionError::Stopped(Stop::Memory)));
        }
    });
}

/// States are spread evenly, nobody has those of another, and what is sent does not depend on who was faster.
#[test]
fn ranks_share_the_states() {
    let model = generated("dining-ck", 10);
    let run = || {
        let mut told = Vec::new();
        let record =
            decide_distributed(&model, options(4), &Budget::unlimited(), None, &questions(&model), &mut |news| {
                told.push(news);
            });
        (record.unwrap().unwrap(), told)
    };
    let (record, told) = run();
    let states: u64 = record.ranks.iter().map(|rank| rank.states).sum();
    assert_eq!(told[0], Told::States(states.into()));
    for rank in &record.ranks {
        assert!(rank.states * 5 > states && rank.states * 10 < states * 3, "{record:?}");
        assert!(rank.state_memory >= rank.states * record.stored_bytes as u64, "{record:?}");
        assert!(rank.bytes > 0 && rank.batches > 0 && rank.most_memory >= rank.state_memory, "{record:?}");
    }
    assert_eq!(run(), (record, told));
}

/// No states at all, and states with no variables.
#[test]
fn there_may_be_nothing_to_share() {
    let text = |initial: &str| {
        format!(
            "Agent Lamp Vars: on: boolean; end Vars Actions = {{none}}; Protocol: Other: {{none}}; end Protocol
             Evolution: on = on if Action = none; end Evolution end Agent
             Evaluation light if Lamp.on = true; end Evaluation
             InitStates {initial}; end InitStates
             Formulae EF light; !EF light; AG light; end Formulae"
        )
    };
    for ranks in 1..=4 {
        let told = |initial: &str| {
            let (model, mut told) = (load(&text(initial)), Vec::new());
            let tell = &mut |news| told.push(news);
            decide_distributed(&model, options(ranks), &Budget::unlimited(), None, &questions(&model), tell).unwrap();
            told
        };
        assert_eq!(told("Lamp.on = true and Lamp.on = false"), [Told::States(0_u32.into())]);
        let one = [true, false, true].map(Told::Verdict);
        assert_eq!(told("Lamp.on = true")[1..], one);
        // One of two initial states never gets there.
        let two = [false, false, false].map(Told::Verdict);
        assert_eq!(told("Lamp.on = true or Lamp.on = false")[1..], two);
    }
}
