//! Clients that take their time.

use crate::common::{Answer, Running, until};
use savoir_studio::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Short for whoever waits, long enough for a client in a hurry on a busy machine.
const SHORT: Duration = Duration::from_secs(1);

/// No end takes so long, whatever else the machine does.
const BOUND: Duration = Duration::from_secs(40);

fn impatient() -> Running {
    Running::within(Limits { head: SHORT, request: SHORT, stall: SHORT, ..Limits::default() })
}

/// Waits for the end of a connection, and says how long it took.
fn end_of(stream: &mut TcpStream) -> Duration {
    let start = Instant::now();
    let mut buffer = [0; 4096];
    while let Ok(1..) = stream.read(&mut buffer) {}
    start.elapsed()
}

#[test]
fn whoever_says_nothing_is_hung_up_on() {
    let studio = impatient();
    let took = end_of(&mut studio.connect());
    assert!(took < BOUND, "{took:?}");
    // Also after an answer.
    let mut stream = studio.connect();
    let head = format!("GET /{}/api/files HTTP/1.1\r\nhost: {}\r\n\r\n", studio.token, studio.host);
    stream.write_all(head.as_bytes()).unwrap();
    let took = end_of(&mut stream);
    assert!(took < BOUND, "{took:?}");
}

#[test]
fn a_head_that_drips_is_not_waited_for() {
    let studio = impatient();
    let mut stream = studio.connect();
    let start = Instant::now();
    until("the connection ends", || {
        std::thread::sleep(Duration::from_millis(50));
        stream.write_all(b"x").is_err()
    });
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    assert_eq!(studio.get("api/files").status, 200);
}

#[test]
fn a_body_that_drips_is_not_waited_for() {
    let studio = impatient();
    let mut stream = studio.connect();
    let head = format!(
        "PUT /{}/api/file HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
        studio.token, studio.host
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut dripping = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        while dripping.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let answer = Answer::read(&mut stream);
    assert_eq!(answer.status, 408, "{answer:?}");
    assert!(answer.error().contains("too long"), "{answer:?}");
}

/// A client that asks for much and reads nothing fills what is between it and the studio, and then has some time.
#[test]
fn whoever_does_not_read_is_hung_up_on() {
    let studio = impatient();
    std::fs::write(studio.path().join("large.ispl"), "x".repeat(4 << 20)).unwrap();
    let mut stream = studio.connect();
    let request = format!("GET /{}/api/file?path=large.ispl HTTP/1.1\r\nhost: {}\r\n\r\n", studio.token, studio.host);
    let start = Instant::now();
    until("the connection ends", || {
        std::thread::sleep(Duration::from_millis(20));
        stream.write_all(request.as_bytes()).is_err()
    });
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
}

#[test]
fn the_end_waits_for_nobody() {
    let mut studio = Running::within(Limits { farewell: Duration::from_millis(500), ..Limits::default() });
    let silent = studio.connect();
    let mut half = studio.connect();
    half.write_all(b"GET /").unwrap();
    assert_eq!(studio.get("api/files").status, 200);
    let took = studio.end();
    assert!(took < BOUND, "{took:?}");
    drop((silent, half));
}
