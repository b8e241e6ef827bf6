// The extension on the desktop: the server is a program, spoken to over its standard input and output.

import { homedir } from "node:os";

import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

import { start } from "./extension";
import { taskProvider } from "./task-provider";

export function activate(context: vscode.ExtensionContext): Promise<void> {
  return start(context, {
    makeClient: (options) => {
      const server = { command: program(), args: ["lsp"], transport: TransportKind.stdio };
      return new LanguageClient("savoir", "Savoir", server, options);
    },
    openStudio,
    extras: [taskProvider(program)],
  });
}

/** The program as the settings name it. */
function program(): string {
  const named = vscode.workspace.getConfiguration("savoir.server").get<string>("path", "").trim() || "savoir";
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return named.replace(/^~(?=[/\\])/, homedir()).replace("${workspaceFolder}", folder);
}

/** The studio runs in a terminal: there it is seen, and ended. */
async function openStudio(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const terminal = vscode.window.createTerminal({
    name: "Savoir Studio",
    shellPath: program(),
    shellArgs: ["studio", ...(folder?.scheme === "file" ? [folder.fsPath] : [])],
  });
  terminal.show(true);
}
