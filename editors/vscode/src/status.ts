// The status bar: verdicts, states and engine of the model in the editor.

import * as vscode from "vscode";

import { status } from "./pure/words";
import type { Server } from "./server";

export class Status implements vscode.Disposable {
  private readonly server: Server;
  private readonly item = vscode.window.createStatusBarItem("savoir.verdicts", vscode.StatusBarAlignment.Left, 1);
  private readonly listening: vscode.Disposable[];
  private trouble: string | undefined;

  constructor(server: Server) {
    this.server = server;
    this.item.name = "Savoir";
    this.item.command = "savoir.showFormulas";
    this.listening = [
      server.onVerdicts(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
    ];
    this.refresh();
  }

  /** Says that there is no server, or that there is one again. */
  setTrouble(trouble: string | undefined): void {
    this.trouble = trouble;
    this.refresh();
  }

  dispose(): void {
    for (const one of this.listening) one.dispose();
    this.item.dispose();
  }

  private refresh(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "ispl") return this.item.hide();
    const verdicts = this.server.verdicts(document.uri);
    const shown = this.trouble !== undefined
      ? { text: "$(circle-slash) Savoir: no server", tooltip: this.trouble, alarm: true }
      : verdicts ? status(verdicts) : { text: "$(circle-outline) Savoir", tooltip: "Nothing is known about this model yet.", alarm: false };
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    this.item.command = this.trouble === undefined ? "savoir.showFormulas" : "savoir.restartServer";
    this.item.backgroundColor = shown.alarm ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.show();
  }
}
