// What is kept: sessions in files, and in the browser what must survive a reload.

import type { ViewName } from "./protocol.ts";

export const SCHEMA = "savoir/session/1";

/** A place to come back to. */
export interface Session {
  schema: typeof SCHEMA;
  file: string;
  /** The text, if it was not saved. */
  text?: string;
  formula?: number;
  /** Where in its evidence: the number of the path and of the step, from 0. */
  step?: [path: number, step: number];
  view: ViewName;
  hidden: string[];
  /** The script of a simulation. */
  simulation?: string;
  cursor?: number;
}

const VIEWS: readonly ViewName[] = ["formulas", "evidence", "worlds", "play", "simulate"];

/** A session from a file; nothing of it is taken as it is. */
export function readSession(text: string): Session {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("This is no session: it is not JSON");
  }
  const found = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (found["schema"] !== SCHEMA || typeof found["file"] !== "string") throw new Error(`This is no session of schema ${SCHEMA}`);
  const session: Session = {
    schema: SCHEMA,
    file: found["file"],
    view: VIEWS.includes(found["view"] as ViewName) ? (found["view"] as ViewName) : "formulas",
    hidden: Array.isArray(found["hidden"]) ? found["hidden"].filter((name): name is string => typeof name === "string") : [],
  };
  if (typeof found["text"] === "string") session.text = found["text"];
  if (typeof found["simulation"] === "string") session.simulation = found["simulation"];
  if (isCount(found["formula"])) session.formula = found["formula"];
  if (isCount(found["cursor"])) session.cursor = found["cursor"];
  const step = found["step"];
  if (Array.isArray(step) && isCount(step[0]) && isCount(step[1])) session.step = [step[0], step[1]];
  return session;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** The name of the session that an address asks for. */
export function sessionOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("session");
}

export const SESSION_END = ".savoir-session";

/** A text that was edited and not saved. */
export interface Draft {
  text: string;
  /** What the file was when the editing began. */
  base: string;
  cursor: number;
}

/** What the browser keeps; a browser that keeps nothing is no reason to fail. */
export class Kept {
  private readonly prefix: string;

  /** Keys are of the folder, not of the address, which is another one each time the studio is started. */
  constructor(folder: string) {
    this.prefix = `savoir studio ${folder} `;
  }

  draft(path: string): Draft | null {
    const found = this.get(localStorage, `draft ${path}`) as Partial<Draft> | null;
    if (typeof found?.text !== "string" || typeof found.base !== "string") return null;
    return { text: found.text, base: found.base, cursor: isCount(found.cursor) ? found.cursor : 0 };
  }

  setDraft(path: string, draft: Draft | null): void {
    this.set(localStorage, `draft ${path}`, draft);
  }

  /** Where this tab is, or where the last one was. */
  place(): unknown {
    return this.get(sessionStorage, "place") ?? this.get(localStorage, "place");
  }

  setPlace(session: Session): void {
    this.set(sessionStorage, "place", session);
    this.set(localStorage, "place", session);
  }

  setting(name: string): unknown {
    return this.get(localStorage, name);
  }

  setSetting(name: string, value: unknown): void {
    this.set(localStorage, name, value);
  }

  private get(storage: Storage, key: string): unknown {
    try {
      return JSON.parse(storage.getItem(this.prefix + key) ?? "null");
    } catch {
      return null;
    }
  }

  private set(storage: Storage, key: string, value: unknown): void {
    try {
      if (value === null) storage.removeItem(this.prefix + key);
      else storage.setItem(this.prefix + key, JSON.stringify(value));
    } catch {
      // The browser keeps nothing: then a reload loses what was not saved, and the page says that it is not saved.
    }
  }
}
