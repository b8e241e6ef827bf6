//! The HTML page in a real browser, where there is one: it renders, a click on a tick box changes labels and tables, and
//! nothing is requested.

use crate::common::{results, root};
use savoir::Loaded;
use savoir_report::drawing::html;
use savoir_report::evidence::{View, drawn};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the page looks like to people is written into attributes of the body, before and after a click, by a script that
/// the test adds to the page.
const PROBE: &str = "<script>
const look = () => {
  const shown = (element) => element.getClientRects().length > 0;
  const text = (selector) => [...document.querySelectorAll(selector)].filter(shown).map((e) => e.textContent).join('|');
  return { labels: text('svg text'), cells: text('table td, table th') };
};
const note = (name, seen) => {
  document.body.setAttribute('data-' + name + '-labels', seen.labels);
  document.body.setAttribute('data-' + name + '-cells', seen.cells);
};
note('before', look());
const box = [...document.querySelectorAll('[data-agent-box]')].find((b) => b.parentElement.textContent.trim() === 'Sender');
box.click();
note('after', look());
box.click();
note('again', look());
document.querySelector('.node').dispatchEvent(new Event('mouseenter'));
document.body.setAttribute('data-details', document.querySelector('.details').textContent);
document.body.setAttribute('data-requests', performance.getEntriesByType('resource').length);
document.body.setAttribute('data-size', document.querySelector('svg').getBoundingClientRect().width);
</script></body>";

/// A browser, if there is one.
pub(crate) fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        let asked = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    })
}

/// The page after its scripts have run.
pub(crate) fn dump(browser: &str, page: &Path, fragment: &str) -> String {
    let home = page.with_extension("profile");
    let done = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"])
        .args(["--disable-quic", "--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", home.display()))
        .args(["--window-size=1280,800", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("file://{}{fragment}", page.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let _ = std::fs::remove_dir_all(home);
    String::from_utf8(done.stdout).unwrap()
}

/// A page with a script of the test at its end, which a browser would refuse to run.
pub(crate) fn with_probe(page: &str, probe: &str) -> String {
    let start = page.find("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let end = start + page[start..].find('>').unwrap() + 1;
    format!("{}{}", &page[..start], &page[end..]).replace("</body>", probe)
}

/// The value of an attribute of the body.
fn attribute<'a>(page: &'a str, name: &str) -> &'a str {
    let start = page.find(&format!("{name}=\"")).unwrap_or_else(|| panic!("no {name} in\n{page}")) + name.len() + 2;
    page[start..].split('"').next().unwrap()
}

pub(crate) fn written(name: &str, page: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.canonicalize().unwrap().join(name);
    std::fs::write(&path, page).unwrap();
    path
}

#[test]
fn ticking_an_agent_away_changes_the_page() {
    let Some(browser) = browser() else {
        println!("skipped: there is no chromium, chromium-browser or google-chrome");
        return;
    };
    let loaded = Loaded::from_file(&root().join("examples/bit-transmission-unfair.ispl")).unwrap();
    let drawings: Vec<_> = results(&loaded).iter().map(|result| drawn::drawing(result, &View::default())).collect();
    let page = html::render("A page", &drawings);
    let seen = dump(browser, &written("probe.html", &with_probe(&page, PROBE)), "");
    let of = |name: &str| attribute(&seen, name);
    assert!(of("data-before-labels").contains("Environment: lose_both"), "{}", of("data-before-labels"));
    // What somebody has to do anyway stands in tables only.
    assert!(!of("data-before-labels").contains("send_one"), "{}", of("data-before-labels"));
    assert!(of("data-before-labels").contains("bit = one") && of("data-before-cells").contains("send_one"));
    assert!(!of("data-after-labels").contains("bit = one"), "{}", of("data-after-labels"));
    assert!(!of("data-after-cells").contains("send_one") && !of("data-after-cells").contains("Sender"));
    assert!(of("data-after-labels").contains("got = empty"), "the others are still there");
    assert_eq!(of("data-again-labels"), of("data-before-labels"));
    assert!(of("data-details").starts_with("s0\nSender: bit = "), "{}", of("data-details"));
    assert_eq!(of("data-requests"), "0");
    assert!(of("data-size").parse::<f64>().unwrap() > 100.0);
    // The end of the address does the same.
    let probe = PROBE.replace("box.click();", "");
    let path = written("address.html", &with_probe(&page, &probe));
    let seen = dump(browser, &path, "#hide=Sender");
    assert!(!attribute(&seen, "data-before-labels").contains("bit = one"));
    assert!(attribute(&seen, "data-before-labels").contains("got = empty"));
}
