// What views have in common: the server, the model they are about, and the state that all of them look at.

import type { Client } from "../client.ts";
import { isCancelled, sentenceOf } from "../client.ts";
import { button, fill, h } from "../dom.ts";
import type { Range, Raw, Verdicts, ViewName } from "../protocol.ts";
import { Store } from "../store.ts";
import { capital } from "../words.ts";
import { sentence } from "./state.ts";

export class Context {
  readonly client: Client;
  /** The model in the editor. */
  readonly uri = new Store<string | null>(null);
  /** What is known about its formulas. */
  readonly verdicts = new Store<Verdicts | null>(null);
  /** The formula that evidence and plays are about. */
  readonly formula = new Store<number | null>(null);
  /** The state that was stepped to last; the inspector and the possible worlds follow it. */
  readonly place = new Store<Raw | null>(null);
  /** Agents that are ticked away. */
  readonly hidden = new Store<readonly string[]>([]);
  /** Shows a range of the text. */
  reveal: (range: Range) => void = () => {};
  /** Shows a view; with a formula, for that one. */
  show: (view: ViewName, formula?: number) => void = () => {};

  /** Looks at a state; nothing happens if it is the one that is looked at. */
  goTo(state: Raw): void {
    if (JSON.stringify(state) !== JSON.stringify(this.place.value)) this.place.value = state;
  }

  constructor(client: Client) {
    this.client = client;
    client.on("savoir/verdicts", (told) => {
      if (sameModel(told.uri, this.uri.value)) this.verdicts.value = told;
    });
    this.uri.changes(() => {
      this.verdicts.value = null;
      this.formula.value = null;
      this.place.value = null;
      this.hidden.value = [];
    });
  }
}

/** Whether two addresses mean the same file, however they are written. */
export function sameModel(one: string, other: string | null): boolean {
  const plain = (uri: string) => {
    try {
      return decodeURIComponent(uri);
    } catch {
      return uri;
    }
  };
  return other !== null && plain(one) === plain(other);
}

/** A part of the page that asks the server. */
export interface View {
  readonly element: HTMLElement;
  /** Is called when the view comes to be seen. */
  shown(): void;
}

/** Work is only mentioned when it takes longer than this, in milliseconds. */
const NOTICED = 250;

/** A line that says what the server is working on for a view, with a button that ends it, or why there is no answer. */
export class Work {
  readonly element = h("div", { class: "work", attributes: { role: "status", hidden: true } });
  private running: AbortController | null = null;
  /** Whether the last question was answered by an error. */
  hasFailed = false;

  /** Asks; another question of the same view ends the one before. Null if it was cancelled or failed, which the line says. */
  async run<T>(what: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.running?.abort();
    const controller = new AbortController();
    this.running = controller;
    this.hasFailed = false;
    const notice = setTimeout(() => this.busy(what, controller), NOTICED);
    try {
      const answer = await ask(controller.signal);
      if (this.running !== controller) return null;
      this.clear();
      return answer;
    } catch (error) {
      if (this.running !== controller) return null;
      if (isCancelled(error)) this.say(`${what}: cancelled.`);
      else {
        this.hasFailed = true;
        this.say(sentenceOf(error), "error");
      }
      return null;
    } finally {
      clearTimeout(notice);
      if (this.running === controller) this.running = null;
    }
  }

  /** Ends what is running; nothing is said about it. */
  stop(): void {
    const running = this.running;
    this.running = null;
    running?.abort();
    this.clear();
  }

  say(text: string, kind: "error" | "note" = "note"): void {
    this.element.className = `work ${kind}`;
    fill(this.element, sentence(capital(text)));
    this.element.hidden = false;
  }

  clear(): void {
    this.element.hidden = true;
    fill(this.element);
  }

  private busy(what: string, controller: AbortController): void {
    this.element.className = "work busy";
    const spinner = h("span", { class: "spinner", attributes: { "aria-hidden": "true" } });
    fill(this.element, spinner, `${what} …`, button("Cancel", () => controller.abort(), { class: "small" }));
    this.element.hidden = false;
  }
}
