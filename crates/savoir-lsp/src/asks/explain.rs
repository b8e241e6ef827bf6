//! How a formula is read, in words; and what a code of a diagnostic means.

use crate::server::{Failure, Server, parameters};
use anstream::adapter::strip_str;
use lsp_types::Uri;
use savoir::{Code, Semantics};
use savoir_report::explain;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(untagged)]
enum ExplainParams {
    Formula { uri: Uri, formula: usize },
    Code { code: String },
}

impl Server {
    pub(crate) fn explain(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let text = match parameters(method, params)? {
            ExplainParams::Formula { uri, formula } => self.explain_formula(&uri, formula)?,
            ExplainParams::Code { code } => {
                let code = Code::parse(&code).ok_or_else(|| Failure::wrong("there is no such diagnostic"))?;
                explain::code(code)
            }
        };
        Ok(json!({ "text": strip_str(&text).to_string() }))
    }

    fn explain_formula(&mut self, uri: &Uri, formula: usize) -> Result<String, Failure> {
        let document = self.documents.get(uri).ok_or_else(Failure::not_open)?;
        let snapshot = document.good().ok_or_else(|| Failure::failed("the text has errors"))?;
        let model = snapshot.model().ok_or_else(|| Failure::failed("the text has errors"))?;
        let property = formula.checked_sub(1).and_then(|index| model.properties.get(index));
        let property = property.ok_or_else(|| Failure::wrong(format!("there is no formula {formula}")))?;
        Ok(explain::formula(snapshot.loaded(), model, property, Semantics::default()))
    }
}
