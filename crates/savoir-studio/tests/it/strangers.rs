//! Requests that come from somebody else, or for somebody else.

use crate::common::{Running, Wish};

/// Everything there is to ask for.
const PATHS: [&str; 5] = ["", "assets/index.html", "api/files", "api/file?path=model.ispl", "lsp"];

fn request(studio: &Running, path: &str, lines: &str) -> u16 {
    studio.send(format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{lines}\r\n").as_bytes()).status
}

#[test]
fn without_the_token_there_is_nothing() {
    let studio = Running::new();
    let host = format!("host: {}\r\n", studio.host);
    let other = studio.token.chars().rev().collect::<String>();
    for path in PATHS {
        for word in
            ["", "/x", &format!("/{other}"), &format!("/{}", &studio.token[1..]), &format!("/{}0", studio.token)]
        {
            assert_eq!(request(&studio, &format!("{word}/{path}"), &host), 403, "{word}/{path}");
        }
        let hidden = [
            format!("/x/../{}/{path}", studio.token),
            format!("/./{}/{path}", studio.token),
            format!("//{}/{path}", studio.token),
        ];
        for path in hidden {
            assert_eq!(request(&studio, &path, &host), 403, "{path}");
        }
    }
    // What is refused does not say why.
    let answer = studio.send(format!("GET /{other}/ HTTP/1.1\r\n{host}connection: close\r\n\r\n").as_bytes());
    assert!(!answer.body.contains(&studio.token) && !answer.body.contains("model.ispl"));
    assert!(answer.error().contains("`savoir studio`"), "{answer:?}");
}

#[test]
fn foreign_names_of_this_machine_are_refused() {
    let studio = Running::new();
    let port = studio.host.split_once(':').unwrap().1;
    for path in PATHS.iter().filter(|path| **path != "lsp") {
        let path = format!("/{}/{path}", studio.token);
        for host in ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", "192.168.0.1", "localhost.evil"] {
            assert_eq!(request(&studio, &path, &format!("host: {host}:{port}\r\n")), 403, "{host}");
            assert_eq!(request(&studio, &path, &format!("host: {host}\r\n")), 403, "{host}");
        }
        assert_eq!(request(&studio, &path, "host: 127.0.0.1:1\r\n"), 403);
        assert_eq!(request(&studio, &path, ""), 400);
        assert_eq!(request(&studio, &path, &format!("host: {}\r\nhost: evil.example\r\n", studio.host)), 400);
        for name in ["127.0.0.1", "localhost", "[::1]"] {
            assert_eq!(request(&studio, &path, &format!("host: {name}:{port}\r\n")), 200, "{name} {path}");
        }
        let named = format!("http://evil.example:{port}{path}");
        assert_eq!(request(&studio, &named, &format!("host: {}\r\n", studio.host)), 403);
    }
}

#[test]
fn pages_of_others_are_refused() {
    let studio = Running::new();
    for path in PATHS {
        let path = format!("/{}/{path}", studio.token);
        for origin in ["null", "http://evil.example", "http://127.0.0.1:1", &format!("https://{}", studio.host)] {
            let lines = format!("host: {}\r\norigin: {origin}\r\n", studio.host);
            assert_eq!(request(&studio, &path, &lines), 403, "{origin} {path}");
        }
        let embedded = format!("host: {}\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\n", studio.host);
        assert_eq!(request(&studio, &path, &embedded), 403, "{path}");
    }
    let own = format!("host: {0}\r\norigin: http://{0}\r\n", studio.host);
    assert_eq!(request(&studio, &format!("/{}/api/files", studio.token), &own), 200);
    // Not even the right origin may do what it asks for beforehand: it has no need to.
    let preflight = studio.ask("OPTIONS", "api/file", "origin: https://editor.example\r\n", "");
    assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (403, None));
}

#[test]
fn an_origin_can_be_let_in() {
    let studio = Running::with(Wish { origins: vec!["https://editor.example"], ..Wish::default() });
    let origin = "origin: https://editor.example\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: cors\r\n";
    let preflight = studio.ask("OPTIONS", "api/file", origin, "");
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("https://editor.example"));
    assert_eq!(preflight.header("access-control-allow-methods"), Some("GET, PUT"));
    let answer = studio.ask("GET", "api/files", origin, "");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, Some("https://editor.example")));
    assert_eq!(answer.header("vary"), Some("Origin"));
    // It may read refusals too.
    let missing = studio.ask("GET", "api/nothing", origin, "");
    assert_eq!((missing.status, missing.header("access-control-allow-origin")), (404, Some("https://editor.example")));
    let other = studio.ask("GET", "api/files", "origin: https://other.example\r\n", "");
    assert_eq!((other.status, other.header("access-control-allow-origin")), (403, None));
}

#[test]
fn the_address_for_the_browser_opens_once() {
    let studio = Running::new();
    let word = studio.welcome.rsplit('/').nth(1).unwrap();
    assert_ne!(word, studio.token);
    let knock = || {
        studio.send(format!("GET /{word}/ HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.host).as_bytes())
    };
    let first = knock();
    assert_eq!((first.status, first.header("location")), (303, Some(format!("/{}/", studio.token).as_str())));
    assert_eq!(first.header("cache-control"), Some("no-store"));
    assert_eq!(knock().status, 403);
}

#[test]
fn what_is_no_request_is_no_trouble() {
    let studio = Running::new();
    for bytes in [
        &b"\r\n\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        &[0xff; 4096],
        b"GET / HTTP/9.9\r\n\r\n",
    ] {
        let mut stream = studio.connect();
        std::io::Write::write_all(&mut stream, bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let status = crate::common::Answer::read(&mut stream).status;
        assert!(matches!(status, 0 | 400 | 403 | 505), "{status}");
    }
    let smuggled = format!(
        "GET /{}/api/files HTTP/1.1\r\nhost: {}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        studio.token, studio.host
    );
    assert!(studio.send(format!("{smuggled}GET /x/ HTTP/1.1\r\nconnection: close\r\n\r\n").as_bytes()).status >= 200);
    assert_eq!(studio.get("api/files").status, 200);
}
