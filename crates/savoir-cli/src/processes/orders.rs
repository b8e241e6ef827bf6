//! What the leader and the helpers tell each other about the work.

use savoir::{CheckRequest, EvidenceWish, SourceFile, Transport, TransportError};
use savoir_report::evidence::fingerprint::fingerprint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What the leader wants.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Order {
    /// Read this file, which is one of so many, and say whether it can be checked.
    Read { file: String, files: usize, with_evidence: bool, sameness: Sameness },
    /// Check it, with so many threads each.
    Check { threads: usize },
    /// End with this exit code.
    End { code: u8 },
}

/// What a helper answers.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// It would use so many threads.
    Ready { threads: usize },
    /// It cannot, for this reason.
    Unable { reason: String },
}

/// What has to be the same for all processes: otherwise their parts would be parts of different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sameness {
    version: String,
    /// The SHA-256 sum of the model.
    model: String,
    /// What is asked about it, but for what is up to each process.
    request: String,
}

impl Sameness {
    pub(super) fn new(source: &SourceFile, request: &CheckRequest) -> Sameness {
        let shared = CheckRequest {
            threads: 0,
            others: None,
            evidence: EvidenceWish::None,
            strategies: Default::default(),
            ..request.clone()
        };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Sameness { version, model: fingerprint(source), request: format!("{shared:?}") }
    }

    /// Whether this is the model.
    pub(super) fn is_about(&self, source: &SourceFile) -> bool {
        self.model == fingerprint(source)
    }

    /// What is different, in words that follow "rank 3".
    pub(super) fn difference(&self, leader: &Sameness) -> Option<String> {
        if self.version != leader.version {
            Some(format!("is savoir {}, and rank 0 is savoir {}", self.version, leader.version))
        } else if self.request != leader.request {
            Some("was started with other options than rank 0".to_owned())
        } else {
            None
        }
    }
}

/// Sends something to a process.
pub(super) fn tell<T: Serialize>(transport: &dyn Transport, to: usize, what: &T) -> Result<(), TransportError> {
    // Texts and numbers can always be written.
    let bytes = serde_json::to_vec(what).unwrap_or_default();
    transport.send(to, bytes)
}

/// Waits for something from a process.
pub(super) fn hear<T: DeserializeOwned>(transport: &dyn Transport, from: usize) -> Result<T, TransportError> {
    let bytes = transport.receive(from)?;
    serde_json::from_slice(&bytes).map_err(|error| TransportError::Damaged(from, error.to_string()))
}
