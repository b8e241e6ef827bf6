//! From text to a message of the protocol. Whatever comes in is looked at with suspicion: what is no message is answered and
//! forgotten.

use lsp_server::Message;
use serde_json::{Value, json};

/// The code of JSON-RPC for a text that is no JSON.
const PARSE_ERROR: i32 = -32700;
/// The code of JSON-RPC for JSON that is no message.
const INVALID_REQUEST: i32 = -32600;

/// Reads one message.
///
/// # Errors
/// What to send back as it is, if the text is none.
pub fn read_message(text: &str) -> Result<Message, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| refusal(PARSE_ERROR, &error.to_string()))?;
    let Value::Object(fields) = &value else {
        let problem = match value {
            Value::Array(_) => "batches are no part of the protocol",
            _ => "a message is an object",
        };
        return Err(refusal(INVALID_REQUEST, problem));
    };
    // Without this, a request whose id cannot be read would pass for a notification, and nobody would answer it.
    let has_id = match fields.get("id") {
        None => true,
        Some(Value::String(_)) => true,
        Some(Value::Number(number)) => number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        Some(_) => false,
    };
    if !has_id {
        return Err(refusal(INVALID_REQUEST, "an id is a string or an integer of 32 bits"));
    }
    serde_json::from_value(value).map_err(|_| refusal(INVALID_REQUEST, "this is no request, response or notification"))
}

/// What to send back for a message that was not even a text.
pub(crate) fn unreadable(problem: &str) -> String {
    refusal(PARSE_ERROR, problem)
}

/// An answer to nobody knows whom.
fn refusal(code: i32, problem: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": problem } }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_from_what_is_none() {
        assert!(matches!(read_message(r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#), Ok(Message::Request(_))));
        assert!(matches!(read_message(r#"{"jsonrpc":"2.0","method":"a"}"#), Ok(Message::Notification(_))));
        assert!(matches!(read_message(r#"{"jsonrpc":"2.0","id":"x","result":null}"#), Ok(Message::Response(_))));
        for (text, code) in [
            ("{", -32700),
            ("", -32700),
            (&"[".repeat(100_000), -32700),
            ("[]", -32600),
            ("7", -32600),
            ("{}", -32600),
            (r#"{"id":99999999999,"method":"a"}"#, -32600),
            (r#"{"id":null,"method":"a"}"#, -32600),
            (r#"{"id":1.5,"method":"a"}"#, -32600),
        ] {
            let refused = read_message(text).unwrap_err();
            assert!(refused.contains(&code.to_string()), "{text:.20}: {refused}");
        }
    }
}
