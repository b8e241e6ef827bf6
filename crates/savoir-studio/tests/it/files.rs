//! Listing, opening and saving.

use crate::common::Running;
use savoir_studio::Limits;
use serde_json::{Value, json};
use std::fs;
use std::sync::Barrier;

fn names(list: &Value) -> Vec<&str> {
    list["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect()
}

#[test]
fn files_are_listed_in_order() {
    let studio = Running::new();
    let dir = studio.path();
    fs::create_dir_all(dir.join("week 1/deep")).unwrap();
    for name in ["week 1/b.ispl", "week 1/deep/a.ispl", "Z.ISPL", "talk.savoir-session", "README.md"] {
        fs::write(dir.join(name), "text").unwrap();
    }
    let list = studio.get("api/files").json();
    assert_eq!(names(&list), ["Z.ISPL", "model.ispl", "talk.savoir-session", "week 1/b.ispl", "week 1/deep/a.ispl"]);
    assert_eq!(list["folder"], dir.file_name().unwrap().to_str().unwrap());
    assert_eq!(list["files"][2], json!({ "path": "talk.savoir-session", "bytes": 4, "kind": "session" }));
    assert_eq!(list["complete"], true);
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let studio = Running::within(Limits { files: 3, ..Limits::default() });
    for number in 0..5 {
        fs::write(studio.path().join(format!("{number}.ispl")), "").unwrap();
    }
    let list = studio.get("api/files").json();
    assert_eq!((names(&list).len(), &list["complete"]), (3, &false.into()));
    let studio = Running::within(Limits { entries: 10, ..Limits::default() });
    for number in 0..20 {
        fs::write(studio.path().join(format!("{number}.txt")), "").unwrap();
    }
    assert_eq!(studio.get("api/files").json()["complete"], false);
}

#[test]
fn a_file_is_opened_and_saved() {
    let studio = Running::new();
    let opened = studio.get("api/file?path=model.ispl").json();
    assert_eq!((&opened["path"], &opened["text"]), (&"model.ispl".into(), &"Agent A\n".into()));
    let text = "Agent Übung -- \u{1f600}\r\n";
    let saved = studio.put(&json!({ "path": "model.ispl", "text": text, "expect": opened["hash"] }));
    assert_eq!(saved.status, 200, "{saved:?}");
    assert_eq!(fs::read_to_string(studio.path().join("model.ispl")).unwrap(), text);
    let again = studio.get("api/file?path=model.ispl").json();
    assert_eq!((&again["text"], &again["hash"]), (&text.into(), &saved.json()["hash"]));
    // Only the file is there, and nothing that was needed to write it.
    assert_eq!(fs::read_dir(studio.path()).unwrap().count(), 1);
}

#[test]
fn what_has_changed_meanwhile_is_not_overwritten() {
    let studio = Running::new();
    let file = studio.path().join("model.ispl");
    let seen = studio.get("api/file?path=model.ispl").json()["hash"].clone();
    fs::write(&file, "from another editor").unwrap();
    let there = studio.get("api/file?path=model.ispl").json()["hash"].clone();
    let save = |expect: &Value| studio.put(&json!({ "path": "model.ispl", "text": "mine", "expect": expect }));
    let refused = save(&seen);
    assert_eq!((refused.status, &refused.json()["hash"]), (409, &there));
    assert!(refused.error().contains("changed by somebody else"), "{refused:?}");
    assert_eq!((save(&Value::Null).status, fs::read_to_string(&file).unwrap().as_str()), (409, "from another editor"));
    assert_eq!(save(&there).status, 200);
    // Nor is a file that somebody has removed brought back.
    fs::remove_file(&file).unwrap();
    let gone = save(&there);
    assert_eq!((gone.status, &gone.json()["hash"]), (409, &Value::Null));
    assert!(!file.exists());
    assert_eq!(save(&Value::Null).status, 200);
}

#[test]
fn a_session_is_a_file_like_a_model() {
    let studio = Running::new();
    let session = json!({ "schema": "savoir/session/1", "file": "model.ispl", "view": "formulas", "hidden": ["A"] });
    let saved = studio.put(&json!({ "path": "talk.savoir-session", "text": session.to_string(), "expect": null }));
    assert_eq!(saved.status, 200, "{saved:?}");
    let opened = studio.get("api/file?path=talk.savoir-session").json();
    assert_eq!(serde_json::from_str::<Value>(opened["text"].as_str().unwrap()).unwrap(), session);
    let lost = studio.put(&json!({ "path": "nowhere/x.ispl", "text": "", "expect": null }));
    assert_eq!((lost.status, lost.error().as_str()), (404, "there is no folder `nowhere`"));
}

#[test]
fn of_two_who_create_or_save_one_wins() {
    let studio = Running::new();
    let seen = studio.get("api/file?path=model.ispl").json()["hash"].clone();
    for (path, expect) in [("new.ispl", Value::Null), ("model.ispl", seen)] {
        let together = Barrier::new(8);
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..8)
                .map(|number| {
                    let body = json!({ "path": path, "text": format!("by {number}"), "expect": expect });
                    scope.spawn(|| {
                        together.wait();
                        let body = body;
                        studio.put(&body).status
                    })
                })
                .collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).collect()
        });
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 7, "{statuses:?}");
    }
    assert_eq!(fs::read_dir(studio.path()).unwrap().count(), 2);
}

#[test]
fn what_is_no_text_is_not_opened() {
    let studio = Running::new();
    fs::write(studio.path().join("latin.ispl"), b"-- \xfcbung").unwrap();
    let answer = studio.get("api/file?path=latin.ispl");
    assert_eq!((answer.status, answer.error().contains("no UTF-8 text")), (400, true), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_count() {
    use std::os::unix::fs::PermissionsExt;
    let studio = Running::new();
    let file = studio.path().join("model.ispl");
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    let save = |text: &str| {
        let seen = studio.get("api/file?path=model.ispl").json()["hash"].clone();
        studio.put(&json!({ "path": "model.ispl", "text": text, "expect": seen })).status
    };
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!((save("one"), mode()), (200, 0o640));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!((save("two"), fs::read_to_string(&file).unwrap().as_str()), (403, "one"));
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let studio = Running::new();
    let json = "content-type: application/json\r\n";
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"path":"a.ispl","text":"x"}"#,
        r#"{"path":"a.ispl","text":7,"expect":null}"#,
        r#"{"path":"a.ispl","text":"x","expect":null,"force":true}"#,
        r#"{"path":"a.ispl","text":"\ud800","expect":null}"#,
        &"[".repeat(100_000),
    ] {
        let answer = studio.ask("PUT", "api/file", json, body);
        assert_eq!((answer.status, answer.error().is_empty()), (400, false), "{body:.40}: {answer:?}");
    }
    let good = r#"{"path":"a.ispl","text":"x","expect":null}"#;
    // A page of somebody else could send this without asking.
    assert_eq!(studio.ask("PUT", "api/file", "content-type: text/plain\r\n", good).status, 400);
    assert_eq!(studio.ask("POST", "api/file", json, good).status, 400);
    assert_eq!(studio.get("api/file").status, 400);
    assert_eq!(studio.get("api/file?path=model.ispl&path=model.ispl").status, 400);
    assert_eq!(studio.get("api/nothing").status, 404);
    assert!(!studio.path().join("a.ispl").exists());
}
