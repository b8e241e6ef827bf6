//! The book is a test: every fenced block of every page in `docs/src` is executed with the `savoir` program.
//!
//! The word after the fence says what a block is:
//!
//! * `ispl`: a complete model; `savoir check` exits with 0;
//! * `ispl wrong=E0101`: a file about which that code is reported: an error by `savoir check`, which exits with 2, a
//!   warning by `savoir lint`, which exits with 1;
//! * `ispl right=E0101`: the mended file; both commands exit with 0;
//! * `console`: a transcript. A line `$ savoir …` is a command; what follows, up to the next command, is its standard
//!   output and then its standard error, and `[exit 1]` if the exit code is not 0. `$ cat FILE` shows a file,
//!   `< FILE` gives it as standard input, and `cargo run --release --` stands for `savoir`. Times and amounts of memory
//!   do not matter;
//! * `ispl-failing`: the same, but a formula does not have its expected verdict: `savoir check` exits with 1;
//! * `json`, `toml`, `lua`, `elisp`: settings of editors, which can be read, see [`snippets`];
//! * `text`, `yaml`: not executed, for grammars, tables and settings; with `file=NAME` it is saved under that name.
//!
//! Pictures that the blocks of a page write are compared with those in `docs/src/images`.
//!
//! Blocks of a page run in order, in a directory of the page's own with a copy of `examples/`. A model marked
//! `file=NAME` is saved there under that name. After a change of messages, `SAVOIR_BLESS=1 cargo test -p savoir-cli
//! --test it docs::` writes the new output into the transcripts.

use crate::common::root;
use crate::snippets;
use savoir::{Code, Severity, Standing};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Names and texts of the pages, sorted by name.
fn pages() -> Vec<(String, String)> {
    let files = fs::read_dir(root().join("docs/src")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    pages.sort();
    pages
}

/// A fenced block: the line of its fence, the words after the fence, and what it encloses.
struct Block {
    line: usize,
    info: String,
    body: String,
}

impl Block {
    /// The value of `name=value` after the fence.
    fn option(&self, name: &str) -> Option<&str> {
        self.info.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => {
                open = true;
                blocks.push(Block { line: index + 1, info: info.to_owned(), body: String::new() });
            }
            None if open => blocks.last_mut().unwrap().body.extend([line, "\n"]),
            None => {}
        }
    }
    assert!(!open, "the block at line {} has no end", blocks[blocks.len() - 1].line);
    blocks
}

/// What a command printed, and its exit code.
struct Run {
    output: String,
    exit: i32,
}

impl Run {
    /// The codes of the diagnostics in JSON output.
    fn codes(&self) -> Vec<&str> {
        let lines = self.output.lines().map(str::trim);
        lines.filter_map(|line| line.strip_prefix("\"code\": \"")?.strip_suffix("\",")).collect()
    }
}

/// The directory in which the blocks of a page run.
struct Bench(PathBuf);

impl Bench {
    fn new(page: &str) -> Bench {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(page);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(dir.join("examples")).unwrap();
        for example in fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path()) {
            fs::copy(&example, dir.join("examples").join(example.file_name().unwrap())).unwrap();
        }
        Bench(dir)
    }

    fn savoir(&self, arguments: &[&str], input: Option<&str>) -> Run {
        let input = input.map_or(Stdio::null(), |file| fs::File::open(self.0.join(file)).unwrap().into());
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(arguments).current_dir(&self.0).stdin(input);
        command.env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
        let done = command.output().unwrap();
        let output = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        Run { output, exit: done.status.code().unwrap() }
    }

    /// Runs the block; if it is not true, says what happens really.
    fn run(&self, block: &Block) -> Result<(), String> {
        match block.info.split(' ').next() {
            Some("text" | "yaml") => {
                if let Some(file) = block.option("file") {
                    fs::write(self.0.join(file), &block.body).unwrap();
                }
                Ok(())
            }
            Some(kind @ ("json" | "toml" | "lua" | "elisp")) => snippets::read(kind, &block.body),
            Some("ispl" | "ispl-failing") => self.model(block),
            Some("console") => {
                let happened = clean(&self.play(&block.body));
                if comparable(&happened) == comparable(&clean(&block.body)) { Ok(()) } else { Err(happened) }
            }
            other => Err(format!("unknown kind of block {other:?}")),
        }
    }

    fn model(&self, block: &Block) -> Result<(), String> {
        let file = block.option("file").unwrap_or("model.ispl");
        fs::write(self.0.join(file), &block.body).unwrap();
        let run = |command: &str, exit: i32, code: Option<Code>| {
            let run = self.savoir(&[command, file, "--format", "json"], None);
            let good = run.exit == exit && code.is_none_or(|code| run.codes().contains(&code.as_str()));
            if good { Ok(()) } else { Err(format!("{command}: exit code {}, not {exit}\n{}", run.exit, run.output)) }
        };
        match block.option("wrong").map(|code| Code::parse(code).expect(code)) {
            Some(code) if code.severity() == Severity::Error => run("check", 2, Some(code)),
            Some(code) => run("lint", 1, Some(code)),
            None if block.option("right").is_some() => run("check", 0, None).and(run("lint", 0, None)),
            None => run("check", i32::from(block.info.starts_with("ispl-failing")), None),
        }
    }

    /// The transcript of the commands in a transcript.
    fn play(&self, transcript: &str) -> String {
        let mut happened = String::new();
        for command in transcript.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let Run { output, exit } = self.execute(command);
            let _ = write!(happened, "$ {command}\n{}", output.trim_end());
            happened.push_str(if output.trim().is_empty() { "" } else { "\n" });
            if exit != 0 {
                let _ = writeln!(happened, "[exit {exit}]");
            }
        }
        happened
    }

    fn execute(&self, command: &str) -> Run {
        if let Some(file) = command.strip_prefix("cat ") {
            return Run { output: fs::read_to_string(self.0.join(file)).unwrap(), exit: 0 };
        }
        let arguments = command.strip_prefix("savoir ").or(command.strip_prefix("cargo run --release -- "));
        let words = words(arguments.expect(command));
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        let redirection = words.iter().position(|word| *word == "<").map(|at| words.split_off(at));
        self.savoir(&words, redirection.map(|words| words[1]))
    }
}

/// Compares the pictures that the blocks of a page made with those that the book shows; tells which are not the same.
fn pictures(bench: &Bench, bless: bool) -> Vec<String> {
    let made = fs::read_dir(&bench.0).unwrap().map(|entry| entry.unwrap().path());
    let mut made: Vec<PathBuf> = made.filter(|path| path.extension().is_some_and(|end| end == "svg")).collect();
    made.sort();
    let mut wrong = Vec::new();
    for path in made {
        let name = path.file_name().unwrap().to_str().unwrap();
        let shown = root().join("docs/src/images").join(name);
        let picture = fs::read_to_string(&path).unwrap();
        if fs::read_to_string(&shown).ok().as_ref() != Some(&picture) {
            if bless {
                fs::write(shown, picture).unwrap();
            } else {
                wrong.push(name.to_owned());
            }
        }
    }
    wrong
}

/// The words of a command; single quotes keep spaces together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in command.trim().chars() {
        match character {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

/// Without times, and without spaces at the ends of lines.
fn clean(transcript: &str) -> String {
    transcript.lines().map(|line| format!("{}\n", clean_line(line.trim_end()))).collect()
}

/// A line with times and amounts of memory replaced by such as might be.
fn clean_line(line: &str) -> String {
    for (start, value) in [("execution time = ", "0.001"), ("BDD memory in use = ", "7000000")] {
        if line.starts_with(start) {
            return format!("{start}{value}");
        }
    }
    let mut out = line.to_owned();
    let names = ["seconds", "load", "encode", "reach", "check", "synthesis", "memory"];
    let mut keys: Vec<String> =
        names.iter().flat_map(|name| [": ", ":"].map(|colon| format!("\"{name}\"{colon}"))).collect();
    keys.push(" time=\"".to_owned());
    for key in keys {
        let mut from = 0;
        while let Some(at) = out[from..].find(&key).map(|at| from + at + key.len()) {
            let length = out[at..].bytes().take_while(|byte| b"0123456789.e-+".contains(byte)).count();
            if length > 0 {
                let value = if key.contains("memory") { "7000000" } else { "0.0" };
                out.replace_range(at..at + length, value);
            }
            from = at;
        }
    }
    out
}

/// A transcript in which numbers before `s` and `MB`, and the spaces that line them up, do not matter.
fn comparable(transcript: &str) -> Vec<Vec<String>> {
    let line = |line: &str| {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        for at in 1..words.len() {
            if matches!(words[at].as_str(), "s" | "MB") && words[at - 1].parse::<f64>().is_ok() {
                words[at - 1] = "0".to_owned();
            }
        }
        let measured = words.windows(2).any(|pair| pair[0] == "0" && matches!(pair[1].as_str(), "s" | "MB"));
        if measured || line.trim_start().starts_with("options  ") { words } else { vec![line.to_owned()] }
    };
    transcript.lines().map(line).collect()
}

#[test]
fn every_block_does_what_the_page_says() {
    let mut wrong = String::new();
    let bless = std::env::var_os("SAVOIR_BLESS").is_some();
    for (page, text) in pages() {
        let bench = Bench::new(&page);
        let mut mended = text.clone();
        for block in blocks(&text) {
            let Err(happened) = bench.run(&block) else { continue };
            if bless && block.info == "console" {
                mended = mended.replacen(&format!("\n{}```", block.body), &format!("\n{happened}```"), 1);
            } else {
                let _ = writeln!(wrong, "docs/src/{page}:{}: ```{}\n{happened}", block.line, block.info);
            }
        }
        for picture in pictures(&bench, bless) {
            let _ = writeln!(wrong, "docs/src/images/{picture}: docs/src/{page} draws another picture\n");
        }
        if mended != text {
            fs::write(root().join("docs/src").join(page), mended).unwrap();
        }
    }
    assert!(wrong.is_empty(), "these blocks are not true:\n{wrong}");
}

#[test]
fn every_diagnostic_code_has_a_section_with_examples() {
    let page = fs::read_to_string(root().join("docs/src/diagnostics.md")).unwrap();
    // What is said about all of them comes first.
    let general = ["Lints and their levels", "Fixing by machine"];
    let sections: Vec<&str> = page.split("\n## ").skip(1).skip(general.len()).collect();
    assert!(page.split("\n## ").skip(1).zip(general).all(|(section, heading)| section.starts_with(heading)));
    let headings: Vec<&str> = sections.iter().map(|section| section.lines().next().unwrap()).collect();
    let expected: Vec<String> = Code::ALL.iter().map(|code| format!("{code}: {}", code.title())).collect();
    assert_eq!(headings, expected);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for (code, section) in Code::ALL.iter().zip(sections) {
        // The page begins as the register does.
        let (_, prose) = section.split_once('\n').unwrap();
        assert_eq!(words(prose.split("```").next().unwrap()), words(code.documentation()), "{code}");
        if let Standing::Lint(level) = code.standing() {
            let row = format!("| `{}` | `{code}` | {} | {} |", code.name(), level.as_str(), code.title());
            assert!(page.contains(&row), "{row}");
        }
        for kind in ["wrong", "right"] {
            let examples = blocks(section).iter().filter(|block| block.option(kind) == Some(code.as_str())).count();
            assert!(examples > 0, "{code} has no block with {kind}={code}");
        }
    }
}

/// The anchors of a page: its headings in lower case, with hyphens for spaces.
fn anchors(page: &str) -> Vec<String> {
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    let anchor = |heading: &str| heading.trim().to_lowercase().replace(' ', "-");
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(&line.chars().filter(kept).collect::<String>())).collect()
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let find = |wanted: &str| pages.iter().find(|(name, _)| name == wanted);
    let contents = &find("SUMMARY.md").unwrap().1;
    for (page, text) in pages.iter().filter(|(name, _)| name != "SUMMARY.md") {
        assert!(contents.contains(&format!("]({page})")), "{page} is not in the table of contents");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("images/") {
                assert!(root().join("docs/src").join(link).is_file(), "{page}: {link}");
                continue;
            }
            if link.starts_with("https://") {
                continue;
            }
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let (_, target) = find(if target.is_empty() { page } else { target }).expect(link);
            assert!(anchor.is_empty() || anchors(target).iter().any(|known| known == anchor), "{page}: {link}");
        }
    }
}
