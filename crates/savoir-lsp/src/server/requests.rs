//! Which request is answered by what.

use super::notifications::read;
use super::{Failure, RequestId, Server};
use crate::asks;
use serde_json::Value;

impl Server {
    /// Answers a request, or hands it to a thread.
    pub(super) fn request(
        &mut self,
        id: &RequestId,
        method: &str,
        mut params: Value,
    ) -> Option<Result<Value, Failure>> {
        if let Some(answer) = self.feature(method, &mut params) {
            return Some(answer);
        }
        let answer = match method {
            "savoir/check" => self.ask_check(id, method, params),
            "savoir/evidence" => self.ask_evidence(id, method, params),
            "savoir/page" => Ok(Some(asks::page())),
            "savoir/explain" => self.explain(method, params).map(Some),
            "workspace/executeCommand" => self.execute(id, method, params),
            _ => Err(Failure::unknown(method)),
        };
        answer.transpose()
    }
}

/// The parameters of a request.
pub(crate) fn parameters<T: serde::de::DeserializeOwned>(method: &str, params: Value) -> Result<T, Failure> {
    read(method, params).map_err(Failure::wrong)
}
