//! What a request is told that cannot be answered: a status and a sentence, as JSON.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A refusal. The sentence may quote what was asked for; as JSON it is no markup to anybody.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) sentence: String,
    conflict: Option<Conflict>,
}

/// What is on the disk instead of what was expected: the sum of the text, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Conflict(Option<String>);

#[derive(Serialize)]
struct Body<'f> {
    error: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<&'f Option<String>>,
}

impl Failure {
    fn new(status: StatusCode, sentence: impl Into<String>) -> Failure {
        Failure { status, sentence: sentence.into(), conflict: None }
    }

    /// The request makes no sense.
    pub(crate) fn wrong(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// The request makes sense, and is not allowed.
    pub(crate) fn forbidden(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, sentence)
    }

    pub(crate) fn missing(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, sentence)
    }

    pub(crate) fn too_large(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, sentence)
    }

    pub(crate) fn too_many(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    pub(crate) fn too_slow(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::REQUEST_TIMEOUT, sentence)
    }

    /// The machine could not do it: a full disk, a broken file system.
    pub(crate) fn broken(sentence: impl Into<String>) -> Failure {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    /// The file has another content than was expected; this is its sum, if there is a file.
    pub(crate) fn conflict(hash: Option<String>) -> Failure {
        let sentence = match hash {
            Some(_) => "the file was changed by somebody else since it was opened",
            None => "the file was removed by somebody else since it was opened",
        };
        Failure { conflict: Some(Conflict(hash)), ..Failure::new(StatusCode::CONFLICT, sentence) }
    }

    /// A status of a framework with its sentence. Whatever is wrong with the form of a request is the same to its sender.
    pub(crate) fn of_request(status: StatusCode, sentence: String) -> Failure {
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => Failure::too_large("the request is too large"),
            _ => Failure::wrong(sentence),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let hash = self.conflict.as_ref().map(|conflict| &conflict.0);
        (self.status, Json(Body { error: &self.sentence, hash })).into_response()
    }
}
