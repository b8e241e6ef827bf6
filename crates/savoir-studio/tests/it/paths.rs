//! Ways out of the folder, in all spellings.

use crate::common::Running;
use serde_json::{Value, json};
use std::fs;

/// A file outside that would be found by going up.
const SECRET: &str = "secret.ispl";

/// A folder in a folder, with a secret beside it.
fn beside_a_secret() -> Running {
    let studio = Running::new();
    let parent = studio.path().parent().unwrap();
    // The parent is shared with other tests, so the secret has a folder of its own.
    let outside = parent.join(format!("{}-outside", studio.path().file_name().unwrap().to_str().unwrap()));
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join(SECRET), "secret").unwrap();
    studio
}

fn outside(studio: &Running) -> std::path::PathBuf {
    let name = format!("{}-outside", studio.path().file_name().unwrap().to_str().unwrap());
    studio.path().with_file_name(name)
}

/// Percent signs before the hexadecimal digits of each byte.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[test]
fn no_spelling_of_a_path_leads_out() {
    let studio = beside_a_secret();
    let away = outside(&studio);
    let name = away.file_name().unwrap().to_str().unwrap();
    let up = format!("../{name}/{SECRET}");
    let absolute = away.join(SECRET).to_str().unwrap().to_owned();
    let spellings = [
        up.clone(),
        encoded(&up),
        encoded(&encoded(&up)),
        up.replace("..", "%2e%2e"),
        up.replace("..", "%252e%252e"),
        up.replace('/', "%2f"),
        up.replace('/', "%5c"),
        up.replace('/', "\\"),
        up.replace("..", "%c0%ae%c0%ae"),
        up.replace("..", "%u002e%u002e"),
        up.replace("..", "．．"),
        up.replace("../", "..;/"),
        up.replace("../", "....//"),
        up.replace("../", ".%00./"),
        format!("x/../{up}"),
        format!("./{up}"),
        format!("model.ispl/../{up}"),
        format!("{up}%00.ispl"),
        format!("{}{up}", "../".repeat(40)),
        absolute.clone(),
        encoded(&absolute),
        format!("file://{absolute}"),
        format!("/{absolute}"),
        format!("\\\\localhost{absolute}"),
        "/etc/passwd".to_owned(),
        "~/secret.ispl".to_owned(),
        "/proc/self/environ".to_owned(),
        "C:\\secret.ispl".to_owned(),
        "CON.ispl".to_owned(),
        "model.ispl::$DATA".to_owned(),
        "model.ispl:x.ispl".to_owned(),
    ];
    for path in &spellings {
        let answer = studio.get(&format!("api/file?path={}", path.replace('\\', "%5c").replace("．", "%ef%bc%8e")));
        assert!(matches!(answer.status, 400 | 403 | 404), "{path}: {answer:?}");
        assert!(!answer.body.contains("secret\""), "{path}: {answer:?}");
        for path in
            [path.clone(), path.replace("%2e", ".").replace("%2f", "/").replace("%5c", "\\").replace("%00", "\0")]
        {
            for expect in [Value::Null, "00".into()] {
                let answer = studio.put(&json!({ "path": path, "text": "changed", "expect": expect }));
                assert!(matches!(answer.status, 400 | 403 | 404 | 409), "{path}: {answer:?}");
            }
        }
    }
    assert_eq!(fs::read_to_string(away.join(SECRET)).unwrap(), "secret");
    assert_eq!(fs::read_dir(&away).unwrap().count(), 1);
    // As parts of the address itself, before the studio looks at the rest.
    let token = &studio.token;
    for path in [
        format!("/{token}/../api/files"),
        format!("/{token}/assets/../../model.ispl"),
        format!("/{token}/..%2f..%2fetc/passwd"),
    ] {
        let answer = studio
            .send(format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.host).as_bytes());
        assert!(matches!(answer.status, 403 | 404), "{path}: {answer:?}");
    }
    fs::remove_dir_all(away).unwrap();
}

#[test]
fn only_models_and_sessions_are_files() {
    let studio = Running::new();
    let dir = studio.path();
    fs::create_dir(dir.join(".git")).unwrap();
    fs::create_dir(dir.join("folder.ispl")).unwrap();
    for (name, text) in [("notes.txt", "x"), (".hidden.ispl", "x"), (".git/config.ispl", "x"), ("model.ispl~", "x")] {
        fs::write(dir.join(name), text).unwrap();
    }
    for (path, status) in [
        ("notes.txt", 403),
        (".hidden.ispl", 403),
        (".git/config.ispl", 403),
        ("model.ispl~", 403),
        ("folder.ispl", 400),
        ("none.ispl", 404),
        ("model.ispl/x.ispl", 404),
        ("", 403),
    ] {
        let answer = studio.get(&format!("api/file?path={path}"));
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        assert!(!answer.error().contains(dir.to_str().unwrap()), "{answer:?}");
        let answer = studio.put(&json!({ "path": path, "text": "changed", "expect": "00" }));
        assert!(matches!(answer.status, 400 | 403 | 404 | 409), "{path}: {answer:?}");
    }
    let list = studio.get("api/files").json();
    assert_eq!(list["files"].as_array().unwrap().len(), 1, "{list}");
    assert_eq!(fs::read_to_string(dir.join("notes.txt")).unwrap(), "x");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let studio = beside_a_secret();
    let (dir, away) = (studio.path(), outside(&studio));
    symlink(away.join(SECRET), dir.join("absolute.ispl")).unwrap();
    symlink(format!("../{}/{SECRET}", away.file_name().unwrap().to_str().unwrap()), dir.join("relative.ispl")).unwrap();
    symlink(&away, dir.join("folder")).unwrap();
    symlink("absolute.ispl", dir.join("chain.ispl")).unwrap();
    symlink("circle.ispl", dir.join("circle.ispl")).unwrap();
    symlink("/dev/zero", dir.join("zero.ispl")).unwrap();
    symlink("notes.txt", dir.join("notes.ispl")).unwrap();
    fs::write(dir.join("notes.txt"), "notes").unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(dir.join("pipe.ispl")).status().unwrap();
    assert!(pipe.success());
    let names = [
        "absolute.ispl",
        "relative.ispl",
        "folder/secret.ispl",
        "chain.ispl",
        "circle.ispl",
        "zero.ispl",
        "notes.ispl",
        "pipe.ispl",
    ];
    for name in names {
        let answer = studio.get(&format!("api/file?path={name}"));
        assert!(matches!(answer.status, 400 | 403 | 404 | 500), "{name}: {answer:?}");
        assert!(!answer.body.contains("\"secret\"") && !answer.body.contains("\"notes\""), "{name}: {answer:?}");
        for expect in [Value::Null, "00".into()] {
            let answer = studio.put(&json!({ "path": name, "text": "changed", "expect": expect }));
            assert!(matches!(answer.status, 400 | 403 | 404 | 409 | 500), "{name}: {answer:?}");
        }
    }
    let new = studio.put(&json!({ "path": "folder/new.ispl", "text": "changed", "expect": null }));
    assert!(matches!(new.status, 403 | 404), "{new:?}");
    assert_eq!(fs::read_dir(&away).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(away.join(SECRET)).unwrap(), "secret");
    assert_eq!(fs::read_to_string(dir.join("notes.txt")).unwrap(), "notes");
    let list = studio.get("api/files").json();
    assert_eq!(list["files"], json!([{ "path": "model.ispl", "bytes": 8, "kind": "model" }]));
    fs::remove_dir_all(away).unwrap();
}

#[cfg(unix)]
#[test]
fn links_inside_are_followed_and_stay() {
    use std::os::unix::fs::symlink;
    let studio = Running::new();
    let dir = studio.path();
    symlink("model.ispl", dir.join("link.ispl")).unwrap();
    let opened = studio.get("api/file?path=link.ispl").json();
    assert_eq!(opened["text"], "Agent A\n");
    let written = studio.put(&json!({ "path": "link.ispl", "text": "changed", "expect": opened["hash"] }));
    assert_eq!(written.status, 200, "{written:?}");
    assert_eq!(fs::read_to_string(dir.join("model.ispl")).unwrap(), "changed");
    assert!(dir.join("link.ispl").is_symlink());
}
