//! From a request to its answer: the guard, the limits of a request, the route, and what every answer says to the browser.

use crate::failure::Failure;
use crate::guard::Entry;
use crate::headers;
use crate::routes::{Routes, Shared};
use crate::seats::Seat;
use axum::body::Body;
use axum::http::header::{self, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::service::Service;
use tokio::time::timeout;

/// Answers a request.
pub(crate) async fn answer(
    shared: &Shared,
    routes: &Routes,
    seat: &Seat,
    request: Request<Incoming>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let mut answer = match shared.guard.admit(&parts) {
        Err(refused) => refused.into_response(),
        Ok(Entry::Lead(path)) => lead(&path),
        Ok(Entry::Preflight { foreign }) => {
            let mut answer = StatusCode::NO_CONTENT.into_response();
            headers::share(answer.headers_mut(), foreign);
            headers::permit(answer.headers_mut());
            answer
        }
        Ok(Entry::Pass { rest, foreign }) => {
            seat.is_known();
            let passed = route(shared, routes, parts, &rest, body).await;
            let mut answer = passed.unwrap_or_else(Failure::into_response);
            if let Some(foreign) = foreign {
                headers::share(answer.headers_mut(), foreign);
            }
            answer
        }
    };
    headers::protect(answer.headers_mut());
    answer
}

/// To another address on this server.
fn lead(path: &str) -> Response<Body> {
    let mut answer = StatusCode::SEE_OTHER.into_response();
    match HeaderValue::from_str(path) {
        Ok(path) => answer.headers_mut().insert(header::LOCATION, path),
        Err(_) => return Failure::missing("there is no such page").into_response(),
    };
    answer
}

/// Answers a request that has passed the guard, under its path without the token.
async fn route(
    shared: &Shared,
    routes: &Routes,
    mut parts: Parts,
    rest: &str,
    body: Incoming,
) -> Result<Response<Body>, Failure> {
    let most = shared.limits.body;
    if declared(&parts.headers).is_some_and(|bytes| bytes > most as u64) {
        return Err(Failure::too_large(format!("the request has more than {most} bytes")));
    }
    parts.uri = rest.parse::<Uri>().map_err(|_| Failure::wrong("the address cannot be read"))?;
    let answered = async {
        // Bodies are in memory as a whole, so only some are read at a time. The semaphore is never closed.
        let _permit = shared.requests.acquire().await;
        routes.call(Request::from_parts(parts, body)).await
    };
    match timeout(shared.limits.request, answered).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(never)) => match never {},
        Err(_) => Err(Failure::too_slow("the request took too long")),
    }
}

/// How large a body is said to be.
fn declared(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
