//! `savoir fmt`: lay out models in the standard way.

use super::reports::Reports;
use super::{files, rewrite};
use crate::args::{FmtArguments, Limits};
use crate::exit::Exit;
use crate::{input, output};
use anstream::ColorChoice;
use savoir::Loaded;
use savoir_report::{diagnostics, diff};
use std::path::Path;

pub(crate) fn run(arguments: &FmtArguments) -> Exit {
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    let mut reports = Reports::on_screen(&files);
    files::each(&files, &mut reports, &[], &Limits::default(), |file, loaded, _| {
        loaded.map_or_else(|exit| exit, |loaded| format_file(file, loaded, arguments))
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
            show_difference(&loaded.source.name, &loaded.source.text, &formatted);
        } else if !same {
            output::line(&loaded.source.name);
        }
        return if same { Exit::Met } else { Exit::NotMet };
    }
    if input::is_stdin(file) {
        output::document(&formatted);
    } else if !same && let Err(problem) = rewrite::write(file, loaded, &formatted) {
        output::error(&problem.to_string());
        return Exit::Usage;
    }
    Exit::Met
}

/// People see every character of a change, in colours; `patch` gets the characters themselves.
fn show_difference(name: &str, before: &str, after: &str) {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => output::document(&diff::unified(name, before, after)),
        ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => {
            output::out(&diff::coloured(name, before, after));
        }
    }
}
