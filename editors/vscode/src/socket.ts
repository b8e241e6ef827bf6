// A conversation with the server through a WebSocket: one message a frame.

import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageTransports,
  type MessageWriter,
} from "vscode-languageclient/browser";

class SocketReader extends AbstractMessageReader implements MessageReader {
  private readonly socket: WebSocket;
  /** What comes in before somebody listens. */
  private early: Message[] = [];
  private callback: DataCallback | undefined;

  constructor(socket: WebSocket) {
    super();
    this.socket = socket;
    socket.addEventListener("message", (event) => this.receive(event.data));
    socket.addEventListener("close", () => this.fireClose());
    socket.addEventListener("error", () => this.fireError(new Error("the connection to the server broke")));
  }

  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    for (const message of this.early.splice(0)) callback(message);
    return { dispose: () => (this.callback = undefined) };
  }

  override dispose(): void {
    super.dispose();
    this.socket.close();
  }

  private receive(data: unknown): void {
    let message: Message;
    try {
      message = JSON.parse(String(data)) as Message;
    } catch {
      this.fireError(new Error("the server sent something that is no message"));
      return;
    }
    if (this.callback) this.callback(message);
    else this.early.push(message);
  }
}

class SocketWriter extends AbstractMessageWriter implements MessageWriter {
  private readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    super();
    this.socket = socket;
  }

  async write(message: Message): Promise<void> {
    if (this.socket.readyState !== WebSocket.OPEN) throw new Error("the connection to the server is closed");
    this.socket.send(JSON.stringify(message));
  }

  end(): void {
    this.socket.close();
  }
}

/** Connects to the server at an address. */
export function transports(socketAddress: string): Promise<MessageTransports> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketAddress);
    const reader = new SocketReader(socket);
    socket.addEventListener("open", () => resolve({ reader, writer: new SocketWriter(socket) }), { once: true });
    // Browsers do not say why; the token is part of the address, so that is not shown.
    const failed = () => reject(new Error("no server answers at savoir.server.url, or it does not let this page in (--allow-origin)"));
    socket.addEventListener("close", failed, { once: true });
  });
}
