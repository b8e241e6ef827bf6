//! Checks of the model as a whole.

use super::{rounded, word};
use crate::consistency;
use crate::evidence::json::{StateEntry, joint_entry, state_entry};
use crate::evidence::ordered::Ordered;
use crate::explained::Explained;
use savoir::{ConsistencyAnswer, ConsistencyResult, Defect, DefectCause, Model, SourceFile};
use serde::Serialize;

/// A check of the model as a whole.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CheckReport {
    /// `deadlock` or `overflow`.
    pub(crate) check: &'static str,
    /// `true` if there is none.
    pub(crate) verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    #[serde(rename = "trouble", skip_serializing_if = "Option::is_none")]
    defect: Option<DefectReport>,
    pub(crate) seconds: f64,
    /// How it comes to that, for formats that show it beside a complaint.
    #[serde(skip)]
    pub(crate) explained: Option<Explained>,
}

#[derive(Clone, Debug, Serialize)]
struct DefectReport {
    /// From an initial state to the one with the defect.
    path: Vec<StateEntry>,
    /// The joint actions between them.
    actions: Vec<Ordered<String>>,
    /// Agents that may perform no action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    idle: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overflow: Option<OverflowReport>,
}

#[derive(Clone, Debug, Serialize)]
struct OverflowReport {
    joint_action: Ordered<String>,
    agent: String,
    variable: String,
    value: String,
    line: usize,
    text: String,
}

impl CheckReport {
    /// What is not as it should be, in one sentence; `None` if the model passed.
    pub(crate) fn complaint(&self) -> Option<String> {
        match self.verdict {
            "true" => None,
            "unknown" => {
                let reason = self.reason.as_deref().unwrap_or("undecided");
                Some(format!("whether the model is free of {} is unknown ({reason})", self.check))
            }
            _ => {
                Some(self.defect.as_ref().map_or_else(|| self.check.to_owned(), |defect| defect.complaint(self.check)))
            }
        }
    }

    /// Whether there is an answer.
    pub(crate) fn is_decided(&self) -> bool {
        self.verdict != "unknown"
    }

    /// The line of the file that is to blame, if there is one.
    pub(crate) fn line(&self) -> Option<usize> {
        self.defect.as_ref()?.overflow.as_ref().map(|overflow| overflow.line)
    }
}

impl DefectReport {
    fn complaint(&self, check: &str) -> String {
        let steps = self.actions.len();
        let why = match &self.overflow {
            Some(overflow) => format!(
                "the evolution of {} assigns {} = {}, which is out of range",
                overflow.agent, overflow.variable, overflow.value
            ),
            None => format!("{} may perform no action", self.idle.join(" and ")),
        };
        format!("{check} after {steps} steps: {why}")
    }
}

/// The report about one check.
pub(super) fn report(source: &SourceFile, result: &ConsistencyResult) -> CheckReport {
    let (verdict, reason) = word(result.verdict());
    let defect = match &result.answer {
        ConsistencyAnswer::Found(defect, _) | ConsistencyAnswer::Refuted(defect, _) => Some(defect),
        ConsistencyAnswer::Free | ConsistencyAnswer::Stopped(_) => None,
    };
    CheckReport {
        check: consistency::name(result.check),
        verdict,
        reason,
        defect: defect.map(|defect| defect_report(source, &result.model, defect)),
        seconds: rounded(result.seconds),
        explained: None,
    }
}

fn defect_report(source: &SourceFile, model: &Model, defect: &Defect) -> DefectReport {
    let (idle, overflow) = match &defect.cause {
        DefectCause::NoAction(agents) => (agents.iter().map(|agent| model.agent(*agent).name.clone()).collect(), None),
        DefectCause::NoSuccessor(overflow) | DefectCause::Overflow(overflow) => (Vec::new(), Some(overflow)),
    };
    DefectReport {
        path: defect.path.states.iter().map(|state| state_entry(model, state)).collect(),
        actions: defect.path.actions.iter().map(|joint| joint_entry(model, joint)).collect(),
        idle,
        overflow: overflow.map(|overflow| OverflowReport {
            joint_action: joint_entry(model, &overflow.joint),
            agent: model.agent(overflow.agent).name.clone(),
            variable: model.variable(overflow.variable).name.clone(),
            value: overflow.value.to_string(),
            line: consistency::line_number(source, model, overflow),
            text: consistency::line_text(source, model, overflow),
        }),
    }
}
