//! `savoir fmt`: lay out models in the standard way.

use crate::args::FmtArguments;
use crate::exit::Exit;
use crate::{input, output};
use savoir_report::diagnostics;
use std::path::Path;

pub(crate) fn run(arguments: &FmtArguments) -> Exit {
    arguments.files.iter().fold(Exit::Met, |exit, file| exit.and(format_file(file, arguments.check)))
}

fn format_file(file: &Path, check: bool) -> Exit {
    let loaded = match input::load(file) {
        Ok(loaded) => loaded,
        Err(error) => {
            output::error(&error.to_string());
            return Exit::Usage;
        }
    };
    // Only what cannot be parsed cannot be laid out; names and types do not matter.
    let parsed = savoir::parse(&loaded.source.text);
    if !parsed.is_ok() {
        output::err(&diagnostics::render(&loaded.source, &parsed.diagnostics));
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
    if file.as_os_str() == "-" {
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
