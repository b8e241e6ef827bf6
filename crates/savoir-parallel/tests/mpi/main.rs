//! The wire of MPI between processes that `mpirun` starts: this program again, with one of the tests that are ignored otherwise.

#![allow(clippy::unwrap_used)]

use savoir_check::{Budget, Stop};
use savoir_parallel::{Connection, ConnectionOptions, Transport, TransportError, connect_by_mpi};
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs a test as so many processes; all of them have to pass it.
fn as_processes(count: usize, test: &str) {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "-n", &count.to_string()]);
    command.arg(std::env::current_exe().unwrap()).args(["--exact", test, "--ignored", "--nocapture"]);
    let done = command.output().unwrap();
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{out}{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(out.matches("1 passed").count(), count, "{out}");
}

fn connect(frame_bytes: usize) -> Connection {
    connect_by_mpi(ConnectionOptions { frame_bytes, ..ConnectionOptions::default() }).unwrap()
}

fn content(length: usize, from: usize) -> Vec<u8> {
    (0..length).map(|place| (place * 31 + from) as u8).collect()
}

/// Everybody sends to everybody before anybody receives.
fn everybody_to_everybody(connection: &Connection, channel: u32, lengths: &[usize]) {
    let (rank, size) = (connection.rank(), connection.size());
    let transport = connection.open(channel);
    for length in lengths {
        (0..size).for_each(|to| transport.send(to, content(*length, rank)).unwrap());
    }
    for from in (0..size).rev() {
        for length in lengths {
            assert!(transport.receive(from).unwrap() == content(*length, from), "{length} bytes from {from} to {rank}");
        }
    }
    assert_eq!(transport.sent_bytes(), (size * lengths.iter().sum::<usize>()) as u64);
}

#[test]
fn messages_travel_in_pieces() {
    as_processes(3, "rank_with_small_frames");
}

#[test]
#[ignore = "one of several processes"]
fn rank_with_small_frames() {
    let connection = connect(1000);
    everybody_to_everybody(&connection, 1, &[0, 1, 999, 1000, 1001, 300_000]);
    connection.end(Duration::from_secs(30));
}

#[test]
fn nobody_waits_for_somebody_who_sends() {
    as_processes(2, "rank_with_large_frames");
}

#[test]
#[ignore = "one of several processes"]
fn rank_with_large_frames() {
    let connection = connect(16 << 20);
    // More than any MPI library keeps for somebody who does not receive.
    everybody_to_everybody(&connection, 1, &[50 << 20, 3, 20 << 20]);
    connection.end(Duration::from_secs(30));
}

#[test]
fn giving_up_is_heard_by_who_waits_and_by_who_computes() {
    as_processes(3, "rank_that_hears_of_giving_up");
}

#[test]
#[ignore = "one of several processes"]
fn rank_that_hears_of_giving_up() {
    let connection = connect(1 << 20);
    let mut transport = connection.open(1);
    let budget = transport.limit(Budget::unlimited());
    let reason = Err(TransportError::GivenUp(1, Stop::Memory));
    match connection.rank() {
        0 => assert_eq!(transport.receive(2), reason),
        1 => transport.give_up(Stop::Memory),
        _ => {
            let start = Instant::now();
            while budget.check().is_ok() {
                assert!(start.elapsed() < Duration::from_secs(20));
            }
        }
    }
    // The next channel works.
    everybody_to_everybody(&connection, 2, &[10, 20]);
    connection.end(Duration::from_secs(30));
}
