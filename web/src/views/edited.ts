// A play and a walk are about the text as it was when they were opened. When it has been edited since, this says so.

import { button, h } from "../dom.ts";
import type { Context } from "./context.ts";

export class EditedNotice {
  readonly element: HTMLElement;
  private readonly context: Context;
  /** The version of the text that is shown; null while there is none, or while it is not known. */
  private version: number | null = null;
  private isOpen = false;

  constructor(context: Context, what: string, again: () => void) {
    this.context = context;
    this.element = h("p", { class: "edited", attributes: { role: "status", hidden: true } },
      `The text has been edited; this ${what} is about the model before. `, button("Begin anew", again));
    context.verdicts.changes(() => this.compare());
  }

  /** Something was opened now. */
  opened(): void {
    this.isOpen = true;
    this.version = this.context.verdicts.value?.version ?? null;
    this.element.hidden = true;
  }

  closed(): void {
    this.isOpen = false;
    this.version = null;
    this.element.hidden = true;
  }

  private compare(): void {
    const version = this.context.verdicts.value?.version;
    if (!this.isOpen || version === undefined) return;
    this.version ??= version;
    this.element.hidden = version === this.version;
  }
}
