//! Where a page comes from, as browsers say it: scheme, host and port.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// The origin of another editor that may use the studio, such as `https://vscode.dev`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// Why a text is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOrigin {
    /// It has no scheme that pages are loaded with.
    #[error("an origin begins with `http://` or `https://`")]
    Scheme,
    /// It has more than scheme, host and port, or none of them.
    #[error("an origin is a scheme, a host and perhaps a port, such as `https://example.org:8443`, without a path")]
    Shape,
}

impl Origin {
    /// Whether a header `Origin` says the same.
    pub(crate) fn is(&self, header: &str) -> bool {
        self.0 == header
    }
}

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Origin, NoOrigin> {
        // Browsers write origins in lower case, and a slash at the end is what people copy along.
        let text = text.to_ascii_lowercase();
        let (scheme, rest) = text.split_once("://").ok_or(NoOrigin::Scheme)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let usual = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => return Err(NoOrigin::Scheme),
        };
        let is_of_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if rest.is_empty() || rest.starts_with(':') || !rest.bytes().all(is_of_host) {
            return Err(NoOrigin::Shape);
        }
        // Browsers leave out the usual port.
        Ok(Origin(format!("{scheme}://{}", rest.strip_suffix(usual).unwrap_or(rest))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read_as_browsers_write_them() {
        let read = |text: &str| text.parse::<Origin>().map(|origin| origin.to_string());
        assert_eq!(read("https://Example.org/"), Ok("https://example.org".to_owned()));
        assert_eq!(read("https://example.org:443"), Ok("https://example.org".to_owned()));
        assert_eq!(read("http://[::1]:3000"), Ok("http://[::1]:3000".to_owned()));
        for wrong in ["null", "*", "example.org", "file://", "vscode-webview://x"] {
            assert_eq!(read(wrong), Err(NoOrigin::Scheme), "{wrong}");
        }
        for wrong in ["https://", "https://a/b", "https://*.org", "https://a@b", "https://a b", "http://:80"] {
            assert_eq!(read(wrong), Err(NoOrigin::Shape), "{wrong}");
        }
    }
}
