//! The page and what it loads. All of it is part of the program.

use crate::failure::Failure;
use crate::headers;
use crate::token::Token;
use axum::extract::Path;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use savoir_report::drawing::html::{SCRIPT, STYLE};

/// The files in `assets`, built from `web`.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// What stands in the page for the word that its own styles carry.
const STYLES: &str = "{styles}";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPTS: &str = "text/javascript; charset=utf-8";

/// What ends of names mean. A file of another kind is not handed out.
const KINDS: [(&str, &str); 9] = [
    ("css", CSS),
    ("js", SCRIPTS),
    ("html", HTML),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
];

/// `GET /`: the page.
pub(crate) async fn page() -> Result<Response, Failure> {
    let page = find("index.html")?;
    let word = Token::new().map_err(|_| Failure::broken("the system has no random numbers"))?;
    let text = String::from_utf8_lossy(&page.data).replace(STYLES, word.as_str());
    Ok(([(CONTENT_SECURITY_POLICY, headers::policy(Some(word.as_str())))], typed(HTML, text)).into_response())
}

/// `GET /assets/NAME`: what the page loads.
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, Failure> {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    let kind = KINDS.iter().find(|(known, _)| *known == end);
    let (_, kind) = kind.ok_or_else(|| Failure::missing("there is no such file"))?;
    Ok(typed(kind, find(&name)?.data.into_owned()))
}

/// `GET /page.css`: how evidence looks, here as anywhere.
pub(crate) async fn page_style() -> Response {
    typed(CSS, STYLE)
}

/// `GET /page.js`: what evidence does, here as anywhere.
pub(crate) async fn page_script() -> Response {
    typed(SCRIPTS, SCRIPT)
}

fn find(name: &str) -> Result<EmbeddedFile, Failure> {
    Assets::get(name).ok_or_else(|| Failure::missing("there is no such file"))
}

fn typed(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, kind)], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_can_be_handed_out() {
        assert!(Assets::get("index.html").is_some());
        for name in Assets::iter() {
            let end = name.rsplit_once('.').map_or("", |(_, end)| end);
            assert!(!name.contains('/') && KINDS.iter().any(|(known, _)| *known == end), "{name}");
        }
    }
}
