//! What browsers are told with every answer.

use crate::common::Running;

#[test]
fn every_answer_protects_itself() {
    let studio = Running::new();
    let answers = [
        studio.get(""),
        studio.get("assets/index.html"),
        studio.get("api/files"),
        studio.get("api/nothing"),
        studio.ask("DELETE", "api/file?path=model.ispl", "", ""),
        studio.send(format!("GET /x/ HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.host).as_bytes()),
    ];
    for answer in &answers {
        let policy = answer.header("content-security-policy").unwrap();
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(rule), "{rule} in {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{name}");
        }
        for name in ["set-cookie", "access-control-allow-origin", "server"] {
            assert_eq!(answer.header(name), None, "{name}");
        }
    }
    assert_eq!(answers.map(|answer| answer.status), [200, 200, 200, 404, 400, 403]);
}

#[test]
fn addresses_of_the_page_are_there() {
    let studio = Running::new();
    let page = studio.get("").body;
    let names = page.split(['"', '\'']).filter(|text| text.starts_with("assets/"));
    for name in names {
        assert_eq!(studio.get(name).status, 200, "{name}");
    }
    // Without the slash behind the token, relative addresses would lead elsewhere.
    let bare = format!("GET /{} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.token, studio.host);
    let answer = studio.send(bare.as_bytes());
    assert_eq!((answer.status, answer.header("location")), (303, Some(format!("/{}/", studio.token).as_str())));
    for name in ["assets/", "assets/..%2fCargo.toml", "assets/%2e%2e/src/lib.rs", "assets/none.js", "assets/x/y.js"] {
        assert_eq!(studio.get(name).status, 404, "{name}");
    }
}
