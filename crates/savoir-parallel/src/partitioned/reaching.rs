//! Dividing a model, and finding the states of its parts on several threads.

use super::cores::Cores;
use super::record::{PartitionRecord, SeatRecord};
use super::table::{Remote, Seat};
use super::{Algorithm, Others, PartitionError, Work};
use crate::ThreadTransport;
use num_bigint::BigUint;
use savoir_check::{Capabilities, Stop};
use savoir_symbolic::{
    Division, InitialPart, OrderChoice, Preparation, ReadError, SavedOrder, SymbolicOptions, SymbolicSystem, shares,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Finds all states that are reachable from a part of the initial states.
pub type Reach<'w, 'm> = dyn Fn(&InitialPart) -> Result<SymbolicSystem<'m>, Stop> + Sync + 'w;

/// Who sits where: seats are numbered over all processes, and process `p` of `n` has the seats `p`, `p + n`, and so on.
pub(super) struct Seating {
    pub(super) division: Division,
    /// By seat of this process: the parts that it begins with, by number.
    begin: Vec<Vec<usize>>,
    /// Parts that its seats take when they have nothing else to do.
    open: Vec<usize>,
    taken: AtomicUsize,
    /// How many processes have seats.
    processes: usize,
}

impl Seating {
    /// Divides the initial states and gives each seat its first parts. All processes do the same.
    pub(super) fn new(work: &Work<'_, '_>, others: Others<'_>) -> Result<Seating, Stop> {
        let (rank, ranks) = others.map_or((0, 1), |others| (others.rank(), others.size()));
        let workers = ranks * work.options.threads.max(1);
        let preparation = Preparation::new(work.model, work.symbolic, work.budget)?;
        let division = preparation.divide(work.options.count(workers))?;
        let parts = division.parts.len();
        let seats = match work.options.algorithm {
            Algorithm::Semi | Algorithm::Simple | Algorithm::Merge => workers.min(parts),
            Algorithm::Full => parts,
        };
        let own = |number: &usize| number % ranks == rank;
        let (mut begin, mut open) = (Vec::new(), Vec::new());
        match work.options.algorithm {
            // Parts that follow each other go to one worker.
            Algorithm::Semi | Algorithm::Simple => {
                let mut next = 0;
                for (seat, share) in shares(parts, seats).into_iter().enumerate() {
                    if own(&seat) {
                        begin.push((next..next + share).collect());
                    }
                    next += share;
                }
            }
            Algorithm::Merge | Algorithm::Full => {
                begin = (0..seats).filter(own).map(|part| vec![part]).collect();
                open = (seats..parts).filter(own).collect();
            }
        }
        Ok(Seating { division, begin, open, taken: AtomicUsize::new(0), processes: ranks.min(seats) })
    }

    /// How many seats this process has.
    fn own_seats(&self) -> usize {
        self.begin.len()
    }

    /// A part that nobody has taken.
    fn take(&self) -> Option<usize> {
        self.open.get(self.taken.fetch_add(1, Ordering::Relaxed)).copied()
    }

    fn part(&self, numbers: &[usize]) -> InitialPart {
        let parts: Vec<InitialPart> = numbers.iter().map(|&number| self.division.parts[number].clone()).collect();
        InitialPart::together(&parts)
    }
}

/// Runs every seat of this process on a thread, the first one on the calling thread, and gives what the first one finds;
/// nothing if this process has none. What a seat cannot finish, none can.
pub(super) fn seated<T: Send>(
    work: &Work<'_, '_>,
    others: Others<'_>,
    seating: &Seating,
    run: &(dyn Fn(&Seat<'_>, usize) -> Result<T, PartitionError> + Sync),
    first: &mut dyn FnMut(&Seat<'_>) -> Result<T, PartitionError>,
) -> Result<Option<T>, PartitionError> {
    let cores = Cores::new(work.options.threads);
    let mut ends = ThreadTransport::connect(seating.own_seats(), work.budget).into_iter();
    let Some(end) = ends.next() else { return Ok(None) };
    let remote = others.map(|transport| Remote { transport, processes: seating.processes });
    std::thread::scope(|scope| {
        let cores = &cores;
        let mut threads = Vec::new();
        let mut refused = None;
        for (number, end) in (1..).zip(ends) {
            let sit = move || {
                let seat = Seat::new(end, None, cores);
                let _work = cores.work();
                finish(&seat, run(&seat, number))
            };
            let thread =
                std::thread::Builder::new().name(format!("part {number}")).stack_size(work.options.stack_bytes);
            match thread.spawn_scoped(scope, sit) {
                Ok(thread) => threads.push(thread),
                // Its end of the connection is gone, so nobody waits for it.
                Err(_) => refused = refused.or(Some(number)),
            }
        }
        let seat = Seat::new(end, remote, cores);
        let found = {
            let _work = cores.work();
            finish(&seat, first(&seat))
        };
        // The others hear now, if they wait for this one, that it is gone.
        drop(seat);
        let mut errors: Vec<PartitionError> = refused.map(PartitionError::NoThread).into_iter().collect();
        for thread in threads {
            match thread.join() {
                Ok(ended) => errors.extend(ended.err()),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        match found {
            Ok(found) if errors.is_empty() => Ok(Some(found)),
            Ok(_) => Err(cause(errors)),
            Err(error) => {
                errors.push(error);
                Err(cause(errors))
            }
        }
    })
}

/// Of several errors, the one that the others follow from: somebody who met a limit told the others, and who is gone did not.
fn cause(errors: Vec<PartitionError>) -> PartitionError {
    let weight = |error: &PartitionError| match error {
        PartitionError::NoThread(_) | PartitionError::NoRank(_) => 0,
        PartitionError::Stopped(_) => 1,
        PartitionError::Transport(_) => 2,
    };
    errors.into_iter().min_by_key(weight).unwrap_or(PartitionError::Stopped(Stop::Cancelled))
}

/// Tells the others if this seat could not finish, and says why.
fn finish<T>(seat: &Seat<'_>, result: Result<T, PartitionError>) -> Result<T, PartitionError> {
    result.map_err(|error| {
        use crate::TransportError::{Damaged, GivenUp, Lost, Stopped};
        let error = match seat.failure() {
            Some(failure @ (Lost(_) | Damaged(..))) => PartitionError::Transport(failure),
            Some(Stopped(stop) | GivenUp(_, stop)) => PartitionError::Stopped(stop),
            None => error,
        };
        let reason = if let PartitionError::Stopped(stop) = &error { *stop } else { Stop::Cancelled };
        seat.give_up(reason);
        error
    })
}

/// A part with all its states, and what that took.
pub(super) struct Reached<'m> {
    pub(super) system: SymbolicSystem<'m>,
    pub(super) record: SeatRecord,
}

/// Finds the states of the parts of a seat.
pub(super) fn reach<'m>(work: &Work<'_, 'm>, seating: &Seating, seat: usize) -> Result<Reached<'m>, PartitionError> {
    let begin = &seating.begin[seat];
    let system = (work.reach)(&seating.part(begin))?;
    let mut record = SeatRecord { parts: begin.clone(), reach: vec![system.work()], ..SeatRecord::default() };
    let Some(next) = seating.take() else {
        return Ok(Reached { system, record });
    };
    // More parts: each has diagrams of its own, and only its states are kept.
    let order = system.order();
    let mut states = vec![alone(&system)?.0];
    drop(system);
    let mut next = Some(next);
    while let Some(part) = next {
        let system = (work.reach)(&seating.part(&[part]))?;
        record.parts.push(part);
        record.reach.push(system.work());
        states.push(alone(&system)?.0);
        next = seating.take();
    }
    let system = assemble(work, seating.part(&record.parts), order, &states)?;
    record.merge = system.work();
    Ok(Reached { system, record })
}

/// All states of a system that has no companions yet.
fn alone(system: &SymbolicSystem<'_>) -> Result<(Vec<u8>, BigUint), Stop> {
    system.gather_states()?.ok_or(Stop::Cancelled)
}

fn assemble<'m>(
    work: &Work<'_, 'm>,
    part: InitialPart,
    order: SavedOrder,
    states: &[Vec<u8>],
) -> Result<SymbolicSystem<'m>, PartitionError> {
    let options = SymbolicOptions { order: OrderChoice::Saved(order), part, ..work.symbolic.clone() };
    let preparation = Preparation::new(work.model, &options, work.budget)?;
    preparation.assemble(states).map_err(|error| match error {
        ReadError::Stopped(stop) => PartitionError::Stopped(stop),
        // They were written a moment ago.
        other => unreachable!("states that cannot be read: {other}"),
    })
}

/// Finds all reachable states part by part, and gives a system with all of them, for the first process (Procedure 16); nothing
/// for the others.
///
/// # Errors
/// A limit of the user, or a part that is gone.
pub fn reach_together<'m>(
    work: &Work<'_, 'm>,
    others: Others<'_>,
) -> Result<Option<(SymbolicSystem<'m>, PartitionRecord)>, PartitionError> {
    let seating = Seating::new(work, others)?;
    let run = |seat: &Seat<'_>, number: usize| {
        let Reached { mut system, mut record } = reach(work, &seating, number)?;
        system.join(Box::new(seat));
        let gathered = system.gather_states()?;
        record.note(&system, seat);
        let records = seat.collect(record.to_line())?;
        Ok(gathered.zip(records).map(|((states, _), records)| (states, system.order(), records)))
    };
    let found = seated(work, others, &seating, &|seat, number| run(seat, number), &mut |seat| run(seat, 0))?;
    let Some(Some((states, order, records))) = found else { return Ok(None) };
    let system = assemble(work, InitialPart::default(), order, &[states])?;
    let mut record = PartitionRecord::new(work.options.algorithm, &seating.division, &records);
    record.together = system.work();
    Ok(Some((system, record)))
}
