//! `savoir fmt`: lay out models in the standard way.

use super::{files, rewrite};
use crate::args::{FmtArguments, ReportFormat};
use crate::exit::Exit;
use crate::{input, output};
use savoir::Loaded;
use savoir_report::{diagnostics, diff};
use std::path::Path;

pub(crate) fn run(arguments: &FmtArguments) -> Exit {
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    files::each(&files, ReportFormat::Text, &[], |file, loaded, _| {
        loaded.map_or(Exit::Usage, |loaded| format_file(file, loaded, arguments))
    })
}

fn format_file(file: &Path, loaded: &Loaded, arguments: &FmtArguments) -> Exit {
    // Only what cannot be parsed cannot be laid out; names and types do not matter.
    let parsed = savoir::parse(&loaded.source.text);
    if !parsed.is_ok() {
        output::err(&diagnostics::render(&loaded.source, &parsed.diagnostics));
        return Exit::Usage;
    }
    if !rewrite::is_text(loaded, "laying it out") {
        return Exit::Usage;
    }
    let formatted = savoir::format(&parsed.tree);
    let same = formatted == loaded.source.text;
    if arguments.check || arguments.diff {
        if arguments.diff {
            output::out(&diff::unified(&loaded.source.name, &loaded.source.text, &formatted));
        } else if !same {
            output::out(&format!("{}\n", loaded.source.name));
        }
        return if same { Exit::Met } else { Exit::NotMet };
    }
    if input::is_stdin(file) {
        output::out(&formatted);
    } else if !same && let Err(cause) = rewrite::write(file, loaded, &formatted) {
        output::error(&format!("cannot write `{}`: {cause}", file.display()));
        return Exit::Usage;
    }
    Exit::Met
}
