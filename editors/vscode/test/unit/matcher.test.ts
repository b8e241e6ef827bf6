// The problem matchers of package.json against what the program prints. SAVOIR names it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { commandLine, OFFERED } from "../../src/pure/tasks";

interface Pattern {
  regexp: string;
  severity?: number;
  code?: number;
  message?: number;
  file?: number;
  line?: number;
  column?: number;
}

interface Problem {
  severity: string;
  code: string;
  message: string;
  file: string;
  line: string;
  column: string;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const program = process.env["SAVOIR"] ?? "savoir";
const folder = mkdtempSync(join(tmpdir(), "savoir-"));
after(() => rmSync(folder, { recursive: true }));

const MODEL = `Agent M
  Vars:
    a : boolean;
    z : boolean;
  end Vars
  Actions = {go};
  Protocol:
    Other : {go};
  end Protocol
  Evolution:
    a = true if Action = go;
  end Evolution
end Agent
Evaluation
  a if M.a = true;
end Evaluation
InitStates
  M.a = false;
end InitStates
Formulae
  -- name: a: first, this one
  AG a;
  AF a;
  EF a; -- expect: false
end Formulae
`;

/** The patterns of a matcher, one for each line of a problem. */
function patterns(name: string): Pattern[] {
  const found = manifest.contributes.problemPatterns.find((pattern: { name: string }) => pattern.name === name);
  return found.patterns ?? [found];
}

/** What the editor reads from an output: a problem is as many lines in a row as there are patterns. */
function problems(name: string, output: string): Problem[] {
  const lines = output.split("\n");
  const wanted = patterns(name);
  const found: Problem[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    const problem: Problem = { severity: "", code: "", message: "", file: "", line: "", column: "" };
    const fits = wanted.every((pattern, index) => {
      const match = new RegExp(pattern.regexp).exec(lines[at + index] ?? "");
      for (const key of Object.keys(problem) as (keyof Problem)[]) {
        const group = pattern[key as keyof Pattern];
        if (match && typeof group === "number") problem[key] = match[group] ?? "";
      }
      return match !== null;
    });
    if (fits) found.push(problem);
  }
  return found;
}

function run(model: string, args: string[]): string {
  writeFileSync(join(folder, "model.ispl"), model);
  const done = spawnSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  assert.equal(done.error, undefined, `${program}: ${done.error?.message}`);
  return `${done.stdout}\n${done.stderr}`;
}

test("errors and lints are found where they are", () => {
  const broken = run(MODEL.replace("EF a;", "EF ;").replace("z : boolean", "z : bool"), ["check", "model.ispl"]);
  assert.deepEqual(problems("savoir", broken), [
    { severity: "error", code: "E0002", message: "expected a type, found `bool`", file: "model.ispl", line: "4", column: "9" },
    { severity: "error", code: "E0002", message: "expected a formula, found `;`", file: "model.ispl", line: "24", column: "6" },
  ]);
  const lint = { severity: "warning", code: "W0001", message: "`M.z` is never read", file: "model.ispl", line: "4", column: "5" };
  assert.deepEqual(problems("savoir", run(MODEL, ["lint", "model.ispl"])), [lint]);
});

test("formulas whose verdict is not the expected one are found, others are not", () => {
  const found = problems("savoir-verdicts", run(MODEL, ["check", "--format=github", "model.ispl"]));
  assert.deepEqual(found.map(({ severity, message, file, line }) => [severity, message, file, line]), [
    ["error", "formula 1 is false, expected true: AG a", "model.ispl", "22"],
    ["error", "formula 3 is true, expected false: EF a", "model.ispl", "24"],
  ]);
});

test("errors are found once, whichever way a task prints", () => {
  const output = run(MODEL.replace("EF a;", "EF ;"), ["check", "--format=github", "model.ispl"]);
  assert.equal(problems("savoir", output).length + problems("savoir-verdicts", output).length, 1);
});

test("offered tasks run, and their problems are found", () => {
  for (const { name, definition } of OFFERED) {
    const output = run(MODEL, commandLine(definition));
    const count = problems("savoir", output).length + problems("savoir-verdicts", output).length;
    const expected = definition.command === "lint" ? 1 : definition.args ? 2 : 0;
    assert.equal(count, expected, `${name}:\n${output}`);
  }
});
