// The test explorer: a test for each formula, below its model. A formula passes if its verdict is the expected one.

import * as vscode from "vscode";

import type { Evidence, FormulaVerdict, Verdicts } from "./pure/protocol";
import { isOvertaken, label, oneLine, outcome, shortened } from "./pure/words";
import type { Server } from "./server";

/** More models than this are not listed. */
const MOST_MODELS = 2_000;
/** A search for models takes at most so many milliseconds. */
const LONGEST_SEARCH = 10_000;

export class Tests implements vscode.Disposable {
  private readonly server: Server;
  private readonly controller = vscode.tests.createTestController("savoir", "Savoir");
  private readonly listening: vscode.Disposable[];

  constructor(server: Server) {
    this.server = server;
    const { Run } = vscode.TestRunProfileKind;
    this.controller.createRunProfile("Check", Run, (request, token) => this.run(request, token), true);
    this.controller.resolveHandler = async (item) => (item ? this.look(item) : this.find());
    this.controller.refreshHandler = () => this.find();
    const files = vscode.workspace.createFileSystemWatcher("**/*.ispl", false, true, false);
    this.listening = [
      files,
      files.onDidCreate((uri) => this.model(uri)),
      files.onDidDelete((uri) => this.controller.items.delete(uri.toString())),
      server.onVerdicts(({ uri, verdicts }) => {
        if (isListed(uri)) this.list(this.model(uri), verdicts);
      }),
    ];
  }

  dispose(): void {
    for (const one of this.listening) one.dispose();
    this.controller.dispose();
  }

  private async find(): Promise<void> {
    const source = new vscode.CancellationTokenSource();
    const search = vscode.workspace.findFiles("**/*.ispl", "**/{node_modules,target}/**", MOST_MODELS, source.token);
    // Where nothing can be searched, as in some virtual workspaces, the answer never comes; then models join when they are opened.
    const patience = new Promise<vscode.Uri[]>((resolve) => setTimeout(() => resolve([]), LONGEST_SEARCH));
    for (const uri of await Promise.race([search, patience])) this.model(uri);
    source.cancel();
    source.dispose();
  }

  /** The item of a model. */
  private model(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known) return known;
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  /** The server lists the formulas of a model once it is open. */
  private async look(item: vscode.TestItem): Promise<void> {
    if (!item.uri || item.children.size > 0) return;
    item.busy = true;
    try {
      await this.server.name(item.uri);
      const verdicts = this.server.verdicts(item.uri);
      if (verdicts) this.list(item, verdicts);
    } catch (error) {
      item.error = sentence(error);
    } finally {
      item.busy = false;
    }
  }

  private list(model: vscode.TestItem, verdicts: Verdicts): void {
    const items = verdicts.formulas.map((formula) => {
      const id = `${model.id}#${formula.index}`;
      const item = model.children.get(id) ?? this.controller.createTestItem(id, "", model.uri);
      item.label = label(formula);
      item.description = formula.name === null ? "" : oneLine(formula.text);
      item.range = range(formula);
      item.sortText = String(formula.index).padStart(6, "0");
      return item;
    });
    model.children.replace(items);
    model.error = verdicts.state === "broken" ? (verdicts.message ?? "The model has errors.") : undefined;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      if (!request.include && this.controller.items.size === 0) await this.find();
      for (const [model, chosen] of this.chosen(request)) {
        if (run.token.isCancellationRequested || token.isCancellationRequested) break;
        await this.check(run, model, chosen, request.exclude ?? []);
      }
    } finally {
      run.end();
    }
  }

  /** What is to be run: models, each as a whole or with the formulas that were chosen. */
  private chosen(request: vscode.TestRunRequest): Map<vscode.TestItem, vscode.TestItem[] | "all"> {
    const found = new Map<vscode.TestItem, vscode.TestItem[] | "all">();
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    for (const item of wanted) {
      if (!item.parent) {
        if (!request.exclude?.includes(item)) found.set(item, "all");
        continue;
      }
      const before = found.get(item.parent) ?? [];
      if (before !== "all") found.set(item.parent, [...before, item]);
    }
    return found;
  }

  private async check(
    run: vscode.TestRun,
    model: vscode.TestItem,
    chosen: vscode.TestItem[] | "all",
    excluded: readonly vscode.TestItem[],
  ): Promise<void> {
    if (!model.uri) return;
    const all = () => [...model.children].map(([, item]) => item);
    const wanted = () => (chosen === "all" ? all() : chosen).filter((item) => !excluded.includes(item));
    const whole = chosen === "all" && excluded.length === 0;
    for (const item of wanted()) run.started(item);
    // A model counts as a test only while nobody knows its formulas.
    if (wanted().length === 0) run.started(model);
    try {
      const uri = await this.server.name(model.uri);
      const formulas = whole || wanted().length === 0 ? {} : { formulas: wanted().map(indexOf) };
      const verdicts = await this.server.request<Verdicts>("savoir/check", { uri, ...formulas }, run.token);
      this.list(model, verdicts);
      if (verdicts.state === "broken") {
        const why = new vscode.TestMessage(verdicts.message ?? "The model has errors.");
        const items = wanted();
        for (const item of items.length > 0 ? items : [model]) run.errored(item, why);
        return;
      }
      const told = new Map(verdicts.formulas.map((formula) => [formula.index, formula]));
      for (const item of wanted()) await this.report(run, item, told.get(indexOf(item)), uri);
    } catch (error) {
      const items = wanted();
      for (const item of items.length > 0 ? items : [model]) {
        if (run.token.isCancellationRequested || isOvertaken(error)) run.skipped(item);
        else run.errored(item, new vscode.TestMessage(sentence(error)));
      }
    }
  }

  private async report(
    run: vscode.TestRun,
    item: vscode.TestItem,
    formula: FormulaVerdict | undefined,
    uri: string,
  ): Promise<void> {
    const found = formula ? outcome(formula) : { kind: "none" as const, message: "The model has changed." };
    const duration = typeof formula?.seconds === "number" ? formula.seconds * 1000 : undefined;
    switch (found.kind) {
      case "passed":
        run.passed(item, duration);
        break;
      case "failed": {
        const why = await this.why(uri, indexOf(item), run.token);
        run.failed(item, at(item, why === "" ? found.message : `${found.message}\n\n${why}`), duration);
        break;
      }
      case "undecided":
        run.errored(item, at(item, found.message), duration);
        break;
      case "none":
        if (found.message !== "") run.appendOutput(`${found.message.replace(/\r?\n/g, "\r\n")}\r\n`, undefined, item);
        run.skipped(item);
        break;
    }
  }

  /** The evidence against an expectation, in words; nothing if there is none. */
  private async why(uri: string, formula: number, token: vscode.CancellationToken): Promise<string> {
    try {
      const evidence = await this.server.request<Evidence>("savoir/evidence", { uri, formula }, token);
      return shortened(evidence.text);
    } catch (error) {
      return token.isCancellationRequested ? "" : sentence(error);
    }
  }
}

/** Models of the workspace; without one, whatever is open in a file. Other versions of a model, as in comparisons, are no tests. */
function isListed(uri: vscode.Uri): boolean {
  if (vscode.workspace.workspaceFolders) return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return uri.scheme === "file";
}

function at(item: vscode.TestItem, text: string): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range);
  return message;
}

const indexOf = (item: vscode.TestItem) => Number(item.id.slice(item.id.lastIndexOf("#") + 1));

function range({ range: { start, end } }: FormulaVerdict): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
