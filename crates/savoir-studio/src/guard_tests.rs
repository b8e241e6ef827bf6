//! Who gets in, and who does not.

use super::*;
use axum::http::{Request, StatusCode};
use std::time::Duration;

fn guard() -> Guard {
    let origins = vec!["https://editor.example".parse().unwrap()];
    Guard { door: Door::new().unwrap(), port: 4711, origins }
}

fn ask(guard: &Guard, path: &str, headers: &[(&str, &str)]) -> Result<Entry, StatusCode> {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    guard.admit(&request.body(()).unwrap().into_parts().0).map_err(|failure| failure.status)
}

const HERE: (&str, &str) = ("host", "127.0.0.1:4711");

#[test]
fn the_host_is_this_machine() {
    let guard = guard();
    let path = format!("/{}/api/files?x=1", guard.door.token());
    let pass = Ok(Entry::Pass { rest: "/api/files?x=1".to_owned(), foreign: None });
    for host in ["127.0.0.1:4711", "localhost:4711", "[::1]:4711"] {
        assert_eq!(ask(&guard, &path, &[("host", host)]), pass, "{host}");
    }
    let foreign = [
        "evil.example:4711",
        "127.0.0.1:4712",
        "127.0.0.1",
        "localhost",
        "127.0.0.1.evil.example:4711",
        "127.0.0.1:4711.evil",
        "localhost:04711",
        "evil@localhost:4711",
        "0.0.0.0:4711",
        "LOCALHOST.:4711",
        "127.1:4711",
        "",
    ];
    for host in foreign {
        assert_eq!(ask(&guard, &path, &[("host", host)]), Err(StatusCode::FORBIDDEN), "{host}");
    }
    assert_eq!(ask(&guard, &path, &[]), Err(StatusCode::BAD_REQUEST));
    assert_eq!(ask(&guard, &path, &[HERE, ("host", "evil.example")]), Err(StatusCode::BAD_REQUEST));
    assert_eq!(ask(&guard, &format!("http://evil.example{path}"), &[HERE]), Err(StatusCode::FORBIDDEN));
    assert_eq!(ask(&guard, &format!("http://127.0.0.1:4711{path}"), &[HERE]), pass);
    let usual = Guard { port: 80, ..guard };
    assert!(ask(&usual, &path, &[("host", "localhost")]).is_ok());
}

#[test]
fn the_origin_is_our_own_or_allowed() {
    let guard = guard();
    let path = format!("/{}/lsp", guard.door.token());
    let from = |origin: &str| ask(&guard, &path, &[HERE, ("origin", origin)]);
    assert_eq!(from("http://127.0.0.1:4711"), Ok(Entry::Pass { rest: "/lsp".to_owned(), foreign: None }));
    assert!(matches!(from("https://editor.example"), Ok(Entry::Pass { foreign: Some(_), .. })));
    let foreign = [
        "null",
        "http://evil.example",
        "https://127.0.0.1:4711",
        "http://127.0.0.1:4712",
        "http://localhost:4711",
        "",
        "http://127.0.0.1:4711/",
        "https://editor.example.evil",
        "http://editor.example",
    ];
    for origin in foreign {
        assert_eq!(from(origin), Err(StatusCode::FORBIDDEN), "{origin}");
    }
    let both = [HERE, ("origin", "http://127.0.0.1:4711"), ("origin", "http://evil.example")];
    assert_eq!(ask(&guard, &path, &both), Err(StatusCode::FORBIDDEN));
}

#[test]
fn what_other_pages_embed_is_refused_but_a_link_may_be_followed() {
    let guard = guard();
    let path = format!("/{}/", guard.door.token());
    let sent = |site: &str, mode: &str| ask(&guard, &path, &[HERE, ("sec-fetch-site", site), ("sec-fetch-mode", mode)]);
    assert_eq!(sent("cross-site", "no-cors"), Err(StatusCode::FORBIDDEN));
    assert_eq!(sent("same-site", "no-cors"), Err(StatusCode::FORBIDDEN));
    for (site, mode) in [("cross-site", "navigate"), ("none", "navigate"), ("same-origin", "no-cors")] {
        assert!(sent(site, mode).is_ok(), "{site} {mode}");
    }
}

#[test]
fn the_token_is_the_first_part_of_the_path() {
    let guard = guard();
    let token = guard.door.token().to_owned();
    for path in [
        "/",
        "//",
        "/api/files",
        "/x/",
        "/x/../",
        "//TOKEN/",
        "/./TOKEN/",
        "/%2e/TOKEN/",
        "/TOKENx/",
        "/TOKEN%2f",
        "/token/",
    ] {
        assert_eq!(ask(&guard, &path.replace("TOKEN", &token), &[HERE]), Err(StatusCode::FORBIDDEN), "{path}");
    }
    assert_eq!(ask(&guard, &format!("/{token}"), &[HERE]), Ok(Entry::Lead(format!("/{token}/"))));
    let word = guard.door.welcome(Duration::from_secs(60)).unwrap();
    assert_eq!(ask(&guard, &format!("/{word}/"), &[("host", "evil.example:4711")]), Err(StatusCode::FORBIDDEN));
    assert_eq!(ask(&guard, &format!("/{word}/"), &[HERE]), Ok(Entry::Lead(format!("/{token}/"))));
    assert_eq!(ask(&guard, &format!("/{word}/"), &[HERE]), Err(StatusCode::FORBIDDEN));
}

#[test]
fn allowed_pages_may_ask_what_they_may() {
    let guard = guard();
    let preflight = |path: &str, origin: &str| {
        let request = Request::options(path).header("host", HERE.1).header("origin", origin).body(()).unwrap();
        guard.admit(&request.into_parts().0).map_err(|failure| failure.status)
    };
    let path = format!("/{}/api/file", guard.door.token());
    assert!(matches!(preflight(&path, "https://editor.example"), Ok(Entry::Preflight { .. })));
    assert_eq!(preflight(&path, "https://evil.example"), Err(StatusCode::FORBIDDEN));
    assert_eq!(preflight("/guess/api/file", "https://editor.example"), Err(StatusCode::FORBIDDEN));
}
