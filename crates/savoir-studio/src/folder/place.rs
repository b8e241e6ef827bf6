//! Paths as the page writes them: relative, with `/`, and of a model or a session. What would mean something else to some
//! system is refused on all of them, so that a folder can move.

use std::fmt::{Display, Formatter};
use std::path::Path;

/// More would not fit on some system.
const LONGEST: usize = 1_000;
const DEEPEST: usize = 32;

/// Names of devices on Windows, whatever follows a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// Those with a number behind them.
const PORTS: [&str; 2] = ["com", "lpt"];

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FileKind {
    Model,
    Session,
}

/// The path of a file below the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(String);

/// Why a text is no such path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPlace {
    #[error("a path is relative to the folder of the studio, with `/` between names")]
    Shape,
    #[error("a path does not go up")]
    Up,
    #[error("hidden files are not for the studio")]
    Hidden,
    #[error("a name has no backslash, colon, control character, and no dot or space at its end")]
    Character,
    #[error("this is the name of a device on some systems")]
    Device,
    #[error("the path is too long")]
    Long,
    #[error("the studio opens only files that end in `.ispl` or `.savoir-session`")]
    Kind,
}

impl Place {
    /// Takes a path apart.
    ///
    /// # Errors
    /// If it could be anything but a model or a session below the folder.
    pub(crate) fn parse(text: &str) -> Result<Place, NoPlace> {
        if text.len() > LONGEST || text.split('/').count() > DEEPEST {
            return Err(NoPlace::Long);
        }
        text.split('/').try_for_each(check)?;
        if kind_of(text).is_none() {
            return Err(NoPlace::Kind);
        }
        Ok(Place(text.to_owned()))
    }

    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.0)
    }

    /// The folder it is in, relative to that of the studio; empty for that one itself.
    pub(crate) fn parent(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(parent, _)| parent)
    }

    pub(crate) fn kind(&self) -> FileKind {
        kind_of(&self.0).unwrap_or(FileKind::Model)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Looks at one name of a path.
pub(super) fn check(name: &str) -> Result<(), NoPlace> {
    match name {
        "" => return Err(NoPlace::Shape),
        "." | ".." => return Err(NoPlace::Up),
        _ if name.starts_with('.') => return Err(NoPlace::Hidden),
        _ => {}
    }
    // What was no text has become this character: there may be several such names.
    let is_odd = |c: char| c.is_control() || matches!(c, '\\' | ':' | char::REPLACEMENT_CHARACTER);
    if name.contains(is_odd) || name.ends_with(['.', ' ']) {
        return Err(NoPlace::Character);
    }
    if is_device(name) { Err(NoPlace::Device) } else { Ok(()) }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let is_number =
        |rest: &str| matches!(rest, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³");
    DEVICES.contains(&stem.as_str()) || PORTS.iter().any(|port| stem.strip_prefix(port).is_some_and(is_number))
}

fn kind_of(name: &str) -> Option<FileKind> {
    match Path::new(name).extension()?.to_str()? {
        end if end.eq_ignore_ascii_case("ispl") => Some(FileKind::Model),
        "savoir-session" => Some(FileKind::Session),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_and_sessions_have_a_place() {
        for (text, kind) in [
            ("a.ispl", FileKind::Model),
            ("week 1/Übung.ISPL", FileKind::Model),
            ("a..b.ispl", FileKind::Model),
            ("console.ispl", FileKind::Model),
            ("com10.ispl", FileKind::Model),
            ("x/y.savoir-session", FileKind::Session),
        ] {
            let place = Place::parse(text).unwrap();
            assert_eq!((place.to_string().as_str(), place.kind()), (text, kind));
        }
        assert_eq!(Place::parse("x/y/z.ispl").unwrap().parent(), "x/y");
        assert_eq!(Place::parse("z.ispl").unwrap().parent(), "");
    }

    #[test]
    fn everything_else_has_none() {
        let deep = format!("{}x.ispl", "d/".repeat(DEEPEST));
        let long = format!("{}.ispl", "x".repeat(LONGEST));
        for (text, why) in [
            ("", NoPlace::Shape),
            ("/etc/passwd", NoPlace::Shape),
            ("/a.ispl", NoPlace::Shape),
            ("a//b.ispl", NoPlace::Shape),
            ("a.ispl/", NoPlace::Shape),
            ("../a.ispl", NoPlace::Up),
            ("x/../../a.ispl", NoPlace::Up),
            ("./a.ispl", NoPlace::Up),
            (".ispl", NoPlace::Hidden),
            (".git/a.ispl", NoPlace::Hidden),
            (".../a.ispl", NoPlace::Hidden),
            ("..\\a.ispl", NoPlace::Hidden),
            ("x\\..\\a.ispl", NoPlace::Character),
            ("C:\\a.ispl", NoPlace::Character),
            ("C:a.ispl", NoPlace::Character),
            ("a.txt:b.ispl", NoPlace::Character),
            ("a\0.ispl", NoPlace::Character),
            ("a\n.ispl", NoPlace::Character),
            ("a\u{fffd}.ispl", NoPlace::Character),
            ("a.ispl.", NoPlace::Character),
            ("a /b.ispl", NoPlace::Character),
            ("CON.ispl", NoPlace::Device),
            ("nul .ispl", NoPlace::Device),
            ("x/com1.txt.ispl", NoPlace::Device),
            ("LPT².ispl", NoPlace::Device),
            ("aux/a.ispl", NoPlace::Device),
            ("a.txt", NoPlace::Kind),
            ("ispl", NoPlace::Kind),
            ("a.ispl~", NoPlace::Kind),
            (&deep, NoPlace::Long),
            (&long, NoPlace::Long),
        ] {
            assert_eq!(Place::parse(text), Err(why), "{text:?}");
        }
    }
}
