// What people do with the studio, from the first page to a lost play.

import assert from "node:assert/strict";
import { HEAVY, scenario } from "./harness.mjs";
import { checked, cursorAfter, hover, keeps, keptDraft, keptPlace, open, tab } from "./steps.mjs";

/** A formula of the card game that is false, with a path and a doubt. */
const SECRET = "bobs-card-is-never-secret";

scenario("a typo is underlined and its fix applied", {}, async ({ page, shot }) => {
  await open(page, "muddy-children.ispl");
  await page.locator(".summary", { hasText: "all as expected" }).waitFor();
  await shot("opened");
  await cursorAfter(page, "all_muddy -> GCK(children, some_mud");
  await page.keyboard.type("d");
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.getByText("1 error").waitFor();
  await shot("underlined");
  await page.keyboard.press("Control+.");
  const fix = page.getByRole("menuitem").first();
  await fix.waitFor();
  await shot("fixes");
  await page.keyboard.press("Enter");
  await page.getByText("No problems").waitFor();
  await checked(page);
  await page.locator(".summary", { hasText: "all as expected" }).waitFor();
});

scenario("verdicts follow what is typed", {}, async ({ page }) => {
  await open(page, "muddy-children.ispl");
  const first = page.locator(".formula").first();
  assert.match(await first.innerText(), /true/);
  await cursorAfter(page, "!K(Alice, alice_muddy) and ");
  await page.keyboard.press("Delete");
  await page.locator(".formula").first().locator("b.verdict", { hasText: "false" }).waitFor();
  await page.locator(".summary", { hasText: "1 not as expected" }).waitFor();
});

scenario("the editor completes, explains, renames, formats and lists", {}, async ({ page, shot }) => {
  await open(page, "muddy-children.ispl");
  await page.locator(".outline").getByRole("button", { name: "Alice", exact: true }).waitFor();
  await cursorAfter(page, "AG (told_somebody -> GCK(children, some_mud)");
  await page.locator(".lens").first().waitFor();
  await page.locator(".hint-inline").first().waitFor();
  await page.locator("[class*=sem-]").first().waitFor();
  await shot("lenses");
  await page.keyboard.type(" and al");
  await page.locator(".cm-tooltip-autocomplete").getByText("alice_muddy").first().waitFor();
  await shot("completion");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await page.getByText("No problems").waitFor();
  await checked(page);
  await hover(page, page.locator(".cm-content .cm-line", { hasText: "GCK(children" }).first().locator("span", { hasText: "children" }).first());
  await shot("hover");
  await page.mouse.move(5, 5);
  await cursorAfter(page, "AG (told_somebody -> GCK(child");
  await page.keyboard.press("F12");
  await page.locator(".cm-activeLine", { hasText: "children = {Alice, Bob, Carol}" }).waitFor();
  await page.keyboard.press("F2");
  await page.locator(".cm-lsp-rename-panel input").fill("kids");
  await page.keyboard.press("Enter");
  await page.locator(".cm-line", { hasText: "kids = {Alice, Bob, Carol}" }).waitFor();
  await page.locator(".formula", { hasText: "GCK(kids, some_mud)" }).first().waitFor();
  await cursorAfter(page, "kids = {Ali");
  await page.keyboard.press("Shift+F12");
  const uses = page.locator(".cm-lsp-reference-panel");
  await uses.getByText("Agent Alice").waitFor();
  await shot("uses");
  await page.keyboard.press("Escape");
  await uses.waitFor({ state: "detached" });
  await cursorAfter(page, "kids = {Alice");
  await page.keyboard.type("   ");
  await page.keyboard.press("Shift+Alt+F");
  await page.locator(".cm-line", { hasText: /^ {2}kids = \{Alice, Bob, Carol\};$/ }).waitFor();
  await page.locator(".lens", { hasText: "Evidence" }).first().click();
  await page.locator(".evidence-host .cause").first().waitFor();
});

scenario("evidence is stepped through with the keyboard and the inspector follows", {}, async ({ page, shot }) => {
  await open(page, "card-game.ispl");
  const failing = page.locator(".formula", { hasText: SECRET });
  await failing.locator(".formula-main").click();
  await shot("formula");
  await failing.getByRole("button", { name: "Evidence" }).click();
  const steps = page.locator(".evidence-host .steps").first();
  await steps.waitFor();
  await page.locator(".knowledge").waitFor();
  await shot("evidence");
  const before = await page.locator(".inspector .detail").innerText();
  const at = await steps.locator(".at").innerText();
  await steps.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await steps.locator(".at").innerText(), at);
  await page.waitForFunction((old) => document.querySelector(".inspector .detail")?.innerText !== old, before);
  await shot("stepped");
  await page.locator(".known.open").first().click();
  await page.locator(".refutation").getByText("K(").first().waitFor();
  await page.locator(".refutation table").waitFor();
  await shot("refuted");
  const agent = page.locator(".evidence-host .switches label", { hasText: "Bob" });
  await agent.locator("input").uncheck();
  await page.waitForFunction(() => [...document.querySelectorAll(".evidence-host [data-agent]")].some((element) => element.classList.contains("off")));
  await page.waitForFunction(() => ![...document.querySelectorAll(".knowledge thead button")].some((button) => button.textContent === "Bob"));
  await shot("without-bob");
});

scenario("possible worlds are drawn for the state that is shown", {}, async ({ page, shot }) => {
  await open(page, "muddy-children.ispl");
  await page.locator(".formula", { hasText: "mud-is-common-knowledge-before-speech" }).locator(".formula-main").click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .node").first().waitFor();
  await page.locator(".knowledge").waitFor();
  await tab(page, "Worlds").click();
  await page.locator(".worlds-host svg .node").first().waitFor();
  await shot("worlds");
  const count = await page.locator(".worlds-view .summary").innerText();
  await page.locator(".worlds-view .choices label", { hasText: "Bob" }).locator("input").uncheck();
  await page.waitForFunction((old) => document.querySelector(".worlds-view .summary").innerText !== old, count);
  await shot("without-bob");
});

scenario("one loses against a strategy", {}, async ({ page, shot }) => {
  await open(page, "tian-ji.ispl");
  await page.locator(".formula", { hasText: "legend-tianji-wins" }).locator(".formula-main").click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Play" }).click();
  await page.locator(".about-play").getByText("The coalition wins").waitFor();
  await shot("play");
  for (let round = 0; round < 12; round += 1) {
    if (await page.locator(".lost").isVisible()) break;
    const title = await page.locator(".board h3").first().innerText();
    await page.locator(".moves button, .board .possible button").first().click();
    await page.waitForFunction((old) => document.querySelector(".board h3").innerText !== old || document.querySelector(".lost"), title);
  }
  await page.locator(".lost").waitFor();
  await shot("lost");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.locator(".moves").waitFor();
  // A play stays with the model that it was begun on, and says so.
  assert.equal(await page.locator(".play-view .edited").isVisible(), false);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- edited ");
  await page.locator(".play-view .edited").getByRole("button", { name: "Begin anew" }).click();
  await page.locator(".board h3", { hasText: "Round 1" }).waitFor();
  await page.locator(".play-view .edited").waitFor({ state: "hidden" });
});

scenario("one walks through a model, and follows a whole set of states", {}, async ({ page, shot }) => {
  await open(page, "dining-cryptographers.ispl");
  await tab(page, "Simulate").click();
  await page.locator(".steps-list button").first().waitFor();
  await shot("start");
  // A filter leaves numbers as they are: what is taken is what was read.
  await page.getByLabel("Filter the steps").fill("coin_cleo_ada → tails");
  const row = page.locator(".steps-list li:visible").nth(1);
  const [, coin] = /coin_ada_ben → (\w+)/.exec(await row.innerText());
  await row.locator("button").click();
  await page.locator(".simulate-view .summary", { hasText: "Step 1" }).waitFor();
  assert.match(await page.locator(".sim-place").innerText(), new RegExp(`coin_ada_ben = ${coin}`));
  assert.match(await page.locator(".sim-place").innerText(), /coin_cleo_ada = tails/);
  await page.getByLabel("Filter the steps").fill("");
  await page.getByLabel("Condition or formula").fill("announced");
  await page.getByRole("button", { name: "Goal" }).click();
  await page.locator(".simulate-view .summary", { hasText: "Step 2" }).waitFor();
  await page.locator(".knowledge").waitFor();
  await shot("walked");
  await page.getByRole("tab", { name: "A set of states" }).click();
  await page.locator(".set-count b").waitFor();
  const initial = await page.locator(".set-count b").innerText();
  await page.getByLabel("Condition", { exact: true }).fill("ben_paid");
  await page.getByRole("button", { name: "Keep where it holds" }).click();
  await page.waitForFunction((old) => document.querySelector(".set-count b").innerText !== old, initial);
  assert.equal(await page.locator(".set-count b").innerText(), "1");
  await page.getByRole("button", { name: "Successors" }).click();
  await page.locator(".set-count b", { hasText: "8" }).waitFor();
  await shot("set");
  await page.getByRole("button", { name: "What is known" }).click();
  await page.getByText("In how many states it is known").waitFor();
});

scenario("a long check is cancelled", { files: { "heavy.ispl": HEAVY } }, async ({ page, shot }) => {
  await page.getByRole("navigation", { name: "Files" }).getByRole("button", { name: "heavy.ispl", exact: true }).click();
  await page.locator(".progress button").waitFor();
  await shot("checking");
  await page.locator(".progress button").click();
  await page.locator(".summary", { hasText: /Cancelled/ }).waitFor();
  await shot("cancelled");
  // So is one that was asked for.
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator(".progress button, .work.busy button").first().click();
  await page.waitForFunction(() => !document.querySelector(".formulas-view").classList.contains("checking"));
  // The studio goes on.
  await open(page, "two-doors.ispl");
});

scenario("a session is saved and its link opens it", {}, async ({ page, context, studio, shot }) => {
  await open(page, "card-game.ispl");
  await page.locator(".formula", { hasText: SECRET }).locator(".formula-main").click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .switches label", { hasText: "Bob" }).locator("input").uncheck();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- not saved yet\n");
  await page.getByRole("button", { name: "Session" }).click();
  await page.getByRole("menuitem", { name: "Save session" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("lesson one");
  await shot("name");
  await page.keyboard.press("Enter");
  const link = await page.getByLabel("Link").inputValue();
  await shot("link");
  assert.ok(link.endsWith("#session=lesson%20one"));
  assert.match(studio.read("lesson one.savoir-session"), /not saved yet/);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator(".evidence-host .cause").first().waitFor();
  assert.match(await other.locator(".cm-content").innerText(), /not saved yet/);
  assert.equal(await other.locator(".evidence-host .switches label", { hasText: "Bob" }).locator("input").isChecked(), false);
  assert.doesNotMatch(studio.read("card-game.ispl"), /not saved yet/);
  // What was edited since is not replaced without a question, nor by a reload.
  await other.locator(".cm-content").click();
  await other.keyboard.press("Control+Home");
  await other.keyboard.type("-- since then\n");
  await keeps(other, (page) => keptDraft(page, "card-game.ispl"), (draft) => draft?.text.includes("-- since then"));
  await other.reload();
  await other.locator(".cm-line", { hasText: "-- since then" }).waitFor();
  await other.getByRole("button", { name: "lesson one" }).click();
  await other.getByRole("button", { name: "Keep the edited one" }).click();
  await other.locator(".evidence-host .cause").first().waitFor();
  await other.locator(".cm-line", { hasText: "-- since then" }).waitFor();
});

scenario("a reload loses nothing", {}, async ({ page, studio }) => {
  await open(page, "card-game.ispl");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- a draft\n");
  await page.locator(".file-name .unsaved").waitFor();
  await page.locator(".formula-main").nth(1).click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .cause").first().waitFor();
  await page.reload();
  await page.locator(".evidence-host .cause").first().waitFor();
  assert.match(await page.locator(".cm-content").innerText(), /-- a draft/);
  assert.equal(await tab(page, "Evidence").getAttribute("aria-selected"), "true");
  assert.match(await page.locator(".picker select").first().inputValue(), /2/);
  await page.keyboard.press("Control+s");
  await page.locator(".file-name .unsaved").waitFor({ state: "detached" });
  assert.match(studio.read("card-game.ispl"), /^-- a draft/);
});

scenario("a file that somebody else has changed is not overwritten", {}, async ({ page, studio, wrong }) => {
  await open(page, "two-doors.ispl");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- mine\n");
  studio.write("two-doors.ispl", `-- theirs\n${studio.read("two-doors.ispl")}`);
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByText("has changed on the disk").waitFor();
  assert.match(studio.read("two-doors.ispl"), /^-- theirs/);
  await page.getByRole("button", { name: "Take the one on the disk" }).click();
  await page.locator(".cm-line", { hasText: "-- theirs" }).waitFor();
  // Browsers note each answer of 409.
  assert.ok(wrong.every((line) => line.includes("409")));
  wrong.length = 0;
});

/** Nothing may stick out to the right. */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

scenario("everything can be reached on a narrow screen", { width: 400, height: 800 }, async ({ page, shot }) => {
  for (const name of ["Edit", "Session"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const { x, width } = await page.getByRole("menu", { name }).boundingBox();
    assert.ok(x >= 0 && x + width <= 400, `${name} is from ${x} to ${x + width}`);
    await shot(`menu-${name.toLowerCase()}`);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await shot("files");
  await page.getByRole("button", { name: "tian-ji.ispl", exact: true }).click();
  await page.locator(".cm-content").waitFor();
  await shot("text");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await checked(page);
  await shot("formulas");
  assert.equal(await overflow(page), 0);
  await page.locator(".formula", { hasText: "king-wins" }).first().locator(".formula-main").click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .cause").first().waitFor();
  await page.locator(".knowledge").waitFor();
  await shot("evidence");
  assert.equal(await overflow(page), 0);
  for (const [name, drawn] of [["Worlds", ".worlds-host svg .node"], ["Play", ".board h3"], ["Simulate", ".steps-list button"]]) {
    await tab(page, name).click();
    await page.locator(drawn).first().waitFor();
    await shot(name.toLowerCase());
    assert.equal(await overflow(page), 0, `${name} is too wide`);
  }
});

scenario("colours follow the system, or the switch", { dark: true }, async ({ page, shot }) => {
  await open(page, "card-game.ispl");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(13, 17, 23)");
  await page.locator(".formula", { hasText: SECRET }).locator(".formula-main").click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .steps").first().waitFor();
  await page.locator(".knowledge").waitFor();
  await shot("dark");
  await page.locator(".theme-switch").click();
  assert.equal(await background(), "rgb(255, 255, 255)");
  await page.reload();
  await page.locator(".evidence-host .cause").first().waitFor();
  assert.equal(await background(), "rgb(255, 255, 255)");
});

scenario("all views can be reached with the keyboard", {}, async ({ page }) => {
  await open(page, "card-game.ispl");
  for (const [at, name] of ["Formulas", "Evidence", "Worlds", "Play", "Simulate"].entries()) {
    await page.keyboard.press(`Alt+Digit${at + 1}`);
    assert.equal(await tab(page, name).getAttribute("aria-selected"), "true");
  }
  await page.keyboard.press("Alt+Digit1");
  await page.locator(".formula-main").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".evidence-host .cause").first().waitFor();
  const inViews = () => page.evaluate(() => document.activeElement.closest(".views-pane") !== null);
  assert.equal(await inViews(), true);
  await page.keyboard.press("Alt+Digit0");
  assert.equal(await page.evaluate(() => document.activeElement.className.includes("cm-content")), true);
  await page.keyboard.press("F6");
  assert.equal(await inViews(), true);
});

scenario("a lost connection is made anew", { load: false }, async ({ page, studio, shot }) => {
  const sockets = [];
  let again;
  const isSeen = new Promise((resolve) => (again = resolve));
  // The second connection waits until the loss of the first was seen.
  await page.routeWebSocket(/\/lsp$/, async (socket) => {
    if (sockets.push(socket) > 1) await isSeen;
    socket.connectToServer();
  });
  await page.goto(studio.address);
  await open(page, "two-doors.ispl");
  await sockets[0].close();
  await page.getByText("Connection lost").waitFor();
  await shot("lost");
  again();
  await page.waitForFunction(() => document.querySelector(".link-state").textContent === "");
  assert.equal(sockets.length, 2);
  // The new server knows the text.
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator(".formula-main").first().click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .cause").first().waitFor();
});

scenario("a reload keeps the step and the simulation", {}, async ({ page }) => {
  await open(page, "card-game.ispl");
  await page.locator(".formula", { hasText: SECRET }).locator(".formula-main").click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .steps").first().waitFor();
  await page.keyboard.press("ArrowRight");
  const at = await page.locator(".steps .at").first().innerText();
  assert.match(at, /step 1 of/);
  await tab(page, "Simulate").click();
  await page.locator(".steps-list button").first().waitFor();
  await keeps(page, keptPlace, (place) => place?.simulation !== undefined);
  const { simulation: before } = await keptPlace(page);
  await page.locator(".steps-list button").first().click();
  await page.locator(".simulate-view .summary", { hasText: "Step 1" }).waitFor();
  await page.locator(".path button").nth(1).waitFor();
  await keeps(page, keptPlace, (place) => place?.simulation !== undefined && place.simulation !== before);
  await page.reload();
  await page.locator(".simulate-view .summary", { hasText: "Step 1" }).waitFor();
  await tab(page, "Evidence").click();
  await page.locator(".steps .at", { hasText: at }).first().waitFor();
});

const HOSTILE = "<img src=x onerror=alert(1)>.ispl";
const MODEL = `-- <script>alert(1)</script>
Agent M
  Vars: on : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: on = true if Action = press; end Evolution
end Agent
Evaluation
  -- <img src=x onerror=alert(2)> *[a](javascript:alert(3))*
  light if M.on = true;
end Evaluation
InitStates M.on = false; end InitStates
Formulae
  -- name: <b>bold</b>
  AG EF light;
end Formulae
`;

scenario("names and comments are text", { files: { [HOSTILE]: MODEL } }, async ({ page, shot }) => {
  page.on("dialog", () => assert.fail("a script of a model has run"));
  await open(page, HOSTILE);
  await hover(page, page.locator(".cm-line", { hasText: "AG EF light" }).locator("span", { hasText: "light" }).first());
  await shot("hover");
  await page.locator(".formula-main").first().click();
  await page.locator(".formula.chosen").getByRole("button", { name: "Evidence" }).click();
  await page.locator(".evidence-host .cause").first().waitFor();
  // The editor has pictures without anything in them beside its hints.
  for (const wrong of ["img:not(.cm-widgetBuffer)", "script[src=x]", ".name b", ".formula b b", "a[href^=javascript]"]) assert.equal(await page.locator(`body ${wrong}`).count(), 0, wrong);
});
