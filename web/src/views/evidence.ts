// What shows the verdict on a formula: a page of evidence, with the formula of choice.

import { button, fill, h } from "../dom.ts";
import { goToStep, hiddenAgents, hideAgents, showPage } from "../fragment.ts";
import type { Evidence } from "../protocol.ts";
import { type Context, type View, Work } from "./context.ts";
import { hasStrategy } from "./formulas.ts";
import { FormulaPicker } from "./picker.ts";

export class EvidenceView implements View {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly picker: FormulaPicker;
  private readonly host = h("div", { class: "evidence-host" });
  private readonly written = h("pre", { class: "evidence-text", attributes: { hidden: true, tabindex: 0 } });
  private readonly stale = h("div", { class: "work note", attributes: { hidden: true } });
  private readonly play: HTMLButtonElement;
  private readonly asText: HTMLButtonElement;
  private readonly work = new Work();
  private readonly seen: () => boolean;
  private unmount = () => {};
  /** The step that is shown, as path and step. */
  private at: [path: number, step: number] | null = null;
  /** The step to go to when the evidence is there. */
  private wanted: [path: number, step: number] | null = null;
  private loadedFormula: number | null = null;
  private loads = 0;
  /** What is shown, so that it is not asked for again. */
  private loaded = "";

  constructor(context: Context, seen: () => boolean) {
    this.context = context;
    this.seen = seen;
    this.picker = new FormulaPicker(context);
    this.play = button("Play", () => context.show("play", context.formula.value ?? undefined), { title: "Play against the strategy" });
    this.asText = button("As text", () => this.toggle(), { attributes: { "aria-pressed": "false" } });
    const tools = h("div", { class: "actions" }, this.play, this.asText);
    this.element = h("section", { class: "view evidence-view", attributes: { "aria-label": "Evidence" } },
      h("header", { class: "view-head" }, this.picker.element, tools), this.work.element, this.stale, this.written, this.host);
    context.formula.changes(() => this.shown());
    context.verdicts.changes(() => this.compare());
    context.uri.changes(() => this.close());
    this.host.addEventListener("change", () => (context.hidden.value = hiddenAgents(this.host)));
  }

  shown(): void {
    if (this.seen()) void this.load();
  }

  /** The step that is shown, or will be. */
  get step(): [path: number, step: number] | null {
    return this.wanted ?? this.at;
  }

  /** Goes to a step as soon as there is evidence. */
  restore(step: [path: number, step: number] | null): void {
    this.wanted = step;
  }

  /** The formula with its text: evidence for another text is asked for anew. */
  private key(text = this.text()): string {
    return JSON.stringify([this.context.uri.value, this.context.formula.value, text]);
  }

  private text(): string {
    const formula = this.context.formula.value;
    return this.context.verdicts.value?.formulas.find((one) => one.index === formula)?.text ?? "";
  }

  private async load(force = false): Promise<void> {
    const [uri, formula] = [this.context.uri.value, this.context.formula.value];
    this.play.hidden = !hasStrategy(this.text());
    if (uri === null || formula === null) {
      this.close();
      this.work.say("Choose a formula to see what shows its verdict.");
      return;
    }
    const key = this.key();
    if (key === this.loaded && !force) return;
    // The same formula is shown at the same step again.
    if (this.loadedFormula === formula) this.wanted ??= this.at;
    this.loadedFormula = formula;
    this.stale.hidden = true;
    this.changed = false;
    this.loaded = key;
    this.loads += 1;
    const { loads } = this;
    this.host.classList.add("waiting");
    const evidence = await this.work.run("Looking for evidence", (signal) => this.context.client.request("savoir/evidence", { uri, formula }, signal));
    if (this.loads !== loads) return;
    this.host.classList.remove("waiting");
    if (evidence) this.draw(evidence);
    else this.failed();
  }

  /** There is no evidence, for a reason that was told; it may be asked for again. */
  private failed(): void {
    this.unmount();
    this.unmount = () => {};
    fill(this.stale, button("Try again", () => void this.load(true), { class: "small" }));
    this.stale.hidden = false;
  }

  private draw(evidence: Evidence): void {
    this.unmount();
    const hidden = this.context.hidden.value;
    this.unmount = showPage(this.host, evidence.fragment, evidence.data, ({ state, path, step }) => {
      this.at = path === null || step === null ? null : [path, step];
      if (state) this.context.goTo(state);
    });
    if (this.wanted) goToStep(this.host, evidence.data, this.wanted);
    this.wanted = null;
    hideAgents(this.host, hidden);
    fill(this.written, evidence.text);
  }

  private close(): void {
    this.loads += 1;
    this.unmount();
    this.unmount = () => {};
    this.loaded = "";
    this.loadedFormula = null;
    this.at = null;
    this.stale.hidden = true;
    this.host.classList.remove("waiting");
    fill(this.written);
  }

  private toggle(): void {
    this.written.hidden = !this.written.hidden;
    this.host.hidden = !this.written.hidden;
    this.asText.setAttribute("aria-pressed", String(!this.written.hidden));
  }

  /** Says so when the text has gone on. */
  private compare(): void {
    const checked = this.context.verdicts.value?.state;
    if (checked === undefined) return;
    if (this.loaded === "" && this.seen()) return void this.load();
    // Evidence may have come before the text of the formula was known here.
    if (this.loaded === this.key("")) this.loaded = this.key();
    if (this.loaded === "" || checked === "checking") return;
    if (this.changed) {
      fill(this.stale, "The model has changed since. ", button("Show it for the new text", () => void this.load(true), { class: "small" }));
      this.stale.hidden = false;
    }
    if (this.key() !== this.loaded && this.seen()) void this.load();
  }

  /** Whether the text was edited since the evidence was made; the owner of the text says so. */
  changed = false;

  edited(): void {
    if (this.loaded !== "") this.changed = true;
  }
}
