//! `savoir check --watch`: saves are noticed, differences are shown, Ctrl-C ends.

use crate::common::{counting, fresh};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const DEADLINE: Duration = Duration::from_secs(60);

const MODEL: &str = counting!(
    "Formulae EF top; AG EF top; end Formulae
"
);

/// A run under way, with what it has printed so far. The two streams are not in step with each other.
pub(crate) struct Watch {
    child: Child,
    results: Stream,
    diagnostics: Stream,
    model: PathBuf,
}

/// What was printed on a stream, and how much of it was waited for.
struct Stream {
    printed: Arc<Mutex<String>>,
    seen: usize,
}

impl Watch {
    fn start(name: &str) -> Watch {
        Watch::start_with(name, "model.ispl", MODEL)
    }

    /// Watches a file with this content.
    pub(crate) fn start_with(name: &str, file: &str, content: &str) -> Watch {
        Watch::start_with_options(name, file, content, &[])
    }

    /// The same with options.
    fn start_with_options(name: &str, file: &str, content: &str, options: &[&str]) -> Watch {
        let dir = fresh("watch", name);
        let model = dir.join(file);
        fs::write(&model, content).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(["check", "--watch", file]).args(options).current_dir(&dir).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let results = Stream::of(child.stdout.take().unwrap());
        let diagnostics = Stream::of(child.stderr.take().unwrap());
        Watch { child, results, diagnostics, model }
    }

    /// Waits for a text on standard output, after what was waited for before.
    pub(crate) fn wait(&mut self, wanted: &str) {
        self.results.wait(wanted);
    }

    pub(crate) fn save(&self, text: &str) {
        fs::write(&self.model, text).unwrap();
    }

    /// What was printed so far.
    pub(crate) fn printed(&self) -> (String, String) {
        let text = |stream: &Stream| stream.printed.lock().unwrap().clone();
        (text(&self.results), text(&self.diagnostics))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Stream {
    fn of(mut stream: impl Read + Send + 'static) -> Stream {
        let printed = Arc::new(Mutex::new(String::new()));
        let sink = printed.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                sink.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..count]));
            }
        });
        Stream { printed, seen: 0 }
    }

    fn wait(&mut self, wanted: &str) {
        let start = Instant::now();
        loop {
            let printed = self.printed.lock().unwrap().clone();
            if let Some(at) = printed[self.seen..].find(wanted) {
                self.seen += at + wanted.len();
                return;
            }
            assert!(start.elapsed() < DEADLINE, "`{wanted}` did not appear in:\n{}", &printed[self.seen..]);
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn saves_are_noticed_and_differences_shown() {
    let mut watch = Watch::start("differences");
    watch.wait("1  true     EF top");
    watch.wait("watching model.ispl; Ctrl-C ends");
    // Another verdict, saved in place.
    let slower = MODEL.replace("x < 3", "x < 2");
    watch.save(&slower);
    watch.wait("model.ispl changed");
    watch.wait("1  false    EF top  (does not hold)  [was true]");
    watch.wait("2  false    AG EF top  (does not hold)  [was true]");
    watch.wait("3 reachable states");
    // A formula less and one more, saved by renaming.
    let other = slower.replace("AG EF top", "EG !top");
    let temporary = watch.model.with_extension("tmp");
    fs::write(&temporary, &other).unwrap();
    fs::rename(&temporary, &watch.model).unwrap();
    watch.wait("2  true     EG !top  [new]");
    watch.wait("removed  AG EF top (was false)");
    watch.wait("1 as before");
    // An error, then none: verdicts are compared with those before it.
    watch.save(&other.replace("M.x = 3", "M.y = 3"));
    watch.diagnostics.wait("agent `M` has no variable `y`");
    watch.wait("model.ispl has errors: no verdicts");
    watch.save(&other.replace("M.x = 3", "M.x = 2"));
    watch.wait("1  true     EF top  [was false]");
    // A file that is away for a while.
    fs::remove_file(&watch.model).unwrap();
    watch.wait("model.ispl is gone; waiting for it");
    watch.save(MODEL);
    watch.wait("model.ispl changed");
    watch.wait("4 reachable states");
}

#[test]
fn ctrl_c_ends() {
    let mut watch = Watch::start("end");
    watch.wait("watching model.ispl");
    let process = watch.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(130));
}

/// Waits until a file has a text; it is whole whenever it is there.
fn wait_for_page(path: &Path, wanted: &str) -> String {
    let start = Instant::now();
    loop {
        let page = fs::read_to_string(path).unwrap_or_default();
        assert!(page.is_empty() || page.ends_with("</html>\n"), "a part of a page:\n{page}");
        if page.contains(wanted) {
            return page;
        }
        assert!(start.elapsed() < DEADLINE, "`{wanted}` did not appear in:\n{page}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Pages and other outputs follow the model; pages load themselves again as long as somebody watches.
#[test]
fn a_page_lives_while_a_file_is_watched() {
    const AGAIN: &str = "<meta http-equiv=\"refresh\"";
    let options =
        ["--evidence=html:page.html", "--output", "html:pages/", "--output", "junit:r.xml", "--output", "text:r.txt"];
    let mut watch = Watch::start_with_options("page", "model.ispl", MODEL, &options);
    let model = watch.model.clone();
    let at = |name: &str| model.with_file_name(name);
    let (page, contents, junit, text) = (at("page.html"), at("pages/index.html"), at("r.xml"), at("r.txt"));
    watch.wait("watching model.ispl; Ctrl-C ends");
    assert!(wait_for_page(&page, "EF top").contains(AGAIN));
    assert!(wait_for_page(&contents, "✓ true").contains(AGAIN));
    watch.save(&MODEL.replace("x < 3", "x < 2"));
    watch.wait("[was true]");
    wait_for_page(&contents, "✗ false (expected true)");
    assert!(wait_for_page(&page, "<b class=\"false\">false</b>").contains(AGAIN));
    watch.save(&MODEL.replace("M.x = 3", "M.y = 3"));
    wait_for_page(&contents, "has no variable `y`");
    wait_for_page(&at("pages/model.html"), "There are no verdicts.");
    let process = watch.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(130));
    for page in [&page, &contents] {
        assert!(!wait_for_page(page, "<title>").contains(AGAIN), "nothing changes any more");
    }
    assert!(fs::read_to_string(junit).unwrap().contains("has no variable `y`"));
    assert!(fs::read_to_string(text).unwrap().contains("model.ispl\n  errors: no verdicts\n"));
}

/// On the screen, evidence comes with the verdicts that are new.
#[test]
fn evidence_is_shown_with_what_changed() {
    let mut watch = Watch::start_with_options("evidence", "model.ispl", MODEL, &["--evidence"]);
    watch.wait("Replayed, 3 steps.");
    watch.wait("watching model.ispl");
    watch.save(&MODEL.replace("EF top; AG EF top", "EF top; AG !top"));
    watch.wait("AG !top  (does not hold)  [new]");
    watch.wait("3 steps from s0 lead to a state without");
    watch.wait("removed  AG EF top");
    assert_eq!(watch.printed().1, "");
    let refused =
        crate::common::savoir(watch.model.parent().unwrap(), &["check", "--watch", "model.ispl", "--evidence=dot"]);
    assert!(refused.0 == 2 && refused.2.contains("name a file for the evidence"), "{}", refused.2);
}
