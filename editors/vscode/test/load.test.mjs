// The scripts that are shipped load, and have what an editor calls. What the editor gives them stands for anything here.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const Module = require("node:module");

const anything = () => new Proxy(class {}, { get: (target, name) => (name in target ? target[name] : anything()) });

for (const script of ["node", "browser"]) {
  test(`dist/${script}.js loads`, () => {
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? anything() : load(name, ...rest));
    try {
      assert.equal(typeof require(`../dist/${script}.js`).activate, "function");
    } finally {
      Module._load = load;
    }
  });
}
