// The extension in a browser: a page starts no programs, so the server is a running studio, spoken to through a WebSocket.

import * as vscode from "vscode";
import type { MessageTransports } from "vscode-languageclient";
import { LanguageClient } from "vscode-languageclient/browser";

import { start } from "./extension";
import { address } from "./pure/address";
import { transports } from "./socket";

export function activate(context: vscode.ExtensionContext): Promise<void> {
  return start(context, {
    makeClient: (options) => {
      const where = configured();
      if (where.kind === "wrong") return { why: where.why };
      if (where.kind === "none") return { why: NO_ADDRESS };
      const connect = (): Promise<MessageTransports> => transports(where.socket);
      return new LanguageClient("savoir", "Savoir", connect, options);
    },
    openStudio: async () => {
      const where = configured();
      if (where.kind === "server") await vscode.env.openExternal(vscode.Uri.parse(where.page));
      else void vscode.window.showInformationMessage(`Savoir: ${where.kind === "wrong" ? where.why : NO_ADDRESS}`);
    },
    extras: [],
  });
}

const NO_ADDRESS = "a page cannot start the server: run `savoir studio --no-open --allow-origin` with the origin of this page, and put the address it prints into savoir.server.url";

function configured() {
  return address(vscode.workspace.getConfiguration("savoir.server").get<string>("url", ""));
}
