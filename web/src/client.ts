// What views know of the server: requests and notifications. The studio speaks through a WebSocket, the panel through VS Code.

import type { Notifications, Requests } from "./protocol.ts";

export interface Client {
  /** Asks; when the signal says so, the server is told to stop, and the promise is rejected at once. */
  request<M extends keyof Requests>(method: M, params: Requests[M][0], signal?: AbortSignal): Promise<Requests[M][1]>;
  /** Calls `handler` at each notification; what is returned ends that. */
  on<N extends keyof Notifications>(method: N, handler: (params: Notifications[N]) => void): () => void;
  /** Tells; nothing comes back. */
  notify(method: string, params: unknown): void;
}

/** A sentence of the server about why a request was not answered. */
export class ServerError extends Error {
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

const CANCELLED = [-32800, -32802];

/** Whether a request ended because somebody wanted that. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof ServerError) return CANCELLED.includes(error.code);
  return error instanceof DOMException && error.name === "AbortError";
}

export function sentenceOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}

type Handlers = { [N in keyof Notifications]?: Set<(params: Notifications[N]) => void> };

/** Who listens to what. */
export class Listeners {
  private readonly handlers: Handlers = {};

  on<N extends keyof Notifications>(method: N, handler: (params: Notifications[N]) => void): () => void {
    const known = (this.handlers[method] ??= new Set() as never) as Set<(params: Notifications[N]) => void>;
    known.add(handler);
    return () => known.delete(handler);
  }

  tell<N extends keyof Notifications>(method: N, params: Notifications[N]): void {
    for (const handler of this.handlers[method] ?? []) handler(params);
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Requests that wait for an answer, by their number. */
export class Pending {
  private next = 0;
  private readonly waiting = new Map<string, Waiting>();

  /** Remembers a request; `send` is called with its name, `cancel` if the signal wants it to end. */
  open(signal: AbortSignal | undefined, send: (id: string) => void, cancel: (id: string) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new DOMException("Cancelled", "AbortError"));
      this.next += 1;
      const id = `s${this.next}`;
      const abort = () => {
        if (!this.waiting.delete(id)) return;
        cancel(id);
        reject(new DOMException("Cancelled", "AbortError"));
      };
      const settled = <T>(then: (value: T) => void) => (value: T) => {
        signal?.removeEventListener("abort", abort);
        then(value);
      };
      this.waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener("abort", abort);
      try {
        send(id);
      } catch (error) {
        this.settle(id, (waiting) => waiting.reject(error));
      }
    });
  }

  /** Takes an answer; whether it was one to a request of ours. */
  answer(message: { id?: unknown; result?: unknown; error?: { message?: unknown; code?: unknown } | undefined }): boolean {
    const id = message.id;
    if (typeof id !== "string" || !/^s\d+$/.test(id)) return false;
    this.settle(id, (waiting) => {
      if (message.error) waiting.reject(new ServerError(String(message.error.message), Number(message.error.code ?? 0)));
      else waiting.resolve(message.result);
    });
    return true;
  }

  /** The server is gone: nothing will be answered. */
  fail(sentence: string): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, (waiting) => waiting.reject(new ServerError(sentence, 0)));
  }

  private settle(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
  }
}
