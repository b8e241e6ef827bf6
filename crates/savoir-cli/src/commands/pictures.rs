//! Pictures in files: one file for each formula.

use crate::args::{LayoutArguments, TimeDirection};
use crate::write::{Kind, Overwrite, Target, is_same_file, write};
use savoir_report::drawing::layout::{Arrangement, Direction};
use savoir_report::drawing::{Drawing, svg};
use std::path::{Path, PathBuf};

/// How pictures are to be laid out.
pub(super) fn arrangement(arguments: &LayoutArguments) -> Arrangement {
    let direction = match arguments.layout {
        TimeDirection::Down => Direction::Down,
        TimeDirection::Right => Direction::Right,
    };
    Arrangement { direction, width: arguments.width.map(f64::from) }
}

/// Writes each picture into a file of its own: if there are several, `NAME-N.svg` instead of `NAME.svg`. The model is never
/// written over.
pub(super) fn write_svg(
    path: &Path,
    drawings: &[Drawing],
    arrangement: Arrangement,
    (model, overwrite): (&Path, Overwrite),
) -> Result<(), String> {
    for drawing in drawings {
        let file = match drawings {
            [_] => path.to_owned(),
            _ => numbered(path, &drawing.key),
        };
        if is_same_file(&file, model) {
            return Err(format!("`{}` is the model: name another file for what is written", file.display()));
        }
        let text = svg::render_as(std::slice::from_ref(drawing), arrangement);
        let target = Target { path: &file, kind: Kind::Svg, overwrite };
        write(&target, text.as_bytes()).map_err(|problem| problem.to_string())?;
    }
    Ok(())
}

/// `NAME-N.svg` for `NAME.svg` and the key of formula N.
fn numbered(path: &Path, key: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{}", key.trim_start_matches(|letter: char| !letter.is_ascii_digit())));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
