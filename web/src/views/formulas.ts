// The formulas of a model with their verdicts, which are updated while the text is edited.

import { sentenceOf } from "../client.ts";
import { arrowKeys, button, code, fill, h, setAttribute } from "../dom.ts";
import type { FormulaVerdict, Progress, Verdicts } from "../protocol.ts";
import { duration, explained, grouped } from "../words.ts";
import { type Context, type View, Work } from "./context.ts";
import { LimitsForm, type Limits } from "./limits.ts";
import { sentence } from "./state.ts";

/** The part of an explanation that says it for everybody. */
const IN_WORDS = "In words";

/** The sign of a formula, its class, and what a screen reader says for it. */
export function signOf(formula: FormulaVerdict): [sign: string, kind: string, spoken: string] {
  if (formula.verdict === null) return ["·", "pending", "not checked yet"];
  if (formula.verdict === "unknown") return ["?", "undecided", "undecided"];
  if (formula.met === false) return ["✗", "unexpected", "not as expected"];
  return ["✓", "expected", "as expected"];
}

/** How many formulas hold, and whether all is as expected. */
export function summaryOf(verdicts: Verdicts): string {
  const parts = (["true", "false", "unknown"] as const)
    .map((word) => [verdicts.formulas.filter((formula) => formula.verdict === word).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`);
  const wrong = verdicts.formulas.filter((formula) => formula.met === false).length;
  const open = verdicts.formulas.some((formula) => formula.verdict === null || formula.verdict === "unknown");
  if (parts.length === 0) return verdicts.formulas.length === 0 ? "No formulas" : "Nothing checked yet";
  const whether = wrong > 0 ? `${wrong} not as expected` : open ? "not all decided" : "all as expected";
  return [...parts, whether].join(", ");
}

/** Whether anybody plays: formulas with a coalition have a strategy. */
export function hasStrategy(text: string): boolean {
  return /<[\w\s,{}]*>\s*(?:[XFG]\b|\()/.test(text);
}

export class FormulasView implements View {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly summary = h("p", { class: "summary", attributes: { role: "status", "aria-live": "polite" } });
  private readonly facts = h("p", { class: "dim facts" });
  private readonly bar = h("progress", { attributes: { max: 100, "aria-label": "Progress" } });
  private readonly progressText = h("span", { class: "grow" });
  private readonly progress = h("div", { class: "progress", attributes: { hidden: true } }, this.bar, this.progressText,
    button("Cancel", () => this.cancel(), { class: "small" }));
  private readonly list = h("ol", { class: "formulas", attributes: { "aria-label": "Formulas" } });
  private readonly work = new Work();
  private readonly rows = new Map<number, Row>();
  private running: Progress[] = [];
  private isUnwanted = false;

  constructor(context: Context, limits: Limits | null) {
    this.context = context;
    const all = button("Check all", () => void this.check(), { class: "primary", title: "Check all formulas, within the limits below" });
    this.element = h("section", { class: "view formulas-view", attributes: { "aria-label": "Formulas" } },
      h("header", { class: "view-head" }, h("div", { class: "grow" }, this.summary, this.facts), all),
      this.progress, this.work.element, this.list, limits ? new LimitsForm(context, limits).element : null,
    );
    arrowKeys(this.list, () => [...this.list.querySelectorAll<HTMLElement>(".formula-main")]);
    context.verdicts.watch((verdicts) => this.draw(verdicts));
    context.uri.changes(() => this.draw(context.verdicts.value));
    context.formula.watch(() => this.mark());
    context.client.on("progress", (running) => {
      this.running = running;
      this.cancelRunning();
      this.drawProgress();
    });
  }

  shown(): void {}

  /** Checks formulas; all of them if none is named. */
  async check(formulas?: number[]): Promise<void> {
    const uri = this.context.uri.value;
    if (uri === null) return;
    const what = formulas ? `Checking formula ${formulas.join(", ")}` : "Checking";
    const params = formulas ? { uri, formulas } : { uri };
    const told = await this.work.run(what, (signal) => this.context.client.request("savoir/check", params, signal));
    if (told && this.context.uri.value === uri) this.context.verdicts.value = told;
  }

  /** Ends whatever is being checked. */
  cancel(): void {
    this.work.stop();
    this.isUnwanted = true;
    this.drawProgress();
    this.cancelRunning();
  }

  /** A check that has just begun has no name yet by which it could be cancelled: that comes a moment later. */
  private cancelRunning(): void {
    if (!this.isUnwanted) return;
    for (const { token } of this.running) this.context.client.notify("window/workDoneProgress/cancel", { token });
  }

  private draw(verdicts: Verdicts | null): void {
    this.element.classList.toggle("checking", verdicts?.state === "checking");
    if (verdicts?.state !== "checking") this.isUnwanted = false;
    fill(this.summary, verdicts ? this.headline(verdicts) : this.context.uri.value === null ? "No model is open" : "Nothing is known yet");
    const facts = verdicts ? [verdicts.states ? `${grouped(verdicts.states)} reachable states` : null, verdicts.engine ? `${verdicts.engine} engine` : null] : [];
    fill(this.facts, facts.filter((fact) => fact !== null).join(" · "));
    const formulas = verdicts?.formulas ?? [];
    // A formula that cannot be read is not among them, and comes back to its place.
    const listed = new Set(formulas.map(({ index }) => index));
    for (const index of [...this.rows.keys()]) if (!listed.has(index)) this.drop(index);
    formulas.forEach((formula, at) => {
      const row = this.rows.get(formula.index) ?? new Row(this.context, this);
      this.rows.set(formula.index, row);
      const there = this.list.children[at] ?? null;
      if (there !== row.element) this.list.insertBefore(row.element, there);
      row.draw(formula, verdicts!);
    });
    this.mark();
    this.drawProgress();
  }

  private headline(verdicts: Verdicts): string {
    const message = verdicts.message ?? "";
    const said = { checking: "Checking …", done: "", cancelled: "Cancelled.", stopped: "Stopped at a limit.", broken: `Not checked: ${message || "the text has errors"}.` };
    const before = said[verdicts.state];
    const known = verdicts.state === "broken" ? "" : summaryOf(verdicts);
    return [before, known, verdicts.state === "stopped" ? message : ""].filter(Boolean).join(" ");
  }

  private drop(index: number): void {
    this.rows.get(index)?.element.remove();
    this.rows.delete(index);
  }

  private mark(): void {
    for (const [index, row] of this.rows) row.select(index === this.context.formula.value);
  }

  private drawProgress(): void {
    const checks = this.running.filter((one) => one.title !== "" || one.message !== "");
    const checking = this.context.verdicts.value?.state === "checking";
    this.progress.hidden = checks.length === 0 && !checking;
    if (this.progress.hidden) return;
    this.progressText.textContent = checks.map((one) => [one.title, one.message].filter(Boolean).join(": ")).join("; ") || "Checking";
    if (this.isUnwanted) this.progressText.textContent = "Cancelling …";
    const [part] = checks.map((one) => one.percentage).filter((value) => value !== null);
    setAttribute(this.bar, "value", part);
  }
}

/** A formula in the list. */
class Row {
  readonly element = h("li", { class: "formula" });
  private readonly context: Context;
  private readonly list: FormulasView;
  private readonly main = h("div", { class: "formula-main", attributes: { tabindex: 0 } });
  private readonly more = h("div", { class: "formula-more", attributes: { hidden: true } });
  private readonly words = h("div", { class: "words" });
  private drawn = "";
  private formula: FormulaVerdict | null = null;
  private explained = "";

  constructor(context: Context, list: FormulasView) {
    this.context = context;
    this.list = list;
    this.element.append(this.main, this.more);
    this.main.addEventListener("click", () => this.choose());
    this.main.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (event.key === "Enter" && this.formula) this.context.show("evidence", this.formula.index);
      else this.choose();
    });
  }

  draw(formula: FormulaVerdict, verdicts: Verdicts): void {
    const key = JSON.stringify([formula, verdicts.state]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.formula = formula;
    const [sign, kind, spoken] = signOf(formula);
    this.element.className = `formula ${kind}`;
    const time = formula.seconds === null ? null : h("span", { class: "dim time" }, duration(formula.seconds));
    const expected = formula.met === false ? h("span", { class: "unexpected" }, formula.expected === null ? "does not hold" : `expected ${formula.expected}`) : null;
    fill(this.main,
      h("span", { class: `sign ${kind}`, attributes: { role: "img", "aria-label": spoken } }, sign),
      h("span", { class: "formula-text" },
        h("span", { class: "formula-line" },
          h("b", { class: `verdict ${formula.verdict ?? "pending"}` }, formula.verdict ?? "…"),
          formula.name === null ? h("span", { class: "dim" }, `Formula ${formula.index}`) : h("span", { class: "name" }, formula.name),
          expected, time,
        ),
        code(formula.text),
      ),
    );
    this.drawMore(formula);
    this.select(this.context.formula.value === formula.index);
  }

  select(chosen: boolean): void {
    this.element.classList.toggle("chosen", chosen);
    this.main.setAttribute("aria-expanded", String(chosen));
    this.main.setAttribute("role", "button");
    this.more.hidden = !chosen;
    if (chosen) void this.explain();
  }

  private choose(): void {
    const index = this.formula?.index ?? null;
    this.context.formula.value = this.context.formula.value === index ? null : index;
    this.more.scrollIntoView({ block: "nearest" });
  }

  private drawMore(formula: FormulaVerdict): void {
    const { index, range } = formula;
    const actions = [
      button("Evidence", () => this.context.show("evidence", index), { class: "primary" }),
      button("Check", () => void this.list.check([index])),
      hasStrategy(formula.text) ? button("Play", () => this.context.show("play", index)) : null,
      button("Simulate", () => this.context.show("simulate", index)),
      button("In the text", () => this.context.reveal(range)),
    ];
    const notes = [...formula.notes.map((note) => `Note: ${note}`), formula.reading.length > 0 ? `Read with ${formula.reading.join(", ")}.` : ""];
    fill(this.more, h("div", { class: "actions" }, actions), this.words, notes.filter(Boolean).map((note) => h("p", { class: "dim" }, note)));
  }

  /** The words of the formula at once, everything else on demand. */
  private drawWords(parts: [title: string, body: string][]): void {
    const inWords = parts.filter(([title]) => title === IN_WORDS).map(([, body]) => h("pre", null, sentence(body)));
    const others = parts.filter(([title]) => title !== IN_WORDS && title !== "Formula");
    const more = others.map(([title, body]) => [h("h3", null, title), h("pre", null, sentence(body))]);
    fill(this.words, inWords, others.length > 0 ? h("details", null, h("summary", null, "How it is read"), more) : null);
  }

  /** What the formula says, in words. */
  private async explain(): Promise<void> {
    const [uri, formula] = [this.context.uri.value, this.formula];
    if (uri === null || !formula || this.explained === formula.text) return;
    this.explained = formula.text;
    try {
      const { text } = await this.context.client.request("savoir/explain", { uri, formula: formula.index });
      this.drawWords(explained(text));
    } catch (error) {
      this.explained = "";
      fill(this.words, sentenceOf(error));
    }
  }
}
