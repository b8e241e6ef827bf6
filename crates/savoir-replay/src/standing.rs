//! What evidence proves, all of it together.

use crate::certificate::CertificateProblem;
use crate::certificate::{Certified, LabelSource, Undecided};
use crate::claim::Claim;
use crate::meter::Limits;
use crate::problem::Mismatch;
use crate::replay::{Replayed, replay_within};
use crate::tree::Evidence;
use savoir_model::Model;

/// Whether a verdict is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is: everything it rests on was checked.
    Proved(Proof),
    /// It may be right, but something is missing.
    NotProved {
        /// What the tree says and does not show.
        claims: Vec<Claim>,
        /// Why the certificate does not help, if there is one.
        undecided: Option<Undecided>,
    },
    /// The evidence is not as the model says, or shows another verdict.
    Refuted(Refutation),
}

/// What proves a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A tree of states, paths and what follows from them.
    Tree(Replayed),
    /// A certificate with so many states.
    Certificate(usize),
}

/// What refutes a piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// A node of the tree.
    Tree(Mismatch),
    /// The certificate is wrong.
    Certificate(CertificateProblem),
    /// The certificate is right, and shows that the verdict is wrong.
    OtherVerdict,
}

/// Says what a piece of evidence proves about its formula, with the help of a certificate if there is one.
pub fn judge<L: LabelSource>(
    model: &Model,
    evidence: &Evidence,
    certified: Option<&mut Certified<'_, L>>,
    limits: Limits<'_>,
) -> Standing {
    let replayed = match replay_within(model, evidence, limits) {
        Err(mismatch) => return Standing::Refuted(Refutation::Tree(mismatch)),
        Ok(replayed) if replayed.is_proof() => return Standing::Proved(Proof::Tree(replayed)),
        Ok(replayed) => replayed,
    };
    let claims = replayed.claims;
    let Some(certified) = certified else { return Standing::NotProved { claims, undecided: None } };
    match certified.decide(evidence.formula, evidence.semantics) {
        Ok(holds) if holds == evidence.holds => Standing::Proved(Proof::Certificate(certified.states())),
        Ok(_) => Standing::Refuted(Refutation::OtherVerdict),
        Err(Undecided::Wrong(problem)) => Standing::Refuted(Refutation::Certificate(problem)),
        Err(undecided) => Standing::NotProved { claims, undecided: Some(undecided) },
    }
}
