// Builds the page of the studio and the panel of VS Code into the crate that embeds them. The same sources give the same
// bytes; `node build.mjs --check` only says whether what is committed is what would be built.

import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const repository = dirname(web);
const page = join(repository, "crates/savoir-report/src/drawing/html/assets");
const assets = join(repository, "crates/savoir-studio/assets");
const keywords = join(repository, "editors/tree-sitter-ispl/keywords.json");
const target = ["chrome120", "firefox121", "safari17.2"];

// The script of evidence pages, put together as the renderer does it, so that there is one of it.
const PAGE_SCRIPTS = ["graph.js", "agents.js", "steps.js", "page.js"];

function pageScript() {
  const parts = PAGE_SCRIPTS.map((name) => readFileSync(join(page, name), "utf8"));
  return `(() => {\n"use strict";\n${parts.join("")}})();\n`;
}

// Rules for `main` or `table` are right on a page of evidence, but not around one: all of them are nested.
function pageStyle() {
  return `.shown-page {\n${readFileSync(join(page, "page.css"), "utf8")}\n}\n`;
}

const together = {
  name: "together",
  setup(made) {
    made.onResolve({ filter: /^savoir:page-script$/ }, () => ({ path: "page-script", namespace: "savoir" }));
    made.onLoad({ filter: /^page-script$/, namespace: "savoir" }, () => ({ contents: pageScript(), loader: "js" }));
    // With a policy that allows no style elements, CodeMirror's rules must be adopted style sheets; the package does that in shadow
    // roots only.
    made.onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const condition = "!root.head && root.adoptedStyleSheets";
      if (!text.includes(condition)) throw new Error("style-mod has changed: look for where it makes style elements");
      return { contents: text.replace(condition, "root.adoptedStyleSheets"), loader: "js" };
    });
  },
};

async function script(entry) {
  const made = await build({
    entryPoints: [join(web, "src", `${entry}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    target,
    charset: "ascii",
    legalComments: "none",
    absWorkingDir: web,
    // Documentation of the server is rendered by a few lines that escape everything, not by a complete Markdown parser.
    alias: { marked: join(web, "src/editor/markdown.ts") },
    plugins: [together],
  });
  return { text: made.outputFiles[0].text, inputs: Object.keys(made.metafile.inputs) };
}

async function style(names) {
  const parts = names.map((name) => readFileSync(join(web, "src/style", `${name}.css`), "utf8"));
  const made = await transform(parts.concat(pageStyle()).join("\n"), { loader: "css", minify: true, target });
  return made.code;
}

// What is bundled from others comes with its licence.
function licences(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  const parts = [...names].sort().map((name) => {
    const folder = join(web, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
  });
  return `The scripts of this folder contain these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

// The sums of everything that was read, so that a test can tell without node whether the built files are up to date.
function sources() {
  const read = [...filesBelow(join(web, "src")), ...filesBelow(page), join(web, "build.mjs"), join(web, "package-lock.json"), keywords];
  const named = read.map((path) => [relative(repository, path).split(sep).join("/"), sum(readFileSync(path))]);
  return JSON.stringify(Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))), null, 1) + "\n";
}

function sum(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

const [studio, panel] = [await script("studio"), await script("panel")];
const files = {
  "index.html": readFileSync(join(web, "src/index.html"), "utf8"),
  "studio.js": studio.text,
  "studio.css": await style(["colours", "parts", "views", "studio"]),
  "panel.js": panel.text,
  "panel.css": await style(["vscode", "parts", "views", "panel"]),
  "licences.txt": licences([...studio.inputs, ...panel.inputs]),
  "sources.json": sources(),
};

const checks = process.argv.includes("--check");
mkdirSync(assets, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const path = join(assets, name);
  if (!checks) {
    writeFileSync(path, text);
    console.log(`${name}  ${(text.length / 1024).toFixed(1)} kB`);
  } else if (readFileSync(path, "utf8") !== text) {
    console.error(`${name} is not what npm run build makes`);
    process.exitCode = 1;
  }
}
