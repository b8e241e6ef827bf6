// What the scenarios of this folder share: a studio on a copy of the examples, a browser with a page in it, and a look at what
// no scenario may do.
//
//     import { scenario } from "./harness.mjs";
//
//     scenario("a typo is underlined", { width: 1280 }, async ({ page, studio, shot }) => {
//       await page.getByText("muddy-children.ispl").click();
//       await shot("opened");
//     });
//
// `npm run e2e` runs all files that end in `.e2e.mjs`, one after the other. What is needed is looked for here, and nothing is
// skipped if it is missing:
//
//     SAVOIR      the program; otherwise target/debug/savoir
//     CHROMIUM    the browser; otherwise /usr/bin/chromium
//     SHOTS       where pictures go; otherwise a new folder for temporary files, which is printed
//     SLOW        a factor for all limits on time; otherwise 1

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** The program. */
export const PROGRAM = process.env.SAVOIR ?? join(ROOT, "target/debug/savoir");
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FACTOR = Number(process.env.SLOW ?? 1);
/**
 * How long anything may take that a page waits for, in milliseconds. It is only spent when something does not come, so it is for
 * a machine that is busy with many other things.
 */
export const PATIENCE = 60_000 * FACTOR;
/** How long a scenario may take as a whole, and its studio to start and to end. */
const SCENARIO = 300_000 * FACTOR;

/** Flags that keep Chromium from asking anybody anything, and let it run as root in a container. */
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A model that is not checked within the time of any test. */
export const HEAVY = `Agent M
  Vars: x : 0..1000000000; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 1000000000 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 1000000000; end Evaluation
InitStates M.x = 0; end InitStates
Formulae AG EF top; end Formulae
`;

let shots;

/** The folder for pictures. */
export function shotsFolder() {
  if (shots === undefined) {
    shots = process.env.SHOTS ?? mkdtempSync(join(tmpdir(), "savoir-shots-"));
    mkdirSync(shots, { recursive: true });
    console.log(`pictures are in ${shots}`);
  }
  return shots;
}

function needed(path, what) {
  if (!existsSync(path)) {
    throw new Error(`${path} is not there: ${what}`);
  }
}

/**
 * Starts a studio on a copy of `examples`, with more files if wanted (`{ "name.ispl": text }`) and more options for the program.
 * `stop` ends it as Ctrl-C does and resolves to its exit code.
 */
export async function startStudio({ files = {}, options = [] } = {}) {
  needed(PROGRAM, "`cargo build -p savoir-cli` makes it");
  const folder = mkdtempSync(join(tmpdir(), "savoir-studio-"));
  cpSync(join(ROOT, "examples"), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const child = spawn(PROGRAM, ["studio", folder, "--no-open", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (text) => (complaints += text));
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  const address = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve)),
    ended.then((code) => Promise.reject(new Error(`the studio ended with ${code}: ${complaints}`))),
  ]);
  return {
    address,
    folder,
    /** The text of a file in the folder. */
    read: (name) => readFileSync(join(folder, name), "utf8"),
    /** Changes a file as another editor would. */
    write: (name, text) => writeFileSync(join(folder, name), text),
    /** What the program has printed on standard error so far. */
    complaints: () => complaints,
    pid: child.pid,
    async stop(signal = "SIGINT") {
      child.kill(signal);
      const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
      const code = await ended;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Starts Chromium, with more flags if wanted. */
export async function startBrowser({ flags = [] } = {}) {
  needed(BROWSER, "the package chromium of Debian has it");
  return chromium.launch({ executablePath: BROWSER, args: [...FLAGS, ...flags], timeout: SCENARIO });
}

/** Starts a Chromium that can be killed without warning. */
export async function startKillable() {
  needed(BROWSER, "the package chromium of Debian has it");
  const server = await chromium.launchServer({ executablePath: BROWSER, args: FLAGS, timeout: SCENARIO });
  return { connect: () => chromium.connect(server.wsEndpoint()), kill: () => server.process().kill("SIGKILL") };
}

/**
 * A page of this size that keeps a list of what went wrong in it: exceptions, errors on its console, what its content security
 * policy stopped, and requests to anybody but `own`.
 */
export async function openPage(browser, own, { width = 1280, height = 800, dark = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    locale: "en",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`exception: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() === "error") {
      wrong.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  const foreign = (url) => {
    const { protocol, host } = new URL(url);
    const isLocal = ["data:", "blob:", "about:"].includes(protocol);
    if (!isLocal && host !== new URL(own).host) {
      wrong.push(`a request left the machine: ${url}`);
    }
  };
  page.on("request", (request) => foreign(request.url()));
  page.on("websocket", (socket) => foreign(socket.url()));
  return { context, page, wrong };
}

/**
 * A test: a studio, a browser and its page, all of a scenario's own. The body gets
 *
 * - `page`, which has loaded the address; `browser`, `context`; `studio` as `startStudio` gives it;
 * - `shot(name)`: takes a picture `SCENARIO-NAME.png`;
 * - `wrong`: what went wrong in the page so far. A scenario that causes such a thing on purpose empties it:
 *   `wrong.length = 0`. Whatever is left at the end fails the test.
 *
 * Options: `width`, `height`, `dark`, those of `startStudio`, and `load: false` to load the page oneself.
 */
export function scenario(name, options, body) {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  test(name, { timeout: SCENARIO }, async () => {
    const studio = await startStudio(options);
    let browser;
    try {
      browser = await startBrowser(options);
      const { context, page, wrong } = await openPage(browser, studio.address, options);
      const shot = (what) => page.screenshot({ path: join(shotsFolder(), `${slug}-${what}.png`) });
      try {
        if (options.load !== false) {
          await page.goto(studio.address);
        }
        await body({ page, browser, context, studio, shot, wrong });
        if (wrong.length > 0) {
          throw new Error(`the page is not well:\n${wrong.join("\n")}`);
        }
      } catch (error) {
        await shot("failed").catch(() => {});
        error.message += `\n${wrong.join("\n")}\nthe studio says: ${studio.complaints()}`;
        throw error;
      }
    } finally {
      await browser?.close();
      const code = await studio.stop();
      if (code !== 130) {
        throw new Error(`the studio ended with ${code}, not with 130: ${studio.complaints()}`);
      }
    }
  });
}
