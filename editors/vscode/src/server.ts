// The server as the rest of the extension sees it: asked, restarted, and telling verdicts.

import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions, Middleware } from "vscode-languageclient";

import type { Pending } from "./pure/bridge";
import { leftToGrammar, without } from "./pure/colours";
import { type Progress, VERDICTS, type Verdicts } from "./pure/protocol";
import { serverSettings } from "./pure/settings";

/** Makes a client of the server, or says why it cannot. */
export type MakeClient = (options: LanguageClientOptions, output: vscode.LogOutputChannel) => BaseLanguageClient | { why: string };

/** A sentence about what is missing, for people. */
export class NoServer extends Error {}

// The server's lenses have the names of its own commands; ours ask it and show the answer.
const LENSES: Record<string, string> = {
  "savoir.check": "savoir.checkFormula",
  "savoir.evidence": "savoir.showEvidence",
  "savoir.simulate": "savoir.openSimulator",
};

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel("Savoir", { log: true });
  private readonly told = new vscode.EventEmitter<{ uri: vscode.Uri; verdicts: Verdicts }>();
  private readonly worked = new vscode.EventEmitter<Progress[]>();
  readonly onVerdicts = this.told.event;
  readonly onProgress = this.worked.event;

  private readonly make: MakeClient;
  private readonly work = new Map<string | number, Progress>();
  private readonly latest = new Map<string, Verdicts>();
  private client: BaseLanguageClient | undefined;
  private starting: Promise<void> | undefined;

  constructor(make: MakeClient) {
    this.make = make;
  }

  /** What was told last about a model. */
  verdicts(uri: vscode.Uri): Verdicts | undefined {
    return this.latest.get(uri.toString());
  }

  /** Starts the server unless it runs. */
  start(): Promise<void> {
    this.starting ??= this.launch().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  private async launch(): Promise<void> {
    const made = this.make(this.options(), this.output);
    if ("why" in made) throw new NoServer(made.why);
    made.onNotification(VERDICTS, (verdicts: Verdicts) => this.tell(made, verdicts));
    this.client = made;
    try {
      await made.start();
    } catch (error) {
      this.client = undefined;
      await made.dispose().catch(() => undefined);
      throw error;
    }
    await vscode.commands.executeCommand("setContext", "savoir.running", true);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private async stop(): Promise<void> {
    await this.starting?.catch(() => undefined);
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    this.work.clear();
    this.worked.fire([]);
    await vscode.commands.executeCommand("setContext", "savoir.running", false);
    await client?.dispose(5_000).catch((error: unknown) => this.output.warn(String(error)));
  }

  /** Tells the server about changed settings. */
  async configure(): Promise<void> {
    await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { savoir: settings() } });
  }

  /** Asks, once the server runs. */
  async request<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T> {
    await this.start();
    if (!this.client) throw new NoServer("the server does not run");
    // A missing token must not be given: it would count as a second parameter.
    return token ? this.client.sendRequest<T>(method, params, token) : this.client.sendRequest<T>(method, params);
  }

  /** Asks in a way that can be given up. */
  pending(method: string, params: object): Pending {
    const source = new vscode.CancellationTokenSource();
    const answer = this.request<unknown>(method, params, source.token).finally(() => source.dispose());
    return { answer, cancel: () => source.cancel() };
  }

  cancelWork(token: string | number): void {
    void this.client?.sendNotification("window/workDoneProgress/cancel", { token });
  }

  /** How the server calls a model. The server knows a text only while it is open. */
  async name(uri: vscode.Uri): Promise<string> {
    await vscode.workspace.openTextDocument(uri);
    await this.start();
    return this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
  }

  /** The model that the server calls so. */
  uri(name: string): vscode.Uri {
    return this.client?.protocol2CodeConverter.asUri(name) ?? vscode.Uri.parse(name, true);
  }

  dispose(): void {
    void this.stop();
    this.told.dispose();
    this.worked.dispose();
    this.output.dispose();
  }

  private tell(client: BaseLanguageClient, verdicts: Verdicts): void {
    const uri = client.protocol2CodeConverter.asUri(verdicts.uri);
    this.latest.set(uri.toString(), verdicts);
    this.told.fire({ uri, verdicts });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ language: "ispl" }],
      outputChannel: this.output,
      diagnosticCollectionName: "savoir",
      initializationOptions: settings(),
      initializationFailedHandler: () => false,
      connectionOptions: { maxRestartCount: 3 },
      middleware: this.middleware(),
    };
  }

  /** Colours by meaning only where the grammar has none that are finer. */
  private finer(tokens: vscode.SemanticTokens | null | undefined): vscode.SemanticTokens | null | undefined {
    const legend = this.client?.initializeResult?.capabilities.semanticTokensProvider?.legend;
    if (!tokens || !legend) return tokens;
    return new vscode.SemanticTokens(without(tokens.data, leftToGrammar(legend.tokenTypes)), tokens.resultId);
  }

  private middleware(): Middleware {
    return {
      provideCodeLenses: async (document, token, next) => (await next(document, token))?.map(withOurCommand),
      resolveCodeLens: async (lens, token, next) => {
        const resolved = await next(lens, token);
        return resolved && withOurCommand(resolved);
      },
      provideDocumentSemanticTokens: async (document, token, next) => this.finer(await next(document, token)),
      provideDocumentRangeSemanticTokens: async (document, range, token, next) => this.finer(await next(document, range, token)),
      handleWorkDoneProgress: (token, params, next) => {
        if (params.kind === "end") {
          this.work.delete(token);
        } else {
          const before = this.work.get(token);
          this.work.set(token, {
            token,
            title: params.kind === "begin" ? params.title : (before?.title ?? ""),
            message: params.message ?? before?.message ?? "",
            percentage: params.percentage ?? before?.percentage ?? null,
            cancellable: params.cancellable ?? before?.cancellable ?? false,
          });
        }
        this.worked.fire([...this.work.values()]);
        next(token, params);
      },
    };
  }
}

function withOurCommand(lens: vscode.CodeLens): vscode.CodeLens {
  const command = lens.command && LENSES[lens.command.command];
  if (lens.command && command) lens.command = { ...lens.command, command };
  return lens;
}

function settings() {
  const configuration = vscode.workspace.getConfiguration("savoir");
  return serverSettings((name) => configuration.get(name));
}
