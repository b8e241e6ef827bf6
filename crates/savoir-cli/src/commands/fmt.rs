//! `savoir fmt`: lay out models in the standard way.

use super::files;
use crate::args::{FmtArguments, ReportFormat};
use crate::exit::Exit;
use crate::{input, output};
use savoir::Loaded;
use savoir_report::diagnostics;
use std::path::Path;

pub(crate) fn run(arguments: &FmtArguments) -> Exit {
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    files::each(&files, ReportFormat::Text, |file, loaded, _| {
        loaded.map_or(Exit::Usage, |loaded| format_file(file, loaded, arguments.check))
    })
}

fn format_file(file: &Path, loaded: &Loaded, check: bool) -> Exit {
    // Only what cannot be parsed cannot be laid out; names and types do not matter.
    let parsed = savoir::parse(&loaded.source.text);
    if !parsed.is_ok() {
        output::err(&diagnostics::render(&loaded.source, &parsed.diagnostics));
        return Exit::Usage;
    }
    if !loaded.is_utf8 {
        let name = &loaded.source.name;
        output::error(&format!(
            "`{name}` is not UTF-8 text: laying it out would change its comments; save it as UTF-8"
        ));
        return Exit::Usage;
    }
    let formatted = savoir::format(&parsed.tree);
    let same = formatted == loaded.source.text;
    if check {
        if !same {
            output::out(&format!("{}\n", loaded.source.name));
        }
        return if same { Exit::Met } else { Exit::NotMet };
    }
    if input::is_stdin(file) {
        output::out(&formatted);
    } else if !same && let Err(cause) = replace(file, &formatted) {
        output::error(&format!("cannot write `{}`: {cause}", file.display()));
        return Exit::Usage;
    }
    Exit::Met
}

/// Writes beside the file and then takes its place, so that a full disk or a kill leaves the model as it was.
fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    let target = file.canonicalize()?;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".savoir-{}", std::process::id()));
    let temporary = target.with_file_name(name);
    let written = std::fs::write(&temporary, text)
        .and_then(|()| std::fs::set_permissions(&temporary, std::fs::metadata(&target)?.permissions()))
        .and_then(|()| std::fs::rename(&temporary, &target));
    if written.is_err() {
        // The error that matters is the first one.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
