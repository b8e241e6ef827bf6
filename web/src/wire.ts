// The server behind a WebSocket: one message a frame. CodeMirror's client of the language server protocol and the views share the
// connection; requests of the views have names that start with `s`. A lost connection is made anew.

import { LSPClient, type LSPClientConfig } from "@codemirror/lsp-client";
import { type Client, Listeners, Pending, ServerError } from "./client.ts";
import type { Notifications, Progress, Requests } from "./protocol.ts";
import { Store } from "./store.ts";

export type Link = "connecting" | "open" | "lost";

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
/** CodeMirror gives up after so many milliseconds; the server answers or is cancelled before that. */
const PATIENCE = 120_000;

export class Wire implements Client {
  readonly lsp: LSPClient;
  readonly link = new Store<Link>("connecting");
  /** Is called when what the server said about lenses, hints or colours is out of date. */
  refresh: (what: string) => void = () => {};
  /** Applies edits of the server; whether it could. */
  applyEdit: (edit: unknown) => boolean = () => false;

  private readonly address: string;
  private readonly listeners = new Listeners();
  private readonly pending = new Pending();
  private readonly progress = new Map<string | number, Progress>();
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private receive: ((message: string) => void) | null = null;
  private wasConnected = false;

  constructor(address: string, config: LSPClientConfig) {
    this.address = address;
    this.lsp = new LSPClient({ timeout: PATIENCE, ...config });
  }

  /** Connects, and again whenever the connection is lost. */
  open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => this.opened(socket));
    socket.addEventListener("message", (event) => this.message(String(event.data)));
    socket.addEventListener("close", () => this.closed(socket));
  }

  async request<M extends keyof Requests>(method: M, params: Requests[M][0], signal?: AbortSignal): Promise<Requests[M][1]> {
    if (this.link.value !== "open") throw new ServerError("There is no connection to the server", 0);
    // The server must know the text that the question is about.
    this.lsp.sync();
    await this.lsp.initializing;
    const answer = this.pending.open(
      signal,
      (id) => this.send({ id, method, params }),
      (id) => this.send({ method: "$/cancelRequest", params: { id } }),
    );
    return (await answer) as Requests[M][1];
  }

  on<N extends keyof Notifications>(method: N, handler: (params: Notifications[N]) => void): () => void {
    return this.listeners.on(method, handler);
  }

  notify(method: string, params: unknown): void {
    if (this.link.value === "open") this.send({ method, params });
  }

  private send(message: Message): void {
    if (this.socket?.readyState !== WebSocket.OPEN) throw new ServerError("The connection to the server is lost", 0);
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  private opened(socket: WebSocket): void {
    this.pause = FIRST_PAUSE;
    if (this.wasConnected) this.lsp.disconnect();
    this.wasConnected = true;
    this.lsp.connect({
      send: (text) => {
        if (socket.readyState !== WebSocket.OPEN) throw new ServerError("The connection to the server is lost", 0);
        socket.send(text);
      },
      subscribe: (handler) => (this.receive = handler),
      unsubscribe: (handler) => {
        if (this.receive === handler) this.receive = null;
      },
    });
    this.lsp.initializing.then(() => (this.link.value = "open"), () => socket.close());
  }

  private closed(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.link.value = "lost";
    this.pending.fail("The connection to the server is lost");
    this.progress.clear();
    this.listeners.tell("progress", []);
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private message(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.method !== undefined && message.id !== undefined) this.answer(message);
    else if (message.method === "$/progress") this.advance(message.params as { token: string | number; value: ProgressValue });
    else if (message.method === "savoir/verdicts") this.listeners.tell("savoir/verdicts", message.params as Notifications["savoir/verdicts"]);
    else if (message.method !== undefined || !this.pending.answer(message)) this.receive?.(text);
  }

  /** What the server asks of an editor. */
  private answer({ id, method, params }: Message): void {
    const known: Record<string, () => unknown> = {
      "window/workDoneProgress/create": () => null,
      "client/registerCapability": () => null,
      "client/unregisterCapability": () => null,
      "workspace/applyEdit": () => ({ applied: this.applyEdit((params as { edit: unknown }).edit) }),
      "workspace/configuration": () => (params as { items: unknown[] }).items.map(() => null),
    };
    const refreshed = /^workspace\/(\w+)\/refresh$/.exec(method ?? "");
    if (refreshed) {
      this.send({ id: id!, result: null });
      this.refresh(refreshed[1]!);
    } else if (known[method!]) {
      this.send({ id: id!, result: known[method!]!() });
    } else {
      this.send({ id: id!, error: { code: -32601, message: `The page does not know ${method}` } });
    }
  }

  private advance({ token, value }: { token: string | number; value: ProgressValue }): void {
    const before = this.progress.get(token);
    if (value.kind === "end") {
      this.progress.delete(token);
    } else {
      this.progress.set(token, {
        token,
        title: value.title ?? before?.title ?? "",
        message: value.message ?? before?.message ?? "",
        percentage: value.percentage ?? before?.percentage ?? null,
        cancellable: value.cancellable ?? before?.cancellable ?? false,
      });
    }
    this.listeners.tell("progress", [...this.progress.values()]);
  }
}

interface ProgressValue {
  kind: "begin" | "report" | "end";
  title?: string;
  message?: string;
  percentage?: number;
  cancellable?: boolean;
}
