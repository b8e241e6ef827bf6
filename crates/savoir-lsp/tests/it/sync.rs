//! Texts that are changed piece by piece are the same as texts that are opened.

use crate::client::{Client, able, options};
use crate::cursor::examples;
use savoir::{ColumnUnit, LineIndex};
use serde_json::{Value, json};

const CHANGED: &str = "file:///changed.ispl";
const FRESH: &str = "file:///fresh.ispl";

/// What is put into texts: with characters of one to four bytes, of one and two units, and with all kinds of line ends.
const PIECES: [&str; 12] =
    ["", "x", "\n", "\r\n", "é", "\u{1f600}", "-- \u{1f600}é\r\n", "end ", "(", ";", "K(Alice, ", "\u{feff}"];

/// Random numbers: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    /// A place between two characters; none between a carriage return and its line feed, since that is no position.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) || text[..place].ends_with('\r') && text[place..].starts_with('\n') {
            place -= 1;
        }
        place
    }

    /// A stretch that is not very long.
    fn stretch(&mut self, text: &str) -> (usize, usize) {
        let (one, other) = (self.place(text), self.place(text));
        if self.below(3) == 0 || one.abs_diff(other) > 200 { (one, one) } else { (one.min(other), one.max(other)) }
    }
}

fn position(text: &str, offset: usize, unit: ColumnUnit) -> Value {
    let found = LineIndex::new(text).position(text, offset as u32, unit);
    json!({ "line": found.line, "character": found.column })
}

/// All that is said about a text.
fn said(client: &mut Client, uri: &str, version: i32) -> Vec<Value> {
    let mut said = vec![Value::from(client.diagnostics(uri, version))];
    for method in ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens", "formatting"] {
        let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
        said.push(client.ask(&format!("textDocument/{method}"), params));
    }
    // The addresses differ.
    let text = Value::from(said).to_string().replace(uri, "");
    serde_json::from_str(&text).unwrap()
}

fn compare(encoding: &str, unit: ColumnUnit, seed: u64) {
    let mut able = able();
    able["general"]["positionEncodings"] = json!([encoding]);
    let introduction = json!({ "capabilities": able, "initializationOptions": { "check": "manual" } });
    let mut client = Client::introduced(introduction, options());
    let mut random = Random(seed);
    for (name, text) in examples() {
        let mut text = if random.below(2) == 0 { text.replace('\n', "\r\n") } else { text };
        client.open(CHANGED, &text);
        for version in 2..6 {
            let mut changes = Vec::new();
            for _ in 0..=random.below(4) {
                let (start, end) = random.stretch(&text);
                let piece = PIECES[random.below(PIECES.len())];
                let range = json!({ "start": position(&text, start, unit), "end": position(&text, end, unit) });
                changes.push(json!({ "range": range, "text": piece }));
                text.replace_range(start..end, piece);
            }
            client.change(CHANGED, version, &Value::from(changes));
            client.open(FRESH, &text);
            let (changed, fresh) = (said(&mut client, CHANGED, version), said(&mut client, FRESH, 1));
            assert_eq!(changed, fresh, "{name}, version {version}, seed {seed}:\n{text}");
        }
        for uri in [CHANGED, FRESH] {
            client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        }
        client.ask("savoir/page", Value::Null);
        client.forget();
    }
}

#[test]
fn changes_in_utf_16_equal_a_fresh_text() {
    (0..3).for_each(|seed| compare("utf-16", ColumnUnit::Utf16, seed));
}

#[test]
fn changes_in_utf_8_equal_a_fresh_text() {
    (10..13).for_each(|seed| compare("utf-8", ColumnUnit::Utf8, seed));
}
