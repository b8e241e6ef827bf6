//! Verdicts and evidence, when somebody asks for them.

use crate::check::Task;
use crate::server::{Failure, RequestId, Server, parameters};
use lsp_types::{ProgressToken, Uri};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CheckParams {
    uri: Uri,
    #[serde(default)]
    formulas: Vec<usize>,
    work_done_token: Option<ProgressToken>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EvidenceParams {
    uri: Uri,
    formula: usize,
    work_done_token: Option<ProgressToken>,
}

impl Server {
    pub(crate) fn ask_check(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let CheckParams { uri, formulas, work_done_token } = parameters(method, params)?;
        self.ask(id, &uri, Task::Check { only: formulas }, work_done_token)?;
        Ok(None)
    }

    pub(crate) fn ask_evidence(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Value,
    ) -> Result<Option<Value>, Failure> {
        let EvidenceParams { uri, formula, work_done_token } = parameters(method, params)?;
        self.ask(id, &uri, Task::Evidence { formula }, work_done_token)?;
        Ok(None)
    }
}
