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
            "savoir/inspect" => self.inspect(id, method, params),
            "savoir/refute" => self.refute(id, method, params),
            "savoir/worlds" => self.worlds(id, method, params),
            "savoir/simulate/open" => self.open_simulation(id, method, params),
            "savoir/simulate/do" => self.do_command(id, method, params),
            "savoir/simulate/close" => self.close_simulation(method, params).map(Some),
            "savoir/play/open" => self.open_play(id, method, params),
            "savoir/play/move" => self.move_play(method, params).map(Some),
            "savoir/play/back" => self.take_back(method, params).map(Some),
            "savoir/play/start" => self.restart_play(method, params).map(Some),
            "savoir/play/close" => self.close_play(method, params).map(Some),
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
