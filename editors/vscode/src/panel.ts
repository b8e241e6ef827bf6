// The panel: the same views as in the studio, in a web view beside the editor.

import * as vscode from "vscode";

import { Bridge, isShow, type Show } from "./pure/bridge";
import { freshNonce, page } from "./pure/page";
import type { ViewName } from "./pure/protocol";
import type { Server } from "./server";

const TYPE = "savoir.panel";

interface Open {
  panel: vscode.WebviewPanel;
  bridge: Bridge;
  isReady: boolean;
}

export class Panel implements vscode.Disposable {
  private readonly server: Server;
  private readonly folder: vscode.Uri;
  private readonly listening: vscode.Disposable[];
  private open: Open | undefined;
  private shown: Show | undefined;

  constructor(server: Server, extension: vscode.Uri) {
    this.server = server;
    this.folder = vscode.Uri.joinPath(extension, "dist", "panel");
    this.listening = [
      server.onVerdicts(({ verdicts }) => this.open?.bridge.tell("savoir/verdicts", verdicts)),
      server.onProgress((work) => this.open?.bridge.tell("progress", work)),
      vscode.window.registerWebviewPanelSerializer(TYPE, {
        // What the panel remembers when the window is loaded again is what it was told to show.
        deserializeWebviewPanel: async (panel, kept: unknown) => {
          if (isShow(kept)) {
            await this.server.name(this.server.uri(kept.uri)).catch(() => undefined);
            this.shown = kept;
          }
          this.fill(panel);
        },
      }),
    ];
  }

  /** Shows a view of a model. */
  async show(view: ViewName, uri: vscode.Uri, formula?: number): Promise<void> {
    const name = await this.server.name(uri);
    const { version } = await vscode.workspace.openTextDocument(uri);
    this.shown = { uri: name, version, view, ...(formula === undefined ? {} : { formula }) };
    if (this.open) {
      this.open.panel.reveal(undefined, true);
      this.tellShown();
      return;
    }
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.fill(vscode.window.createWebviewPanel(TYPE, "Savoir", where, { retainContextWhenHidden: true }));
  }

  dispose(): void {
    this.open?.panel.dispose();
    for (const one of this.listening) one.dispose();
  }

  private fill(panel: vscode.WebviewPanel): void {
    this.open?.panel.dispose();
    const bridge = new Bridge({
      ask: (method, params) => this.server.pending(method, params),
      cancelWork: (token) => this.server.cancelWork(token),
      reveal: (uri, line, character) => void this.reveal(uri, line, character),
      ready: () => this.ready(),
      post: (message) => void panel.webview.postMessage(message),
    });
    this.open = { panel, bridge, isReady: false };
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.folder] };
    panel.webview.onDidReceiveMessage((message: unknown) => bridge.receive(message));
    panel.onDidDispose(() => {
      bridge.dispose();
      if (this.open?.panel === panel) this.open = undefined;
    });
    const asset = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(this.folder, name)).toString();
    panel.webview.html = page({
      script: asset("panel.js"),
      style: asset("panel.css"),
      source: panel.webview.cspSource,
      nonce: freshNonce(),
    });
  }

  private ready(): void {
    if (!this.open) return;
    this.open.isReady = true;
    this.tellShown();
  }

  private tellShown(): void {
    if (!this.open?.isReady || !this.shown) return;
    this.open.bridge.tell("panel/show", this.shown);
    const verdicts = this.server.verdicts(this.server.uri(this.shown.uri));
    if (verdicts) this.open.bridge.tell("savoir/verdicts", verdicts);
  }

  private async reveal(name: string, line: number, character: number): Promise<void> {
    const place = new vscode.Position(line, character);
    const uri = this.server.uri(name);
    // The panel names places of the model that it was told to show, no other files.
    if (name !== this.shown?.uri) return;
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(place, place), viewColumn: vscode.ViewColumn.One });
  }
}
