// Between the panel, a page that nothing can be taken from on trust, and the server: which messages pass, and in what form.

import type { ViewName } from "./protocol";

/** What the panel may ask the server. */
const ASKED = /^savoir\/(?:check|evidence|page|explain|inspect|refute|worlds|simulate\/(?:open|do|close)|play\/(?:open|move|back|start|close))$/;

/** A request that can be given up. */
export interface Pending {
  answer: Promise<unknown>;
  cancel(): void;
}

/** What the bridge stands between. */
export interface Ends {
  /** Asks the server. */
  ask(method: string, params: object): Pending;
  /** Gives up long work of the server. */
  cancelWork(token: string | number): void;
  /** Shows a place of a model in an editor. */
  reveal(uri: string, line: number, character: number): void;
  /** The panel is ready to be told things. */
  ready(): void;
  /** Sends to the panel. */
  post(message: object): void;
}

interface Failure {
  message: string;
  code: number;
}

/** What the panel is told to show. */
export interface Show {
  uri: string;
  version?: number;
  view: ViewName;
  formula?: number;
}

const VIEWS: readonly string[] = ["formulas", "evidence", "worlds", "play", "simulate"] satisfies ViewName[];

/** Whether this can be shown; it may have been kept by another version of the extension. */
export function isShow(value: unknown): value is Show {
  if (typeof value !== "object" || value === null) return false;
  const { uri, view, formula } = value as { uri?: unknown; view?: unknown; formula?: unknown };
  return typeof uri === "string" && VIEWS.includes(String(view)) && (formula === undefined || Number.isInteger(formula));
}

/** Messages between a panel and the server. */
export class Bridge {
  private readonly ends: Ends;
  private readonly pending = new Map<string, Pending>();

  constructor(ends: Ends) {
    this.ends = ends;
  }

  /** Takes a message of the panel; what is not understood is answered with an error, or forgotten. */
  receive(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    const { id, method, params } = message as { id?: unknown; method?: unknown; params?: unknown };
    if (typeof method !== "string") return;
    if (id === undefined) this.notified(method, params);
    else if (typeof id === "string" || typeof id === "number") this.asked(id, method, params);
  }

  /** Tells the panel something. */
  tell(method: "savoir/verdicts" | "progress" | "panel/show", params: unknown): void {
    this.ends.post({ method, params });
  }

  /** The panel is gone: nobody waits for answers. */
  dispose(): void {
    for (const pending of this.pending.values()) pending.cancel();
    this.pending.clear();
  }

  private asked(id: string | number, method: string, params: unknown): void {
    if (!ASKED.test(method) || typeof params !== "object" || params === null) {
      this.ends.post({ id, error: { message: `The panel cannot ask ${method}`, code: -32601 } });
      return;
    }
    const key = keyOf(id);
    const pending = this.ends.ask(method, params);
    this.pending.set(key, pending);
    const done = (reply: { result: unknown } | { error: Failure }) => {
      // Nobody waits for what was given up.
      if (this.pending.get(key) !== pending) return;
      this.pending.delete(key);
      this.ends.post({ id, ...reply });
    };
    pending.answer.then(
      (result) => done({ result: result ?? null }),
      (error: unknown) => done({ error: failure(error) }),
    );
  }

  private notified(method: string, params: unknown): void {
    const fields = (typeof params === "object" && params !== null ? params : {}) as Record<string, unknown>;
    switch (method) {
      case "$/cancelRequest":
        this.giveUp(fields["id"]);
        break;
      case "window/workDoneProgress/cancel":
        if (isToken(fields["token"])) this.ends.cancelWork(fields["token"]);
        break;
      case "panel/ready":
        this.ends.ready();
        break;
      case "panel/reveal":
        this.reveal(fields);
        break;
    }
  }

  private giveUp(id: unknown): void {
    if (!isToken(id)) return;
    this.pending.get(keyOf(id))?.cancel();
    this.pending.delete(keyOf(id));
  }

  private reveal(fields: Record<string, unknown>): void {
    const range = fields["range"] as { start?: { line?: unknown; character?: unknown } } | undefined;
    const { line, character } = range?.start ?? {};
    if (typeof fields["uri"] === "string" && isPlace(line) && isPlace(character)) this.ends.reveal(fields["uri"], line, character);
  }
}

const isToken = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

const keyOf = (id: string | number) => `${typeof id} ${id}`;

function failure(error: unknown): Failure {
  const { message, code } = (typeof error === "object" && error !== null ? error : {}) as { message?: unknown; code?: unknown };
  return { message: typeof message === "string" ? message : String(error), code: typeof code === "number" ? code : 0 };
}
