// What is the same on the desktop and in a browser.

import * as vscode from "vscode";

import { Commands } from "./commands";
import { Panel } from "./panel";
import { type MakeClient, NoServer, Server } from "./server";
import { Status } from "./status";
import { Tests } from "./tests";

/** What only one of the two can do. */
export interface Platform {
  makeClient: MakeClient;
  /** Opens the studio in a browser. */
  openStudio(): Promise<void>;
  /** Further parts of the extension. */
  extras: vscode.Disposable[];
}

/** Starts everything. */
export async function start(context: vscode.ExtensionContext, platform: Platform): Promise<void> {
  const server = new Server(platform.makeClient);
  const panel = new Panel(server, context.extensionUri);
  const status = new Status(server);
  const begin = (how: () => Promise<void>) => launch(how, status);
  context.subscriptions.push(
    server,
    panel,
    status,
    new Tests(server),
    new Commands(server, panel),
    ...platform.extras,
    vscode.commands.registerCommand("savoir.restartServer", () => begin(() => server.restart())),
    vscode.commands.registerCommand("savoir.openStudio", () => platform.openStudio()),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("savoir.server")) await begin(() => server.restart());
      else if (event.affectsConfiguration("savoir")) await server.configure();
    }),
  );
  await begin(() => server.start());
}

async function launch(how: () => Promise<void>, status: Status): Promise<void> {
  try {
    await how();
    status.setTrouble(undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    status.setTrouble(why);
    // Starting is not held up by the question.
    void offerHelp(error instanceof NoServer ? why : `the server did not start: ${why}`);
  }
}

async function offerHelp(why: string): Promise<void> {
  const settings = "Open Settings";
  const chosen = await vscode.window.showErrorMessage(`Savoir: ${why}`, settings);
  if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "savoir.server");
}
