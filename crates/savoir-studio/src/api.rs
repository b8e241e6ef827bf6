//! Files for the page, as JSON.

use crate::failure::Failure;
use crate::folder::{Expected, Folder, Listing, Opened, Place};
use crate::routes::Shared;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize)]
pub(crate) struct Wanted {
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    path: String,
    text: String,
    /// The sum of the text that the writer has seen, or `null` if there was no file. It must be there: nothing is replaced by
    /// accident.
    #[serde(deserialize_with = "Option::deserialize")]
    expect: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Done {
    hash: String,
}

/// `GET /api/files`: what there is.
pub(crate) async fn files(State(shared): State<Arc<Shared>>) -> Result<Json<Listing>, Failure> {
    let (files, entries) = (shared.limits.files, shared.limits.entries);
    let list = in_folder(&shared, move |folder| Ok(folder.list(files, entries)));
    list.await.map(Json)
}

/// `GET /api/file?path=…`: a file.
pub(crate) async fn read(
    State(shared): State<Arc<Shared>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<Opened>, Failure> {
    let Query(wanted) = wanted.map_err(|wrong| Failure::of_request(wrong.status(), wrong.body_text()))?;
    let place = place(&wanted.path)?;
    in_folder(&shared, move |folder| folder.read(&place)).await.map(Json)
}

/// `PUT /api/file`: a file, if it is still what the writer has seen.
pub(crate) async fn write(
    State(shared): State<Arc<Shared>>,
    written: Result<Json<Written>, JsonRejection>,
) -> Result<Json<Done>, Failure> {
    let Json(Written { path, text, expect }) =
        written.map_err(|wrong| Failure::of_request(wrong.status(), wrong.body_text()))?;
    let place = place(&path)?;
    let written = in_folder(&shared, move |folder| {
        let expected = expect.as_deref().map_or(Expected::Nothing, Expected::Sum);
        folder.write(&place, &text, expected)
    });
    written.await.map(|hash| Json(Done { hash }))
}

fn place(path: &str) -> Result<Place, Failure> {
    Place::parse(path).map_err(|wrong| Failure::forbidden(wrong.to_string()))
}

/// Does something with files on a thread that may wait for a disk.
async fn in_folder<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce(&Folder) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let folder = shared.folder.clone();
    let done = tokio::task::spawn_blocking(move || work(&folder)).await;
    done.unwrap_or_else(|_| Err(Failure::broken("this failed for a reason of our own")))
}
