// Builds the extension into dist/: one script for the desktop, one for the web, and the panel that the page of the studio shares.
// With --tests, builds the tests of what needs no editor into out/unit instead.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const common = { absWorkingDir: here, bundle: true, format: "cjs", target: "es2022", external: ["vscode"], legalComments: "none", logLevel: "warning" };

async function tests() {
  rmSync(join(here, "out"), { recursive: true, force: true });
  const entries = readdirSync(join(here, "test/unit")).filter((name) => name.endsWith(".test.ts"));
  await build({ ...common, entryPoints: entries.map((name) => `test/unit/${name}`), outdir: "out/unit", platform: "node", sourcemap: "inline" });
}

/** The panel is built in web/ and committed where the studio embeds it. */
function panel() {
  const assets = join(root, "crates/savoir-studio/assets");
  mkdirSync(join(here, "dist/panel"), { recursive: true });
  for (const name of ["panel.js", "panel.css"]) {
    if (!existsSync(join(assets, name))) throw new Error(`crates/savoir-studio/assets/${name} is not there: build web/ first`);
    cpSync(join(assets, name), join(here, "dist/panel", name));
  }
  cpSync(join(assets, "licences.txt"), join(here, "dist/panel/licences.txt"));
}

/** What is bundled from others comes with its licence. */
function licences(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) folders.add(found[1]);
  }
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
    const file = readdirSync(join(here, folder)).find((file) => /^licen[sc]e/i.test(file));
    if (!file) throw new Error(`${name} has no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(here, folder, file), "utf8").trim()}\n`;
  });
  return `The scripts of this folder contain these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

async function extension() {
  rmSync(join(here, "dist"), { recursive: true, force: true });
  const shipped = { ...common, minify: true, metafile: true };
  const made = [
    await build({ ...shipped, entryPoints: ["src/node.ts"], outfile: "dist/node.js", platform: "node" }),
    await build({ ...shipped, entryPoints: ["src/browser.ts"], outfile: "dist/browser.js", platform: "browser" }),
  ];
  panel();
  writeFileSync(join(here, "dist/licences.txt"), licences(made.flatMap(({ metafile }) => Object.keys(metafile.inputs))));
  const [mit, apache] = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => readFileSync(join(root, name), "utf8"));
  writeFileSync(join(here, "LICENSE.txt"), `This extension is licensed under either of the following, as you like.\n\n${mit}\n${apache}`);
}

await (process.argv.includes("--tests") ? tests() : extension());
