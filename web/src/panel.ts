// The panel in VS Code: the views of the studio, which speak to the server through the extension.

import { PanelClient, type VsCode } from "./panel-client.ts";
import { Context, sameModel } from "./views/context.ts";
import { ViewsPanel } from "./views/panel.ts";
import type { PanelShow } from "./protocol.ts";

declare function acquireVsCodeApi(): VsCode;

function start(): void {
  const editor = acquireVsCodeApi();
  const client = new PanelClient(editor);
  const context = new Context(client);
  let shown: PanelShow | null = null;
  const keep = () => {
    if (!shown) return;
    const formula = context.formula.value;
    const { formula: _, ...rest } = shown;
    editor.setState({ ...rest, view: views.view, ...(formula === null ? {} : { formula }) });
  };
  const views: ViewsPanel = new ViewsPanel(context, null, () => keep());
  context.show = (view, formula) => {
    if (formula !== undefined) context.formula.value = formula;
    views.show(view);
    if (view === "simulate" && formula !== undefined) void views.simulate.along(formula);
  };
  context.reveal = (range) => client.notify("panel/reveal", { uri: context.uri.value, range });
  context.formula.changes(() => keep());
  client.on("panel/show", (wanted) => {
    if (shown && sameModel(wanted.uri, shown.uri) && wanted.version !== shown.version) views.evidence.edited();
    shown = wanted;
    context.uri.value = wanted.uri;
    context.show(wanted.view, wanted.formula);
  });
  document.getElementById("panel")?.append(views.element);
  client.notify("panel/ready", editor.getState() ?? {});
}

start();
