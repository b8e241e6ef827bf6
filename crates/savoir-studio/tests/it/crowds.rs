//! Many at once.

use crate::common::{Running, until};
use savoir_studio::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The files that this process has open: those of the test and those of the studio.
#[cfg(target_os = "linux")]
fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// A thousand connections: those that show no token give way, and the page is served all the while.
#[test]
fn a_thousand_sockets_are_no_trouble() {
    let studio = Running::within(Limits { connections: 32, head: Duration::from_secs(600), ..Limits::default() });
    // Other tests have files open as well, so the crowd comes in parts that the system has room for.
    for _ in 0..10 {
        let mut crowd: Vec<TcpStream> = (0..100).map(|_| studio.connect()).collect();
        let start = Instant::now();
        assert_eq!(studio.get("api/files").status, 200);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        // All but those that have a seat were hung up on.
        let mut ended = 0;
        for stream in &mut crowd[..60] {
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            ended += usize::from(matches!(stream.read(&mut [0]), Ok(0)));
        }
        assert_eq!(ended, 60);
    }
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
