//! What clients are told about checks while they go on.

use super::progress::Bar;
use super::record::State;
use crate::server::{Client, Server};
use lsp_types::ProgressToken;
use serde_json::json;
use std::time::{Duration, Instant};

/// Time between two requests to show verdicts anew while a check goes on.
const REFRESH_INTERVAL: Duration = Duration::from_millis(500);

impl Server {
    /// Tells what has changed about verdicts.
    pub(crate) fn tell_verdicts(&mut self) {
        let mut is_over = false;
        let mut told = Vec::new();
        for document in self.documents.all() {
            if std::mem::take(&mut document.checks.is_news)
                && let Some(record) = &document.checks.record
            {
                is_over |= record.state != State::Checking;
                told.push(record.told(&document.uri.0));
            }
        }
        if told.is_empty() {
            return;
        }
        for verdicts in told {
            self.client.notify("savoir/verdicts", verdicts);
        }
        // What is shown beside formulas is about verdicts too. Clients ask for all of it, so they are not told that often.
        if is_over || self.refreshed.is_none_or(|last| last.elapsed() >= REFRESH_INTERVAL) {
            self.refreshed = Some(Instant::now());
            self.refresh();
        }
    }

    /// Asks the client to show verdicts anew.
    pub(crate) fn refresh(&mut self) {
        if self.client.abilities.refreshes_lenses {
            self.client.request("workspace/codeLens/refresh", serde_json::Value::Null);
        }
        if self.client.abilities.refreshes_hints {
            self.client.request("workspace/inlayHint/refresh", serde_json::Value::Null);
        }
    }

    /// Shows the bars of jobs that take long.
    pub(crate) fn show_bars(&mut self) {
        if !self.client.abilities.shows_bars {
            return;
        }
        for document in self.documents.all() {
            if let Some(running) = document.checks.running.as_mut().filter(|running| running.bar.is_due()) {
                let token = self.client.make_bar();
                self.client.begin_bar(&token, &format!("Savoir: {}", document.name));
                running.bar = Bar::Shown(token);
            }
        }
    }

    /// The job of a bar is over.
    pub(crate) fn end_bar(&mut self, bar: Bar) {
        if let Bar::Shown(token) = bar {
            self.client.show_progress(&token, &json!({ "kind": "end" }));
        }
    }

    /// The client does not want to show a bar.
    pub(crate) fn drop_bar(&mut self, token: &ProgressToken) {
        for document in self.documents.all() {
            if let Some(running) = &mut document.checks.running
                && matches!(&running.bar, Bar::Shown(shown) if shown == token)
            {
                running.bar = Bar::None;
            }
        }
    }

    /// Somebody has pressed the button of a bar.
    pub(crate) fn cancel_bar(&mut self, token: &ProgressToken) {
        for document in self.documents.all() {
            if let Some(running) = &document.checks.running
                && matches!(&running.bar, Bar::Shown(shown) if shown == token)
            {
                running.job.cancel();
            }
        }
    }
}

impl Client {
    pub(crate) fn begin_bar(&mut self, token: &ProgressToken, title: &str) {
        self.show_progress(token, &json!({ "kind": "begin", "title": title, "cancellable": true }));
    }

    pub(crate) fn report(&mut self, token: &ProgressToken, message: &str) {
        self.show_progress(token, &json!({ "kind": "report", "message": message }));
    }
}
