// Runs the tests of this folder: node takes no types, so they are built first.

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "savoir-web-test-"));
const names = readdirSync(here).filter((name) => name.endsWith(".test.ts")).sort();
await build({
  entryPoints: names.map((name) => join(here, name)),
  bundle: true,
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
});
const run = spawnSync(process.execPath, ["--test", ...names.map((name) => join(folder, name.replace(/\.ts$/, ".mjs")))], { stdio: "inherit" });
rmSync(folder, { recursive: true, force: true });
process.exitCode = run.status ?? 1;
