//! Several processes that check one model with distributed states: the first one answers. Threads stand for processes here.

use savoir::{Budget, CheckError, CheckRequest, Loaded, OtherProcesses, Outcome, Parallel, PartsError, check};
use savoir_parallel::ThreadTransport;
use savoir_testkit::fixtures::workspace_root;
use std::sync::{Arc, Mutex};

fn checked(loaded: &Loaded, end: ThreadTransport) -> Result<Outcome, CheckError> {
    let others = Some(OtherProcesses(Arc::new(Mutex::new(end))));
    let request = CheckRequest { parallel: Parallel::Distributed, others, ..CheckRequest::default() };
    check(loaded, &request, &Budget::unlimited(), &mut |_| ())
}

fn example() -> Loaded {
    Loaded::from_file(&workspace_root().join("examples/muddy-children.ispl")).unwrap()
}

#[test]
fn the_first_process_answers() {
    let loaded = example();
    let alone = check(&loaded, &CheckRequest::default(), &Budget::unlimited(), &mut |_| ()).unwrap();
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let ends = ThreadTransport::connect(3, &Budget::unlimited());
        let run = |end| scope.spawn(|| checked(&loaded, end).unwrap());
        let threads: Vec<_> = ends.into_iter().map(run).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let verdicts = |outcome: &Outcome| outcome.results.iter().map(|result| result.verdict).collect::<Vec<_>>();
    assert_eq!((outcomes[0].states.clone(), verdicts(&outcomes[0])), (alone.states.clone(), verdicts(&alone)));
    assert_eq!(outcomes[0].plan.ranks.as_ref().unwrap().ranks.len(), 3);
    assert!(outcomes[1..].iter().all(|outcome| outcome.results.is_empty() && outcome.plan.ranks.is_none()));
}

#[test]
fn a_process_that_is_gone_is_an_error() {
    let loaded = example();
    let mut ends = ThreadTransport::connect(2, &Budget::unlimited());
    drop(ends.pop());
    let error = checked(&loaded, ends.remove(0)).unwrap_err();
    let CheckError::Parts(problem @ PartsError::Failed(_)) = error else { panic!("{error:?}") };
    assert_eq!(problem.to_string(), "checking in parts has failed: rank 1 is gone");
}
