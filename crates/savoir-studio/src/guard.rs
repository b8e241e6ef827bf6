//! Who may ask. A request passes if it was sent to this machine by name, comes from our own page or an allowed one, and knows the
//! token.
//!
//! The host matters since a foreign name may lead to this machine (DNS rebinding), and the page behind that name would share an
//! origin with it. The token alone would do against that; it might leak, and then these still hold.

use crate::door::{Door, Opens};
use crate::failure::Failure;
use crate::origin::Origin;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, request::Parts};

/// The names of this machine that browsers may call it by.
const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// What the guard knows.
pub(crate) struct Guard {
    pub(crate) door: Door,
    pub(crate) port: u16,
    pub(crate) origins: Vec<Origin>,
}

/// What is to be done with a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// It is answered. This is its path and query without the token, and the foreign origin it comes from, if any.
    Pass { rest: String, foreign: Option<HeaderValue> },
    /// A browser asks what a page of this foreign origin may do.
    Preflight { foreign: HeaderValue },
    /// It is sent to this path, where the page is.
    Lead(String),
}

impl Guard {
    /// Looks at everything but the body.
    ///
    /// # Errors
    /// Why it is refused. The sentence says nothing about the token.
    pub(crate) fn admit(&self, request: &Parts) -> Result<Entry, Failure> {
        let host = self.host(request)?;
        let foreign = self.origin(request, host)?;
        if foreign.is_none() && is_sent_by_foreign_page(request) {
            return Err(Failure::forbidden("the request was sent by the page of somebody else"));
        }
        let path = request.uri.path();
        let (word, rest) = match path.strip_prefix('/').and_then(|path| path.split_once('/')) {
            Some((word, rest)) => (word, Some(rest)),
            None => (path.trim_start_matches('/'), None),
        };
        match self.door.try_word(word) {
            Opens::Nothing => Err(Failure::forbidden(
                "the address is not the one that `savoir studio` printed: its token is missing or wrong",
            )),
            Opens::Once => Ok(Entry::Lead(format!("/{}/", self.door.token()))),
            Opens::All => Ok(match (rest, foreign) {
                (_, Some(foreign)) if request.method == Method::OPTIONS => Entry::Preflight { foreign },
                (None, _) => Entry::Lead(format!("/{}/", self.door.token())),
                (Some(rest), foreign) => {
                    let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
                    Entry::Pass { rest: format!("/{rest}{query}"), foreign }
                }
            }),
        }
    }

    /// The host that was asked for.
    fn host<'r>(&self, request: &'r Parts) -> Result<&'r str, Failure> {
        let refused = || Failure::forbidden("the request is for another host than this machine");
        let mut hosts = request.headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(Failure::wrong("a request names one host"));
        };
        let host = host.to_str().map_err(|_| refused())?;
        // A request may also name its host as part of the address; then that counts for others.
        let named = request.uri.authority().map_or(host, |authority| authority.as_str());
        if self.is_here(host) && named == host { Ok(host) } else { Err(refused()) }
    }

    fn is_here(&self, host: &str) -> bool {
        NAMES.iter().any(|name| match host.strip_prefix(name) {
            Some("") => self.port == 80,
            Some(port) => port.strip_prefix(':').is_some_and(|port| port == self.port.to_string()),
            None => false,
        })
    }

    /// The foreign origin that may ask, or nothing if it is our own page, or no page at all.
    fn origin(&self, request: &Parts, host: &str) -> Result<Option<HeaderValue>, Failure> {
        let mut origins = request.headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else { return Ok(None) };
        let refused = || {
            Failure::forbidden(
                "the request was sent by a page of another origin; `savoir studio --allow-origin` lets one in",
            )
        };
        let text = origin.to_str().map_err(|_| refused())?;
        if origins.next().is_some() {
            return Err(refused());
        }
        if text.strip_prefix("http://") == Some(host) {
            return Ok(None);
        }
        if self.origins.iter().any(|allowed| allowed.is(text)) { Ok(Some(origin.clone())) } else { Err(refused()) }
    }
}

/// Whether a browser says that a page of somebody else sends this without saying which: an image, a script, a style. To follow a
/// link to our page is something else.
fn is_sent_by_foreign_page(request: &Parts) -> bool {
    let says = |name: &HeaderName, words: &[&str]| {
        request.headers.get(name).is_some_and(|value| words.iter().any(|word| value == word))
    };
    says(&FETCH_SITE, &["cross-site", "same-site"]) && !says(&FETCH_MODE, &["navigate"])
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
