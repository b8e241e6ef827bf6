// Verdicts in words: for the status bar, for tests, for lists of formulas.

import type { FormulaVerdict, Verdicts } from "./protocol";

/** How a formula is called: by its name, or as it is written. */
export function label(formula: FormulaVerdict): string {
  return formula.name ?? oneLine(formula.text);
}

/** A text without line ends, for places that have room for one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Groups of three digits; the number may have more of them than a number of a script can hold. */
export function grouped(digits: string): string {
  return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

export interface Status {
  text: string;
  tooltip: string;
  /** Whether something asks for attention. */
  alarm: boolean;
}

/** One line about a model, and more of it when one points there. */
export function status(verdicts: Verdicts): Status {
  const known = verdicts.formulas.filter((formula) => formula.verdict !== null);
  const met = known.filter((formula) => formula.met === true).length;
  const unmet = known.filter((formula) => formula.met === false).length;
  const unknown = known.filter((formula) => formula.verdict === "unknown").length;
  const alarm = unmet > 0 || verdicts.state === "broken";
  return { text: `${icon(verdicts, unmet)} ${shortly(verdicts, met)}`, tooltip: details(verdicts, { met, unmet, unknown }), alarm };
}

function icon(verdicts: Verdicts, unmet: number): string {
  switch (verdicts.state) {
    case "checking":
      return "$(sync~spin)";
    case "broken":
      return "$(error)";
    case "cancelled":
    case "stopped":
      return unmet > 0 ? "$(error)" : "$(warning)";
    case "done":
      return unmet > 0 ? "$(error)" : "$(check)";
  }
}

function shortly(verdicts: Verdicts, met: number): string {
  const parts = verdicts.state === "broken" ? ["Savoir: errors"] : [`${met}/${verdicts.formulas.length} as expected`];
  if (verdicts.states !== null) parts.push(`${grouped(verdicts.states)} ${verdicts.states === "1" ? "state" : "states"}`);
  if (verdicts.engine !== null) parts.push(verdicts.engine);
  return parts.join(" · ");
}

function details(verdicts: Verdicts, { met, unmet, unknown }: { met: number; unmet: number; unknown: number }): string {
  const lines = [`${plural(verdicts.formulas.length, "formula")}: ${met} as expected, ${unmet} not, ${unknown} unknown`];
  if (verdicts.states !== null) lines.push(`${grouped(verdicts.states)} reachable ${verdicts.states === "1" ? "state" : "states"}`);
  if (verdicts.engine !== null) lines.push(`${verdicts.engine} engine`);
  if (verdicts.message !== null) lines.push(verdicts.message);
  return lines.join("\n");
}

/** The formula at a line, or the next one above it. */
export function formulaAt(verdicts: Verdicts, line: number): FormulaVerdict | undefined {
  const above = verdicts.formulas.filter((formula) => formula.range.start.line <= line);
  return above.at(-1);
}

/** What a test of a formula comes to. */
export type Outcome =
  | { kind: "passed" }
  | { kind: "failed"; message: string; expected: string; actual: string }
  | { kind: "undecided"; message: string }
  | { kind: "none"; message: string };

/** A formula passes if its verdict is the one that was expected. One with group variables has none: its notes say who finds them. */
export function outcome(formula: FormulaVerdict): Outcome {
  if (formula.verdict === null) return { kind: "none", message: formula.notes.join("\n") };
  if (formula.verdict === "unknown" || formula.met === null) {
    return { kind: "undecided", message: ["The verdict is unknown.", ...formula.notes].join("\n") };
  }
  if (formula.met) return { kind: "passed" };
  const expected = String(formula.expected ?? true);
  const message = [`${oneLine(formula.text)} is ${formula.verdict}, expected ${expected}.`, ...formula.notes].join("\n");
  return { kind: "failed", message, expected, actual: formula.verdict };
}

/** Whether a request ended because the text was edited or because somebody wanted that: nothing to complain about. */
export function isOvertaken(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return code === -32801 || code === -32800 || code === -32802;
}

/** Evidence in messages of tests has at most this many lines. */
const MOST_LINES = 60;

/** The beginning of a text. */
export function shortened(text: string, most = MOST_LINES): string {
  const lines = text.trimEnd().split("\n");
  return lines.length <= most ? lines.join("\n") : [...lines.slice(0, most), `… ${lines.length - most} more lines`].join("\n");
}
