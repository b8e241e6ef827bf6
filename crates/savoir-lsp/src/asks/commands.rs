//! Commands that a client may let the server execute.

use crate::server::{Failure, RequestId, Server, parameters};
use lsp_types::ExecuteCommandParams;
use serde_json::{Value, json};

/// The commands that the server executes.
pub(crate) const COMMANDS: [&str; 3] = ["savoir.check", "savoir.evidence", "savoir.simulate"];

impl Server {
    /// Executes a command with the arguments `[uri, formula]`: the same as the request of its name.
    pub(crate) fn execute(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let ExecuteCommandParams { command, arguments, work_done_progress_params } = parameters(method, params)?;
        let token = work_done_progress_params.work_done_token;
        let arguments = arguments.unwrap_or_default();
        let uri = arguments.first().cloned().unwrap_or_default();
        let formula = arguments.get(1).cloned().unwrap_or_default();
        match command.as_str() {
            "savoir.check" if formula.is_null() => {
                self.ask_check(id, &command, json!({ "uri": uri, "workDoneToken": token }))
            }
            "savoir.check" => {
                self.ask_check(id, &command, json!({ "uri": uri, "formulas": [formula], "workDoneToken": token }))
            }
            "savoir.evidence" => {
                self.ask_evidence(id, &command, json!({ "uri": uri, "formula": formula, "workDoneToken": token }))
            }
            "savoir.simulate" => self.open_simulation(id, &command, json!({ "uri": uri, "evidence": formula })),
            _ => Err(Failure::unknown(&command)),
        }
    }
}
