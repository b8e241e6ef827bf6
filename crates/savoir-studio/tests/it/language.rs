//! The language server of a page.

use crate::common::{Running, Wish, until};
use crate::page::{MODEL, Page, SHORT_MODEL};
use savoir_studio::Limits;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tungstenite::Message;

#[test]
fn a_model_is_checked_over_the_socket() {
    let studio = Running::new();
    let mut page = Page::open(&studio);
    page.edit(SHORT_MODEL);
    let checked = page.ask("savoir/check", &json!({ "uri": MODEL }));
    let result = &checked["result"];
    assert_eq!((&result["state"], &result["states"]), (&"done".into(), &"2".into()), "{checked}");
    let verdicts: Vec<&Value> =
        result["formulas"].as_array().unwrap().iter().map(|formula| &formula["verdict"]).collect();
    assert_eq!(verdicts, ["true", "false"]);
}

#[test]
fn verdicts_come_while_one_types() {
    let studio = Running::new();
    let mut page = Page::connect(&studio).unwrap();
    page.ask("initialize", &json!({ "capabilities": {} }));
    page.notify("initialized", &json!({}));
    page.edit(SHORT_MODEL);
    page.hear("a verdict", |message| message["method"] == "savoir/verdicts" && message["params"]["state"] == "done");
}

#[test]
fn strangers_get_no_language_server() {
    let studio = Running::new();
    assert_eq!(Page::connect_from(&studio, "http://evil.example").err(), Some(403));
    assert_eq!(Page::connect_from(&studio, "null").err(), Some(403));
    assert_eq!(studio.get("lsp").status, 400);
    let allowed = Running::with(Wish { origins: vec!["https://editor.example"], ..Wish::default() });
    assert!(Page::connect_from(&allowed, "https://editor.example").is_ok());
}

#[test]
fn what_is_no_message_is_answered() {
    let studio = Running::new();
    let mut page = Page::open(&studio);
    for text in ["", "{", "nonsense", "[]", "{}", &"[".repeat(1_000_000), "\u{0}", r#"{"id":{},"method":"x"}"#] {
        page.socket.send(Message::text(text)).unwrap();
        let answer = page.hear("a complaint", |message| message["id"].is_null() && message["error"].is_object());
        let code = answer["error"]["code"].as_i64().unwrap();
        assert!(matches!(code, -32700 | -32600), "{text:.20}: {answer}");
    }
    let unknown = page.ask("savoir/nothing", &json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    page.edit(SHORT_MODEL);
    assert_eq!(page.ask("savoir/check", &json!({ "uri": MODEL }))["result"]["state"], "done");
}

#[test]
fn nonsense_without_end_is_not_listened_to() {
    let studio = Running::new();
    let mut page = Page::open(&studio);
    until("the connection ends", || page.socket.send(Message::text("nonsense")).is_err() || !page.socket.can_write());
}

#[test]
fn only_texts_are_understood() {
    let studio = Running::new();
    let mut page = Page::open(&studio);
    page.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert!(page.is_ended());
}

#[test]
fn a_huge_message_ends_the_connection() {
    let studio = Running::within(Limits { message: 1 << 20, ..Limits::default() });
    let mut page = Page::open(&studio);
    // The studio may end it while it is being sent.
    let _ = page.socket.send(Message::text("x".repeat(3 << 20)));
    assert!(page.is_ended());
    // Also in pieces that are small each, and if only the beginning says how much there will be.
    let mut page = Page::open(&studio);
    let announced = [&[0x81, 0xff][..], &(1_u64 << 40).to_be_bytes(), &[0; 4], b"x"].concat();
    std::io::Write::write_all(page.socket.get_mut(), &announced).unwrap();
    assert!(page.is_ended());
    let mut page = Page::open(&studio);
    let piece = [&[0x00, 0xfe, 0xff, 0xff, 0, 0, 0, 0][..], &[b'x'; 0xffff]].concat();
    std::io::Write::write_all(page.socket.get_mut(), &[0x01, 0x80, 0, 0, 0, 0]).unwrap();
    let sent = (0..1000).take_while(|_| std::io::Write::write_all(page.socket.get_mut(), &piece).is_ok()).count();
    assert!(sent < 1000 && page.is_ended(), "{sent} pieces were taken");
    assert_eq!(studio.get("api/files").status, 200);
}

#[test]
fn there_are_only_so_many_pages() {
    let studio = Running::within(Limits { sessions: 2, ..Limits::default() });
    let first = Page::open(&studio);
    let _second = Page::open(&studio);
    assert_eq!(Page::connect(&studio).err(), Some(429));
    // Other requests are answered all the same.
    assert_eq!(studio.get("api/files").status, 200);
    drop(first);
    until("there is room for another page", || Page::connect(&studio).is_ok());
}

#[test]
fn a_page_that_says_it_has_finished_is_let_go() {
    let studio = Running::within(Limits { sessions: 1, ..Limits::default() });
    let mut page = Page::open(&studio);
    page.ask("shutdown", &Value::Null);
    page.notify("exit", &Value::Null);
    assert!(page.is_ended());
    until("there is room for another page", || Page::connect(&studio).is_ok());
}

#[test]
fn a_page_without_signs_of_life_is_given_up() {
    // Long enough that a machine that is busy with other things answers in between.
    let heartbeat = Duration::from_secs(1);
    let studio = Running::within(Limits { sessions: 1, heartbeat, ..Limits::default() });
    // It answers nothing, since nobody reads.
    let silent = Page::open(&studio);
    until("there is room for another page", || Page::connect(&studio).is_ok());
    drop(silent);
    // One that only listens stays.
    let mut quiet = Page::open(&studio);
    quiet.socket.get_mut().set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    let start = Instant::now();
    while start.elapsed() < 3 * heartbeat {
        let _ = quiet.socket.read();
    }
    assert_eq!(Page::connect(&studio).err(), Some(429));
}
