//! Pages in a real browser, where there is one: keys step through paths, contents lead to formulas, pictures fit.

use crate::common::root;
use crate::page::{browser, dump, with_probe, written};
use savoir::{Budget, CheckRequest, EvidenceWish, FormulaText, GraphLimits, Loaded, check, state_graph};
use savoir_report::drawing::{Drawing, html};
use savoir_report::evidence::{Propositions, View, drawn};
use savoir_report::graph::{self, GraphView};
use serde_json::Value;

/// The pictures for formulas about an example.
fn drawings(example: &str, formulas: &[&str], view: &View) -> Vec<Drawing> {
    let loaded = Loaded::from_file(&root().join("examples").join(example)).unwrap();
    let formulas = formulas.iter().map(|text| FormulaText::from(*text)).collect();
    let request = CheckRequest { evidence: EvidenceWish::Wanted, threads: 1, formulas, ..CheckRequest::default() };
    let results = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap().results;
    results.iter().map(|result| drawn::drawing(result, view)).collect()
}

/// What a script at the end of a page finds; `None` if there is no browser.
fn seen(name: &str, drawings: &[Drawing], fragment: &str, script: &str) -> Option<Value> {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no chromium, chromium-browser or google-chrome");
        return None;
    };
    let probe = format!(
        "<script>const seen = {{}};\n{script}\n\
         document.body.setAttribute('data-seen', btoa(unescape(encodeURIComponent(JSON.stringify(seen)))));</script></body>"
    );
    let page = with_probe(&html::render(name, drawings), &probe);
    let dumped = dump(browser, &written(&format!("{name}.html"), &page), fragment);
    let start = dumped.find("data-seen=\"").unwrap_or_else(|| panic!("the page did not run:\n{dumped}")) + 11;
    Some(serde_json::from_slice(&decoded(dumped[start..].split('"').next().unwrap())).unwrap())
}

/// Bytes that `btoa` wrote.
fn decoded(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = alphabet.iter().position(|known| *known == letter).unwrap();
        bits = bits << 6 | u32::try_from(value).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 255).unwrap());
        }
    }
    bytes
}

/// Notes where the page is: what is told, and which state is marked in the picture, in the lanes and in the table.
const NOTE: &str = "
const section = document.querySelector('section:not([hidden])');
const panel = section.querySelector('.steps');
const press = (key, target) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const note = (name) => {
  const text = (selector) => [...section.querySelectorAll(selector)].map((e) => e.textContent.split(' ')[0]).join('|');
  seen[name] = [panel.querySelector('output').textContent.split('.')[0], text('.node.here text[font-weight=bold]'),
    text('.lanes tr.state.here > th'), text('.values tr.here > th')].join(' / ');
};
";

#[test]
fn keys_go_through_a_path() {
    let drawings = drawings("tian-ji.ispl", &["king_in_order -> EF tianji_wins"], &View::default());
    let script = format!(
        "{NOTE} note('start');
        press('ArrowRight', document.body); note('right'); press('ArrowLeft', document.body); note('left');
        press('ArrowLeft', document.body); note('before');
        panel.focus(); seen.focus = document.activeElement === panel && getComputedStyle(panel).outlineStyle;
        press('End', panel); note('end'); press('ArrowRight', panel); note('after');
        press('ArrowUp', panel); note('up'); press('ArrowDown', panel); note('down'); press('Home', panel); note('home');
        press('End', document.body); note('elsewhere');
        section.querySelector('.lanes tr[data-step=\"2\"]').click(); note('click');
        section.querySelectorAll('.node')[1].dispatchEvent(new Event('click')); note('node');
        seen.live = panel.querySelector('output').getAttribute('aria-live');
        seen.told = panel.querySelector('output').textContent;"
    );
    let Some(seen) = seen("keys", &drawings, "", &script) else { return };
    let at = |number: usize| format!("s{number}, step {number} of 3 / s{number} / s{number} / s{number}");
    for (name, number) in [
        ("start", 0),
        ("right", 1),
        ("left", 0),
        ("before", 0),
        ("end", 3),
        ("after", 3),
        ("up", 2),
        ("down", 3),
        ("home", 0),
        // Outside of the steps, End moves the page.
        ("elsewhere", 0),
        ("click", 2),
        ("node", 1),
    ] {
        assert_eq!(seen[name], at(number), "{name}: {seen}");
    }
    assert_eq!((&seen["focus"], &seen["live"]), (&"solid".into(), &"polite".into()), "{seen}");
    let told = seen["told"].as_str().unwrap();
    assert!(told.contains("After TianJi: run_slow; now Environment.king_points = 1, King.fast = false"), "{told}");
}

#[test]
fn after_the_last_state_of_an_infinite_path_comes_the_one_where_it_goes_on() {
    let drawings = drawings("two-doors.ispl", &["LTL G F left_inside"], &View::default());
    let script = format!(
        "{NOTE} press('End', panel); note('end'); seen.told = panel.querySelector('output').textContent;
        press('ArrowRight', panel); note('next');
        seen.lanes = [...section.querySelectorAll('.lanes thead th')].map((e) => e.textContent).join('|');
        seen.moves = [...section.querySelectorAll('.lanes tr.move')].map((row) =>
          [...row.querySelectorAll('.act')].map((e) => e.textContent).join('+')).join('|');"
    );
    let Some(seen) = seen("loop", &drawings, "", &script) else { return };
    assert_eq!(seen["end"], "s1, step 2 of 2 / s1 / s1 / s1", "{seen}");
    assert_eq!(seen["next"], "s0, step 1 of 2 / s0 / s0 / s0", "{seen}");
    assert!(seen["told"].as_str().unwrap().contains("then back to s0, for ever"), "{seen}");
    assert_eq!(seen["lanes"], "state|Environment|Left|Right|holds", "{seen}");
    assert_eq!(seen["moves"], "rest+pause+pause|turn+pause+pause|turn+pause+pause", "{seen}");
}

#[test]
fn contents_lead_to_formulas_and_the_surprising_one_comes_first() {
    let formulas = ["EF announced", "AG (announced and ada_paid -> GK(ben_and_cleo, ada_paid))", "AG announced"];
    let drawings = drawings("dining-cryptographers.ispl", &formulas, &View::default());
    let script = "
        const shown = () => [...document.querySelectorAll('section')].filter((s) => !s.hidden).map((s) => s.id).join();
        seen.first = shown();
        seen.contents = [...document.querySelectorAll('.contents a')].map((a) => a.textContent).join('|');
        seen.cause = document.querySelector('#f2 .cause p:last-child').getBoundingClientRect().bottom < innerHeight;
        document.querySelector('nav button').click(); seen.all = shown();
        seen.requests = performance.getEntriesByType('resource').length;
        const box = document.querySelector('[data-propositions-box]');
        const cells = () => [...document.querySelectorAll('#f2 .lanes td.holding')].filter((e) => e.offsetWidth > 0).length;
        seen.hidden = cells(); box.click(); seen.shown = cells();";
    let Some(found) = seen("contents", &drawings, "", script) else { return };
    assert_eq!((&found["first"], &found["all"]), (&"f2".into(), &"f1,f2,f3".into()), "{found}");
    let contents = found["contents"].as_str().unwrap();
    assert!(contents.starts_with("✓ true EF announced|✗ false AG (announced"), "{found}");
    assert!(contents.contains("(does not hold)") && found["cause"] == true && found["requests"] == 0, "{found}");
    assert!(found["hidden"] == 0 && found["shown"].as_u64().unwrap() > 3, "{found}");
    let Some(found) = seen("contents", &drawings, "#f3&hide=Ada", script) else { return };
    assert_eq!(found["first"], "f3", "{found}");
}

#[test]
fn a_page_runs_as_it_is_and_can_be_read_without_scripts() {
    let view = View { propositions: Propositions::Shown, ..View::default() };
    let drawings = drawings("two-doors.ispl", &["LTL G F left_inside", "EF left_inside"], &view);
    let page = html::render("page", &drawings);
    // Everything is there before a script runs.
    for part in ["<figure class=\"graph\">", "<table class=\"lanes\">", "class=\"cause\"", "<noscript>", "href=\"#f2\""]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        !page.contains("<section hidden") && page.contains("Replayed, 3 steps. Read with fair paths (4 constraints).")
    );
    assert!(page.contains("<div class=\"savoir propositions\">") && page.contains("holds: left_inside"));
    assert_eq!(page, html::render("page", &drawings), "pages are the same in every run");
    let Some(browser) = browser() else { return };
    // With the rules for the browser in place, our script runs.
    let dumped = dump(browser, &written("whole.html", &page), "");
    assert!(dumped.contains("class=\"steps\"") && dumped.contains("aria-current=\"true\""), "{dumped}");
}

#[test]
fn a_large_graph_is_summarised_and_shows_its_initial_states_first() {
    let loaded = Loaded::from_file(&root().join("examples/dining-cryptographers.ispl")).unwrap();
    let model = loaded.model.unwrap();
    let limits = GraphLimits { states: 2_000, joint_actions: 500_000 };
    let found = state_graph(&model, limits, 1, &Budget::unlimited()).unwrap();
    let drawings = graph::drawn::drawings("m", &model, &found, &GraphView::default(), &Budget::unlimited()).unwrap();
    let names: Vec<&str> = drawings.iter().filter_map(|drawing| drawing.name.as_deref()).collect();
    assert_eq!(names, ["Up to bisimulation", "As Ada sees it", "As Ben sees it", "As Cleo sees it", "By propositions"]);
    for drawing in &drawings {
        let states: usize = drawing.nodes.iter().map(|node| node.stands_for.unwrap_or(1)).sum();
        assert_eq!((states, drawing.nodes.len() <= 60), (68, true), "{:?}", drawing.name);
    }
    let script = "
        const svg = document.querySelector('section:not([hidden]) svg');
        const frame = svg.parentElement.getBoundingClientRect();
        const inside = (e) => { const box = e.getBoundingClientRect(); return box.top >= frame.top && box.bottom <= frame.bottom; };
        seen.initial = [...svg.querySelectorAll('.node.initial')].every(inside);
        seen.fits = frame.right <= innerWidth && frame.height <= innerHeight;
        const scale = () => Number(svg.dataset.scale);
        const before = scale();
        document.querySelector('section:not([hidden]) .tools button').click(); seen.larger = scale() > before;
        svg.parentElement.dispatchEvent(new KeyboardEvent('keydown', { key: '-', bubbles: true }));
        svg.parentElement.dispatchEvent(new KeyboardEvent('keydown', { key: '-', bubbles: true }));
        seen.smaller = scale() < before;
        const view = svg.getAttribute('viewBox');
        document.querySelector('section:not([hidden]) .tools button').click();
        svg.parentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        seen.moved = svg.getAttribute('viewBox') !== view;";
    let Some(seen) = seen("large", &drawings, "", script) else { return };
    for what in ["initial", "fits", "larger", "smaller", "moved"] {
        assert_eq!(seen[what], true, "{what}: {seen}");
    }
}

#[test]
fn who_listens_is_told_of_every_step() {
    let formulas = ["king_in_order -> EF tianji_wins", "king_in_order -> <tianji>F tianji_wins"];
    let drawings = drawings("tian-ji.ispl", &formulas, &View::default());
    let data = html::data(&drawings);
    let script = format!(
        "const box = document.createElement('div'); box.innerHTML = {}; document.body.append(box); seen.told = [];
        box.addEventListener('savoir:step', (event) => seen.told.push([event.target.id, event.detail]));
        savoir.mount(box.firstElementChild, {data});
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
        press('ArrowRight'); press('ArrowRight'); box.querySelectorAll('#f1 .node')[0].dispatchEvent(new Event('click'));
        location.hash = '#f2'; dispatchEvent(new Event('hashchange'));
        box.querySelectorAll('#f2 .node')[1].dispatchEvent(new Event('click'));",
        Value::from(html::fragment("told", &drawings))
    );
    let Some(seen) = seen("told", &drawings, "#f1", &script) else { return };
    let told: Vec<Value> = seen["told"].as_array().unwrap().clone();
    let expected = [(0, 0, Some(0)), (0, 1, Some(1)), (0, 2, Some(2)), (0, 0, Some(0)), (1, 0, None), (1, 1, None)];
    assert_eq!(told.len(), expected.len(), "{seen}");
    for (told, (drawing, node, step)) in told.iter().zip(expected) {
        let key = format!("f{}", drawing + 1);
        let state = &data["drawings"][drawing]["nodes"][node]["state"];
        let path = step.map(|_| 0);
        let detail = serde_json::json!({
            "state": state, "node": node, "path": path, "step": step, "drawing": drawing, "key": key
        });
        assert_eq!((&told[0], &told[1]), (&key.into(), &detail));
        assert!(state.as_array().unwrap().iter().all(Value::is_u64), "{state}");
    }
}
