// A choice of one of the model's formulas, with its verdict, and buttons for the one before and after.

import { button, fill, h } from "../dom.ts";
import type { FormulaVerdict } from "../protocol.ts";
import type { Context } from "./context.ts";
import { signOf } from "./formulas.ts";

export class FormulaPicker {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly fits: (formula: FormulaVerdict) => boolean;
  private readonly select = h("select", { attributes: { "aria-label": "Formula" } });
  private drawn = "";

  constructor(context: Context, fits: (formula: FormulaVerdict) => boolean = () => true) {
    this.context = context;
    this.fits = fits;
    this.select.addEventListener("change", () => (context.formula.value = Number(this.select.value)));
    const before = button("‹", () => this.go(-1), { title: "Formula before", attributes: { "aria-label": "Formula before" } });
    const after = button("›", () => this.go(1), { title: "Next formula", attributes: { "aria-label": "Next formula" } });
    this.element = h("div", { class: "picker" }, before, this.select, after);
    context.verdicts.watch(() => this.draw());
    context.formula.watch(() => this.draw());
  }

  private fitting(): FormulaVerdict[] {
    return (this.context.verdicts.value?.formulas ?? []).filter(this.fits);
  }

  private draw(): void {
    const formula = this.context.formula.value;
    const options = this.fitting().map((one) => [one.index, `${signOf(one)[0]} ${one.index}  ${one.name ?? one.text}`] as const);
    const key = JSON.stringify([options, formula]);
    if (key === this.drawn) return;
    this.drawn = key;
    const known = options.some(([index]) => index === formula);
    fill(this.select,
      known ? null : h("option", { attributes: { value: "", selected: true, disabled: true } }, options.length > 0 ? "choose a formula" : "no formulas"),
      options.map(([index, text]) => h("option", { attributes: { value: index, selected: index === formula } }, text)),
    );
    this.select.disabled = options.length === 0;
  }

  private go(by: number): void {
    const list = this.fitting();
    const at = list.findIndex((one) => one.index === this.context.formula.value);
    const target = list[at < 0 ? 0 : Math.max(0, Math.min(at + by, list.length - 1))];
    if (target) this.context.formula.value = target.index;
  }
}
