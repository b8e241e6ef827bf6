//! The page and what it loads. All of it is part of the program.

use crate::failure::Failure;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The files in `assets`, built from `web`.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// What ends of names mean. A file of another kind is not handed out.
const KINDS: [(&str, &str); 9] = [
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
];

/// `GET /`: the page.
pub(crate) async fn page() -> Result<Response, Failure> {
    find("index.html")
}

/// `GET /assets/NAME`: what the page loads.
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, Failure> {
    find(&name)
}

fn find(name: &str) -> Result<Response, Failure> {
    let missing = || Failure::missing("there is no such file");
    let (_, kind) = KINDS.iter().find(|(end, _)| has_end(name, end)).ok_or_else(missing)?;
    let file = Assets::get(name).ok_or_else(missing)?;
    Ok(([(CONTENT_TYPE, *kind)], file.data.into_owned()).into_response())
}

fn has_end(name: &str, end: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found == end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_can_be_handed_out() {
        assert!(Assets::get("index.html").is_some());
        for name in Assets::iter() {
            assert!(!name.contains('/') && KINDS.iter().any(|(end, _)| has_end(&name, end)), "{name}");
        }
    }
}
