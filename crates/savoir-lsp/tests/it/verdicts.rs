//! Verdicts: told while one types, and asked for.

use crate::client::{Client, MODEL};
use savoir::examples_for_docs::TOGGLE;
use savoir_lsp::End;
use serde_json::json;

#[test]
fn a_model_is_checked_when_it_is_opened() {
    let mut client = Client::checking();
    client.open(MODEL, TOGGLE);
    assert_eq!(client.diagnostics(MODEL, 1), [json!(null); 0]);
    let told = client.verdicts(MODEL, 1);
    assert_eq!((&told["state"], &told["states"]), (&json!("done"), &json!("2")));
    let formula = &told["formulas"][0];
    assert_eq!((&formula["index"], &formula["verdict"], &formula["met"]), (&json!(1), &json!("true"), &json!(true)));
    assert_eq!(client.finish(), End::Finished);
}
