//! Why a request has no result.

use lsp_server::ErrorCode;

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: i32,
    /// A sentence for people.
    pub(crate) message: String,
}

impl Failure {
    fn new(code: ErrorCode, message: impl Into<String>) -> Failure {
        Failure { code: code as i32, message: message.into() }
    }

    /// What was asked for cannot be done.
    pub(crate) fn failed(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::RequestFailed, message)
    }

    /// The question makes no sense.
    pub(crate) fn wrong(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::InvalidParams, message)
    }

    /// There is no such document.
    pub(crate) fn not_open() -> Failure {
        Failure::wrong("this document is not open")
    }

    /// This is not the time for the question.
    pub(crate) fn misplaced(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::InvalidRequest, message)
    }

    /// Nobody has said who they are yet.
    pub(crate) fn too_early() -> Failure {
        Failure::new(ErrorCode::ServerNotInitialized, "the first request is `initialize`")
    }

    /// There is no such question.
    pub(crate) fn unknown(method: &str) -> Failure {
        let shown: String = method.chars().take(100).collect();
        Failure::new(ErrorCode::MethodNotFound, format!("there is no method `{shown}`"))
    }

    /// Whoever asked does not want to know any more.
    pub(crate) fn cancelled() -> Failure {
        Failure::new(ErrorCode::RequestCanceled, "cancelled")
    }

    /// The answer would be about a text that is no more.
    pub(crate) fn modified(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::ContentModified, message)
    }

    /// Savoir has a bug.
    pub(crate) fn internal() -> Failure {
        Failure::new(
            ErrorCode::InternalError,
            "internal error: this is a bug in savoir, please report it with the model",
        )
    }
}
