//! Documents for programs, and files with what no text has.

use super::{Place, annotation, assert_visible, model};
use crate::common::fresh;
use savoir_report::escape::visible;
use savoir_testkit::hostile;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Machine formats on the command line: as the library writes them, with file names of the system.
#[test]
fn reports_and_pictures_of_hostile_files_are_well_formed() {
    for (number, name) in hostile::NAMES.iter().enumerate() {
        let place = Place::new(100 + number, name);
        let file = place.file("FILE");
        let path = file.to_str().unwrap();
        let run = |line: &[&str]| place.run(&place.words(line)).1;
        for command in ["check", "lint"] {
            let junit = run(&[command, "FILE", "BAD", "--format", "junit"]);
            let document = roxmltree::Document::parse(&junit).unwrap_or_else(|problem| panic!("{problem}: {junit}"));
            let suites = document.descendants().filter(|node| node.has_tag_name("testsuite"));
            let suites: Vec<&str> = suites.filter_map(|suite| suite.attribute("name")).collect();
            assert_eq!((suites.len(), suites[0]), (2, visible(path).as_ref()));
            let sarif: Value = serde_json::from_str(&run(&[command, "FILE", "BAD", "--format", "sarif"])).unwrap();
            assert!(!sarif["runs"][0]["results"].as_array().unwrap().is_empty());
            let json: Value = serde_json::from_str(&run(&[command, "FILE", "--format", "json"])).unwrap();
            assert_eq!(json["files"][0]["file"], path);
            let lines = run(&[command, "FILE", "BAD", "--format", "jsonl"]);
            let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(lines.len(), 2);
            let github = run(&[command, "FILE", "BAD", "--format", "github"]);
            assert!(github.lines().count() >= 2 && github.lines().all(|line| line.starts_with("::")), "{github}");
            assert!(!github.lines().any(|line| line.starts_with("::error::")), "{github}");
        }
        for format in ["svg", "html", "dot", "tikz", "json"] {
            for line in
                [&["graph", "FILE", "--format", format][..], &["check", "FILE", &format!("--evidence={format}")]]
            {
                let text = run(line);
                assert_visible(&text, &(line, name));
                match format {
                    "svg" => {
                        roxmltree::Document::parse(&text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
                    }
                    "json" => assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["file"], path),
                    "html" => assert_eq!(text.matches("<script").count(), 2, "{text}"),
                    _ => {}
                }
            }
        }
        let wish = format!("--evidence=text:{}", place.file("NEW").display());
        place.run(&place.words(&["--color", "always", "check", "FILE", &wish]));
        let text = fs::read_to_string(place.file("NEW")).unwrap();
        assert!(text.contains("replayed") || text.contains("Replayed"), "{text}");
        assert!(!text.contains('\u{1b}') && text.contains(&*visible(annotation(name).trim())), "{text}");
        assert_visible(&text, &"text in a file");
        for line in [&["stats", "FILE"][..], &["synth", "FILE"], &["simulate", "FILE", "--script", "SCRIPT"]] {
            let value: Value = serde_json::from_str(&run(&[line, &["--format", "json"]].concat())).unwrap();
            assert_eq!(value["file"], path);
        }
    }
}

/// All outputs of one run, into files and pages with hostile names: readers find what they look for, and nothing else.
#[test]
fn outputs_of_hostile_files_are_well_formed() {
    for (number, name) in hostile::NAMES.iter().enumerate() {
        let place = Place::new(200 + number, name);
        let at = |end: &str| place.root.join(OsStr::from_bytes(format!("{name}OUT{end}").as_bytes()));
        let mut words = place.words(&["check", "FILE", "BAD", "--deadlock"]);
        let formats = ["text", "json", "jsonl", "junit", "sarif", "github", "html"];
        for format in formats {
            // What ends in `.html` would be one page.
            let path = at(&format!(".{format}s"));
            let output = [format.as_bytes(), b":", path.as_os_str().as_bytes()].concat();
            words.extend(["--output".into(), OsStr::from_bytes(&output).to_owned()]);
        }
        for _ in 0..2 {
            let (exit, _, err) = place.run(&words);
            assert_eq!(exit, Some(2), "{err}");
            assert!(err.contains("E01") && !err.contains("cannot write"), "{err}");
        }
        let path = place.file("FILE");
        let path = path.to_str().unwrap();
        let read = |format: &str| {
            let text = fs::read_to_string(at(&format!(".{format}s"))).unwrap();
            assert_visible(&text, &(format, name));
            text
        };
        assert!(read("text").contains(&*visible(path)));
        let json: Value = serde_json::from_str(&read("json")).unwrap();
        assert_eq!((&json["files"][0]["file"], json["files"].as_array().unwrap().len()), (&path.into(), 2));
        let lines: Vec<Value> = read("jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        let junit = read("junit");
        let document = roxmltree::Document::parse(&junit).unwrap_or_else(|problem| panic!("{problem}: {junit}"));
        let elements: BTreeSet<&str> = document.descendants().map(|node| node.tag_name().name()).collect();
        let known = ["", "error", "failure", "testcase", "testsuite", "testsuites"];
        assert_eq!(elements, known.into_iter().collect(), "{junit}");
        assert!(
            document.descendants().any(|node| node.has_tag_name("failure")
                && node.text().is_some_and(|text| text.contains("fails in the initial state s0"))),
            "{junit}"
        );
        let sarif: Value = serde_json::from_str(&read("sarif")).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert!(results.iter().any(|result| result["codeFlows"][0]["threadFlows"][0]["locations"][0].is_object()));
        assert!(
            read("github").lines().all(|line| line.starts_with("::error file=") || line.starts_with("::warning file="))
        );
        pages_are_well_formed(&at(".htmls"));
    }
}

/// The name of a page has nothing of what makes the name of a model hostile, and no name becomes an element.
fn pages_are_well_formed(directory: &Path) {
    let mut pages = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)), "{name:?}");
        let page = fs::read_to_string(&path).unwrap();
        assert_visible(&page, &name);
        let scripts = page.matches("<script").count();
        let own = if name == "index.html" || page.contains("There are no verdicts.") { 0 } else { 2 };
        assert_eq!(scripts, own, "{page}");
        assert!(!page.contains("javascript:") || page.matches("href=\"javascript:").count() == 0);
        pages += 1;
    }
    assert_eq!(pages, 3);
}

/// File names need not be text.
#[test]
fn names_that_are_no_text_are_shown_with_replacements() {
    let dir = fresh("hostile", "bytes");
    let file = dir.join(OsStr::from_bytes(b"a\xff\x1b[2K\xed\xa0\x80.ispl"));
    fs::write(&file, model("plain")).unwrap();
    for (words, machine) in [
        (&["check"][..], false),
        (&["lint"], false),
        (&["stats"], false),
        (&["mcmas"], false),
        (&["check", "--format", "junit"], true),
        (&["check", "--format", "json"], true),
        (&["check", "--format", "sarif"], true),
        (&["check", "--format", "github"], true),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        let done = command.args(words).arg(&file).stdin(Stdio::null()).output().unwrap();
        let out = String::from_utf8(done.stdout).unwrap();
        assert_visible(&out, &words);
        assert!(machine || out.contains("a\u{fffd}\\u{1b}[2K\u{fffd}"), "{words:?}: {out}");
        if words.last() == Some(&"junit") {
            roxmltree::Document::parse(&out).unwrap();
        }
    }
}

/// The layout of a model changes no comment, not even what a terminal would obey; a reader on a terminal sees the spelling.
#[test]
fn a_formatted_model_keeps_its_characters() {
    for name in hostile::NAMES {
        let text = model(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(["fmt", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let comment = annotation(name);
        let comment = comment.trim_end();
        assert!(out.contains(&format!("-- name: {comment}\n")), "{comment:?} in {out:?}");
    }
}

/// NUL and lone surrogates: in bytes that are not UTF-8, which a model may have in its comments, and as escapes in JSON.
#[test]
fn what_no_text_has_is_shown_or_refused() {
    let place = Place::new(300, "plain");
    // Surrogates as bytes; the file is not UTF-8, so each byte is a character.
    let mut bytes = model("x\u{fffe}\u{ffff}SURROGATE").into_bytes();
    while let Some(at) = bytes.windows(9).position(|word| word == b"SURROGATE") {
        bytes.splice(at..at + 9, *b"\xed\xa0\x80\xed\xbf\xbf");
    }
    fs::write(place.file("FILE"), bytes).unwrap();
    for format in ["text", "junit", "sarif", "json", "jsonl", "github"] {
        for command in ["check", "lint"] {
            let (exit, out, err) = place.run(&place.words(&[command, "FILE", "--format", format]));
            assert_eq!(exit, Some(1), "{command} {format}: {err}");
            assert_visible(&out, &format);
            assert_visible(&err, &format);
            match format {
                "junit" => drop(roxmltree::Document::parse(&out).unwrap_or_else(|problem| panic!("{problem}: {out}"))),
                "sarif" | "json" | "jsonl" => drop(serde_json::from_str::<Value>(&out).unwrap()),
                _ => {}
            }
        }
    }
    fs::write(place.file("FILE"), model("plain").replace("name: plain", "name: pl\0ain")).unwrap();
    let (exit, _, err) = place.run(&place.words(&["check", "FILE"]));
    assert!(exit == Some(2) && err.contains("binary"), "{err}");
    assert_visible(&err, &"NUL");
    // The evidence is as it should be but for its words.
    fs::write(place.file("FILE"), model("plain")).unwrap();
    let evidence = fs::read_to_string(place.file("EVIDENCE")).unwrap();
    for escape in ["\\u0000", "\\ud800", "\\udfff", "\\u001b[2K", "\\u202e", "\\ufffe"] {
        let words = ["\"plain\"", "\"EF top\"", "\"true\"", "\"savoir/evidence/2\""];
        for word in words.into_iter().filter(|word| evidence.contains(word)) {
            let hostile = evidence.replace(word, &format!("\"a{escape}b\""));
            fs::write(place.file("FORGED"), hostile).unwrap();
            let (exit, out, err) = place.run(&place.words(&["replay", "FORGED", "FILE"]));
            assert!(exit.is_some_and(|exit| exit != 101), "{escape}: {err}");
            assert_visible(&out, &escape);
            assert_visible(&err, &escape);
        }
    }
}
