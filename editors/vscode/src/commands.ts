// Commands. Those about a formula take the address of a model and a number, as lenses give them; without them they are about the
// formula at the cursor.

import * as vscode from "vscode";

import type { Panel } from "./panel";
import type { FormulaVerdict, Verdicts, ViewName } from "./pure/protocol";
import { formulaAt, isOvertaken, label, oneLine } from "./pure/words";
import type { Server } from "./server";

const EXPLANATION = "savoir-explanation";

interface Target {
  uri: vscode.Uri;
  index: number;
}

export class Commands implements vscode.Disposable {
  private readonly server: Server;
  private readonly panel: Panel;
  private readonly registered: vscode.Disposable[] = [];
  private readonly explanations = new Map<string, string>();

  constructor(server: Server, panel: Panel) {
    this.server = server;
    this.panel = panel;
    this.register("checkFormula", (uri, index) => this.checkFormula(uri, index));
    this.register("checkAll", (uri) => this.checkAll(uri));
    this.register("showFormulas", (uri) => this.showFormulas(uri));
    this.register("explain", (uri, index) => this.explain(uri, index));
    this.register("format", () => vscode.commands.executeCommand("editor.action.formatDocument"));
    this.register("showOutput", () => server.output.show(true));
    const views: [string, ViewName][] = [
      ["showEvidence", "evidence"],
      ["openSimulator", "simulate"],
      ["playStrategy", "play"],
      ["showWorlds", "worlds"],
    ];
    for (const [name, view] of views) this.register(name, (uri, index) => this.show(view, uri, index));
    this.registered.push(
      vscode.workspace.registerTextDocumentContentProvider(EXPLANATION, {
        provideTextDocumentContent: (uri) => this.explanations.get(uri.toString()) ?? "",
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.explanations.delete(document.uri.toString())),
    );
  }

  dispose(): void {
    for (const one of this.registered) one.dispose();
  }

  private register(name: string, run: (uri: unknown, index: unknown) => unknown): void {
    const told = async (uri: unknown, index: unknown) => {
      try {
        await run(uri, index);
      } catch (error) {
        if (error instanceof vscode.CancellationError || isOvertaken(error)) return;
        void vscode.window.showErrorMessage(`Savoir: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    this.registered.push(vscode.commands.registerCommand(`savoir.${name}`, told));
  }

  private async checkFormula(uri: unknown, index: unknown): Promise<void> {
    const target = await this.target(uri, index);
    if (target) await this.check(target.uri, [target.index]);
  }

  private async checkAll(uri: unknown): Promise<void> {
    const model = this.model(uri);
    if (model) await this.check(model);
  }

  private async check(uri: vscode.Uri, formulas?: number[]): Promise<void> {
    const name = await this.server.name(uri);
    // What comes out is told by a notification, which lenses, hints, tests and the status bar follow.
    const options = { location: vscode.ProgressLocation.Window, title: "Savoir: checking" };
    await vscode.window.withProgress(options, () =>
      this.server.request<Verdicts>("savoir/check", { uri: name, ...(formulas ? { formulas } : {}) }),
    );
  }

  private async showFormulas(uri: unknown): Promise<void> {
    const model = this.model(uri);
    if (model) await this.panel.show("formulas", model);
  }

  private async show(view: ViewName, uri: unknown, index: unknown): Promise<void> {
    const target = await this.target(uri, index);
    if (target) await this.panel.show(view, target.uri, target.index);
    else if (view === "simulate") await this.showWithoutFormula(view, uri);
  }

  private async showWithoutFormula(view: ViewName, uri: unknown): Promise<void> {
    const model = this.model(uri);
    if (model) await this.panel.show(view, model);
  }

  private async explain(uri: unknown, index: unknown): Promise<void> {
    const target = await this.target(uri, index);
    if (!target) return;
    const name = await this.server.name(target.uri);
    const { text } = await this.server.request<{ text: string }>("savoir/explain", { uri: name, formula: target.index });
    const query = new URLSearchParams({ model: name }).toString();
    const page = vscode.Uri.from({ scheme: EXPLANATION, path: `Formula ${target.index}`, query });
    this.explanations.set(page.toString(), text);
    const opened = await vscode.workspace.openTextDocument(page);
    const document = await vscode.languages.setTextDocumentLanguage(opened, EXPLANATION);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
  }

  /** The model that an argument names, or the one in the editor. */
  private model(uri: unknown): vscode.Uri | undefined {
    if (uri instanceof vscode.Uri) return uri;
    if (typeof uri === "string") return this.server.uri(uri);
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === "ispl") return document.uri;
    void vscode.window.showInformationMessage("Savoir: open a model first.");
    return undefined;
  }

  /** The formula that arguments name, or the one at the cursor, or one that is picked from a list. */
  private async target(uri: unknown, index: unknown): Promise<Target | undefined> {
    const model = this.model(uri);
    if (!model) return undefined;
    if (typeof index === "number" && Number.isInteger(index)) return { uri: model, index };
    const verdicts = this.server.verdicts(model);
    const editor = vscode.window.activeTextEditor;
    const here = editor?.document.uri.toString() === model.toString() ? editor.selection.active.line : undefined;
    const formula = verdicts && here !== undefined ? formulaAt(verdicts, here) : undefined;
    const chosen = formula ?? (await pick(verdicts?.formulas ?? []));
    return chosen && { uri: model, index: chosen.index };
  }
}

async function pick(formulas: FormulaVerdict[]): Promise<FormulaVerdict | undefined> {
  if (formulas.length === 0) {
    void vscode.window.showInformationMessage("Savoir: the model has no formulas, or it was not read yet.");
    return undefined;
  }
  const items = formulas.map((formula) => ({
    label: label(formula),
    description: formula.verdict ?? "",
    detail: formula.name === null ? "" : oneLine(formula.text),
    formula,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "Which formula?" }))?.formula;
}
