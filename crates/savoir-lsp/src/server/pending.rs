//! The requests that were not answered yet.

use super::RequestId;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The requests that were not answered yet, each with the flag that says that nobody waits for it any more.
#[derive(Default)]
pub(crate) struct Pending(BTreeMap<RequestId, Arc<AtomicBool>>);

impl Pending {
    /// One more; whether there was none with this id.
    pub(crate) fn add(&mut self, request: &RequestId) -> bool {
        let is_new = !self.0.contains_key(request);
        if is_new {
            self.0.insert(request.clone(), Arc::default());
        }
        is_new
    }

    /// Whether somebody waits for an answer.
    pub(crate) fn is_waited_for(&self, request: &RequestId) -> bool {
        self.0.contains_key(request)
    }

    /// The flag for whoever works on a request; one that is set if nobody waits.
    pub(crate) fn flag(&self, request: &RequestId) -> Arc<AtomicBool> {
        self.0.get(request).cloned().unwrap_or_else(|| Arc::new(AtomicBool::new(true)))
    }

    /// Another flag for a request that is still waited for.
    pub(crate) fn renew(&mut self, request: &RequestId) -> Arc<AtomicBool> {
        if let Some(flag) = self.0.get_mut(request) {
            *flag = Arc::default();
        }
        self.flag(request)
    }

    /// It is answered now; whether somebody waits.
    pub(crate) fn complete(&mut self, request: &RequestId) -> bool {
        self.0.remove(request).is_some()
    }

    /// Nobody waits any more; whether somebody did.
    pub(crate) fn cancel(&mut self, request: &RequestId) -> bool {
        let flag = self.0.remove(request);
        flag.inspect(|flag| flag.store(true, Ordering::Relaxed)).is_some()
    }

    /// Nobody waits for anything.
    pub(crate) fn cancel_all(&mut self) {
        for flag in std::mem::take(&mut self.0).into_values() {
            flag.store(true, Ordering::Relaxed);
        }
    }
}
