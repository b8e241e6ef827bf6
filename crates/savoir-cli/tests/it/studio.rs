//! `savoir studio` as a process: what it prints, whom it starts, and how it ends.

use crate::common::{fresh, root, savoir};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No step takes so long, not even on a machine that is busy with other things.
const LONG: Duration = Duration::from_secs(60);

struct Studio {
    child: Child,
    /// `http://127.0.0.1:PORT`.
    origin: String,
    token: String,
}

impl Studio {
    fn start(dir: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Studio {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.arg("studio").args(arguments).current_dir(dir).stdin(Stdio::null());
        for name in ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
            command.env_remove(name);
        }
        command.envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_suffix('/').unwrap_or_else(|| panic!("no address: {line:?}"));
        let (origin, token) = address.rsplit_once('/').unwrap();
        assert!(origin.starts_with("http://127.0.0.1:") && token.len() == 32, "{line}");
        Studio { child, origin: origin.to_owned(), token: token.to_owned() }
    }

    /// The answer to a request, with its head.
    fn get(&self, path: &str) -> String {
        let host = self.origin.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Its exit code, and what it said on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < LONG, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut complaints = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        (self.child.wait().unwrap().code(), complaints)
    }
}

#[test]
fn it_prints_an_address_answers_and_ends_with_a_signal() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let studio = Studio::start(&root(), &["examples", "--no-open"], &[]);
        let page = studio.get(&format!("/{}/", studio.token));
        assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<title>"), "{page}");
        let files = studio.get(&format!("/{}/api/files", studio.token));
        assert!(files.contains(r#""path":"muddy-children.ispl""#), "{files}");
        assert!(studio.get("/").starts_with("HTTP/1.1 403 "));
        studio.signal(signal);
        let (code, complaints) = studio.end();
        assert_eq!((code, complaints.as_str()), (Some(130), "Ctrl-C ends the studio.\n"), "{signal:?}");
    }
}

/// The second Ctrl-C of somebody in a hurry.
#[test]
fn it_ends_at_once_if_asked_twice() {
    let studio = Studio::start(&root(), &["examples", "--no-open"], &[]);
    studio.signal(Signal::INT);
    studio.signal(Signal::INT);
    assert_eq!(studio.end().0, Some(130));
}

#[test]
fn without_a_screen_it_only_prints() {
    let studio = Studio::start(&root(), &["examples"], &[]);
    studio.signal(Signal::TERM);
    let (code, complaints) = studio.end();
    assert_eq!(code, Some(130));
    assert!(complaints.starts_with("there is no screen to open a browser on; open the address above"), "{complaints}");
}

/// The browser's command line, which everybody on the machine can read, has no token, but leads to it once.
#[test]
#[cfg(target_os = "linux")]
fn the_browser_gets_an_address_for_one_visit() {
    use std::os::unix::fs::PermissionsExt;
    let dir = fresh("studio", "browser");
    let browser = dir.join("browser");
    fs::write(&browser, format!("#!/bin/sh\necho \"$@\" > {0}.new\nmv {0}.new {0}\n", dir.join("opened").display()))
        .unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let studio = Studio::start(&dir, &[], &[("BROWSER", &browser)]);
    let start = Instant::now();
    while !dir.join("opened").exists() {
        assert!(start.elapsed() < LONG, "the browser was not started");
        std::thread::sleep(Duration::from_millis(10));
    }
    let opened = fs::read_to_string(dir.join("opened")).unwrap();
    assert!(!opened.contains(&studio.token), "{opened}");
    let path = opened.trim_end().strip_prefix(&studio.origin).unwrap();
    let first = studio.get(path);
    assert!(first.starts_with("HTTP/1.1 303 ") && first.contains(&format!("location: /{}/", studio.token)), "{first}");
    assert!(studio.get(path).starts_with("HTTP/1.1 403 "));
    // The browser that has ended is no zombie.
    let children = format!("/proc/{}/task/{}/children", studio.child.id(), studio.child.id());
    while !fs::read_to_string(&children).unwrap_or_default().is_empty() {
        assert!(start.elapsed() < LONG, "the browser is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
    studio.signal(Signal::INT);
    assert_eq!(studio.end().0, Some(130));
}

#[test]
fn what_cannot_be_served_is_an_error() {
    let dir = fresh("studio", "errors");
    fs::write(dir.join("file"), "").unwrap();
    let refused = |arguments: &[&str]| {
        let (code, out, complaints) = savoir(&dir, &[&["studio", "--no-open"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {complaints}");
        complaints
    };
    assert!(refused(&["nowhere"]).starts_with("error: cannot open the folder `nowhere`: "));
    assert!(refused(&["file"]).starts_with("error: `file` is a file, but the studio opens folders"));
    assert!(refused(&["--port", "70000"]).contains("--port"));
    assert!(refused(&["--allow-origin", "*"]).contains("an origin begins with `http://` or `https://`"));
    assert!(refused(&["--allow-origin", "https://a.example/path"]).contains("without a path"));
    assert!(refused(&["--pages", "0"]).contains("--pages"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert!(refused(&["--port", &port]).contains(&format!("port {port} is in use by another program")));
}
