//! Where the reports of a run go: to standard output, and to the files of `--output`.

use super::names;
use crate::args::{OutputArguments, OutputFormat, ReportFormat, ReportOutput};
use crate::exit::Exit;
use crate::output;
use crate::write::{Kind, Named, Overwrite, TEXT_SIGN, Target, write, write_own};
use savoir_report::contents::{self, Reloading};
use savoir_report::escape::terminal;
use savoir_report::json::{self, Edition, FileReport};
use savoir_report::{github, junit, sarif};
use std::path::PathBuf;

/// The contents of a directory of pages.
const CONTENTS: &str = "index.html";

/// What is reported about one file.
#[derive(Clone)]
pub(crate) struct Sheet {
    pub(crate) report: FileReport,
    /// A name for files about it.
    pub(crate) name: String,
    /// A page with the evidence.
    pub(crate) page: Option<String>,
    text: String,
    /// Where what people read goes.
    reads: Readers,
}

/// Who reads texts for people.
#[derive(Clone, Copy)]
struct Readers {
    on_screen: bool,
    in_files: bool,
}

impl Sheet {
    /// Takes what people read.
    pub(crate) fn print(&mut self, text: &str) {
        if self.reads.on_screen {
            output::out(text);
        }
        self.keep(text);
    }

    /// Takes what people read in files only.
    pub(crate) fn keep(&mut self, text: &str) {
        if self.reads.in_files {
            self.text += text;
        }
    }

    /// Forgets what was reported.
    pub(crate) fn begin_again(&mut self) {
        let file = self.report.file().to_owned();
        self.report = FileReport::new(&file);
        self.page = None;
        self.text.clear();
    }

    /// Leaves standard output to something else.
    pub(crate) fn leave_screen(&mut self) {
        self.reads.on_screen = false;
    }
}

/// Where the reports of a run go.
pub(crate) struct Reports<'a> {
    format: ReportFormat,
    outputs: &'a [ReportOutput],
    overwrite: Overwrite,
    names: Vec<String>,
    done: Vec<Sheet>,
    /// What people read about the run as a whole.
    totals: String,
}

impl<'a> Reports<'a> {
    /// For a run over files that goes to standard output in a format.
    pub(crate) fn new(format: ReportFormat, arguments: &'a OutputArguments, files: &[PathBuf]) -> Reports<'a> {
        Reports {
            format,
            outputs: &arguments.output,
            overwrite: arguments.force.overwrite(),
            names: names::of(files),
            done: Vec::new(),
            totals: String::new(),
        }
    }

    /// Nothing but text on standard output.
    pub(crate) fn on_screen(files: &[PathBuf]) -> Reports<'static> {
        Reports {
            format: ReportFormat::Text,
            outputs: &[],
            overwrite: Overwrite::OursOnly,
            names: names::of(files),
            done: Vec::new(),
            totals: String::new(),
        }
    }

    /// An empty sheet for the file with this number.
    pub(crate) fn sheet(&self, number: usize, file: &str) -> Sheet {
        let text = OutputFormat::Report(ReportFormat::Text);
        Sheet {
            report: FileReport::new(file),
            name: self.names.get(number).cloned().unwrap_or_else(|| "model".to_owned()),
            page: None,
            text: String::new(),
            reads: Readers {
                on_screen: self.format == ReportFormat::Text,
                in_files: self.outputs.iter().any(|output| output.format == text),
            },
        }
    }

    /// Takes a sheet; prints it if its format wants that at once.
    pub(crate) fn add(&mut self, sheet: Sheet) {
        let report = &sheet.report;
        match self.format {
            ReportFormat::Jsonl => output::document(&json::line(report, Edition::Second)),
            ReportFormat::Jsonl1 => output::document(&json::line(report, Edition::First)),
            ReportFormat::Github => output::document(&github::render(report)),
            ReportFormat::Text
            | ReportFormat::Json
            | ReportFormat::Json1
            | ReportFormat::Junit
            | ReportFormat::Sarif => {}
        }
        self.done.push(sheet);
    }

    /// Takes what people read about the run as a whole.
    pub(crate) fn add_totals(&mut self, text: &str) {
        self.totals += text;
    }

    /// Prints what is printed at the end, and writes the files.
    pub(crate) fn finish(&self, exit: Exit) -> Exit {
        match self.format {
            ReportFormat::Json | ReportFormat::Json1 | ReportFormat::Junit | ReportFormat::Sarif => {
                output::document(&self.content(self.format, exit));
            }
            ReportFormat::Text | ReportFormat::Jsonl | ReportFormat::Jsonl1 | ReportFormat::Github => {}
        }
        exit.and(self.write_files(exit, Reloading::Never))
    }

    /// Writes the files.
    pub(crate) fn write_files(&self, exit: Exit, reloading: Reloading) -> Exit {
        let mut worst = Exit::Met;
        for output in self.outputs {
            let written = match output.format {
                OutputFormat::Report(format) => self.write(output, format.kind(), &self.content(format, exit)),
                OutputFormat::Html if output.is_single_page() => match self.done.first() {
                    Some(sheet) => self.write(output, Kind::Page, &page(sheet, reloading)),
                    None => Ok(()),
                },
                OutputFormat::Html => self.write_pages(output, reloading),
            };
            if let Err(problem) = written {
                output::error(&problem);
                worst = Exit::Usage;
            }
        }
        worst
    }

    fn write(&self, output: &ReportOutput, kind: Kind, content: &str) -> Result<(), String> {
        let target = Target { path: &output.path, kind, overwrite: self.overwrite };
        write(&target, content.as_bytes()).map_err(|problem| problem.to_string())
    }

    /// A page for each model, and one with the contents.
    fn write_pages(&self, output: &ReportOutput, reloading: Reloading) -> Result<(), String> {
        let failed = |cause| format!("cannot make the directory `{}`: {cause}", output.path.display());
        std::fs::create_dir_all(&output.path).map_err(failed)?;
        let files: Vec<(&FileReport, String)> =
            self.done.iter().map(|sheet| (&sheet.report, format!("{}.html", sheet.name))).collect();
        let contents = reloading.applied(&contents::render(&files));
        let pages: Vec<String> = self.done.iter().map(|sheet| page(sheet, reloading)).collect();
        let pages = files.iter().map(|(_, name)| name.as_str()).zip(&pages).chain([(CONTENTS, &contents)]);
        let pages = pages.collect::<Vec<_>>();
        let named: Vec<Named<'_>> =
            pages.iter().map(|(name, content)| Named { name, kind: Kind::Page, content: content.as_bytes() }).collect();
        write_own(&output.path, &named, self.overwrite).map_err(|problem| problem.to_string())
    }

    fn content(&self, format: ReportFormat, exit: Exit) -> String {
        let reports = || self.done.iter().map(|sheet| sheet.report.clone()).collect::<Vec<_>>();
        let each =
            |render: &dyn Fn(&FileReport) -> String| self.done.iter().map(|sheet| render(&sheet.report)).collect();
        let ok = exit == Exit::Met;
        match format {
            ReportFormat::Text => {
                let texts: String = self.done.iter().map(|sheet| sheet.text.as_str()).collect();
                let text = terminal(&texts).into_owned() + &terminal(&self.totals);
                let version = env!("CARGO_PKG_VERSION");
                format!("{TEXT_SIGN}{version}\n\n{}", anstream::adapter::strip_str(&text))
            }
            ReportFormat::Json => json::render(&reports(), ok, Edition::Second),
            ReportFormat::Json1 => json::render(&reports(), ok, Edition::First),
            ReportFormat::Jsonl => each(&|report| json::line(report, Edition::Second)),
            ReportFormat::Jsonl1 => each(&|report| json::line(report, Edition::First)),
            ReportFormat::Junit => junit::render(&reports()),
            ReportFormat::Sarif => sarif::render(&reports()),
            ReportFormat::Github => each(&github::render),
        }
    }
}

/// The page about a file; if there is none, one with what is wrong.
fn page(sheet: &Sheet, reloading: Reloading) -> String {
    reloading.applied(&sheet.page.clone().unwrap_or_else(|| contents::problems(&sheet.report)))
}

/// What is written into the files of `--output`; what goes to a directory has names of our own.
pub(super) fn targets(arguments: &OutputArguments) -> impl Iterator<Item = Target<'_>> {
    let overwrite = arguments.force.overwrite();
    arguments.output.iter().filter(|output| !output.is_directory()).map(move |output| {
        let kind = match output.format {
            OutputFormat::Report(format) => format.kind(),
            OutputFormat::Html => Kind::Page,
        };
        Target { path: &output.path, kind, overwrite }
    })
}
