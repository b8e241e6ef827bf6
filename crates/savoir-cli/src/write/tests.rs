//! Links, permissions, devices and names of one file.

use super::*;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

/// The names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

/// Writes a file, whatever is there.
fn write(path: &Path, content: &[u8]) -> std::result::Result<(), CannotWrite> {
    super::write(&Target { path, kind: Kind::Junit, overwrite: Overwrite::Anything }, content)
}

#[test]
fn only_files_of_ours_are_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    let target = Target { path: &path, kind: Kind::StrategyPython, overwrite: Overwrite::OursOnly };
    let ours = "# Strategies, found by savoir.\n1";
    // What is not there, what is empty, and what is ours.
    super::write(&target, ours.as_bytes()).unwrap();
    fs::write(&path, "").unwrap();
    super::write(&target, ours.as_bytes()).unwrap();
    super::write(&target, b"# Strategies, found by savoir.\n2").unwrap();
    for foreign in ["precious", " # Strategies, found by savoir.", "\0\u{ff}"] {
        fs::write(&path, foreign).unwrap();
        assert!(target.probe().is_err() && super::write(&target, ours.as_bytes()).is_err());
        let own = [
            Named { name: "new", kind: Kind::Trace, content: b"x" },
            Named { name: "file", kind: Kind::Trace, content: b"x" },
        ];
        let message = write_own(directory.path(), &own, Overwrite::OursOnly).unwrap_err().to_string();
        assert!(message.ends_with("is no trace of savoir; name another file, or use `--force`"), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        // Nothing is lost by writing the same.
        super::write(&target, foreign.as_bytes()).unwrap();
        let forced = Target { overwrite: Overwrite::Anything, ..target };
        assert!(forced.probe().is_ok() && super::write(&forced, ours.as_bytes()).is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), ours);
    }
    assert_eq!(names(directory.path()), ["file"]);
}

#[test]
fn what_was_saved_meanwhile_stays() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("m.ispl");
    fs::write(&path, "saved meanwhile").unwrap();
    let message = rewrite(&path, b"as it was read", b"formatted").unwrap_err().to_string();
    assert!(message.ends_with("it has changed since it was read; try again"), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "saved meanwhile");
    rewrite(&path, b"saved meanwhile", b"formatted").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "formatted");
}

#[test]
fn a_link_that_the_user_names_stays_and_leads_to_the_new_content() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::create_dir(at("far")).unwrap();
    fs::write(at("far/target"), "old").unwrap();
    fs::set_permissions(at("far/target"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("far/target", at("one")).unwrap();
    symlink("one", at("two")).unwrap();
    write(&at("two"), b"new").unwrap();
    assert_eq!(fs::read_to_string(at("far/target")).unwrap(), "new");
    assert_eq!(fs::metadata(at("far/target")).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(at("one").is_symlink() && at("two").is_symlink());
    // One that leads nowhere yet does so as well, and one that leads in circles is refused.
    symlink("far/fresh", at("dangling")).unwrap();
    write(&at("dangling"), b"made").unwrap();
    assert_eq!(fs::read_to_string(at("far/fresh")).unwrap(), "made");
    symlink("b", at("a")).unwrap();
    symlink("a", at("b")).unwrap();
    assert!(write(&at("a"), b"").unwrap_err().to_string().contains("too many links"));
    assert_eq!(names(directory.path()), ["a", "b", "dangling", "far", "one", "two"]);
}

#[test]
fn a_link_under_a_name_of_ours_is_not_followed() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("victim"), "untouched").unwrap();
    symlink("victim", at("formula1.dot")).unwrap();
    let graph = Named { name: "formula1.dot", kind: Kind::McmasGraph, content: b"graph" };
    write_own(directory.path(), &[graph], Overwrite::OursOnly).unwrap();
    assert_eq!(fs::read_to_string(at("victim")).unwrap(), "untouched");
    assert!(!at("formula1.dot").is_symlink());
    assert_eq!(fs::read_to_string(at("formula1.dot")).unwrap(), "graph");
    symlink("victim", at("bug-1")).unwrap();
    let name = write_new(directory.path(), (1..9).map(|number| format!("bug-{number}")), b"bug").unwrap();
    assert_eq!((name.as_str(), fs::read_to_string(at("bug-2")).unwrap().as_str()), ("bug-2", "bug"));
    assert_eq!(names(directory.path()), ["bug-1", "bug-2", "formula1.dot", "victim"]);
}

#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("plain"), "").unwrap();
    write(&at("ours"), b"").unwrap();
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode();
    assert_eq!(mode("ours"), mode("plain"));
}

#[test]
fn what_has_no_place_takes_what_it_gets() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from_raw_mode(0o600)).unwrap();
    let reader = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(reader).unwrap());
    write(&pipe, b"text").unwrap();
    assert_eq!(reader.join().unwrap(), "text");
    write(Path::new("/dev/null"), b"text").unwrap();
    assert_eq!(Place::of(Path::new("/dev/null")).unwrap(), Place::Stream("/dev/null".into()));
    assert!(write(directory.path(), b"text").is_err());
    assert_eq!(names(directory.path()), ["pipe"]);
}

#[test]
fn names_of_one_file_are_recognised() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("file"), "").unwrap();
    fs::write(at("other"), "").unwrap();
    fs::hard_link(at("file"), at("hard")).unwrap();
    symlink("file", at("soft")).unwrap();
    symlink("fresh", at("dangling")).unwrap();
    fs::create_dir(at("sub")).unwrap();
    for (one, other, same) in [
        ("file", "file", true),
        ("file", "hard", true),
        ("file", "soft", true),
        ("file", "sub/../file", true),
        ("fresh", "sub/../fresh", true),
        ("fresh", "dangling", true),
        ("file", "other", false),
        ("fresh", "new", false),
        ("file", "fresh", false),
    ] {
        assert_eq!(is_same_file(&at(one), &at(other)), same, "{one} {other}");
    }
    assert!(!is_same_file(Path::new("/dev/null"), Path::new("/dev/null")));
}

#[test]
fn messages_name_the_file_that_was_asked_for() {
    let message = write(Path::new("no-such-directory/file"), b"").unwrap_err().to_string();
    assert_eq!(message, "cannot write `no-such-directory/file`: No such file or directory (os error 2)");
}
