//! Many at once.

use crate::common::{Running, until};
use savoir_studio::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The files that this process has open: those of the test and those of the studio.
#[cfg(target_os = "linux")]
fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Lets this process have both ends of a thousand connections open.
#[cfg(unix)]
fn make_room() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let wanted = 4096;
    assert!(limit.maximum.is_none_or(|most| most >= wanted), "the system grants too few files: {limit:?}");
    if limit.current.is_some_and(|now| now < wanted) {
        limit.current = Some(wanted);
        setrlimit(Resource::Nofile, limit).unwrap();
    }
}

/// Says that something is over, also if it has failed.
struct Sets<'a>(&'a AtomicBool);

impl Drop for Sets<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A thousand connections at once that wait, and one that asks: those that show no token give way.
#[cfg(unix)]
#[test]
fn a_thousand_sockets_are_no_trouble() {
    make_room();
    let studio = Running::within(Limits { head: Duration::from_secs(600), ..Limits::default() });
    let seats = Limits::default().connections;
    let mut crowd: Vec<TcpStream> = (0..1000).map(|_| studio.connect()).collect();
    let start = Instant::now();
    assert_eq!(studio.get("api/files").status, 200);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // All but those that have a seat were hung up on.
    let rest = crowd.split_off(1000 - seats);
    for stream in &mut crowd {
        assert!(matches!(stream.read(&mut [0]), Ok(0) | Err(_)));
    }
    drop(rest);
    // While others come and go, and say nothing or nonsense, our own page works.
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let crowd: Vec<TcpStream> = (0..50).map(|_| studio.connect()).collect();
                    for mut stream in crowd {
                        let _ = stream.write_all(b"GET /guess/ HTTP/1.1\r\n\r\n");
                    }
                }
            });
        }
        let _at_the_end = Sets(&done);
        for _ in 0..50 {
            // One that has not shown its token yet may be pushed out by a crowd; then it is tried again.
            until("a request is answered", || studio.get("api/file?path=model.ispl").status == 200);
        }
    });
    assert_eq!(studio.get("api/files").status, 200);
}

#[test]
fn known_guests_keep_their_seats() {
    let studio = Running::within(Limits { connections: 4, head: Duration::from_secs(600), ..Limits::default() });
    let ask = format!("GET /{}/api/files HTTP/1.1\r\nhost: {}\r\n\r\n", studio.token, studio.host);
    let answered = |stream: &mut TcpStream| {
        stream.write_all(ask.as_bytes()).is_ok() && matches!(stream.read(&mut [0; 4096]), Ok(1..))
    };
    let mut known: Vec<TcpStream> = (0..4).map(|_| studio.connect()).collect();
    for stream in &mut known {
        assert!(answered(stream));
    }
    let mut crowd: Vec<TcpStream> = (0..50).map(|_| studio.connect()).collect();
    for stream in &mut crowd {
        // Closed, or reset.
        assert!(matches!(stream.read(&mut [0]), Ok(0) | Err(_)));
    }
    assert!(known.iter_mut().all(answered));
    drop(known);
    until("a seat is free", || studio.get("api/files").status == 200);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_stays_open() {
    let studio = Running::new();
    let before = open_files();
    for _ in 0..20 {
        let crowd: Vec<TcpStream> = (0..20).map(|_| studio.connect()).collect();
        for _ in 0..5 {
            assert_eq!(studio.get("api/file?path=model.ispl").status, 200);
        }
        drop(crowd);
    }
    // Other tests of this program come and go; four hundred connections would be seen.
    until("connections are closed", || open_files() < before + 300);
}

#[test]
fn many_requests_at_once_are_answered() {
    let studio = Running::within(Limits { requests: 2, ..Limits::default() });
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(studio.get("api/file?path=model.ispl").status, 200);
                }
            });
        }
    });
}
