//! Too much of something.

use crate::common::{Answer, LONG, Running};
use savoir_studio::Limits;
use serde_json::json;
use std::io::{Read, Write};
use std::time::Instant;

const MEGABYTE: usize = 1 << 20;

/// The head of a request that saves a file, with these lines.
fn head(studio: &Running, lines: &str) -> String {
    format!(
        "PUT /{}/api/file HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{lines}\r\n",
        studio.token, studio.host
    )
}

#[test]
fn a_body_of_100_megabytes_is_refused_before_it_comes() {
    let studio = Running::new();
    let start = Instant::now();
    let mut stream = studio.connect();
    stream.write_all(head(&studio, &format!("content-length: {}\r\n", 100 * MEGABYTE)).as_bytes()).unwrap();
    // Nothing of the body was sent.
    let mut answer = [0; 4096];
    let read = stream.read(&mut answer).unwrap();
    let answer = Answer::parse(std::str::from_utf8(&answer[..read]).unwrap());
    assert_eq!(answer.status, 413, "{answer:?}");
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
    // Whoever sends all the same is not listened to.
    let part = vec![b'x'; MEGABYTE];
    let sent = (0..100).take_while(|_| stream.write_all(&part).is_ok()).count();
    assert!(sent < 100, "{sent} megabytes were taken");
    assert_eq!(studio.get("api/files").status, 200);
}

#[test]
fn a_body_without_end_is_cut() {
    let studio = Running::new();
    let mut stream = studio.connect();
    stream.write_all(head(&studio, "transfer-encoding: chunked\r\n").as_bytes()).unwrap();
    let part = [format!("{MEGABYTE:x}\r\n").as_bytes(), &vec![b' '; MEGABYTE], b"\r\n"].concat();
    let sent = (0..200).take_while(|_| stream.write_all(&part).is_ok()).count();
    assert!(sent < 100, "{sent} megabytes were taken");
    assert_eq!(studio.get("api/files").status, 200);
}

#[test]
fn a_body_without_end_for_nobody_is_not_read() {
    let studio = Running::new();
    let mut stream = studio.connect();
    let head = format!("PUT /guess/api/file HTTP/1.1\r\nhost: {}\r\ntransfer-encoding: chunked\r\n\r\n", studio.host);
    stream.write_all(head.as_bytes()).unwrap();
    let part = [format!("{MEGABYTE:x}\r\n").as_bytes(), &vec![b' '; MEGABYTE], b"\r\n"].concat();
    let sent = (0..200).take_while(|_| stream.write_all(&part).is_ok()).count();
    assert!(sent < 100, "{sent} megabytes were taken");
}

#[test]
fn heads_are_short() {
    let studio = Running::new();
    let long = "x".repeat(MEGABYTE);
    let answer = studio.ask("GET", "api/files", &format!("x-long: {long}\r\n"), "");
    assert!(matches!(answer.status, 0 | 431), "{answer:?}");
    let answer = studio.get(&format!("api/file?path={long}"));
    assert!(matches!(answer.status, 0 | 414 | 431), "{answer:?}");
    let many: String = (0..1000).map(|number| format!("x-{number}: y\r\n")).collect();
    let answer = studio.ask("GET", "api/files", &many, "");
    assert!(matches!(answer.status, 0 | 431), "{answer:?}");
    assert_eq!(studio.get("api/files").status, 200);
}

#[test]
fn files_have_a_limit() {
    let studio = Running::within(Limits { file: 100, ..Limits::default() });
    let text = "x".repeat(101);
    std::fs::write(studio.path().join("large.ispl"), &text).unwrap();
    let answer = studio.get("api/file?path=large.ispl");
    assert_eq!((answer.status, answer.error().contains("100 bytes")), (413, true), "{answer:?}");
    let answer = studio.put(&json!({ "path": "new.ispl", "text": text, "expect": null }));
    assert_eq!((answer.status, studio.path().join("new.ispl").exists()), (413, false), "{answer:?}");
    assert_eq!(studio.put(&json!({ "path": "new.ispl", "text": &text[1..], "expect": null })).status, 200);
}
