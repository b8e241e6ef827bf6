// The packaged extension in the web build of VS Code, in a browser, with the real server: what a user sees.
// SAVOIR names the program, CHROMIUM the browser; pictures are written to out/shots.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "./serve.mjs";

const { chromium } = createRequire(import.meta.url)("playwright-core");
const here = fileURLToPath(new URL("../..", import.meta.url));
const root = join(here, "../..");
const shots = join(here, "out/shots");
// Only spent when something does not come: for a machine that is busy with many other things.
const PATIENCE = Number(process.env.SAVOIR_PATIENCE ?? 120_000);

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--force-prefers-reduced-motion",
];

const model = readFileSync(join(root, "examples/card-game.ispl"), "utf8");
// One expectation that is not met, for a test that fails.
const wrong = model.replace(/-- expect: false/, "-- expect: true").replace(/, expect: false/, ", expect: true");
assert.notEqual(model, wrong);
// A model that is not decided while somebody waits.
const slow = execFileSync(process.env.SAVOIR ?? "savoir", ["generate", "nspk", "8"], { encoding: "utf8" });
const models = { "card-game.ispl": model, "wrong.ispl": wrong, "slow.ispl": slow };

let served;
let studio;
let browser;
let page;
let folder;
const foreign = [];

/** Starts the studio and gives its address. */
function startStudio(origin) {
  folder = mkdtempSync(join(tmpdir(), "savoir-web-"));
  for (const [name, text] of Object.entries(models)) writeFileSync(join(folder, name), text);
  const program = process.env.SAVOIR ?? "savoir";
  studio = spawn(program, ["studio", "--no-open", "--allow-origin", origin, folder], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    studio.on("error", reject);
    studio.on("exit", (code) => reject(new Error(`the studio ended with ${code}`)));
    createInterface({ input: studio.stdout }).on("line", (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/[^/\s]+\//.exec(line);
      if (found) resolve(found[0]);
    });
  });
}

const shot = (name) => page.screenshot({ path: join(shots, `${name}.png`) });
const seen = (selector) => page.locator(`${selector} >> visible=true`).first().waitFor({ timeout: PATIENCE });

async function command(title) {
  await page.keyboard.press("F1");
  await seen(".quick-input-widget .quick-input-filter input.input");
  await page.keyboard.type(title);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

async function open(name) {
  await page.locator(".explorer-folders-view").getByText(name).dblclick();
  await seen(`.tab.active[data-resource-name="${name}"]`);
  await page.locator(".editor-instance .view-lines").first().click();
}

const lens = (title) => page.locator(`.codelens-decoration a:has-text("${title}") >> visible=true`).last();

/** Puts the cursor into a line; at its beginning, for otherwise the browser scrolls what the editor does not know of. */
const line = (text) => page.locator(".view-line", { hasText: text }).click({ position: { x: 20, y: 8 } });

/** The frame of the panel, inside of two others. */
async function panel() {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    for (const frame of page.frames()) {
      if ((await frame.locator("#panel").count().catch(() => 0)) > 0) return frame;
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`there is no panel in ${page.frames().map((frame) => frame.url()).join(", ")}`);
}

before(async () => {
  mkdirSync(shots, { recursive: true });
  served = await serve(join(here, "dist/savoir.vsix"), models);
  const address = await startStudio(served.origin);
  served.set({ "savoir.server.url": address, "savoir.check.seconds": 1 });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, timeout: PATIENCE });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  if (process.env.SAVOIR_LOUD) page.on("console", (message) => console.error(message.text()));
  const port = new URL(served.origin).port;
  const isOurs = (url) => url.startsWith(address) || new RegExp(`^http://(\\w+\\.)?code\\.localhost:${port}/`).test(url);
  const noted = async (request) => {
    const url = request.url();
    if (!/^(https?|wss?):/.test(url) || isOurs(url)) return;
    // Files of the extension have addresses of their own in web views; a worker of VS Code answers for them.
    const response = await request.response().catch(() => null);
    if (!response?.fromServiceWorker()) foreign.push(url);
  };
  page.context().on("requestfinished", noted);
  page.context().on("requestfailed", noted);
  await page.goto(served.origin);
  await seen(".monaco-workbench");
});

afterEach(async (context) => {
  // What there was to see when a test ended, whichever way it ended.
  await shot(`after ${context.name.slice(0, 32)}`.replace(/\W+/g, "-"));
});

after(async () => {
  await browser?.close();
  served?.close();
  studio?.removeAllListeners("exit");
  studio?.kill("SIGINT");
  if (folder) rmSync(folder, { recursive: true });
});

test("verdicts appear in the status bar, above formulas and beside them", async () => {
  await open("card-game.ispl");
  await seen(".statusbar-item:has-text('as expected')");
  await page.keyboard.press("Control+End");
  await seen(".codelens-decoration a:has-text('Evidence')");
  await seen(".codelens-decoration a:has-text('Simulate')");
  await page.waitForFunction(
    () => [...document.querySelectorAll(".statusbar-item")].some((item) => /(\d+)\/\1 as expected · [\d,]+ states/.test(item.textContent)),
    undefined,
    { timeout: PATIENCE },
  );
  await shot("verdicts");
});

test("an error is underlined, and its mending takes the line away", async () => {
  await page.keyboard.press("Control+End");
  await page.keyboard.type("AG ;");
  await page.locator(".squiggly-error").first().waitFor({ state: "attached", timeout: PATIENCE });
  await seen(".statusbar-item:has-text('errors')");
  await shot("squiggle");
  for (let stroke = 0; stroke < 4; stroke += 1) await page.keyboard.press("Backspace");
  await page.waitForFunction(() => document.querySelectorAll(".squiggly-error").length === 0, undefined, { timeout: PATIENCE });
  await seen(".statusbar-item:has-text('as expected')");
});

test("a lens checks a formula anew", async () => {
  await page.waitForFunction(() => [...document.querySelectorAll(".codelens-decoration a")].some((a) => a.textContent === "Check again"));
  await lens("Check again").click();
  await page.waitForTimeout(500);
  await seen(".statusbar-item:has-text('10/10 as expected')");
  assert.equal(await page.locator(".notification-toast").count(), 0);
});

test("a lens opens the evidence in the panel", async () => {
  // Which lens is the last but one can be told when each line with a formula has its own.
  await page.waitForFunction(() => {
    const lines = [...document.querySelectorAll(".editor-instance .view-line")].filter((line) => /^\s*(AG|AF|EF|<)/.test(line.textContent));
    const lenses = [...document.querySelectorAll(".codelens-decoration")].filter((lens) => lens.textContent.includes("Evidence"));
    return lines.length > 1 && lenses.length >= lines.length;
  });
  // The last formula but one is false, and a run shows it.
  await page.locator('.codelens-decoration a:has-text("Evidence") >> visible=true').nth(-2).click();
  const frame = await panel();
  await frame.locator("#panel svg").first().waitFor({ timeout: PATIENCE });
  await shot("evidence");
  const refused = await frame.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true });
        fetch("https://example.org/").then(() => resolve("let through"), () => undefined);
      }),
  );
  assert.equal(refused, "connect-src", "the policy of the panel lets it speak to others");
});

test("all views are in the same panel", async () => {
  await lens("Simulate").click();
  const frame = await panel();
  const view = (name) => frame.locator(`[aria-selected="true"]:has-text("${name}")`).waitFor({ timeout: PATIENCE });
  await view("Simulate");
  await shot("simulator");
  await line("<players>F");
  await command("Savoir: Play Against the Strategy");
  await view("Play");
  await shot("play");
  await line("DK");
  await command("Savoir: Show Possible Worlds");
  await view("Worlds");
  await shot("worlds");
  await command("Savoir: Show Formulas and Verdicts");
  await view("Formulas");
  await frame.getByText("43 reachable states").first().waitFor({ timeout: PATIENCE });
  await shot("formulas");
});

test("a formula is explained in words", async () => {
  await line("<players>F");
  await command("Savoir: Explain Formula");
  await seen('.tab:has-text("Formula 7")');
  await shot("explained");
  await page.keyboard.press("Control+1");
});

test("each formula is a test, and one that fails says why", async () => {
  await open("wrong.ispl");
  await seen(".statusbar-item:has-text('as expected')");
  await command("Testing: Focus on Test Explorer View");
  await seen(".test-explorer .monaco-list-row:has-text('wrong.ispl')");
  await command("Test: Run All Tests");
  await seen(".test-explorer .codicon-testing-failed-icon");
  await seen(".zone-widget:has-text('is false, expected true')");
  await seen(".statusbar-item:has-text('9/10 as expected')");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "card-game.ispl" }).locator(".monaco-tl-twistie").click();
  await seen(".test-explorer .monaco-list-row:has-text('together-they-know') .codicon-testing-passed-icon");
  await shot("tests");
});

test("tests that take long can be cancelled", async () => {
  await page.keyboard.press("Escape");
  await command("File: Focus on Files Explorer");
  await open("slow.ispl");
  await seen(".statusbar-item:has-text('/16 as expected')");
  await command("Testing: Focus on Test Explorer View");
  await page.locator(".editor-instance .view-lines").first().click();
  await command("Test: Run Tests in Current File");
  await seen(".test-explorer .codicon-testing-running-icon, .test-explorer .codicon-loading");
  await page.waitForTimeout(2_000);
  await shot("running");
  // Long before the checks would end by themselves.
  await page.locator(".codicon-testing-cancel-icon").first().click();
  await page.waitForFunction(
    () => document.querySelectorAll(".test-explorer .codicon-loading, .test-explorer .codicon-testing-running-icon").length === 0,
  );
  await shot("cancelled");
});

test("nothing was asked of other machines", () => {
  assert.deepEqual(foreign, []);
});
