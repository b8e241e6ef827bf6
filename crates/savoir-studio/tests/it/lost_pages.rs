//! Pages that go away in the middle of something.

use crate::common::{Running, Wish, until};
use crate::page::{LONG_MODEL, MODEL, Page};
use savoir_lsp::{ServerOptions, Slots};
use savoir_studio::Limits;
use serde_json::json;
use std::net::Shutdown;
use std::time::Duration;

/// A studio with one page, and what its checks run in.
fn with_slots(limits: Limits) -> (Running, Slots) {
    let slots = Slots::new(2);
    let language = ServerOptions { slots: slots.clone(), ..ServerOptions::default() };
    (Running::with(Wish { limits, language, ..Wish::default() }), slots)
}

/// A page that waits for a check that takes for ever.
fn checking(studio: &Running, slots: &Slots) -> Page {
    let mut page = Page::open(studio);
    page.edit(LONG_MODEL);
    page.begin("savoir/check", &json!({ "uri": MODEL }));
    until("the check has begun", || slots.taken() == 1);
    page
}

#[test]
fn a_killed_page_frees_its_server_and_its_check() {
    let (studio, slots) = with_slots(Limits { sessions: 1, ..Limits::default() });
    for polite in [false, true] {
        let mut page = checking(&studio, &slots);
        assert_eq!(Page::connect(&studio).err(), Some(429));
        if polite {
            let _ = page.socket.close(None);
        } else {
            page.socket.get_mut().shutdown(Shutdown::Both).unwrap();
        }
        drop(page);
        until("the check is cancelled", || slots.taken() == 0);
        until("the server has ended", || Page::connect(&studio).is_ok());
    }
}

#[test]
fn a_page_that_does_not_read_is_given_up() {
    let limits = Limits { sessions: 1, stall: Duration::from_millis(300), ..Limits::default() };
    let (studio, slots) = with_slots(limits);
    let mut page = checking(&studio, &slots);
    // Each has an answer that is as long, since its id comes back, and the answers go nowhere.
    let question = json!({ "jsonrpc": "2.0", "id": "x".repeat(100_000), "method": "x", "params": {} });
    page.socket.get_mut().set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    until("the connection ends or is full", || {
        page.socket.send(tungstenite::Message::text(question.to_string())).is_err()
    });
    until("the check is cancelled", || slots.taken() == 0);
    until("the server has ended", || Page::connect(&studio).is_ok());
}

#[test]
fn a_check_can_be_cancelled() {
    let (studio, slots) = with_slots(Limits::default());
    let mut page = Page::open(&studio);
    page.edit(LONG_MODEL);
    let id = page.begin("savoir/check", &json!({ "uri": MODEL }));
    until("the check has begun", || slots.taken() == 1);
    page.notify("$/cancelRequest", &json!({ "id": id }));
    let answer = page.hear("an answer", |message| message["id"] == id);
    assert_eq!(answer["error"]["code"], -32800, "{answer}");
    until("the check is cancelled", || slots.taken() == 0);
}

#[test]
fn the_limits_of_the_studio_hold_whatever_a_page_asks_for() {
    let slots = Slots::new(2);
    let time = Duration::from_millis(300);
    let language = ServerOptions { slots: slots.clone(), time, ..ServerOptions::default() };
    let studio = Running::with(Wish { language, ..Wish::default() });
    let mut page = Page::connect(&studio).unwrap();
    let greedy = json!({ "check": "manual", "limits": { "seconds": 1e9, "megabytes": 1e9 } });
    page.ask("initialize", &json!({ "capabilities": {}, "initializationOptions": greedy }));
    page.notify("initialized", &json!({}));
    page.edit(LONG_MODEL);
    let answer = page.ask("savoir/check", &json!({ "uri": MODEL }));
    assert_eq!(answer["result"]["formulas"][0]["verdict"], "unknown", "{answer}");
}

#[test]
fn the_end_of_the_studio_is_the_end_of_all_checks() {
    let (mut studio, slots) = with_slots(Limits::default());
    let mut pages = [checking(&studio, &slots), Page::open(&studio)];
    let took = studio.end();
    assert!(took < Duration::from_secs(20), "{took:?}");
    assert_eq!(slots.taken(), 0);
    assert!(pages.iter_mut().all(Page::is_ended));
}
