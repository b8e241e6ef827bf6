// The server behind VS Code: the extension forwards what the panel asks.

import { type Client, Listeners, Pending } from "./client.ts";
import type { Notifications, Requests } from "./protocol.ts";

export interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

type Incoming = { id?: unknown; method?: string; params?: unknown; result?: unknown; error?: { message: string; code?: number } };

export class PanelClient implements Client {
  private readonly editor: VsCode;
  private readonly listeners = new Listeners();
  private readonly pending = new Pending();

  constructor(editor: VsCode) {
    this.editor = editor;
    window.addEventListener("message", (event: MessageEvent<Incoming>) => this.message(event.data));
  }

  async request<M extends keyof Requests>(method: M, params: Requests[M][0], signal?: AbortSignal): Promise<Requests[M][1]> {
    const answer = this.pending.open(
      signal,
      (id) => this.editor.postMessage({ id, method, params }),
      (id) => this.notify("$/cancelRequest", { id }),
    );
    return (await answer) as Requests[M][1];
  }

  on<N extends keyof Notifications>(method: N, handler: (params: Notifications[N]) => void): () => void {
    return this.listeners.on(method, handler);
  }

  notify(method: string, params: unknown): void {
    this.editor.postMessage({ method, params });
  }

  private message(message: Incoming): void {
    if (typeof message !== "object" || message === null) return;
    const { method } = message;
    if (method === "savoir/verdicts" || method === "panel/show" || method === "progress") {
      this.listeners.tell(method, message.params as never);
    } else if (method === undefined) {
      this.pending.answer(message);
    }
  }
}
