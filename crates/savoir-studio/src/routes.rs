//! What there is to ask for, and what all answers share.

use crate::failure::Failure;
use crate::folder::Folder;
use crate::guard::Guard;
use crate::limits::Limits;
use crate::session::Sessions;
use crate::{api, assets, socket};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    pub(crate) folder: Arc<Folder>,
    pub(crate) sessions: Sessions,
    pub(crate) requests: Semaphore,
    pub(crate) closing: Closing,
    pub(crate) limits: Limits,
}

/// Whether the studio ends.
pub(crate) struct Closing(watch::Sender<bool>);

impl Closing {
    pub(crate) fn new() -> Closing {
        Closing(watch::Sender::new(false))
    }

    /// Tells everybody who waits.
    pub(crate) fn close(&self) {
        self.0.send_replace(true);
    }

    /// Waits for the end.
    pub(crate) async fn wait(&self) {
        // The sender lives as long as this does.
        let _ = self.0.subscribe().wait_for(|closing| *closing).await;
    }
}

/// Answers requests by their paths below the token.
pub(crate) type Routes = TowerToHyperService<Router>;

/// What there is below the token.
pub(crate) fn routes(shared: Arc<Shared>) -> Routes {
    let most = shared.limits.body;
    let router = Router::new()
        .route("/", get(assets::page))
        .route("/assets/{name}", get(assets::asset))
        .route("/api/files", get(api::files))
        .route("/api/file", get(api::read).put(api::write))
        .route("/lsp", get(socket::open))
        .fallback(async || Failure::missing("there is no such page"))
        .method_not_allowed_fallback(async || Failure::wrong("this cannot be done here"))
        .layer(DefaultBodyLimit::max(most))
        .with_state(shared);
    TowerToHyperService::new(router)
}
